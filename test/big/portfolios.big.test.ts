import { describePortfolios } from "../support/portfolios.js";

describePortfolios(40);

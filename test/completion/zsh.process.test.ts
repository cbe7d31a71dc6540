import { describeShell } from "./check.js";
import { zshSetup } from "./setups.js";

describeShell(zshSetup);

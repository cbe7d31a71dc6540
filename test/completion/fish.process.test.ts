import { describeShell } from "./check.js";
import { fishSetup } from "./setups.js";

describeShell(fishSetup);

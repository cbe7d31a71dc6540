import check from "../check/explain.md?raw";
import get from "../get/explain.md?raw";
import list from "../list/explain.md?raw";
import risk from "../risk/explain.md?raw";
import status from "../status/explain.md?raw";
import summary from "../summary/explain.md?raw";
import upcoming from "../upcoming/explain.md?raw";
import explain from "./explain.md?raw";

/** The pages of the figures, by their features: the one home of what is explained. */
export const PAGES: Readonly<Record<string, string>> = {
  ...{ list, status, get, summary, risk, upcoming },
  ...{ check, explain },
};

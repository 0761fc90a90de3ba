import { cp } from "node:fs/promises";
import { join } from "node:path";
import type { OpenContender } from "../contender.js";
import { openChurn } from "./ledger-churn.js";

/** Submissions on a copy of the shared data set, with all its active contracts. */
export const open: OpenContender = async (settings) => {
  const data = join(settings.folder, "data");
  await cp(settings.dataSet, data, { recursive: true });
  return openChurn(settings, data, 0);
};

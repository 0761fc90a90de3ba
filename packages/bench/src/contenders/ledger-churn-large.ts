import type { OpenContender } from "../contender.js";
import { openChurn } from "./ledger-churn.js";

/**
 * Submissions on the shared data set, with all its contracts active. It goes on writing there, so
 * its row comes last.
 */
export const open: OpenContender = (settings) => openChurn(settings, settings.dataSet, 0);

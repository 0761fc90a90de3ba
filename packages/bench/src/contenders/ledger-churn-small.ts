import type { OpenContender } from "../contender.js";
import { openChurn } from "./ledger-churn.js";
import { smallLedgerContracts } from "./ledger-growth.js";

/** Submissions on a ledger with a thousand active contracts. */
export const open: OpenContender = (settings) =>
  openChurn(settings, settings.folder, smallLedgerContracts);

import type { OpenContender } from "../contender.js";
import { openBareTransfers } from "./bare-transfers.js";
import { byOffer } from "./transfer-calls.js";

/** The three requests of a transfer by an offer, answered by bare Koa. */
export const open: OpenContender = (settings) =>
  openBareTransfers(settings, (caller) => byOffer(caller, () => true));

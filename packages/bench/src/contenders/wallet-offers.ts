import type { OpenContender } from "../contender.js";
import { byOffer, isPaid } from "./transfer-calls.js";
import { openTransfers } from "./wallet-server.js";

/** Transfers by offers over HTTP: offered, accepted, and paid by the sender's wallet. */
export const open: OpenContender = (settings) =>
  openTransfers(settings, false, (caller) => byOffer(caller, isPaid));

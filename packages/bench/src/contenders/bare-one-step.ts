import type { OpenContender } from "../contender.js";
import { openBareTransfers } from "./bare-transfers.js";
import { inOneStep } from "./transfer-calls.js";

/** The one request of a transfer in one step, answered by bare Koa. */
export const open: OpenContender = (settings) => openBareTransfers(settings, inOneStep);

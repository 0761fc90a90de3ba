import type { OpenContender } from "../contender.js";
import { inOneStep } from "./transfer-calls.js";
import { openTransfers } from "./wallet-server.js";

/** Transfers in one step over HTTP, over preapprovals. */
export const open: OpenContender = (settings) => openTransfers(settings, true, inOneStep);

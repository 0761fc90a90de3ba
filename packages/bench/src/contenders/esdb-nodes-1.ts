import type { OpenContender } from "../contender.js";
import { openNodes } from "./esdb-nodes.js";

/** One node, for comparison with several. */
export const open: OpenContender = (settings) => openNodes(1, settings);

import type { OpenContender } from "../contender.js";
import { openNodes } from "./esdb-nodes.js";

/** Two nodes on one journal. */
export const open: OpenContender = (settings) => openNodes(2, settings);

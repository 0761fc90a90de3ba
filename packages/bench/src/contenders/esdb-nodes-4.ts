import type { OpenContender } from "../contender.js";
import { openNodes } from "./esdb-nodes.js";

/** Four nodes on one journal. */
export const open: OpenContender = (settings) => openNodes(4, settings);

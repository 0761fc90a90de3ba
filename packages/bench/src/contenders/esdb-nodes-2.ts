import type { OpenContender } from "../contender.js";
import { openNodes } from "./esdb-nodes.js";

export const open: OpenContender = (settings) => openNodes(2, settings);

import type { OpenContender } from "../contender.js";
import { openEmmett } from "./emmett.js";

/** Emmett's command handler on its in-memory store: nothing is durable. */
export const open: OpenContender = (settings) => openEmmett("memory", settings);

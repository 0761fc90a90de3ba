import type { OpenContender } from "../contender.js";
import { openEmmett } from "./emmett.js";

/** Emmett's command handler on its SQLite store. */
export const open: OpenContender = (settings) => openEmmett("sqlite", settings);

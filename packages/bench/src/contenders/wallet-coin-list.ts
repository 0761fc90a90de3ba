import type { OpenContender } from "../contender.js";
import { coinsIn, openViews } from "./wallet-coins.js";

/** Lists of parties' coins out of the wallet's views. */
export const open: OpenContender = (settings) => openViews(settings, coinsIn);

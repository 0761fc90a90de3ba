import type { OpenContender } from "../contender.js";
import { coinsOfRows, openTable } from "./bare-coins.js";

/** Lists of parties' coins, the texts of the rows of one query. */
export const open: OpenContender = (settings) => openTable(settings, coinsOfRows);

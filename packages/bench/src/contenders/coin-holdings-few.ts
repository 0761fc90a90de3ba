import type { OpenContender } from "../contender.js";
import { openHoldings } from "./coin-holdings.js";

/** Transfers by a party that has no coins but the ten it spends. */
export const open: OpenContender = (settings) => openHoldings(settings, 0);

import type { OpenContender } from "../contender.js";
import { openHoldings } from "./coin-holdings.js";

/** Transfers by a party that has ten thousand coins. */
export const open: OpenContender = (settings) => openHoldings(settings, 10_000);

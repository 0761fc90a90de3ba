import type { OpenContender } from "../contender.js";
import { openEsdbClient } from "./esdb-client.js";

/** The official client, as many events in each append as callers would wait. */
export const open: OpenContender = (settings) => openEsdbClient(settings, 1, settings.inFlight);

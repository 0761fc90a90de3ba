import type { OpenContender } from "../contender.js";
import { openEsdbClient } from "./esdb-client.js";

/** The official client, each event an append of its own, so many under way. */
export const open: OpenContender = (settings) => openEsdbClient(settings, settings.inFlight, 1);

import type { Canary } from "../ledger/canary.js";
import { logCanaries } from "./log-canaries.js";
import { packageCanaries } from "./package-canaries.js";
import { pruningCanaries } from "./pruning-canaries.js";
import { ruleCanaries } from "./rule-canaries.js";
import { stateCanaries } from "./state-canaries.js";
import { storeCanaries } from "./store-canaries.js";
import { viewCanaries } from "./view-canaries.js";

/** All canaries, in the order of the table in docs/simulation.md. */
export const allCanaries: ReadonlyArray<Canary> = [
  ...storeCanaries,
  ...stateCanaries,
  ...viewCanaries,
  ...ruleCanaries,
  ...pruningCanaries,
  ...packageCanaries,
  ...logCanaries,
];

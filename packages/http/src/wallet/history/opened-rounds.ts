import {
  defaulted,
  optional,
  queryInt32,
  required,
  textOffset,
  wireArray,
  wireInt64,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { maxListed } from "../rows/own-contract.js";
import { upTo } from "../rows/value-codecs.js";
import { walletRow } from "../rows/wallet-row.js";

/** Rounds of an answer without a limit. */
const usualRounds = 100;

const OpenedRoundWire = wireObject("OpenedRound", {
  round: required(wireInt64),
  amulet_price: required(wireString),
  opens_at: required(wireString),
  target_closes_at: required(wireString),
});

/** `GET /v0/wallet/rounds`, ours: what a CC was worth in the rounds of the past. */
export const openedRounds = walletRow({
  method: "GET",
  path: "/v0/wallet/rounds",
  summary: "The rounds that were opened with the price of each, the newest first",
  description:
    "before_round continues where an earlier answer ended; amulet_price is in US dollars for one CC. An addition of this node.",
  access: "subject",
  query: wireObject("OpenedRoundsQuery", {
    before_round: optional(textOffset),
    limit: defaulted(upTo(maxListed, queryInt32), usualRounds),
  }),
  response: wireObject("OpenedRoundsResponse", { rounds: required(wireArray(OpenedRoundWire)) }),
  handle: ({ query: { before_round: before, limit } }, { wallet: { views, settings } }) => ({
    rounds: views.openedRounds(settings.dso, before, limit),
  }),
});

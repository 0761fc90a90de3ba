import {
  choice,
  contractId,
  create,
  numeric,
  party,
  record,
  template,
  text,
  timestamp,
} from "@tallystick/core";
import { requireReached } from "../../model/deadline.js";
import { modulePart } from "../../model/module-part.js";

/** CC that was issued and that no one claimed; at the DSO's disposal and not yet a coin. */
export const UnclaimedReward = template("Splice.Amulet:UnclaimedReward", {
  payload: record({ dso: party, amount: numeric }),
  signatories: ({ dso }) => [dso],
  ensure: ({ amount }) => amount > 0n,
});

/**
 * Unclaimed CC that the DSO has given to a beneficiary, to be minted before it expires (wallet
 * 12.1).
 */
export const UnclaimedActivityRecord = template("Splice.Amulet:UnclaimedActivityRecord", {
  payload: record({
    dso: party,
    beneficiary: party,
    amount: numeric,
    reason: text,
    expiresAt: timestamp,
  }),
  signatories: ({ dso }) => [dso],
  observers: ({ beneficiary }) => [beneficiary],
  ensure: ({ amount }) => amount > 0n,
});

/** The DSO takes back what was not minted in time. */
export const UnclaimedActivityRecord_DsoExpire = choice(
  UnclaimedActivityRecord,
  "UnclaimedActivityRecord_DsoExpire",
  {
    argument: record({}),
    result: record({ unclaimedRewardCid: contractId }),
    controllers: ({ dso }) => [dso],
    *body({ payload: { dso, amount, expiresAt } }) {
      yield* requireReached("UnclaimedActivityRecord.expiresAt", expiresAt);
      return { unclaimedRewardCid: yield* create(UnclaimedReward, { dso, amount }) };
    },
  },
);

/** What no one claimed, and what became of it. */
export const unclaimedModule = modulePart({
  templates: [UnclaimedReward, UnclaimedActivityRecord],
  choices: [UnclaimedActivityRecord_DsoExpire],
});

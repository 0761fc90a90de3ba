import { numericNegate } from "@tallystick/core";
import {
  archive,
  choice,
  type ChoiceProgram,
  contractId,
  create,
  enumeration,
  exercise,
  list,
  numeric,
  optional,
  party,
  record,
  type Static,
  template,
  text,
  timestamp,
} from "@tallystick/core";
import { drain } from "../amulet/fund/pool.js";
import {
  UnclaimedActivityRecord,
  UnclaimedActivityRecord_DsoExpire,
  UnclaimedReward,
} from "../amulet/rewards/unclaimed.js";
import { minus } from "../model/arithmetic.js";
import { fetchOfDso } from "../model/checked-fetch.js";
import { generalError, requireThat } from "../model/coin-error.js";
import { requireBefore, requireReached } from "../model/deadline.js";
import { modulePart } from "../model/module-part.js";
import { shownDecimal } from "../model/shown.js";
import { DsoRules, type DsoRulesPayload } from "./dso-rules.js";

const RecordPayload = record({
  dso: party,
  beneficiary: party,
  amount: numeric,
  reason: text,
  expiresAt: timestamp,
});
type RecordPayload = Static<typeof RecordPayload>;

/**
 * What the DSO has decided to give a beneficiary out of unclaimed rewards, before any have been
 * used for it.
 */
export const UnallocatedUnclaimedActivityRecord = template(
  "Splice.DsoRules:UnallocatedUnclaimedActivityRecord",
  {
    payload: RecordPayload,
    signatories: ({ dso }) => [dso],
    ensure: ({ amount }) => amount > 0n,
  },
);

const deadline = "UnallocatedUnclaimedActivityRecord.expiresAt";

const requireSv = ({ svs }: DsoRulesPayload, sv: string): ChoiceProgram<void> =>
  requireThat(
    svs.some(([each]) => each === sv),
    "Party is a super validator",
  );

function* taken(contract: string, dso: string): ChoiceProgram<RecordPayload> {
  const payload = yield* fetchOfDso(UnallocatedUnclaimedActivityRecord, contract, dso);
  yield* archive(UnallocatedUnclaimedActivityRecord, contract);
  return payload;
}

/** The DSO decides to give a beneficiary an amount in CC. */
export const DsoRules_CreateUnallocatedUnclaimedActivityRecord = choice(
  DsoRules,
  "DsoRules_CreateUnallocatedUnclaimedActivityRecord",
  {
    argument: record({ beneficiary: party, amount: numeric, reason: text, expiresAt: timestamp }),
    result: record({ unallocatedUnclaimedActivityRecordCid: contractId }),
    consuming: false,
    controllers: ({ dso }) => [dso],
    *body({ payload: { dso } }, argument) {
      yield* requireBefore(deadline, argument.expiresAt);
      const unallocatedUnclaimedActivityRecordCid = yield* create(
        UnallocatedUnclaimedActivityRecord,
        { dso, ...argument },
      );
      return { unallocatedUnclaimedActivityRecordCid };
    },
  },
);

/**
 * A super validator uses unclaimed rewards up for a record, which its beneficiary can then mint;
 * the rest stays unclaimed.
 */
export const DsoRules_AllocateUnallocatedUnclaimedActivityRecord = choice(
  DsoRules,
  "DsoRules_AllocateUnallocatedUnclaimedActivityRecord",
  {
    argument: record({
      unallocatedUnclaimedActivityRecordCid: contractId,
      amuletRulesCid: contractId,
      unclaimedRewardsToBurnCids: list(contractId),
      sv: party,
    }),
    result: record({
      unclaimedActivityRecordCid: contractId,
      optUnclaimedRewardCid: optional(contractId),
    }),
    consuming: false,
    controllers: (_rules, { sv }) => [sv],
    *body({ payload }, { unallocatedUnclaimedActivityRecordCid, unclaimedRewardsToBurnCids, sv }) {
      const { dso } = payload;
      yield* requireSv(payload, sv);
      const decided = yield* taken(unallocatedUnclaimedActivityRecordCid, dso);
      yield* requireBefore(deadline, decided.expiresAt);
      const used = yield* drain(UnclaimedReward, unclaimedRewardsToBurnCids, dso);
      const left = yield* minus(used, decided.amount);
      if (left < 0n) {
        const missing = shownDecimal(numericNegate(left));
        yield* generalError(`The unclaimed rewards lack ${missing} CC`);
      }
      const optUnclaimedRewardCid =
        left === 0n ? undefined : yield* create(UnclaimedReward, { dso, amount: left });
      const unclaimedActivityRecordCid = yield* create(UnclaimedActivityRecord, decided);
      return { unclaimedActivityRecordCid, optUnclaimedRewardCid };
    },
  },
);

/** A super validator removes a record for which no rewards were used in time. */
export const DsoRules_ExpireUnallocatedUnclaimedActivityRecord = choice(
  DsoRules,
  "DsoRules_ExpireUnallocatedUnclaimedActivityRecord",
  {
    argument: record({ unallocatedUnclaimedActivityRecordCid: contractId, sv: party }),
    result: enumeration("DsoRules_ExpireUnallocatedUnclaimedActivityRecordResult"),
    consuming: false,
    controllers: (_rules, { sv }) => [sv],
    *body({ payload }, { unallocatedUnclaimedActivityRecordCid, sv }) {
      yield* requireSv(payload, sv);
      const { expiresAt } = yield* taken(unallocatedUnclaimedActivityRecordCid, payload.dso);
      yield* requireReached(deadline, expiresAt);
      return "DsoRules_ExpireUnallocatedUnclaimedActivityRecordResult";
    },
  },
);

/** A super validator takes back what a beneficiary has not minted in time. */
export const DsoRules_ExpireUnclaimedActivityRecord = choice(
  DsoRules,
  "DsoRules_ExpireUnclaimedActivityRecord",
  {
    argument: record({ unclaimedActivityRecordCid: contractId, sv: party }),
    result: record({ unclaimedRewardCid: contractId }),
    consuming: false,
    controllers: (_rules, { sv }) => [sv],
    *body({ payload }, { unclaimedActivityRecordCid, sv }) {
      yield* requireSv(payload, sv);
      return yield* exercise(UnclaimedActivityRecord_DsoExpire, unclaimedActivityRecordCid, {});
    },
  },
);

/** How unclaimed rewards are given to a beneficiary. */
export const unallocatedUnclaimedActivityRecordModule = modulePart({
  templates: [UnallocatedUnclaimedActivityRecord],
  choices: [
    DsoRules_CreateUnallocatedUnclaimedActivityRecord,
    DsoRules_AllocateUnallocatedUnclaimedActivityRecord,
    DsoRules_ExpireUnallocatedUnclaimedActivityRecord,
    DsoRules_ExpireUnclaimedActivityRecord,
  ],
});

import {
  archive,
  choice,
  type ChoiceProgram,
  contractId,
  create,
  exercise,
  int64,
  list,
  optional,
  party,
  record,
  type Static,
  template,
  timestamp,
} from "@tallystick/core";
import { AmuletRules_Transfer } from "../amulet/transfer/amulet-rules-transfer.js";
import {
  PaymentTransferContext,
  TransferInput,
  TransferResult,
} from "../amulet/transfer/transfer-types.js";
import { fetchOwned } from "../model/checked-fetch.js";
import { requireBefore } from "../model/deadline.js";
import { modulePart } from "../model/module-part.js";
import { assertionFailed } from "../model/coin-error.js";
import { shownParty } from "../model/shown.js";
import { RewardCoupon_AssignBeneficiaries } from "../token-standard/reward-assignment-v1.js";

const moduleName = "Splice.Wallet.MintingDelegation";

const MintingDelegationPayload = record(
  {
    beneficiary: party,
    delegate: party,
    dso: party,
    expiresAt: timestamp,
    amuletMergeLimit: int64,
  },
  "MintingDelegation",
);
/**
 * The contents of a minting delegation; `amuletMergeLimit` is how many coins the delegate should
 * leave, see `coinsToMerge`.
 */
export type MintingDelegationPayload = Static<typeof MintingDelegationPayload>;

/** A delegate may mint what a beneficiary has earned, and merge its coins (specification 1). */
export const MintingDelegation = template(`${moduleName}:MintingDelegation`, {
  payload: MintingDelegationPayload,
  signatories: ({ beneficiary, delegate }) => [beneficiary, delegate],
});

/** A beneficiary offers a delegation. */
export const MintingDelegationProposal = template(`${moduleName}:MintingDelegationProposal`, {
  payload: record({ delegation: MintingDelegationPayload }),
  signatories: ({ delegation }) => [delegation.beneficiary],
  observers: ({ delegation }) => [delegation.delegate],
});

/**
 * Removes the delegation that a new one takes the place of: between the same parties, for the same
 * coin.
 */
function* replace(
  existingDelegationCid: string,
  { beneficiary, delegate, dso }: MintingDelegationPayload,
): ChoiceProgram<void> {
  const of = MintingDelegation;
  const ownerOf = (found: MintingDelegationPayload) => found.beneficiary;
  const existing = yield* fetchOwned(of, existingDelegationCid, dso, beneficiary, ownerOf);
  yield* archive(of, existingDelegationCid);
  if (existing.delegate !== delegate) {
    yield* assertionFailed(
      `Failure, expected ${shownParty(existing.delegate)} == ${shownParty(delegate)}`,
    );
  }
}

/** The delegate agrees; an existing delegation of the same beneficiary can be replaced at once. */
export const MintingDelegationProposal_Accept = choice(
  MintingDelegationProposal,
  "MintingDelegationProposal_Accept",
  {
    argument: record({ existingDelegationCid: optional(contractId) }),
    result: record({ mintingDelegationCid: contractId }),
    controllers: ({ delegation }) => [delegation.delegate],
    *body({ payload: { delegation } }, { existingDelegationCid }) {
      if (existingDelegationCid !== undefined) yield* replace(existingDelegationCid, delegation);
      return { mintingDelegationCid: yield* create(MintingDelegation, delegation) };
    },
  },
);

/** The delegate does not want it. */
export const MintingDelegationProposal_Reject = choice(
  MintingDelegationProposal,
  "MintingDelegationProposal_Reject",
  {
    argument: record({}),
    result: record({}),
    controllers: ({ delegation }) => [delegation.delegate],
    *body() {
      return {};
    },
  },
);

export const MintingDelegationProposal_Withdraw = choice(
  MintingDelegationProposal,
  "MintingDelegationProposal_Withdraw",
  {
    argument: record({}),
    result: record({}),
    controllers: ({ delegation }) => [delegation.beneficiary],
    *body() {
      return {};
    },
  },
);

/**
 * The delegate mints and merges for the beneficiary: all that the inputs are worth comes back to
 * the beneficiary as one coin. The delegate earns nothing by it, a featured app right in the
 * context is ignored.
 */
export const MintingDelegation_Mint = choice(MintingDelegation, "MintingDelegation_Mint", {
  argument: record({ inputs: list(TransferInput), context: PaymentTransferContext }),
  result: record({ transferResult: TransferResult }),
  consuming: false,
  controllers: ({ delegate }) => [delegate],
  *body({ payload }, { inputs, context }) {
    yield* requireBefore("expiresAt", payload.expiresAt);
    return { transferResult: yield* mint(payload, inputs, context) };
  },
});

/** All that some inputs are worth becomes one coin of the beneficiary. */
const mint = (
  { beneficiary, delegate, dso }: MintingDelegationPayload,
  inputs: ReadonlyArray<TransferInput>,
  { amuletRules, context }: PaymentTransferContext,
): ChoiceProgram<TransferResult> =>
  exercise(AmuletRules_Transfer, amuletRules, {
    transfer: {
      sender: beneficiary,
      provider: delegate,
      inputs,
      outputs: [],
      beneficiaries: undefined,
    },
    context: { ...context, featuredAppRight: undefined },
    expectedDso: dso,
  });

/** The delegate shares a coupon for traffic, and mints the beneficiary's part of it. */
const MintingDelegation_AssignAndMint = choice(
  MintingDelegation,
  "MintingDelegation_AssignAndMint",
  {
    argument: record({
      couponCid: contractId,
      assignBeneficiaries: RewardCoupon_AssignBeneficiaries.argument,
      inputs: list(TransferInput),
      context: PaymentTransferContext,
    }),
    result: record({
      assignResult: RewardCoupon_AssignBeneficiaries.result,
      transferResult: TransferResult,
    }),
    consuming: false,
    controllers: ({ delegate }) => [delegate],
    *body({ payload }, { couponCid, assignBeneficiaries, inputs, context }) {
      yield* requireBefore("expiresAt", payload.expiresAt);
      const assignResult = yield* exercise(
        RewardCoupon_AssignBeneficiaries,
        couponCid,
        assignBeneficiaries,
      );
      const own = assignResult.newBeneficiariesCouponCids
        .filter(({ _1 }) => _1 === payload.beneficiary)
        .flatMap(({ _2 }) => _2);
      const minted = own.map((value): TransferInput => ({ tag: "InputRewardCouponV2", value }));
      const transferResult = yield* mint(payload, [...inputs, ...minted], context);
      return { assignResult, transferResult };
    },
  },
);

/** The delegate gives the delegation up; its automation does so when the delegation has expired. */
export const MintingDelegation_Reject = choice(MintingDelegation, "MintingDelegation_Reject", {
  argument: record({}),
  result: record({}),
  controllers: ({ delegate }) => [delegate],
  *body() {
    return {};
  },
});

/** The beneficiary takes the delegation back. */
export const MintingDelegation_Withdraw = choice(MintingDelegation, "MintingDelegation_Withdraw", {
  argument: record({}),
  result: record({}),
  controllers: ({ beneficiary }) => [beneficiary],
  *body() {
    return {};
  },
});

export const mintingDelegationModule = modulePart({
  later: { choices: [MintingDelegation_AssignAndMint] },
  templates: [MintingDelegationProposal, MintingDelegation],
  choices: [
    MintingDelegationProposal_Accept,
    MintingDelegationProposal_Reject,
    MintingDelegationProposal_Withdraw,
    MintingDelegation_Mint,
    MintingDelegation_Reject,
    MintingDelegation_Withdraw,
  ],
});

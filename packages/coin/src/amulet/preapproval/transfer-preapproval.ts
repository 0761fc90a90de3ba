import {
  choice,
  contractId,
  create,
  ledgerTime,
  list,
  numeric,
  optional,
  party,
  record,
  type Static,
  type ChoiceProgram,
  template,
  text,
  timestamp,
} from "@tallystick/core";
import type { AppRewardBeneficiary } from "../../token-standard/featured-app-right-v1.js";
import { emptyMetadata, Metadata } from "../../token-standard/metadata-v1.js";
import { reasonOf, withReason } from "../../token-standard/token-metadata.js";
import { zero } from "../../model/arithmetic.js";
import { requireThat, requireBefore, requireReached } from "../../model/coin-error.js";
import { modulePart } from "../../model/module-part.js";
import { executeTransfer } from "../transfer/execute-transfer.js";
import { rewardFeaturedProvider } from "../featured/featured-reward.js";
import { payForPreapproval } from "./preapproval-payment.js";
import { beneficiariesIn } from "../featured/reward-beneficiaries.js";
import {
  PaymentTransferContext,
  TransferInput,
  TransferResult,
} from "../transfer/transfer-types.js";

const PreapprovalPayload = record({
  dso: party,
  receiver: party,
  provider: party,
  validFrom: timestamp,
  lastRenewedAt: timestamp,
  expiresAt: timestamp,
});
/** What a preapproval says. */
export type PreapprovalPayload = Static<typeof PreapprovalPayload>;

/** A receiver accepts every transfer in advance (specification 2.6); the provider pays for it. */
export const TransferPreapproval = template("Splice.AmuletRules:TransferPreapproval", {
  payload: PreapprovalPayload,
  signatories: ({ dso, receiver, provider }) => [dso, receiver, provider],
  ensure: ({ validFrom, lastRenewedAt, expiresAt }) =>
    expiresAt > validFrom && lastRenewedAt >= validFrom,
});

/** Anybody reads the preapproval. */
export const TransferPreapproval_Fetch = choice(TransferPreapproval, "TransferPreapproval_Fetch", {
  argument: record({ p: party }),
  result: PreapprovalPayload,
  consuming: false,
  controllers: (_preapproval, { p }) => [p],
  *body({ payload }) {
    return payload;
  },
});

const send = {
  context: PaymentTransferContext,
  inputs: list(TransferInput),
  amount: numeric,
  sender: party,
  description: optional(text),
};
const Send = record(send);
type Send = Static<typeof Send>;

/** Delivers at once, as the receiver has accepted in advance; a featured provider earns a coupon, or its beneficiaries do. */
function* deliver(
  preapproval: PreapprovalPayload,
  { context, inputs, amount, sender, description }: Send,
  beneficiaries?: ReadonlyArray<AppRewardBeneficiary>,
): ChoiceProgram<{ readonly result: TransferResult; readonly meta: Metadata }> {
  const { dso, receiver, provider, validFrom, expiresAt } = preapproval;
  yield* requireReached("TransferPreapproval.validFrom", validFrom);
  yield* requireBefore("TransferPreapproval.expiresAt", expiresAt);
  const output = { receiver, receiverFeeRatio: zero, amount, lock: undefined };
  const transfer = { sender, provider, inputs, outputs: [output], beneficiaries: undefined };
  const { meta, ...result } = yield* executeTransfer(dso, transfer, context.context);
  yield* rewardFeaturedProvider(dso, provider, context, beneficiaries);
  return {
    result: { ...result, meta: undefined },
    meta: withReason(meta ?? emptyMetadata, description),
  };
}

/** The sender transfers in one step. */
export const TransferPreapproval_Send = choice(TransferPreapproval, "TransferPreapproval_Send", {
  argument: Send,
  result: record({ result: TransferResult, meta: optional(Metadata) }),
  consuming: false,
  controllers: (_preapproval, { sender }) => [sender],
  body: ({ payload }, argument) => deliver(payload, argument),
});

/** The sender transfers in one step, with metadata that may name a reason and beneficiaries of the reward. */
export const TransferPreapproval_SendV2 = choice(
  TransferPreapproval,
  "TransferPreapproval_SendV2",
  {
    argument: record({ ...send, meta: optional(Metadata) }),
    result: record({ result: TransferResult, meta: Metadata }),
    consuming: false,
    controllers: (_preapproval, { sender }) => [sender],
    *body({ payload }, { meta, ...argument }) {
      const description = argument.description ?? reasonOf(meta ?? emptyMetadata);
      const beneficiaries = yield* beneficiariesIn(meta ?? emptyMetadata);
      return yield* deliver(payload, { ...argument, description }, beneficiaries);
    },
  },
);

/** The provider pays for a longer life. */
export const TransferPreapproval_Renew = choice(TransferPreapproval, "TransferPreapproval_Renew", {
  argument: record({
    context: PaymentTransferContext,
    inputs: list(TransferInput),
    newExpiresAt: timestamp,
  }),
  result: record({
    transferPreapprovalCid: contractId,
    transferResult: TransferResult,
    receiver: party,
    provider: party,
    amuletPaid: numeric,
    meta: optional(Metadata),
  }),
  controllers: ({ provider }) => [provider],
  *body({ payload }, { context, inputs, newExpiresAt }) {
    const { dso, receiver, provider, expiresAt } = payload;
    yield* requireBefore("TransferPreapproval.expiresAt", expiresAt);
    yield* requireThat(
      newExpiresAt > expiresAt,
      "invalid-argument",
      "newExpiresAt lies after the preapproval's expiresAt.",
    );
    const paid = yield* payForPreapproval({
      dso,
      provider,
      lifetimeMicros: newExpiresAt - expiresAt,
      context,
      inputs,
      usage: "renew TransferPreapproval",
    });
    const transferPreapprovalCid = yield* create(TransferPreapproval, {
      ...payload,
      lastRenewedAt: yield* ledgerTime(),
      expiresAt: newExpiresAt,
    });
    const { transferResult, amuletPaid, meta } = paid;
    return { transferPreapprovalCid, transferResult, receiver, provider, amuletPaid, meta };
  },
});

/** The receiver or the provider ends it early. */
export const TransferPreapproval_Cancel = choice(
  TransferPreapproval,
  "TransferPreapproval_Cancel",
  {
    argument: record({ p: party }),
    result: record({}),
    controllers: (_preapproval, { p }) => [p],
    *body({ payload: { receiver, provider, expiresAt } }, { p }) {
      yield* requireThat(
        p === receiver || p === provider,
        "not-authorized",
        "Only the receiver and the provider can cancel a preapproval.",
      );
      yield* requireBefore("TransferPreapproval.expiresAt", expiresAt);
      return {};
    },
  },
);

/** The DSO removes it after its time. */
export const TransferPreapproval_Expire = choice(
  TransferPreapproval,
  "TransferPreapproval_Expire",
  {
    argument: record({}),
    result: record({}),
    controllers: ({ dso }) => [dso],
    *body({ payload }) {
      yield* requireReached("TransferPreapproval.expiresAt", payload.expiresAt);
      return {};
    },
  },
);

/** The preapprovals and what is done with them. */
export const transferPreapprovalModule = modulePart({
  templates: [TransferPreapproval],
  choices: [
    TransferPreapproval_Fetch,
    TransferPreapproval_Send,
    TransferPreapproval_SendV2,
    TransferPreapproval_Renew,
    TransferPreapproval_Cancel,
    TransferPreapproval_Expire,
  ],
});

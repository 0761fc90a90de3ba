import { requireThat } from "../../model/coin-error.js";
import { requireBefore, requireReached } from "../../model/deadline.js";
import { isLater } from "../../model/release.js";
import { modulePart } from "../../model/module-part.js";
import { Metadata } from "../../token-standard/metadata-v1.js";
import { configOf, publicRules } from "../configuration/amulet-rules.js";
import {
  PaymentTransferContext,
  TransferInput,
  TransferResult,
} from "../transfer/transfer-types.js";
import { payForPreapproval } from "./preapproval-payment.js";
import {
  choice,
  type ChoiceProgram,
  contractId,
  create,
  enumeration,
  ledgerTime,
  list,
  numeric,
  optional,
  party,
  record,
  type Static,
  template,
  timestamp,
} from "@tallystick/core";
import { shownParty } from "../../model/shown.js";

const PreapprovalPayload = record({
  dso: party,
  receiver: party,
  provider: party,
  validFrom: timestamp,
  lastRenewedAt: timestamp,
  expiresAt: timestamp,
});
/** The contents of a preapproval. */
export type PreapprovalPayload = Static<typeof PreapprovalPayload>;

/** A receiver accepts every transfer in advance (specification 2.6); the provider pays for it. */
export const TransferPreapproval = template("Splice.AmuletRules:TransferPreapproval", {
  payload: PreapprovalPayload,
  signatories: ({ dso, receiver, provider }) => [dso, receiver, provider],
  ensure: ({ validFrom, lastRenewedAt, expiresAt }) =>
    expiresAt > validFrom && lastRenewedAt >= validFrom,
});

export const TransferPreapproval_Fetch = choice(TransferPreapproval, "TransferPreapproval_Fetch", {
  argument: record({ p: party }),
  result: PreapprovalPayload,
  consuming: false,
  controllers: (_preapproval, { p }) => [p],
  *body({ payload }) {
    return payload;
  },
});

/**
 * What a renewal is said to begin at: the end of what was paid for, or now in the earlier release.
 * Stops the command when it has ended.
 */
function* renewedAt(expiresAt: bigint): ChoiceProgram<bigint> {
  if (yield* isLater()) {
    yield* requireBefore("TransferPreapproval.expiresAt", expiresAt);
    return expiresAt;
  }
  const now = yield* ledgerTime();
  yield* requireThat(expiresAt > now, "Contract is not expired");
  return now;
}

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
    const lastRenewedAt = yield* renewedAt(expiresAt);
    yield* requireThat(newExpiresAt > expiresAt, "newExpiresAt is after expiresAt");
    const paid = yield* payForPreapproval({
      dso,
      provider,
      *earlierConfig() {
        return configOf(yield* publicRules(context.amuletRules, dso, dso));
      },
      lifetimeMicros: newExpiresAt - expiresAt,
      context,
      inputs,
      usage: "renew TransferPreapproval",
    });
    const transferPreapprovalCid = yield* create(TransferPreapproval, {
      ...payload,
      lastRenewedAt,
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
    result: enumeration("TransferPreapproval_CancelResult"),
    controllers: (_preapproval, { p }) => [p],
    *body({ payload: { receiver, provider, expiresAt } }, { p }) {
      yield* requireThat(
        p === receiver || p === provider,
        `Controller ${shownParty(p)} is either receiver or provider`,
      );
      yield* requireBefore("TransferPreapproval.expiresAt", expiresAt);
      return "TransferPreapproval_CancelResult";
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
      if (yield* isLater())
        yield* requireReached("TransferPreapproval.expiresAt", payload.expiresAt);
      else yield* requireThat((yield* ledgerTime()) >= payload.expiresAt, "Contract has expired");
      return {};
    },
  },
);

export const transferPreapprovalModule = modulePart({
  templates: [TransferPreapproval],
  choices: [
    TransferPreapproval_Fetch,
    TransferPreapproval_Renew,
    TransferPreapproval_Cancel,
    TransferPreapproval_Expire,
  ],
});

import { requireBefore } from "../model/deadline.js";
import { isLater } from "../model/release.js";
import {
  choice,
  contractId,
  exercise,
  ledgerTime,
  list,
  numeric,
  optional,
  party,
  record,
  template,
  timestamp,
} from "@tallystick/core";
import { AmuletRules_CreateTransferPreapproval } from "../amulet/preapproval/amulet-rules-preapproval.js";
import {
  PaymentTransferContext,
  TransferInput,
  TransferResult,
} from "../amulet/transfer/transfer-types.js";
import { modulePart } from "../model/module-part.js";
import { requireThat } from "../model/coin-error.js";

/** A receiver asks a provider for a preapproval; without `expectedDso` any rules will do. */
export const TransferPreapprovalProposal = template(
  "Splice.Wallet.TransferPreapproval:TransferPreapprovalProposal",
  {
    payload: record({ receiver: party, provider: party, expectedDso: optional(party) }),
    signatories: ({ receiver }) => [receiver],
    observers: ({ provider }) => [provider],
  },
);

/** The provider agrees and pays for the preapproval's lifetime. */
export const TransferPreapprovalProposal_Accept = choice(
  TransferPreapprovalProposal,
  "TransferPreapprovalProposal_Accept",
  {
    argument: record({
      context: PaymentTransferContext,
      inputs: list(TransferInput),
      expiresAt: timestamp,
    }),
    result: record({
      transferPreapprovalCid: contractId,
      transferResult: TransferResult,
      amuletPaid: numeric,
    }),
    controllers: ({ provider }) => [provider],
    *body({ payload: { receiver, provider, expectedDso } }, { context, inputs, expiresAt }) {
      const now = yield* ledgerTime();
      if (yield* isLater()) yield* requireBefore("expiresAt is not in the past", expiresAt);
      else yield* requireThat(now < expiresAt, "expiresAt is not in the past");
      const { transferPreapprovalCid, transferResult, amuletPaid } = yield* exercise(
        AmuletRules_CreateTransferPreapproval,
        context.amuletRules,
        { context, inputs, receiver, provider, expiresAt, expectedDso, optCreatedAt: now },
      );
      return { transferPreapprovalCid, transferResult, amuletPaid };
    },
  },
);

export const transferPreapprovalProposalModule = modulePart({
  templates: [TransferPreapprovalProposal],
  choices: [TransferPreapprovalProposal_Accept],
});

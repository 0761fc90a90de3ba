import {
  choice,
  contractId,
  create,
  list,
  numeric,
  optional,
  party,
  record,
  template,
  text,
  timestamp,
  unit,
} from "@tallystick/core";
import { requireBefore } from "../../model/deadline.js";
import { grown } from "../../model/release.js";
import { modulePart } from "../../model/module-part.js";
import { Metadata } from "../../token-standard/metadata-v1.js";
import { AmuletRules, configOf, requireExpectedDso } from "../configuration/amulet-rules.js";
import { ValidatorRight } from "../rewards/validator-right.js";
import {
  PaymentTransferContext,
  TransferInput,
  TransferResult,
} from "../transfer/transfer-types.js";
import { beginningOf, payForPreapproval } from "./preapproval-payment.js";
import { TransferPreapproval } from "./transfer-preapproval.js";

/** A validator offers to serve an external party; the preapproval is paid for already. */
export const ExternalPartySetupProposal = template(
  "Splice.AmuletRules:ExternalPartySetupProposal",
  {
    payload: record({
      validator: party,
      user: party,
      dso: party,
      createdAt: timestamp,
      preapprovalExpiresAt: timestamp,
    }),
    signatories: ({ validator, dso }) => [validator, dso],
    observers: ({ user }) => [user],
  },
);

/** The validator pays for a preapproval of an external party and proposes to serve it. */
export const AmuletRules_CreateExternalPartySetupProposal = choice(
  AmuletRules,
  "AmuletRules_CreateExternalPartySetupProposal",
  {
    argument: grown(
      {
        context: PaymentTransferContext,
        inputs: list(TransferInput),
        user: party,
        validator: party,
        preapprovalExpiresAt: timestamp,
        expectedDso: optional(party),
      },
      { optCreatedAt: optional(timestamp) },
    ),
    result: record({
      proposalCid: contractId,
      user: party,
      validator: party,
      transferResult: TransferResult,
      amuletPaid: numeric,
      meta: optional(Metadata),
    }),
    consuming: false,
    controllers: (_rules, argument) => [argument.validator],
    *body({ payload }, { context, inputs, user, validator, ...argument }) {
      const { dso } = payload;
      const { preapprovalExpiresAt, expectedDso } = argument;
      yield* requireExpectedDso(dso, expectedDso);
      const createdAt = yield* beginningOf(
        "preapprovalExpiresAt",
        preapprovalExpiresAt,
        argument.optCreatedAt,
      );
      const paid = yield* payForPreapproval({
        dso,
        provider: validator,
        *earlierConfig() {
          return configOf(payload);
        },
        lifetimeMicros: preapprovalExpiresAt - createdAt,
        context,
        inputs,
        usage: "create ExternalPartySetupProposal",
      });
      const proposal = { validator, user, dso, createdAt, preapprovalExpiresAt };
      const proposalCid = yield* create(ExternalPartySetupProposal, proposal);
      return { proposalCid, user, validator, ...paid };
    },
  },
);

/** The external party agrees: the validator may mint for it, and the preapproval begins. */
export const ExternalPartySetupProposal_Accept = choice(
  ExternalPartySetupProposal,
  "ExternalPartySetupProposal_Accept",
  {
    argument: record({}),
    result: record({ validatorRightCid: contractId, transferPreapprovalCid: contractId }),
    controllers: ({ user }) => [user],
    *body({ payload: { dso, user, validator, createdAt, preapprovalExpiresAt } }) {
      yield* requireBefore("ExternalPartySetupProposal.preapprovalExpiresAt", preapprovalExpiresAt);
      const validatorRightCid = yield* create(ValidatorRight, { dso, user, validator });
      const transferPreapprovalCid = yield* create(TransferPreapproval, {
        dso,
        receiver: user,
        provider: validator,
        validFrom: createdAt,
        lastRenewedAt: createdAt,
        expiresAt: preapprovalExpiresAt,
      });
      return { validatorRightCid, transferPreapprovalCid };
    },
  },
);

const Ended = record({ dummyArg: unit });

/** The external party does not want it. */
export const ExternalPartySetupProposal_Reject = choice(
  ExternalPartySetupProposal,
  "ExternalPartySetupProposal_Reject",
  {
    argument: record({ reason: text }),
    result: Ended,
    controllers: ({ user }) => [user],
    *body() {
      return { dummyArg: {} };
    },
  },
);

/** The validator takes the proposal back; what was paid stays burned. */
export const ExternalPartySetupProposal_Withdraw = choice(
  ExternalPartySetupProposal,
  "ExternalPartySetupProposal_Withdraw",
  {
    argument: record({ reason: text }),
    result: Ended,
    controllers: ({ validator }) => [validator],
    *body() {
      return { dummyArg: {} };
    },
  },
);

export const externalPartySetupModule = modulePart({
  templates: [ExternalPartySetupProposal],
  choices: [
    AmuletRules_CreateExternalPartySetupProposal,
    ExternalPartySetupProposal_Accept,
    ExternalPartySetupProposal_Reject,
    ExternalPartySetupProposal_Withdraw,
  ],
});

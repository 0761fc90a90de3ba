import {
  choice,
  contractId,
  create,
  list,
  numeric,
  optional,
  party,
  record,
  timestamp,
} from "@tallystick/core";
import { grown } from "../../model/release.js";
import { modulePart } from "../../model/module-part.js";
import { Metadata } from "../../token-standard/metadata-v1.js";
import { AmuletRules, configOf, requireExpectedDso } from "../configuration/amulet-rules.js";
import {
  PaymentTransferContext,
  TransferInput,
  TransferResult,
} from "../transfer/transfer-types.js";
import { beginningOf, payForPreapproval } from "./preapproval-payment.js";
import { TransferPreapproval } from "./transfer-preapproval.js";

/** Receiver and provider agree on a preapproval; the provider pays for its lifetime. */
export const AmuletRules_CreateTransferPreapproval = choice(
  AmuletRules,
  "AmuletRules_CreateTransferPreapproval",
  {
    argument: grown(
      {
        context: PaymentTransferContext,
        inputs: list(TransferInput),
        receiver: party,
        provider: party,
        expiresAt: timestamp,
        expectedDso: optional(party),
      },
      { optCreatedAt: optional(timestamp) },
    ),
    result: record({
      transferPreapprovalCid: contractId,
      transferResult: TransferResult,
      amuletPaid: numeric,
      meta: optional(Metadata),
    }),
    consuming: false,
    controllers: (_rules, { provider, receiver }) => [provider, receiver],
    *body({ payload }, { context, inputs, receiver, provider, expiresAt, ...argument }) {
      const { dso } = payload;
      yield* requireExpectedDso(dso, argument.expectedDso);
      const now = yield* beginningOf("expiresAt", expiresAt, argument.optCreatedAt);
      const paid = yield* payForPreapproval({
        dso,
        provider,
        *earlierConfig() {
          return configOf(payload);
        },
        lifetimeMicros: expiresAt - now,
        context,
        inputs,
        usage: "create TransferPreapproval",
      });
      const transferPreapprovalCid = yield* create(TransferPreapproval, {
        dso,
        receiver,
        provider,
        validFrom: now,
        lastRenewedAt: now,
        expiresAt,
      });
      return { transferPreapprovalCid, ...paid };
    },
  },
);

export const amuletRulesPreapprovalModule = modulePart({
  choices: [AmuletRules_CreateTransferPreapproval],
});

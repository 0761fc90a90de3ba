import { zero } from "../../model/arithmetic.js";
import { requireBefore } from "../../model/deadline.js";
import { grown, isLater } from "../../model/release.js";
import { modulePart } from "../../model/module-part.js";
import { emptyMetadata, Metadata } from "../../token-standard/metadata-v1.js";
import { withReason, withText } from "../../token-standard/token-metadata.js";
import { AmuletRules_Transfer } from "../transfer/amulet-rules-transfer.js";
import { executeExternalPartyTransfer } from "../transfer/execute-transfer.js";
import {
  ExternalPartyTransferContext,
  PaymentTransferContext,
  type Transfer,
  TransferInput,
  TransferResult,
} from "../transfer/transfer-types.js";
import { type PreapprovalPayload, TransferPreapproval } from "./transfer-preapproval.js";
import {
  choice,
  type ChoiceProgram,
  exercise,
  list,
  numeric,
  type Numeric,
  optional,
  party,
  record,
  text,
} from "@tallystick/core";

const send = {
  inputs: list(TransferInput),
  amount: numeric,
  sender: party,
  description: optional(text),
};

/**
 * A transfer over the preapproval. The reward is the provider's alone: a sender could otherwise
 * take it (wallet 10).
 */
function* transferOver(
  { receiver, provider, expiresAt }: PreapprovalPayload,
  { inputs, amount, sender }: Pick<Transfer, "inputs" | "sender"> & { readonly amount: Numeric },
  meta: Metadata,
): ChoiceProgram<Transfer> {
  yield* requireBefore("TransferPreapproval.expiresAt", expiresAt);
  const output = { receiver, receiverFeeRatio: zero, amount, lock: undefined, meta };
  return { sender, provider, inputs, outputs: [output], beneficiaries: undefined };
}

/** The result of sending: what the transfer says about itself moves to the result of the choice. */
const sent = ({ meta, ...result }: TransferResult, described: Metadata) => ({
  result: { ...result, meta: undefined },
  meta: { values: new Map([...described.values, ...(meta ?? emptyMetadata).values]) },
});

/** What the sender says about the transfer; the later release leaves out a reason without text. */
function* described(meta: Metadata, description: string | undefined): ChoiceProgram<Metadata> {
  return (yield* isLater()) ? withText(meta, description ?? "") : withReason(meta, description);
}

/** The sender transfers in one step, in an open round. */
export const TransferPreapproval_Send = choice(TransferPreapproval, "TransferPreapproval_Send", {
  argument: record({ context: PaymentTransferContext, ...send }),
  result: record({ result: TransferResult, meta: optional(Metadata) }),
  consuming: false,
  controllers: (_preapproval, { sender }) => [sender],
  *body({ payload }, { context: { amuletRules, context }, description, ...sending }) {
    const meta = yield* described(emptyMetadata, description);
    const transfer = yield* transferOver(payload, sending, meta);
    const expectedDso = payload.dso;
    const argument = { transfer, context, expectedDso };
    return sent(yield* exercise(AmuletRules_Transfer, amuletRules, argument), meta);
  },
});

/** The sender transfers in one step; a prepared transaction outlives its round. */
export const TransferPreapproval_SendV2 = choice(
  TransferPreapproval,
  "TransferPreapproval_SendV2",
  {
    argument: grown(
      { context: ExternalPartyTransferContext, ...send },
      { meta: optional(Metadata) },
    ),
    result: record({ result: TransferResult, meta: Metadata }),
    consuming: false,
    controllers: (_preapproval, { sender }) => [sender],
    *body({ payload }, { context, description, meta: given, ...sending }) {
      const meta = yield* described(given ?? emptyMetadata, description);
      const transfer = yield* transferOver(payload, sending, meta);
      const { dso } = payload;
      return sent(yield* executeExternalPartyTransfer(dso, transfer, context), meta);
    },
  },
);

export const transferPreapprovalSendModule = modulePart({
  choices: [TransferPreapproval_Send, TransferPreapproval_SendV2],
});

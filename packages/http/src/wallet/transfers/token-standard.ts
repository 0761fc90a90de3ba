import {
  AmuletTransferInstruction,
  coinInstrument,
  metadataKeys,
  transferInstructionV1,
} from "@tallystick/coin";
import { commandsOf, type Json, type Numeric, numericToText } from "@tallystick/core";
import type { Wallet, WalletEarlier } from "@tallystick/node";
import {
  deliveryContext,
  extraArgsOf,
  releaseContext,
  type Submission,
  transferFactoryContext,
} from "@tallystick/wallet";
import { optional, required, wireArray, wireMap, wireObject, wireString } from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { actionOn, listOf, plain } from "../rows/contract-rows.js";
import { once } from "../rows/once.js";
import { runningNetwork, submissionBy } from "../rows/submissions.js";
import {
  AnyContractIdPath,
  inFuture,
  knownParty,
  moment,
  operationId,
  partyId,
  positiveAmount,
} from "../rows/value-codecs.js";
import { refused, walletRow } from "../rows/wallet-row.js";
import { holdingsFor } from "./spendable-coins.js";

const commands = commandsOf({ name: "splice-api-token-transfer-instruction-v1" });
const path = "/v0/wallet/token-standard/transfers";

/**
 * The result of a transfer of the token standard (wallet 3.5): the key in `output` shows whether it
 * is pending, completed or failed.
 */
const TransferInstructionResultWire = wireObject("TransferInstructionResultResponse", {
  output: required(
    wireObject("TransferInstructionOutput", {
      transfer_instruction_cid: optional(wireString),
      receiver_holding_cids: optional(wireArray(wireString)),
    }),
  ),
  sender_change_cids: required(wireArray(wireString)),
  meta: required(wireMap(wireString)),
  /** The transaction of a transfer that was created; an addition of this node. */
  update_id: optional(wireString),
});

/** The wire form of the result of a choice of the token standard. */
const resultToWire = (result: Json): TypeOf<typeof TransferInstructionResultWire> => {
  const read = transferInstructionV1.TransferInstructionResult.decode(result);
  if (isLeft(read)) return { output: {}, sender_change_cids: [], meta: {} };
  const { output, senderChangeCids, meta } = read.right;
  const shared = { sender_change_cids: senderChangeCids, meta: Object.fromEntries(meta.values) };
  switch (output.tag) {
    case "TransferInstructionResult_Pending":
      return {
        output: { transfer_instruction_cid: output.value.transferInstructionCid },
        ...shared,
      };
    case "TransferInstructionResult_Completed":
      return { output: { receiver_holding_cids: output.value.receiverHoldingCids }, ...shared };
    case "TransferInstructionResult_Failed":
      return { output: {}, ...shared };
  }
};

interface TransferToPlan {
  readonly receiver_party_id: string;
  readonly amount: Numeric;
  readonly description: string;
  /** Microseconds since the Unix epoch. */
  readonly expires_at: bigint;
}

/** Request body of `POST /v0/wallet/token-standard/transfers` (wallet 3.5). */
const CreateTransferRequest = wireObject("CreateTokenStandardTransferRequest", {
  receiver_party_id: required(partyId),
  amount: required(positiveAmount),
  description: required(wireString),
  expires_at: required(moment),
  tracking_id: required(operationId),
});

/** The submission of a transfer. Throws 400 when the holdings do not cover it. */
export const transferByStandard = (
  wallet: Wallet,
  sender: string,
  commandId: string,
  asked: TransferToPlan,
): Submission => {
  const { receiver_party_id: receiver, amount, description } = asked;
  const network = runningNetwork(wallet);
  const { dso } = wallet.settings;
  const now = wallet.now();
  const command = commands.exercise(
    transferInstructionV1.TransferFactory_Transfer,
    network.externalPartyRules,
    {
      expectedAdmin: dso,
      transfer: {
        sender,
        receiver,
        amount,
        instrumentId: coinInstrument(dso),
        requestedAt: BigInt(now),
        executeBefore: asked.expires_at,
        inputHoldingCids: holdingsFor(wallet, network, sender, amount),
        meta: { values: new Map(description === "" ? [] : [[metadataKeys.reason, description]]) },
      },
      extraArgs: extraArgsOf(transferFactoryContext(wallet.views, network, sender, receiver, now)),
    },
  );
  return submissionBy(wallet, sender, commandId, command);
};

const transferBefore = ({ argument }: WalletEarlier) => {
  const before = transferInstructionV1.TransferFactory_Transfer.argument.decode(argument);
  if (isLeft(before)) return undefined;
  const { receiver, amount, meta, executeBefore } = before.right.transfer;
  return {
    receiver_party_id: receiver,
    amount: numericToText(amount),
    description: meta.values.get(metadataKeys.reason) ?? "",
    expires_at: String(executeBefore),
  };
};

/**
 * `POST /v0/wallet/token-standard/transfers` (wallet 3.5, 11.8): in two steps, or immediately with
 * the receiver's preapproval.
 */
const createTransfer = walletRow({
  method: "POST",
  path,
  summary: "Transfer CC; the CC is locked until the receiver accepts, unless it has in advance",
  description: "An equal repeat with the same tracking id answers what the first one answered.",
  body: CreateTransferRequest,
  response: TransferInstructionResultWire,
  errorStatuses: {
    400: "A bad request or too little CC",
    409: "The tracking id is known, with another content",
    429: "The same tracking id is in flight",
  },
  handle: async ({ body: { tracking_id: id, ...body } }, services) => {
    const { wallet, ledger, party } = services;
    const { result, updateId } = await once(services, {
      operation: "token-transfer",
      field: "tracking_id",
      id,
      asked: { ...body, amount: numericToText(body.amount), expires_at: String(body.expires_at) },
      recorded: transferBefore,
      plan: (commandId) => {
        inFuture(body.expires_at, "expires_at", wallet.now());
        knownParty(ledger, body.receiver_party_id, "receiver_party_id");
        return transferByStandard(wallet, party, commandId, body);
      },
    });
    return { ...resultToWire(result), update_id: updateId };
  },
});

/** The row with which the sender or the receiver ends a pending transfer. */
const endRow = (
  name: "accept" | "reject" | "withdraw",
  summary: string,
  choice: typeof transferInstructionV1.TransferInstruction_Accept,
): Endpoint => {
  const role = name === "withdraw" ? "sender" : "receiver";
  const contextFor = name === "accept" ? deliveryContext : releaseContext;
  return actionOn(
    AmuletTransferInstruction,
    choice,
    { name: role, of: ({ transfer }) => transfer[role] },
    {
      path: `${path}/{contract_id}/${name}`,
      summary,
      errorStatuses: { 400: "It has expired", 404: "The transfer is over, or another party's" },
      parameters: AnyContractIdPath,
      by: commands,
      operation: `transfer-${name}`,
      isInTurn: true,
      argument: ({ contractId, payload }, { wallet }) => {
        const context = contextFor(wallet.views, runningNetwork(wallet), payload.lockedAmulet);
        if (context === undefined)
          throw refused(404, `The locked coin of ${contractId} is not there any more.`);
        return { extraArgs: extraArgsOf(context) };
      },
      reply: { response: TransferInstructionResultWire, of: resultToWire },
    },
  );
};

/** The rows of two-step transfers (specification 3, wallet 3.5). */
export const tokenStandardRows: ReadonlyArray<Endpoint> = [
  createTransfer,
  listOf(AmuletTransferInstruction, {
    path,
    summary: "Two-step transfers that wait, of which the party is sender or receiver",
    answer: ["ListTokenStandardTransfersResponse", "transfers"],
    form: plain,
  }),
  endRow(
    "accept",
    "Accept a transfer: its CC is delivered",
    transferInstructionV1.TransferInstruction_Accept,
  ),
  endRow(
    "reject",
    "Reject a transfer: its CC goes back to the sender",
    transferInstructionV1.TransferInstruction_Reject,
  ),
  endRow(
    "withdraw",
    "Take a transfer back before it is accepted",
    transferInstructionV1.TransferInstruction_Withdraw,
  ),
];

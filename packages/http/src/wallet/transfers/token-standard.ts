import {
  AmuletTransferInstruction,
  coinInstrument,
  metadataKeys,
  transferInstructionV1,
} from "@tallystick/coin";
import type { Json, Numeric } from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import {
  deliveryContext,
  extraArgsOf,
  releaseContext,
  type Submission,
  transferFactoryContext,
} from "@tallystick/wallet";
import {
  commandsOf,
  optional,
  required,
  wireArray,
  wireInt64,
  wireMap,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import { type Endpoint, nothing } from "../../endpoints/endpoint.js";
import { ContractWire, contractToWire } from "../rows/contract-wire.js";
import { ownContractAs, ownContracts } from "../rows/own-contract.js";
import {
  futureTime,
  knownParty,
  partyId,
  positiveAmount,
  shortText,
  trackingIdText,
} from "../rows/request-values.js";
import {
  onceId,
  performOnce,
  performPlan,
  runningNetwork,
  submissionBy,
} from "../rows/submissions.js";
import { ContractIdPath } from "../rows/contract-id-path.js";
import { refused, type WalletError, walletRow } from "../rows/wallet-row.js";
import { holdingsFor } from "./spendable-coins.js";

const { exercise } = commandsOf({ name: "splice-api-token-transfer-instruction-v1" });

/**
 * What became of a transfer of the token standard (wallet 3.5): which key `output` has tells
 * whether it waits, is done or has failed.
 */
export const TransferInstructionResultWire = wireObject("TransferInstructionResultResponse", {
  output: required(
    wireObject("TransferInstructionOutput", {
      transfer_instruction_cid: optional(wireString),
      receiver_holding_cids: optional(wireArray(wireString)),
    }),
  ),
  sender_change_cids: required(wireArray(wireString)),
  meta: required(wireMap(wireString)),
});

/** Shows the result of a choice of the token standard. */
export const resultToWire = (result: Json): TypeOf<typeof TransferInstructionResultWire> => {
  const read = transferInstructionV1.TransferInstructionResult.decode(result);
  if (isLeft(read)) return { output: {}, sender_change_cids: [], meta: {} };
  const { output, senderChangeCids, meta } = read.right;
  const shared = {
    sender_change_cids: senderChangeCids,
    meta: Object.fromEntries(meta.values),
  };
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

/** Request body of `POST /v0/wallet/token-standard/transfers` (wallet 3.5). */
export const CreateTransferRequest = wireObject("CreateTokenStandardTransferRequest", {
  receiver_party_id: required(wireString),
  amount: required(wireString),
  description: required(wireString),
  expires_at: required(wireInt64),
  tracking_id: required(wireString),
});

/** A transfer as asked for, checked. */
interface Asked {
  readonly receiver: string;
  readonly amount: Numeric;
  readonly description: string;
  readonly executeBefore: number;
}

const planned = (
  wallet: Wallet,
  sender: string,
  commandId: string,
  { receiver, amount, description, executeBefore }: Asked,
): Either<WalletError, Submission> => {
  const network = runningNetwork(wallet);
  if (isLeft(network)) return network;
  const { dso } = wallet.settings;
  const inputs = holdingsFor(wallet, network.right, sender, amount);
  if (isLeft(inputs)) return inputs;
  const now = wallet.now();
  const context = transferFactoryContext(wallet.views, network.right, sender, receiver, now);
  const command = exercise(
    transferInstructionV1.TransferFactory_Transfer,
    network.right.externalPartyRules,
    {
      expectedAdmin: dso,
      transfer: {
        sender,
        receiver,
        amount,
        instrumentId: coinInstrument(dso),
        requestedAt: now,
        executeBefore,
        inputHoldingCids: inputs.right,
        meta: { values: new Map(description === "" ? [] : [[metadataKeys.reason, description]]) },
      },
      extraArgs: extraArgsOf(context),
    },
  );
  return right(submissionBy(wallet, sender, commandId, command));
};

/**
 * `POST /v0/wallet/token-standard/transfers` (wallet 3.5, 11.8): in two steps, or at once over the
 * receiver's preapproval.
 */
export const createTransfer = walletRow({
  method: "POST",
  path: "/v0/wallet/token-standard/transfers",
  summary: "Transfer CC; the CC is locked until the receiver accepts, unless it has in advance",
  description: "A repeat with the same tracking id answers what the first one answered.",
  access: "user",
  parameters: nothing,
  query: nothing,
  body: CreateTransferRequest,
  response: { kind: "json", codec: TransferInstructionResultWire },
  statuses: {
    400: "A bad request or too little CC",
    409: "The tracking id is known",
    429: "The same tracking id is in flight",
  },
  handle: async ({ wallet, ledger, party, body }) => {
    const receiver = partyId(body.receiver_party_id, "receiver_party_id");
    if (isLeft(receiver)) return receiver;
    const amount = positiveAmount(body.amount, "amount");
    if (isLeft(amount)) return amount;
    const description = shortText(body.description, "description");
    if (isLeft(description)) return description;
    const trackingId = trackingIdText(body.tracking_id);
    if (isLeft(trackingId)) return trackingId;
    const commandId = onceId("token-transfer", party, trackingId.right);
    const before = await wallet.outcome(commandId);
    if (isLeft(before)) return before;
    if (before.right !== undefined) return right(resultToWire(before.right.result));
    const executeBefore = futureTime(body.expires_at, "expires_at", wallet.now());
    if (isLeft(executeBefore)) return executeBefore;
    const informed = knownParty(ledger, receiver.right, "receiver_party_id");
    if (isLeft(informed)) return informed;
    const asked: Asked = {
      receiver: receiver.right,
      amount: amount.right,
      description: description.right,
      executeBefore: executeBefore.right,
    };
    const done = await performOnce(wallet, party, commandId, () =>
      planned(wallet, party, commandId, asked),
    );
    return isLeft(done) ? done : right(resultToWire(done.right.result));
  },
});

/** Answer of `GET /v0/wallet/token-standard/transfers` (wallet 3.5). */
export const ListTransfersResponse = wireObject("ListTokenStandardTransfersResponse", {
  transfers: required(wireArray(ContractWire)),
});

/** `GET /v0/wallet/token-standard/transfers` (wallet 3.5). */
export const listTransfers = walletRow({
  method: "GET",
  path: "/v0/wallet/token-standard/transfers",
  summary: "Two-step transfers that wait, of which the party is sender or receiver",
  access: "user",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: ListTransfersResponse },
  handle: ({ wallet, party }) =>
    right({
      transfers: ownContracts(wallet, party, AmuletTransferInstruction).map(contractToWire),
    }),
});

/** What a party can do with a transfer that waits. */
const actions = [
  {
    name: "accept",
    role: "receiver",
    summary: "Accept a transfer: its CC is delivered",
    choice: transferInstructionV1.TransferInstruction_Accept,
  },
  {
    name: "reject",
    role: "receiver",
    summary: "Reject a transfer: its CC goes back to the sender",
    choice: transferInstructionV1.TransferInstruction_Reject,
  },
  {
    name: "withdraw",
    role: "sender",
    summary: "Take a transfer back before it is accepted",
    choice: transferInstructionV1.TransferInstruction_Withdraw,
  },
] as const;
type Action = (typeof actions)[number];

const actionRow = ({ name, role, summary, choice }: Action): Endpoint =>
  walletRow({
    method: "POST",
    path: `/v0/wallet/token-standard/transfers/{contract_id}/${name}`,
    summary,
    access: "user",
    parameters: ContractIdPath,
    query: nothing,
    body: nothing,
    response: { kind: "json", codec: TransferInstructionResultWire },
    statuses: { 404: "The transfer is over or somebody else's", 409: "It has expired" },
    handle: async ({ wallet, party, parameters }) => {
      const contractId = parameters.contract_id;
      const commandId = onceId(`transfer-${name}`, party, contractId);
      // a repeat finds no transfer any more
      const done = await performPlan(wallet, party, () => {
        const found = ownContractAs(
          wallet,
          party,
          AmuletTransferInstruction,
          contractId,
          ({ transfer }) => transfer[role],
          role,
        );
        if (isLeft(found)) return found;
        const network = runningNetwork(wallet);
        if (isLeft(network)) return network;
        const contextFor = name === "accept" ? deliveryContext : releaseContext;
        const context = contextFor(wallet.views, network.right, found.right.payload.lockedAmulet);
        if (context === undefined)
          return refused(404, `The locked coin of ${contractId} is not there any more.`);
        const command = exercise(choice, contractId, { extraArgs: extraArgsOf(context) });
        return right(submissionBy(wallet, party, commandId, command));
      });
      return isLeft(done) ? done : right(resultToWire(done.right.result));
    },
  });

/** The rows of two-step transfers (specification 3, wallet 3.5). */
export const tokenStandardRows: ReadonlyArray<Endpoint> = [
  createTransfer,
  listTransfers,
  ...actions.map(actionRow),
];

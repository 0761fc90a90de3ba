import {
  AmuletTransferInstruction,
  coinInstrument,
  type InstructionPayload,
  metadataKeys,
  transferInstructionV1,
  transferInstructionV2,
} from "@tallystick/coin";
import { commandsOf, type Json, type Numeric, numericToText } from "@tallystick/core";
import type { Wallet, WalletEarlier } from "@tallystick/node";
import {
  contextOfV2,
  deliveryContext,
  extraArgsOf,
  type NetworkState,
  type RegistryContext,
  releaseContext,
  type Submission,
  transferFactoryContext,
} from "@tallystick/wallet";
import { optional, required, wireArray, wireMap, wireObject, wireString } from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { actionOn, listOf, plain } from "../rows/contract-rows.js";
import type { OwnContract, Role } from "../rows/own-contract.js";
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
import { basicAccount } from "./basic-account.js";
import { holdingsFor } from "./spendable-coins.js";

const byV1 = commandsOf({ name: "splice-api-token-transfer-instruction-v1" });
const byV2 = commandsOf({ name: "splice-api-token-transfer-instruction-v2" });

/**
 * The result of a transfer of the token standard (wallet 3.5): the key in `output` shows whether it
 * is pending, completed or failed.
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
  /** The transaction of a transfer that was created; an addition of this node. */
  update_id: optional(wireString),
});

/** The wire form of the result of a choice of the token standard. */
export const resultToWire = (result: Json): TypeOf<typeof TransferInstructionResultWire> => {
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

/** What a transfer of either version says, but for who sends and receives it. */
const transferOf = (
  wallet: Wallet,
  network: NetworkState,
  sender: string,
  { amount, expires_at: executeBefore, description }: TransferToPlan,
) => ({
  amount,
  instrumentId: coinInstrument(wallet.settings.dso),
  requestedAt: BigInt(wallet.now()),
  executeBefore,
  inputHoldingCids: holdingsFor(wallet, network, sender, amount),
  meta: { values: new Map(description === "" ? [] : [[metadataKeys.reason, description]]) },
});

type PlanTransfer = (
  wallet: Wallet,
  sender: string,
  commandId: string,
  asked: TransferToPlan,
) => Submission;

/** The submission of a transfer. Throws 400 when the holdings do not cover it. */
export const transferByStandard: PlanTransfer = (wallet, sender, commandId, asked) => {
  const { receiver_party_id: receiver } = asked;
  const network = runningNetwork(wallet);
  const context = transferFactoryContext(wallet.views, network, sender, receiver, wallet.now());
  const command = byV1.exercise(
    transferInstructionV1.TransferFactory_Transfer,
    network.externalPartyRules,
    {
      expectedAdmin: wallet.settings.dso,
      transfer: { sender, receiver, ...transferOf(wallet, network, sender, asked) },
      extraArgs: extraArgsOf(context),
    },
  );
  return submissionBy(wallet, sender, commandId, command);
};

const transferByV2: PlanTransfer = (wallet, sender, commandId, asked) => {
  const { receiver_party_id: receiver } = asked;
  const network = runningNetwork(wallet);
  const shared = contextOfV2(network);
  const now = wallet.now();
  const context = transferFactoryContext(wallet.views, network, sender, receiver, now, shared);
  const command = byV2.exercise(
    transferInstructionV2.TransferFactory_Transfer,
    network.externalPartyRules,
    {
      transfer: {
        sender: basicAccount(sender),
        receiver: basicAccount(receiver),
        ...transferOf(wallet, network, sender, asked),
      },
      actors: [sender],
      extraArgs: extraArgsOf(context),
    },
  );
  return submissionBy(wallet, sender, commandId, command);
};

/** The fields of an earlier request, from its transfer. */
const fieldsOf = (
  receiver: string | undefined,
  {
    amount,
    meta,
    executeBefore,
  }: Pick<transferInstructionV1.Transfer, "amount" | "meta" | "executeBefore">,
) => ({
  receiver_party_id: receiver,
  amount: numericToText(amount),
  description: meta.values.get(metadataKeys.reason) ?? "",
  expires_at: String(executeBefore),
});

const transferBefore = ({ argument }: WalletEarlier) => {
  const before = transferInstructionV1.TransferFactory_Transfer.argument.decode(argument);
  if (isLeft(before)) return undefined;
  const { transfer } = before.right;
  return fieldsOf(transfer.receiver, transfer);
};

const transferBeforeV2 = ({ argument }: WalletEarlier) => {
  const before = transferInstructionV2.TransferFactory_Transfer.argument.decode(argument);
  if (isLeft(before)) return undefined;
  const { transfer } = before.right;
  return fieldsOf(transfer.receiver.owner, transfer);
};

/** One version of the standard's transfers. */
interface TransferVersion {
  readonly path: string;
  /** Prefix of its command ids. */
  readonly operation: string;
  readonly plan: PlanTransfer;
  readonly recorded: typeof transferBefore;
}

/**
 * A transfer (wallet 3.5, 11.8): in two steps, or immediately with the receiver's preapproval. A
 * tracking id is one of the version.
 */
const createTransfer = ({ path, operation, plan, recorded }: TransferVersion): Endpoint =>
  walletRow({
    method: "POST",
    path,
    external: "signed",
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
        operation,
        field: "tracking_id",
        id,
        asked: { ...body, amount: numericToText(body.amount), expires_at: String(body.expires_at) },
        recorded,
        plan: (commandId) => {
          inFuture(body.expires_at, "expires_at", wallet.now());
          knownParty(ledger, body.receiver_party_id, "receiver_party_id");
          return plan(wallet, party, commandId, body);
        },
      });
      return { ...resultToWire(result), update_id: updateId };
    },
  });

type Ending = "accept" | "reject" | "withdraw";

const roleOf = (name: Ending): Role<InstructionPayload> => {
  const role = name === "withdraw" ? "sender" : "receiver";
  return { name: role, of: ({ transfer }) => transfer[role] };
};

/** The context of an ending, by its version. Throws 404 when the locked coin is gone. */
const contextOfEnding = (
  name: Ending,
  { contractId, payload }: OwnContract<InstructionPayload>,
  { views }: Wallet,
  network: NetworkState,
  shared?: ReturnType<typeof contextOfV2>,
): RegistryContext => {
  const context =
    name === "accept"
      ? deliveryContext(views, network, payload.lockedAmulet, undefined, shared)
      : releaseContext(views, network, payload.lockedAmulet, shared);
  if (context === undefined)
    throw refused(404, `The locked coin of ${contractId} is not there any more.`);
  return context;
};

/** What the rows with which the sender or the receiver ends a pending transfer have in common. */
const sharedOfEnding = (base: string, name: Ending, operation: string, summary: string) => ({
  path: `${base}/{contract_id}/${name}`,
  summary,
  errorStatuses: { 400: "It has expired", 404: "The transfer is over, or another party's" },
  parameters: AnyContractIdPath,
  operation,
  isInTurn: true,
  reply: { response: TransferInstructionResultWire, of: resultToWire },
});

const summaries: Readonly<Record<Ending, string>> = {
  accept: "Accept a transfer: its CC is delivered",
  reject: "Reject a transfer: its CC goes back to the sender",
  withdraw: "Take a transfer back before it is accepted",
};

const v1: TransferVersion = {
  path: "/v0/wallet/token-standard/transfers",
  operation: "token-transfer",
  plan: transferByStandard,
  recorded: transferBefore,
};

const endingsV1: Readonly<Record<Ending, typeof transferInstructionV1.TransferInstruction_Accept>> =
  {
    accept: transferInstructionV1.TransferInstruction_Accept,
    reject: transferInstructionV1.TransferInstruction_Reject,
    withdraw: transferInstructionV1.TransferInstruction_Withdraw,
  };

const endRow = (name: Ending): Endpoint =>
  actionOn(AmuletTransferInstruction, endingsV1[name], roleOf(name), {
    ...sharedOfEnding(v1.path, name, `transfer-${name}`, summaries[name]),
    by: byV1,
    argument: (own, { wallet }) => ({
      extraArgs: extraArgsOf(contextOfEnding(name, own, wallet, runningNetwork(wallet))),
    }),
  });

const v2: TransferVersion = {
  path: "/v2/wallet/token-standard/transfers",
  operation: "token-transfer-v2",
  plan: transferByV2,
  recorded: transferBeforeV2,
};

const endingsV2: Readonly<Record<Ending, typeof transferInstructionV2.TransferInstruction_Accept>> =
  {
    accept: transferInstructionV2.TransferInstruction_Accept,
    reject: transferInstructionV2.TransferInstruction_Reject,
    withdraw: transferInstructionV2.TransferInstruction_Withdraw,
  };

const endRowV2 = (name: Ending): Endpoint =>
  actionOn(AmuletTransferInstruction, endingsV2[name], roleOf(name), {
    ...sharedOfEnding(v2.path, name, `transfer-${name}-v2`, summaries[name]),
    by: byV2,
    argument: (own, { wallet, party }) => {
      const network = runningNetwork(wallet);
      const context = contextOfEnding(name, own, wallet, network, contextOfV2(network));
      return { actors: [party], extraArgs: extraArgsOf(context) };
    },
  });

/** The rows of two-step transfers in both versions (specification 3, wallet 3.5). */
export const tokenStandardRows: ReadonlyArray<Endpoint> = [
  createTransfer(v1),
  listOf(AmuletTransferInstruction, {
    path: v1.path,
    summary: "Two-step transfers that wait, of which the party is sender or receiver",
    answer: ["ListTokenStandardTransfersResponse", "transfers"],
    form: plain,
  }),
  endRow("accept"),
  endRow("reject"),
  endRow("withdraw"),
  createTransfer(v2),
  endRowV2("accept"),
  endRowV2("reject"),
  endRowV2("withdraw"),
];

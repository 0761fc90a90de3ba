import {
  amuletPackage,
  ExternalPartyAmuletRules_CreateTransferCommand,
  TransferCommand,
} from "@tallystick/coin";
import { int64From } from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import { decodePreparedTransaction } from "@tallystick/signing";
import {
  commandsOf,
  optional,
  required,
  wireBoolean,
  wireInstant,
  wireInt64,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { type Endpoint, nothing } from "../../endpoints/endpoint.js";
import { blobOf } from "../rows/contract-wire.js";
import { decimalNumber } from "../rows/decimal-number.js";
import {
  prepareExternal,
  preparedFields,
  SubmitSignedRequest,
  submitExternal,
} from "./external-submission.js";
import { preapprovalOf } from "../transfers/preapproval-lookup.js";
import { futureTime, partyId, positiveAmount, shortText } from "../rows/request-values.js";
import { freshId, runningNetwork } from "../rows/submissions.js";
import { refused, walletRow } from "../rows/wallet-row.js";

const { exercise } = commandsOf(amuletPackage);
const path = "/v0/admin/external-party/transfer-preapproval";

/** Request body of `POST ../transfer-preapproval/prepare-send` (wallet 4.5). */
export const PrepareSendRequest = wireObject("PrepareTransferPreapprovalSendRequest", {
  sender_party_id: required(wireString),
  receiver_party_id: required(wireString),
  amount: required(decimalNumber),
  expires_at: required(wireInstant),
  nonce: required(wireInt64),
  verbose_hashing: optional(wireBoolean),
  description: optional(wireString),
});

/** Answer of `POST /v0/admin/external-party/transfer-preapproval/prepare-send` (wallet 4.5). */
export const PrepareSendResponse = wireObject("PrepareTransferPreapprovalSendResponse", {
  ...preparedFields,
  transfer_command_contract_id_prefix: required(wireString),
});

/** The id of the command that a prepared transaction creates. */
const createdCommand = (bytes: Uint8Array): string | undefined => {
  const read = decodePreparedTransaction(bytes);
  if (isLeft(read)) return undefined;
  for (const { content } of read.right.transaction.nodes) {
    if (content.kind !== "create") continue;
    const { moduleName, entityName } = content.value.templateId;
    if (`${moduleName}:${entityName}` === TransferCommand.name) return content.value.contractId;
  }
  return undefined;
};

/** The rules of external parties as everybody may see them in a command. */
const disclosedRules = ({ views, settings }: Wallet, contractId: string) => {
  const contract = views.contract(contractId);
  return contract === undefined
    ? []
    : [
        {
          templateId: contract.templateId,
          contractId,
          createdEventBlob: blobOf(contract),
          synchronizerId: settings.synchronizerId,
        },
      ];
};

/** `POST ../transfer-preapproval/prepare-send` (specification 4.7, wallet 4.5). */
export const prepareSend = walletRow({
  method: "POST",
  path: `${path}/prepare-send`,
  summary: "What an external party signs to order a transfer",
  description:
    "amount is a JSON number, expires_at ISO-8601, nonce the sender's next one. The operator's automation carries the order out. Nothing changes.",
  access: "admin",
  changesNothing: true,
  parameters: nothing,
  query: nothing,
  body: PrepareSendRequest,
  response: { kind: "json", codec: PrepareSendResponse },
  statuses: {
    400: "A value is bad, or the receiver has no preapproval",
    404: "The sender is not hosted here",
  },
  handle: ({ wallet, ledger, body, userId }) => {
    const sender = partyId(body.sender_party_id, "sender_party_id");
    if (isLeft(sender)) return sender;
    const receiver = partyId(body.receiver_party_id, "receiver_party_id");
    if (isLeft(receiver)) return receiver;
    const amount = positiveAmount(body.amount, "amount");
    if (isLeft(amount)) return amount;
    const expiresAt = futureTime(body.expires_at, "expires_at", wallet.now());
    if (isLeft(expiresAt)) return expiresAt;
    const nonce = int64From(body.nonce);
    if (isLeft(nonce) || nonce.right < 0n)
      return refused(400, `Invalid nonce: expected 0 or more, found ${body.nonce}`);
    const description = shortText(body.description ?? "", "description");
    if (isLeft(description)) return description;
    if (ledger.party(sender.right) === undefined)
      return refused(404, `The party ${sender.right} is not hosted here.`);
    if (preapprovalOf(wallet, receiver.right) === undefined)
      return refused(400, `Receiver ${receiver.right} does not have a TransferPreapproval`);
    const network = runningNetwork(wallet);
    if (isLeft(network)) return network;
    const { dso, operator } = wallet.settings;
    const rules = network.right.externalPartyRules;
    const prepared = prepareExternal(ledger, {
      userId,
      party: sender.right,
      commandId: freshId("order-transfer"),
      command: exercise(ExternalPartyAmuletRules_CreateTransferCommand, rules, {
        sender: sender.right,
        receiver: receiver.right,
        delegate: operator,
        amount: amount.right,
        expiresAt: expiresAt.right,
        nonce: nonce.right,
        description: body.description,
        expectedDso: dso,
      }),
      disclosed: disclosedRules(wallet, rules),
      verbose: body.verbose_hashing === true,
    });
    if (isLeft(prepared)) return prepared;
    const { wire, bytes } = prepared.right;
    return right({ ...wire, transfer_command_contract_id_prefix: createdCommand(bytes) ?? "" });
  },
});

/** Answer of `POST /v0/admin/external-party/transfer-preapproval/submit-send` (wallet 4.5). */
export const SubmitSendResponse = wireObject("SubmitTransferPreapprovalSendResponse", {
  update_id: required(wireString),
});

/** `POST ../transfer-preapproval/submit-send` (specification 4.7, wallet 4.5). */
export const submitSend = walletRow({
  method: "POST",
  path: `${path}/submit-send`,
  summary: "Leave an order that an external party has signed",
  description:
    "Answers when the order is on the ledger; GET /v0/scan-proxy/transfer-command/status says what becomes of it.",
  access: "admin",
  parameters: nothing,
  query: nothing,
  body: SubmitSignedRequest,
  response: { kind: "json", codec: SubmitSendResponse },
  statuses: { 400: "The transaction, the key or the signature does not fit" },
  handle: async ({ wallet, ledger, userId, body: { submission } }) => {
    const { name } = ExternalPartyAmuletRules_CreateTransferCommand;
    const committed = await submitExternal(wallet, ledger, submission, name, userId);
    return isLeft(committed) ? committed : right({ update_id: committed.right.updateId });
  },
});

/** The rows by which external parties send (specification 4.7, wallet 4.5). */
export const externalSendingRows: ReadonlyArray<Endpoint> = [prepareSend, submitSend];

import type { ContractId } from "@tallystick/core";
import {
  amuletPackage,
  ExternalPartyAmuletRules_CreateTransferCommand,
  TransferCommand,
} from "@tallystick/coin";
import type { Wallet } from "@tallystick/node";
import { decodePreparedTransaction } from "@tallystick/signing";
import { commandsOf } from "@tallystick/core";
import {
  optional,
  required,
  wireBoolean,
  wireInstant,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { blobOf } from "../rows/contract-wire.js";
import { freshId, runningNetwork } from "../rows/submissions.js";
import { inFuture, nonNegative, partyId, positiveNumber } from "../rows/value-codecs.js";
import { refused, walletRow } from "../rows/wallet-row.js";
import { preapprovalOf } from "../transfers/preapproval-lookup.js";
import {
  prepareExternal,
  preparedFields,
  SubmitSignedRequest,
  executeSigned,
} from "./external-submission.js";

const { exercise } = commandsOf(amuletPackage);
const path = "/v0/admin/external-party/transfer-preapproval";

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

/** The rules of external parties, disclosed for a command. */
const disclosedRules = ({ views, settings }: Wallet, contractId: ContractId) => {
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
const prepareSend = walletRow({
  method: "POST",
  path: `${path}/prepare-send`,
  summary: "What an external party signs to order a transfer",
  description:
    "amount is a JSON number, expires_at ISO-8601, nonce the sender's next one. The operator's automation carries the order out. Nothing changes.",
  access: "admin",
  submits: false,
  body: wireObject("PrepareTransferPreapprovalSendRequest", {
    sender_party_id: required(partyId),
    receiver_party_id: required(partyId),
    amount: required(positiveNumber),
    expires_at: required(wireInstant),
    nonce: required(nonNegative),
    verbose_hashing: optional(wireBoolean),
    description: optional(wireString),
  }),
  response: wireObject("PrepareTransferPreapprovalSendResponse", {
    ...preparedFields,
    transfer_command_contract_id_prefix: required(wireString),
  }),
  errorStatuses: {
    400: "A value is bad, or the receiver has no preapproval",
    404: "The sender is not hosted here",
  },
  handle: async ({ body }, { wallet, ledger, userId, httpConfig }) => {
    const { sender_party_id: sender, receiver_party_id: receiver, nonce, description } = body;
    const expiresAt = inFuture(body.expires_at, "expires_at", wallet.now());
    if (preapprovalOf(wallet, receiver) === undefined)
      throw refused(400, `Receiver ${receiver} does not have a TransferPreapproval`);
    if (ledger.party(sender) === undefined)
      throw refused(404, `The party ${sender} is not hosted here.`);
    const { dso, operator } = wallet.settings;
    const rules = runningNetwork(wallet).externalPartyRules;
    const { wire, bytes } = await prepareExternal(ledger, {
      userId,
      party: sender,
      commandId: freshId(httpConfig, "order-transfer"),
      command: exercise(ExternalPartyAmuletRules_CreateTransferCommand, rules, {
        sender,
        receiver,
        delegate: operator,
        amount: body.amount,
        expiresAt,
        nonce,
        description,
        expectedDso: dso,
      }),
      disclosed: disclosedRules(wallet, rules),
      verbose: body.verbose_hashing === true,
    });
    return { ...wire, transfer_command_contract_id_prefix: createdCommand(bytes) ?? "" };
  },
});

/** `POST ../transfer-preapproval/submit-send` (specification 4.7, wallet 4.5). */
const submitSend = walletRow({
  method: "POST",
  path: `${path}/submit-send`,
  summary: "Leave an order that an external party has signed",
  description:
    "Answers when the order is on the ledger; GET /v0/scan-proxy/transfer-command/status says what becomes of it.",
  access: "admin",
  body: SubmitSignedRequest,
  response: wireObject("SubmitTransferPreapprovalSendResponse", {
    update_id: required(wireString),
  }),
  errorStatuses: { 400: "The transaction, the key or the signature does not fit" },
  handle: async ({ body: { submission } }, services) => {
    const { name } = ExternalPartyAmuletRules_CreateTransferCommand;
    const { updateId } = await executeSigned(services, submission, name);
    return { update_id: updateId };
  },
});

/** The rows with which external parties send (specification 4.7, wallet 4.5). */
export const externalSendingRows: ReadonlyArray<Endpoint> = [prepareSend, submitSend];

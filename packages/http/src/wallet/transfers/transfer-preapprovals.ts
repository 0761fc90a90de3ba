import {
  TransferPreapprovalProposal,
  TransferPreapproval_Send,
  amuletPackage,
  walletPackage,
} from "@tallystick/coin";
import type { Wallet } from "@tallystick/node";
import { featuredRightFor, fundingFor, outOfFunds, preapprovalFeeInCc } from "@tallystick/wallet";
import { commandsOf, optional, required, wireObject, wireString } from "@tallystick/wire";
import { isLeft, left, right } from "fp-ts/lib/Either.js";
import { type Endpoint, nothing } from "../../endpoints/endpoint.js";
import { preapprovalAdministrationRows } from "./preapproval-administration.js";
import { preapprovalOf } from "./preapproval-lookup.js";
import { partyId, positiveAmount, shortText, trackingIdText } from "../rows/request-values.js";
import { freshId, onceId, performOnce, runningNetwork, submissionBy } from "../rows/submissions.js";
import { refused, walletRow } from "../rows/wallet-row.js";

const amulet = commandsOf(amuletPackage);
const wallets = commandsOf(walletPackage);

/** How long a caller waits for the operator to accept its proposal; milliseconds. */
const acceptanceTimeoutMs = 8_000;
const acceptancePollMs = 25;

/** Answer of `POST /v0/wallet/transfer-preapproval` (wallet 3.4). */
export const CreatePreapprovalResponse = wireObject("CreateTransferPreapprovalResponse", {
  transfer_preapproval_contract_id: required(wireString),
});

/** Whether the operator has the CC for one preapproval. */
const canPay = ({ views, settings, config, network, now }: Wallet): boolean => {
  const state = network();
  if (state === undefined) return false;
  const price = state.round.payload.amuletPrice;
  const fee = preapprovalFeeInCc(config.preapprovalLifetimeMicros, state.config, price);
  if (fee === undefined) return false;
  const { total } = fundingFor(fee, views, state, settings.operator, now());
  return total !== undefined && total >= fee;
};

const accepted = async (wallet: Wallet, party: string): Promise<string | undefined> => {
  const until = performance.now() + acceptanceTimeoutMs;
  while (performance.now() < until) {
    const found = preapprovalOf(wallet, party);
    if (found !== undefined) return found.contractId;
    await new Promise<void>((resume) => setTimeout(resume, acceptancePollMs));
  }
  return undefined;
};

/**
 * `POST /v0/wallet/transfer-preapproval` (wallet 3.4, 10): proposes, and waits for the operator's
 * wallet to accept and pay.
 */
export const createPreapproval = walletRow({
  method: "POST",
  path: "/v0/wallet/transfer-preapproval",
  summary: "Accept direct transfers in advance",
  access: "user",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: CreatePreapprovalResponse },
  otherStatuses: { 409: "There is one already" },
  statuses: {
    429: "The operator has not accepted yet, perhaps for want of funds; ask again later",
  },
  handle: async ({ wallet, party }) => {
    const { dso, operator } = wallet.settings;
    const existing = preapprovalOf(wallet, party);
    if (existing !== undefined) {
      return left({
        status: 409,
        message: "There is a preapproval already.",
        body: { transfer_preapproval_contract_id: existing.contractId },
      });
    }
    const proposed = wallet.views.named(TransferPreapprovalProposal, party, operator, 1);
    if (proposed.length === 0) {
      const proposal = { receiver: party, provider: operator, expectedDso: dso };
      const command = wallets.create(TransferPreapprovalProposal, proposal);
      const made = await wallet.submit(
        submissionBy(wallet, party, freshId("propose-preapproval"), command),
      );
      if (isLeft(made)) return made;
    }
    if (!canPay(wallet)) {
      return refused(
        429,
        "The operator lacks the funds to accept the proposal; it does when it has them.",
      );
    }
    const cid = await accepted(wallet, party);
    return cid === undefined
      ? refused(
          429,
          "The operator has not accepted the proposal yet; it may lack funds, or have paid for five of this party today.",
        )
      : right({ transfer_preapproval_contract_id: cid });
  },
});

/** Request body of `POST /v0/wallet/transfer-preapproval/send` (wallet 3.4). */
export const PreapprovalSendRequest = wireObject("TransferPreapprovalSendRequest", {
  receiver_party_id: required(wireString),
  amount: required(wireString),
  deduplication_id: required(wireString),
  description: optional(wireString),
});

/**
 * `POST /v0/wallet/transfer-preapproval/send` (wallet 3.4, 10.1): one step, once per deduplication
 * id.
 */
export const sendByPreapproval = walletRow({
  method: "POST",
  path: "/v0/wallet/transfer-preapproval/send",
  summary: "Send CC in one step to a party that has accepted in advance",
  access: "user",
  parameters: nothing,
  query: nothing,
  body: PreapprovalSendRequest,
  response: { kind: "empty" },
  statuses: {
    400: "No preapproval, a bad amount or too little CC",
    429: "The same id is in flight",
  },
  handle: async ({ wallet, party, body }) => {
    const receiver = partyId(body.receiver_party_id, "receiver_party_id");
    if (isLeft(receiver)) return receiver;
    const amount = positiveAmount(body.amount, "amount");
    if (isLeft(amount)) return amount;
    const id = trackingIdText(body.deduplication_id, "deduplication_id");
    if (isLeft(id)) return id;
    const description = shortText(body.description ?? "", "description");
    if (isLeft(description)) return description;
    const commandId = onceId("preapproval-send", party, id.right);
    const done = await performOnce(wallet, party, commandId, () => {
      const network = runningNetwork(wallet);
      if (isLeft(network)) return network;
      const preapproval = preapprovalOf(wallet, receiver.right);
      if (preapproval === undefined)
        return refused(400, `${receiver.right} has no TransferPreapproval.`);
      const { views, now } = wallet;
      const { inputs, context, total } = fundingFor(
        amount.right,
        views,
        network.right,
        party,
        now(),
      );
      if (total === undefined || total < amount.right) {
        return refused(
          400,
          `The amulet operation failed: ${outOfFunds(amount.right, total ?? amount.right)}`,
        );
      }
      const featuredAppRight = featuredRightFor(
        wallet.views,
        wallet.settings.dso,
        preapproval.payload.provider,
      );
      const command = amulet.exercise(TransferPreapproval_Send, preapproval.contractId, {
        context: { ...context, context: { ...context.context, featuredAppRight } },
        inputs,
        amount: amount.right,
        sender: party,
        description: body.description,
      });
      return right(submissionBy(wallet, party, commandId, command));
    });
    return isLeft(done) ? done : right(undefined);
  },
});

/** The rows of preapprovals (wallet 3.4 and 4.4). */
export const preapprovalRows: ReadonlyArray<Endpoint> = [
  createPreapproval,
  sendByPreapproval,
  ...preapprovalAdministrationRows,
];

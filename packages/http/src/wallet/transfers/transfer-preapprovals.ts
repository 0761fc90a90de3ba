import { pause, type Timers } from "@tallystick/background";
import {
  AmuletRules_Transfer,
  ExternalPartySetupProposal,
  TransferPreapprovalProposal,
  TransferPreapproval_Cancel,
  TransferPreapproval_Send,
  amuletPackage,
  walletPackage,
} from "@tallystick/coin";
import type { Wallet, WalletEarlier } from "@tallystick/node";
import {
  featuredRightFor,
  fundingFor,
  preapprovalFeeInCc,
  type Submission,
} from "@tallystick/wallet";
import { commandsOf, type Numeric, numericToText, type PartyId } from "@tallystick/core";
import { optional, required, wireObject, wireString } from "@tallystick/wire";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { fundsFor } from "../rows/funds.js";
import { once } from "../rows/once.js";
import { exercisedIn, submissionOf } from "../rows/operations.js";
import { freshId, onceId, runningNetwork, submitCommand } from "../rows/submissions.js";
import { operationId, partyId, positiveAmount } from "../rows/value-codecs.js";
import { refused, refusedWith, walletRow } from "../rows/wallet-row.js";
import { preapprovalAdministrationRows } from "./preapproval-administration.js";
import { noPreapproval, preapprovalOf } from "./preapproval-lookup.js";

const amulet = commandsOf(amuletPackage);
const wallets = commandsOf(walletPackage);

/** How long a caller waits for the operator to accept its proposal; milliseconds. */
const acceptanceTimeoutMs = 8_000;
const acceptancePollMs = 25;

/** Whether the operator has the CC for a preapproval. */
const canPay = ({ views, settings, config, network, now }: Wallet): boolean => {
  const state = network();
  if (state === undefined) return false;
  const price = state.round.payload.amuletPrice;
  const fee = preapprovalFeeInCc(config.preapprovalLifetimeMicros, state.config, price);
  if (fee === undefined) return false;
  const { total } = fundingFor(fee, views, state, settings.operator, now());
  return total !== undefined && total >= fee;
};

const accepted = async (
  wallet: Wallet,
  party: PartyId,
  timers: Timers,
): Promise<string | undefined> => {
  const until = timers.nowMs() + acceptanceTimeoutMs;
  while (timers.nowMs() < until) {
    const found = preapprovalOf(wallet, party);
    if (found !== undefined) return found.contractId;
    await pause(acceptancePollMs, undefined, timers);
  }
  return undefined;
};

/**
 * `POST /v0/wallet/transfer-preapproval` (wallet 3.4, 10): proposes, and waits for the operator's
 * wallet to accept and pay.
 */
const createPreapproval = walletRow({
  method: "POST",
  path: "/v0/wallet/transfer-preapproval",
  external: "signed",
  summary: "Accept direct transfers in advance",
  response: wireObject("CreateTransferPreapprovalResponse", {
    transfer_preapproval_contract_id: required(wireString),
  }),
  otherStatuses: { 409: "There is one already" },
  errorStatuses: {
    400: "A set-up of the party waits for its signature, which makes one",
    429: "The operator has not accepted yet, perhaps for want of funds; ask again later",
  },
  handle: async (_request, { wallet, party, executed, httpConfig }) => {
    const { dso, operator } = wallet.settings;
    const existing = preapprovalOf(wallet, party);
    if (existing !== undefined) {
      const found = { transfer_preapproval_contract_id: existing.contractId };
      if (executed !== undefined) return found;
      throw refusedWith(409, found);
    }
    // the operator accepts no proposal beside it, so that the party never has two preapprovals
    if (wallet.views.named(ExternalPartySetupProposal, operator, party, 1).length > 0)
      throw refused(400, "A set-up of the party waits for its signature, and makes one.");
    if (wallet.views.named(TransferPreapprovalProposal, party, operator, 1).length === 0) {
      const proposal = { receiver: party, provider: operator, expectedDso: dso };
      const command = wallets.create(TransferPreapprovalProposal, proposal);
      await submitCommand(wallet, party, freshId(httpConfig, "propose-preapproval"), command);
    }
    if (!canPay(wallet)) {
      throw refused(
        429,
        "The operator lacks the funds to accept the proposal; it does when it has them.",
      );
    }
    const cid = await accepted(wallet, party, httpConfig.timers);
    if (cid === undefined) {
      throw refused(
        429,
        "The operator has not accepted the proposal yet; it may lack funds, or have paid for five of this party today.",
      );
    }
    return { transfer_preapproval_contract_id: cid };
  },
});

/** `DELETE /v0/wallet/transfer-preapproval`, ours: the receiver ends its own preapproval. */
const cancelPreapproval = walletRow({
  method: "DELETE",
  path: "/v0/wallet/transfer-preapproval",
  external: "signed",
  summary: "Accept direct transfers in advance no longer",
  description: "An addition of this node: the receiver's own choice, as the ledger allows it.",
  errorStatuses: { 404: "The caller has no wallet, or no preapproval" },
  handle: async (_request, { wallet, party, executed }) => {
    const found = preapprovalOf(wallet, party);
    if (executed !== undefined) return;
    if (found === undefined) throw noPreapproval(party);
    const command = amulet.exercise(TransferPreapproval_Cancel, found.contractId, { p: party });
    const commandId = onceId("cancel-own-preapproval", party, found.contractId);
    await submitCommand(wallet, party, commandId, command);
  },
});

/** The submission of a direct transfer. Throws 400 without a preapproval or funds. */
export const transferByPreapproval = (
  wallet: Wallet,
  sender: PartyId,
  commandId: string,
  {
    receiver,
    amount,
    description,
  }: {
    readonly receiver: PartyId;
    readonly amount: Numeric;
    readonly description: string | undefined;
  },
): Submission => {
  const network = runningNetwork(wallet);
  const preapproval = preapprovalOf(wallet, receiver);
  if (preapproval === undefined) throw refused(400, `${receiver} has no TransferPreapproval.`);
  const { provider } = preapproval.payload;
  const funding = fundsFor(wallet, network, sender, amount);
  const { inputs, context } = funding;
  const featuredAppRight = featuredRightFor(wallet.views, wallet.settings.dso, provider);
  const command = () =>
    amulet.exercise(TransferPreapproval_Send, preapproval.contractId, {
      context: { ...context, context: { ...context.context, featuredAppRight } },
      inputs,
      amount,
      sender,
      description,
    });
  const operation = {
    tag: "CO_TransferPreapprovalSend" as const,
    value: {
      transferPreapprovalCid: preapproval.contractId,
      providerFeaturedAppRightCid: featuredAppRight,
      amount,
      description,
    },
  };
  return submissionOf(wallet, network, sender, commandId, { operation, funding, command });
};

/** What an earlier transfer paid; the preapproval's receiver is the one of the coin's transfer. */
const sentBefore = (earlier: WalletEarlier) => {
  const before = exercisedIn(earlier, TransferPreapproval_Send);
  const [output] = exercisedIn(earlier, AmuletRules_Transfer)?.argument.transfer.outputs ?? [];
  if (before === undefined || output === undefined) return undefined;
  const { amount, description } = before.argument;
  return { receiver_party_id: output.receiver, amount: numericToText(amount), description };
};

/**
 * `POST /v0/wallet/transfer-preapproval/send` (wallet 3.4, 10.1): one step, once per deduplication
 * id.
 */
const sendByPreapproval = walletRow({
  method: "POST",
  path: "/v0/wallet/transfer-preapproval/send",
  external: "signed",
  summary: "Send CC in one step to a party that has accepted in advance",
  body: wireObject("TransferPreapprovalSendRequest", {
    receiver_party_id: required(partyId),
    amount: required(positiveAmount),
    deduplication_id: required(operationId),
    description: optional(wireString),
  }),
  errorStatuses: {
    400: "No preapproval, a bad amount or too little CC",
    429: "The same id is in flight",
  },
  handle: async ({ body: { deduplication_id: id, ...body } }, services) => {
    const { receiver_party_id: receiver, amount, description } = body;
    await once(services, {
      operation: "preapproval-send",
      field: "deduplication_id",
      id,
      asked: { receiver_party_id: receiver, amount: numericToText(amount), description },
      recorded: sentBefore,
      plan: (commandId) => {
        const { wallet, party } = services;
        return transferByPreapproval(wallet, party, commandId, { receiver, amount, description });
      },
    });
  },
});

/** The rows of preapprovals (wallet 3.4 and 4.4). */
export const preapprovalRows: ReadonlyArray<Endpoint> = [
  createPreapproval,
  cancelPreapproval,
  sendByPreapproval,
  ...preapprovalAdministrationRows,
];

import { microsToText, numericToText, timestampToText } from "@tallystick/core";
import {
  type InboxAction,
  type InboxActor,
  type InboxItem,
  type InboxKind,
  inboxKinds,
  inboxOf,
  type InboxReason,
  type InboxStep,
  newestFirst,
  nextOf,
  type TokenAmount,
} from "@tallystick/wallet";
import {
  defaulted,
  oneOf,
  optional,
  queryInt32,
  required,
  wireArray,
  wireBoolean,
  wireInt64,
  wireObject,
  wireString,
} from "@tallystick/wire";
import type { TypeOf } from "io-ts";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { maxListed } from "../rows/own-contract.js";
import { ContractIdPath, upTo } from "../rows/value-codecs.js";
import { refused, walletRow, type WalletServices } from "../rows/wallet-row.js";
import { requestedAllocations } from "../transfers/allocation-requests.js";
import { waitingTransfers } from "../transfers/token-transfers.js";
import { pathOfAction } from "./inbox-actions.js";

/** Items of an answer without a limit. */
const usualItems = 100;

const InboxReasonWire = wireObject("InboxReason", {
  code: required(
    oneOf<InboxReason["code"]>(
      "waiting-for-you",
      "waiting-for-receiver",
      "waiting-for-sender",
      "waiting-for-app",
      "waiting-for-operator",
      "waiting-for-automation",
      "short-of-funds",
      "nonce-behind",
      "expired-not-cleared",
      "round-not-open",
      "operator-lacks-funds",
      "expired",
      "registry-unknown",
    ),
  ),
  /** CC that the party lacks; of short-of-funds. */
  missing: optional(wireString),
  /** Commands that come first; of nonce-behind. */
  behind: optional(wireInt64),
});

const InboxNextWire = wireObject("InboxNext", {
  step: required(
    oneOf<InboxStep>(
      "accept-or-reject",
      "you-pay",
      "receiver-decides",
      "sender-pays",
      "app-continues",
      "operator-accepts",
      "wallet-acts",
      "add-funds",
      "add-funds-and-pay",
      "earlier-commands-first",
      "wallet-clears",
      "next-round",
      "operator-adds-funds",
      "take-back-or-reject",
      "use-token-app",
    ),
  ),
  actor: required(oneOf<InboxActor>("you", "other-party", "app", "operator", "wallet", "network")),
});

const InboxActionWire = wireObject("InboxAction", {
  action: required(oneOf<InboxAction>("accept", "reject", "withdraw", "cancel", "allocate", "pay")),
  method: required(oneOf<"POST" | "DELETE">("POST", "DELETE")),
  path: required(wireString),
});

const InboxItemWire = wireObject("InboxItem", {
  kind: required(oneOf<InboxKind>(...inboxKinds)),
  contract_id: required(wireString),
  direction: required(oneOf<InboxItem["direction"]>("received", "sent")),
  counterparties: required(wireArray(wireString)),
  amount: optional(
    wireObject("InboxAmount", {
      amount: required(wireString),
      unit: required(oneOf("AmuletUnit", "USDUnit", "ExtUnit")),
    }),
  ),
  /** Of a token other than the coin. */
  token: optional(
    wireObject("InboxToken", {
      amount: required(wireString),
      instrument_admin: required(wireString),
      instrument_id: required(wireString),
    }),
  ),
  traffic_bytes: optional(wireInt64),
  description: optional(wireString),
  tracking_id: optional(wireString),
  created_at: required(wireString),
  expires_at: optional(wireString),
  reason: required(InboxReasonWire),
  next: required(InboxNextWire),
  actions: required(wireArray(InboxActionWire)),
});
type InboxItemWire = TypeOf<typeof InboxItemWire>;

const reasonToWire = (reason: InboxReason): InboxItemWire["reason"] => {
  switch (reason.code) {
    case "short-of-funds":
      return reason.missing === undefined
        ? { code: reason.code }
        : { code: reason.code, missing: numericToText(reason.missing) };
    case "nonce-behind":
      return reason;
    default:
      return { code: reason.code };
  }
};

const tokenToWire = ({ amount, admin, id }: TokenAmount) => ({
  amount: numericToText(amount),
  instrument_admin: admin,
  instrument_id: id,
});

const toWire = (item: InboxItem): InboxItemWire => {
  const { kind, contractId, direction, counterparties, amount, token, trafficBytes } = item;
  const { description, trackingId, createdAt, expiresAt, reason, actions } = item;
  return {
    kind,
    contract_id: contractId,
    direction,
    counterparties,
    ...(amount === undefined
      ? {}
      : { amount: { amount: numericToText(amount.amount), unit: amount.unit } }),
    ...(token === undefined ? {} : { token: tokenToWire(token) }),
    ...(trafficBytes === undefined ? {} : { traffic_bytes: trafficBytes }),
    ...(description === undefined ? {} : { description }),
    ...(trackingId === undefined ? {} : { tracking_id: trackingId }),
    created_at: timestampToText(createdAt),
    ...(expiresAt === undefined ? {} : { expires_at: microsToText(expiresAt) }),
    reason: reasonToWire(reason),
    next: nextOf(item),
    actions: actions.map((action) => ({ action, ...pathOfAction(kind, action, contractId) })),
  };
};

/** Everything that waits for the caller's party, the newest first. */
const itemsOf = async (
  services: WalletServices,
  kind: InboxKind | undefined,
): Promise<ReadonlyArray<InboxItem>> => {
  const { wallet, party, isExternal } = services;
  const { views, config, settings } = wallet;
  const context = {
    view: views,
    network: wallet.network(),
    operator: settings.operator,
    config,
    now: wallet.now(),
    signsOutside: isExternal,
  };
  const wanted = kind === undefined ? undefined : new Set([kind]);
  const own = inboxOf(context, party, maxListed, wanted);
  const asked =
    kind === undefined || kind.startsWith("allocation-request")
      ? (await requestedAllocations(services)).filter((it) => it.kind === (kind ?? it.kind))
      : [];
  const tokens =
    kind === undefined || kind === "token-transfer" ? await waitingTransfers(services) : [];
  return [...own, ...asked, ...tokens].sort(newestFirst);
};

/** `GET /v0/wallet/inbox`, ours: what waits, why, and what comes next. */
const listInbox = walletRow({
  method: "GET",
  path: "/v0/wallet/inbox",
  summary: "Everything that waits for the party or because of it, received and sent, and why",
  description:
    "Offers, instructions, transfers of other tokens, ordered transfers, requests, subscriptions, allocations and delegations, the newest first. " +
    "The reason says why an item is not done yet, next what happens and who does it, actions what the party can do now. " +
    "Of one kind the oldest 1,000 are read. An addition of this node.",
  query: wireObject("InboxQuery", {
    kind: optional(oneOf<InboxKind>(...inboxKinds)),
    direction: optional(oneOf<InboxItem["direction"]>("received", "sent")),
    limit: defaulted(upTo(maxListed, queryInt32), usualItems),
  }),
  response: wireObject("ListInboxResponse", {
    items: required(wireArray(InboxItemWire)),
    /** All that match, also those beyond the limit. */
    total: required(wireInt64),
    /** Those that wait for the party itself. */
    waiting_for_you: required(wireInt64),
    has_more: required(wireBoolean),
  }),
  handle: async ({ query: { kind, direction, limit } }, services) => {
    const all = await itemsOf(services, kind);
    const matching = all.filter((it) => direction === undefined || it.direction === direction);
    return {
      items: matching.slice(0, limit).map(toWire),
      total: matching.length,
      waiting_for_you: matching.filter(({ reason }) => reason.code === "waiting-for-you").length,
      has_more: matching.length > limit,
    };
  },
});

/** `GET /v0/wallet/inbox/{contract_id}`, ours. */
const oneOfInbox = walletRow({
  method: "GET",
  path: "/v0/wallet/inbox/{contract_id}",
  summary: "One item that waits, and why",
  description: "404 once it is over. An addition of this node.",
  parameters: ContractIdPath,
  response: InboxItemWire,
  errorStatuses: { 404: "Nothing with this contract id waits in this wallet" },
  handle: async ({ parameters: { contract_id: cid } }, services) => {
    const found = (await itemsOf(services, undefined)).find(({ contractId }) => contractId === cid);
    if (found === undefined) throw refused(404, `Nothing waits with the contract id ${cid}.`);
    return toWire(found);
  },
});

/** The rows of what waits; additions of this node. */
export const inboxRows: ReadonlyArray<Endpoint> = [listInbox, oneOfInbox];

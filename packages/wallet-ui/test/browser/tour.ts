import { AppPaymentRequest, SubscriptionRequest, walletPaymentsPackage } from "@tallystick/coin";
import { commandsOf } from "@tallystick/core";
import type { HttpSettings } from "@tallystick/http";
import { minutes, numeric, submitAs } from "./app-contracts.js";
import type { TestNode } from "./test-node.js";

const payments = commandsOf(walletPaymentsPackage);
const hourMicros = 3_600_000_000;

/**
 * Settings of a node on tour: what web pages want is over after minutes, which a tour may take.
 */
export const stoppedClock = (): HttpSettings => {
  const openedMs = Date.now();
  return { now: () => openedMs };
};

/** The user of the tour: the operator, who sees the console too. */
export const tourUser = "ledger-api-user";

/** A page, and the level-one heading by which it is there. */
export type Stop = readonly [path: string, heading: string];

/** The pages without a parameter. */
export const plainStops: ReadonlyArray<Stop> = [
  ["/wallet", "Home"],
  ["/wallet/inbox", "Inbox"],
  ["/wallet/send", "Send"],
  ["/wallet/pay", "Pay"],
  ["/wallet/request", "Request"],
  ["/wallet/history", "History"],
  ["/wallet/holdings", "Holdings"],
  ["/wallet/rewards", "Rewards"],
  ["/wallet/traffic", "Traffic"],
  ["/wallet/subscriptions", "Subscriptions"],
  ["/wallet/names", "Names"],
  ["/wallet/allocations", "Allocations"],
  ["/wallet/delegations", "Delegations"],
  ["/wallet/fund", "Development fund"],
  ["/wallet/contacts", "Contacts"],
  ["/wallet/parties", "Parties and keys"],
  ["/wallet/settings", "Settings"],
  ["/wallet/menu", "All pages"],
  ["/console", "Console"],
  ["/console/users", "Users"],
  ["/console/parties", "Parties"],
  ["/console/rights", "Rights"],
  ["/console/preapprovals", "Preapprovals"],
  ["/console/automations", "Automations"],
  ["/console/traffic", "Traffic"],
  ["/console/health", "Health"],
  ["/console/packages", "Packages"],
  ["/console/providers", "Identity providers"],
  ["/console/ledger", "Updates"],
  ["/console/contracts", "Contracts"],
  ["/console/submissions", "Refused submissions"],
  ["/console/trace", "Trace"],
];

const rpc = async (
  node: TestNode,
  method: string,
  params: object,
  token?: string,
): Promise<string> => {
  const answer = await fetch(`${node.base}/api/v0/dapp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: "http://127.0.0.1:9",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const text = await answer.text();
  const found = /"userUrl":"([^"]+)"/.exec(text)?.[1];
  if (found === undefined) throw new Error(`${method}: ${answer.status} ${text}`);
  const { pathname, search } = new URL(found);
  return `${pathname}${search}`;
};

/** What web pages want: one to be connected, one to have something approved. */
const dappStops = async (node: TestNode, party: string): Promise<ReadonlyArray<Stop>> => {
  const first = await rpc(node, "connect", {});
  const id = new URLSearchParams(first.split("?")[1]).get("request") ?? "";
  const { token } = await node.api<{ token: string }>(
    tourUser,
    "POST",
    `/v0/wallet/dapp/connects/${id}/approve`,
  );
  const approve = await rpc(
    node,
    "prepareExecute",
    {
      commands: [
        {
          CreateCommand: {
            templateId:
              "#splice-wallet:Splice.Wallet.TransferPreapproval:TransferPreapprovalProposal",
            createArguments: {
              receiver: party,
              provider: party,
              expectedDso: node.validator.wallet.settings.dso,
            },
          },
        },
      ],
    },
    token,
  );
  return [
    [await rpc(node, "connect", {}), "Connect a page"],
    [approve, "Approve"],
  ];
};

/** What an app asks the operator for: a payment and a subscription. */
const requestsOf = async (node: TestNode, shop: string) => {
  const { wallet } = node.validator;
  const { dso, operator } = wallet.settings;
  const parties = { sender: operator, provider: shop, dso };
  const payment = await submitAs(
    node,
    [operator, shop],
    payments.create(AppPaymentRequest, {
      ...parties,
      receiverAmounts: [
        { receiver: shop, amount: { amount: numeric("2"), unit: "USDUnit" } },
        { receiver: shop, amount: { amount: numeric("2.5"), unit: "AmuletUnit" } },
      ],
      expiresAt: BigInt(wallet.now() + hourMicros),
      description: "a \u2066ticket",
    }),
  );
  const subscription = await submitAs(
    node,
    [operator, shop],
    payments.create(SubscriptionRequest, {
      subscriptionData: { ...parties, receiver: shop, description: "News\u200f" },
      payData: {
        paymentAmount: { amount: numeric("1"), unit: "USDUnit" },
        paymentInterval: minutes(60 * 24 * 30),
        paymentDuration: minutes(60 * 24),
      },
    }),
  );
  return { payment, subscription };
};

/** Fills a node, and names every page with something on it. */
export const tourStops = async (node: TestNode): Promise<ReadonlyArray<Stop>> => {
  const { wallet } = node.validator;
  const { operator } = wallet.settings;
  const shop = await node.userWith("shop", "100");
  await node.api(tourUser, "POST", "/v0/wallet/tap", { amount: "100" });
  await node.api("shop", "POST", "/v0/wallet/token-standard/transfers", {
    receiver_party_id: operator,
    amount: "7.25",
    description: "For \u202elunch <b> مرحبا",
    expires_at: wallet.now() + hourMicros,
    tracking_id: "of-the-tour",
  });
  const { payment, subscription } = await requestsOf(node, shop);
  const {
    items: [waiting],
  } = await node.api<{ items: ReadonlyArray<{ contract_id: string }> }>(
    tourUser,
    "GET",
    "/v0/wallet/inbox?kind=transfer-instruction",
  );
  const {
    items: [row],
  } = await node.api<{ items: ReadonlyArray<{ event_id: string }> }>(
    tourUser,
    "POST",
    "/v0/wallet/transactions",
    { page_size: 1 },
  );
  const eventId = row?.event_id ?? "";
  const updateId = eventId.replace(/^#/, "").replace(/:[^:]*$/, "");
  return [
    ...plainStops,
    [`/wallet/inbox/${waiting?.contract_id ?? ""}`, "What waits"],
    [`/wallet/history/${encodeURIComponent(eventId)}`, "Transaction"],
    [`/wallet/receipts/${encodeURIComponent(eventId)}`, "Receipt"],
    [`/wallet/confirm-payment/${payment}`, "Confirm payment"],
    [`/wallet/confirm-subscription/${subscription}`, "Confirm subscription"],
    [`/console/updates/${encodeURIComponent(updateId)}`, "Update"],
    [`/console/trace/${encodeURIComponent(updateId)}`, "Trace"],
    [`/console/contracts/${payment}`, "Contract"],
    ...(await dappStops(node, operator)),
  ];
};

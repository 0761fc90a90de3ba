import { randomUUID } from "node:crypto";
import * as t from "io-ts";
import { usageError } from "../command-error.js";
import type { NodeConnection } from "./node-connection.js";
import { partyNamed } from "./parties.js";
import type { Shown } from "./table-text.js";

/** An offer of the command line is open for a day; microseconds. */
const offerLifeMicros = 24 * 3_600 * 1_000_000;
const microsPerMs = 1_000;
const maxHistory = 1_000;
const defaultHistory = 50;

const Registered = t.type({ party_id: t.string }, "the party of a wallet");
const Balance = t.type(
  { round: t.number, effective_unlocked_qty: t.string, effective_locked_qty: t.string },
  "a balance",
);
const Tapped = t.type({ contract_id: t.string }, "the new coin");
const Offered = t.type({ offer_contract_id: t.string }, "the offer");
const Accepted = t.type({ accepted_offer_contract_id: t.string }, "the accepted offer");
const Offers = t.type(
  {
    offers: t.array(
      t.type({
        contract_id: t.string,
        payload: t.type({
          sender: t.string,
          receiver: t.string,
          description: t.string,
          amount: t.type({ amount: t.string }),
        }),
      }),
    ),
  },
  "a list of offers",
);
const Change = t.type({ party: t.string, amount: t.string });
const History = t.type(
  {
    items: t.array(
      t.intersection([
        t.type({ transaction_type: t.string, date: t.string }),
        t.partial({
          transaction_subtype: t.type({ choice: t.string }),
          sender: Change,
          receivers: t.array(Change),
        }),
      ]),
    ),
  },
  "a history",
);

const post = (path: string, body: object = {}) => ({ method: "POST" as const, path, body });

export const registerWallet = async (node: NodeConnection): Promise<Shown> => {
  const json = await node.ask(Registered, post("/v0/register"));
  return { json, columns: [], rows: [["party", json.party_id]] };
};

export const showBalance = async (node: NodeConnection): Promise<Shown> => {
  const json = await node.ask(Balance, { method: "GET", path: "/v0/wallet/balance" });
  const rows = [
    ["unlocked", `${json.effective_unlocked_qty} CC`],
    ["locked", `${json.effective_locked_qty} CC`],
    ["round", String(json.round)],
  ];
  return { json, columns: [], rows };
};

/** `wallet tap`; the amount is in US dollars. */
export const tap = async (node: NodeConnection, amount: string): Promise<Shown> => {
  const body = { amount, command_id: randomUUID() };
  const json = await node.ask(Tapped, post("/v0/wallet/tap", body));
  return { json, columns: [], rows: [["coin", json.contract_id]] };
};

interface TransferFlags {
  readonly description?: string | undefined;
  readonly "tracking-id"?: string | undefined;
}

export const offerTransfer = async (
  node: NodeConnection,
  receiver: string,
  amount: string,
  flags: TransferFlags,
): Promise<Shown> => {
  const trackingId = flags["tracking-id"] ?? randomUUID();
  const body = {
    receiver_party_id: await partyNamed(node, receiver),
    amount,
    description: flags.description ?? "",
    expires_at: Date.now() * microsPerMs + offerLifeMicros,
    tracking_id: trackingId,
  };
  const { offer_contract_id } = await node.ask(Offered, post("/v0/wallet/transfer-offers", body));
  const rows = [
    ["offer", offer_contract_id],
    ["tracking id", trackingId],
  ];
  return { json: { offer_contract_id, tracking_id: trackingId }, columns: [], rows };
};

export const listOffers = async (node: NodeConnection): Promise<Shown> => {
  const { offers } = await node.ask(Offers, { method: "GET", path: "/v0/wallet/transfer-offers" });
  const rows = offers.map(({ contract_id, payload }) => [
    payload.amount.amount,
    payload.sender,
    payload.receiver,
    payload.description,
    contract_id,
  ]);
  return { json: offers, columns: ["CC", "FROM", "TO", "DESCRIPTION", "CONTRACT"], rows };
};

export const acceptOffer = async (node: NodeConnection, contractId: string): Promise<Shown> => {
  const path = `/v0/wallet/transfer-offers/${encodeURIComponent(contractId)}/accept`;
  const json = await node.ask(Accepted, post(path));
  return { json, columns: [], rows: [["accepted offer", json.accepted_offer_contract_id]] };
};

export const showHistory = async (
  node: NodeConnection,
  limit = String(defaultHistory),
): Promise<Shown> => {
  const most = Number(limit);
  if (!Number.isInteger(most) || most < 1 || most > maxHistory)
    throw usageError(`--limit: expected a number from 1 to ${maxHistory}`);
  const body = { page_size: most };
  const { items } = await node.ask(History, post("/v0/wallet/transactions", body));
  const rows = items.map(({ date, transaction_type, transaction_subtype, sender, receivers }) => [
    date,
    transaction_subtype?.choice ?? transaction_type,
    [...(sender === undefined ? [] : [sender]), ...(receivers ?? [])]
      .map(({ party, amount }) => `${amount} ${party}`)
      .join(", "),
  ]);
  return { json: items, columns: ["DATE", "WHAT", "CC"], rows };
};

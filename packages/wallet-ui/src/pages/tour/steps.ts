import { type Api, answerOf } from "../../data/client.js";
import { ledgerNowMs } from "../../data/server-clock.js";
import type { Tour } from "../../session/tour.js";
import { messages } from "./messages.js";

/** Who acts in a step: both are made by the first. */
type Actor = "anna" | "ben";

/** What a step works with: the API of each of the two. */
type ApiOf = (actor: Actor) => Api;

/** One step: it does something as one of the two, and shows it. */
interface Step {
  readonly title: string;
  readonly note: string;
  readonly action: string;
  /** As whom the tab is logged in afterwards. */
  readonly actor: Actor;
  /** Does it; what it returns is kept for later steps. */
  readonly run: (apiOf: ApiOf, tour: Tour) => Promise<Partial<Tour>>;
  /** The page that shows it. */
  readonly to: (tour: Tour) => string;
}

const hourMs = 3_600_000;
const usdOfTap = "100.0";
const coinsSent = "25.0";

const partyOf = async ({ wallet }: Api): Promise<string> =>
  (await answerOf(wallet.POST("/v0/register"))).party_id;

const send = async (apiOf: ApiOf, { id }: Tour): Promise<void> => {
  const body = {
    receiver_party_id: await partyOf(apiOf("ben")),
    amount: coinsSent,
    description: messages.transfer.memo,
    expires_at: (ledgerNowMs() + hourMs) * 1_000,
    tracking_id: id,
  };
  await answerOf(apiOf("anna").wallet.POST("/v0/wallet/token-standard/transfers", { body }));
};

/** Accepts the newest transfer that waits. @returns the update in which it was accepted */
const accept = async ({ wallet }: Api): Promise<string> => {
  const query = { kind: "transfer-instruction", direction: "received" } as const;
  const { items } = await answerOf(wallet.GET("/v0/wallet/inbox", { params: { query } }));
  const [{ contract_id: cid } = { contract_id: undefined }] = items;
  if (cid !== undefined) {
    const path = "/v0/wallet/token-standard/transfers/{contract_id}/accept";
    await answerOf(wallet.POST(path, { params: { path: { contract_id: cid } } }));
  }
  const body = { page_size: 1 };
  const history = await answerOf(wallet.POST("/v0/wallet/transactions", { body }));
  return /[0-9a-f]{68}/.exec(history.items[0]?.event_id ?? "")?.[0] ?? "";
};

/** The five steps. */
export const steps: ReadonlyArray<Step> = [
  {
    title: messages.users.title,
    note: messages.users.note,
    action: messages.users.action,
    actor: "anna",
    run: async (apiOf) => {
      await partyOf(apiOf("anna"));
      await partyOf(apiOf("ben"));
      return {};
    },
    to: () => "/wallet",
  },
  {
    title: messages.tap.title,
    note: messages.tap.note,
    action: messages.tap.action,
    actor: "anna",
    run: async (apiOf, { id }) => {
      const body = { amount: usdOfTap, command_id: `${id}-tap` };
      await answerOf(apiOf("anna").wallet.POST("/v0/wallet/tap", { body }));
      return {};
    },
    to: () => "/wallet",
  },
  {
    title: messages.transfer.title,
    note: messages.transfer.note,
    action: messages.transfer.action,
    actor: "anna",
    run: async (apiOf, tour) => {
      await send(apiOf, tour);
      return {};
    },
    to: () => "/wallet",
  },
  {
    title: messages.acceptance.title,
    note: messages.acceptance.note,
    action: messages.acceptance.action,
    actor: "ben",
    run: async (apiOf) => ({ updateId: await accept(apiOf("ben")) }),
    to: () => "/wallet",
  },
  {
    title: messages.proof.title,
    note: messages.proof.note,
    action: messages.proof.action,
    actor: "ben",
    run: () => Promise.resolve({}),
    to: ({ updateId }) => `/console/updates/${updateId}`,
  },
];

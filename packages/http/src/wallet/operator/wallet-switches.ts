import type { PartyId } from "@tallystick/core";
import { orThrow, type Wallet } from "@tallystick/node";
import { installOf } from "@tallystick/wallet";
import {
  defaulted,
  queryInt32,
  required,
  wireArray,
  wireBoolean,
  wireObject,
  wireString,
} from "@tallystick/wire";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { partyId, upTo } from "../rows/value-codecs.js";
import { refused, walletRow } from "../rows/wallet-row.js";

const settingsFields = {
  automatic_merging: required(wireBoolean),
  /** True: the operator has paused what acts for this wallet by itself, or for all. */
  automations_paused: required(wireBoolean),
};

const WalletSettings = wireObject("WalletSettings", settingsFields);

const settingsOf = ({ switches, views }: Wallet, party: PartyId) => {
  const { automations, merging } = switches.of(party);
  // the automation merges the coins of wallets, and no other party's
  const merges = merging && installOf(views, party) !== undefined;
  return { automatic_merging: merges, automations_paused: !automations };
};

/** What the wallet does by itself now: nothing either while all automations are paused. */
const inForce = (wallet: Wallet, party: PartyId) => {
  const settings = settingsOf(wallet, party);
  return {
    ...settings,
    automations_paused: settings.automations_paused || wallet.scheduler.status().paused,
  };
};

/** `GET /v0/wallet/settings`, ours: what the wallet does by itself. */
const getSettings = walletRow({
  method: "GET",
  path: "/v0/wallet/settings",
  summary: "What the wallet does by itself",
  description: "An addition of this node.",
  response: WalletSettings,
  handle: (_request, { wallet, party }) => inForce(wallet, party),
});

/** `POST /v0/wallet/settings`, ours: switches automatic merging on or off. */
const setSettings = walletRow({
  method: "POST",
  path: "/v0/wallet/settings",
  external: {
    refused:
      "The node merges nothing by itself for a party that signs outside of it: merge its coins by /v0/wallet/coins/merge.",
  },
  summary: "Switch automatic merging of the wallet's coins on or off",
  description:
    "Without it coins are merged on request alone; coupons are still collected. An addition of this node.",
  body: wireObject("WalletSettingsRequest", { automatic_merging: required(wireBoolean) }),
  response: WalletSettings,
  handle: async ({ body: { automatic_merging: merging } }, { wallet, party }) => {
    orThrow(await wallet.switches.set(party, { merging }));
    return inForce(wallet, party);
  },
});

const AutomatedWallet = wireObject("AutomatedWallet", {
  party_id: required(wireString),
  users: required(wireArray(wireString)),
  ...settingsFields,
});

/** Wallets of one answer. */
const maxWallets = 1_000;

/** `GET /v0/admin/automation/wallets`, ours: the wallets, and what each does by itself. */
const listWallets = walletRow({
  method: "GET",
  path: "/v0/admin/automation/wallets",
  summary: "The wallets, and what each does by itself",
  description: "By party, the first ones. An addition of this node.",
  access: "admin",
  query: wireObject("AutomatedWalletsQuery", {
    limit: defaulted(upTo(maxWallets, queryInt32), maxWallets),
  }),
  response: wireObject("AutomatedWallets", { wallets: required(wireArray(AutomatedWallet)) }),
  handle: ({ query: { limit } }, { wallet }) => {
    const users = new Map<string, Array<string>>();
    for (const name of wallet.users.names()) {
      const party = wallet.users.partyOf(name);
      if (party !== undefined) users.set(party, [...(users.get(party) ?? []), name]);
    }
    const wallets = [...users]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, limit)
      .map(([party, names]) => ({ party_id: party, users: names, ...settingsOf(wallet, party) }));
    return { wallets };
  },
});

const PartyPath = wireObject("WalletPartyPath", { party_id: required(partyId) });

const switchRow = (verb: "pause" | "resume", summary: string): Endpoint =>
  walletRow({
    method: "POST",
    path: `/v0/admin/automation/wallets/{party_id}/${verb}`,
    summary,
    description: "It lasts over a restart of the node. An addition of this node.",
    access: "admin",
    parameters: PartyPath,
    response: WalletSettings,
    errorStatuses: { 404: "The party has no wallet" },
    handle: async ({ parameters: { party_id: party } }, { wallet }) => {
      if (installOf(wallet.views, party) === undefined)
        throw refused(404, `The party ${party} has no wallet.`);
      orThrow(await wallet.switches.set(party, { automations: verb === "resume" }));
      return settingsOf(wallet, party);
    },
  });

/** The rows of what wallets do by themselves; additions of this node. */
export const switchRows: ReadonlyArray<Endpoint> = [
  getSettings,
  setSettings,
  listWallets,
  switchRow("pause", "Pause the automations of one wallet"),
  switchRow("resume", "Resume the automations of one wallet"),
];

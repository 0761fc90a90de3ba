import { AnsEntry, AnsRules, DsoRules } from "@tallystick/coin";
import { microsToText, type PartyId } from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import { type ActiveContract, firstNamed } from "@tallystick/wallet";
import {
  optional,
  queryInt32,
  required,
  wireArray,
  wireObject,
  wireString,
} from "@tallystick/wire";
import type { TypeOf } from "io-ts";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { ContractWire, contractToWire } from "../rows/contract-wire.js";
import { maxListed } from "../rows/own-contract.js";
import { notNull, partyId, requiredNumber, upTo } from "../rows/value-codecs.js";
import { refused, walletRow } from "../rows/wallet-row.js";

/** A name and its owner; those of the network have no contract and no expiry (wallet 5.1). */
const AnsEntryWire = wireObject("AnsEntry", {
  contract_id: optional(wireString),
  user: required(wireString),
  name: required(wireString),
  url: required(wireString),
  description: required(wireString),
  expires_at: optional(wireString),
});
type AnsEntryWire = TypeOf<typeof AnsEntryWire>;

type Entry = ActiveContract<{
  readonly user: string;
  readonly name: string;
  readonly url: string;
  readonly description: string;
  readonly expiresAt: bigint;
}>;

const shown = ({ contractId, payload }: Entry): AnsEntryWire => ({
  contract_id: contractId,
  user: payload.user,
  name: payload.name,
  url: payload.url,
  description: payload.description,
  expires_at: microsToText(payload.expiresAt),
});

/** The names of the network's operator party and its super validators, which are free. */
const networkEntries = ({ views, settings }: Wallet): ReadonlyArray<AnsEntryWire> => {
  const entry = (user: string, name: string) => ({ user, name, url: "", description: "" });
  const [rules] = views.of(DsoRules, settings.dso, 1);
  return [
    entry(settings.dso, "dso.ans"),
    ...(rules?.payload.svs ?? []).map(([sv, { name }]) =>
      entry(sv, `${name.toLowerCase().replaceAll(/[^a-z0-9_-]/g, "-")}.sv.ans`),
    ),
  ];
};

const byName = (a: AnsEntryWire, b: AnsEntryWire): number => (a.name < b.name ? -1 : 1);

/** The first unexpired names that begin with a text, in order. */
const entriesWithin = (wallet: Wallet, prefix: string, wanted: number) => {
  const now = wallet.now();
  return firstNamed(wallet.views, prefix, {
    template: AnsEntry,
    party: wallet.settings.dso,
    keep: ({ payload }) => now < payload.expiresAt,
    wanted,
  }).map(shown);
};

/** `GET /v0/scan-proxy/ans-entries` (wallet 5.1): in the order of the names. */
const listEntries = walletRow({
  method: "GET",
  path: "/v0/scan-proxy/ans-entries",
  summary: "Names that begin with a text",
  access: "subject",
  query: wireObject("AnsEntriesQuery", {
    page_size: requiredNumber(upTo(maxListed, queryInt32)),
    name_prefix: optional(wireString),
  }),
  response: wireObject("ListEntriesResponse", { entries: required(wireArray(AnsEntryWire)) }),
  errorStatuses: { 400: "The size of the page is none" },
  handle: ({ query: { page_size: size, name_prefix: prefix = "" } }, { wallet }) => ({
    entries: [...networkEntries(wallet), ...entriesWithin(wallet, prefix, size)]
      .filter(({ name }) => name.startsWith(prefix))
      .sort(byName)
      .slice(0, size),
  }),
});

/** The row that returns the entry of a party or a name (wallet 5.1). */
const lookup = (
  key: "party" | "name",
  find: (wallet: Wallet, value: string) => AnsEntryWire | undefined,
): Endpoint =>
  walletRow({
    method: "GET",
    path: `/v0/scan-proxy/ans-entries/by-${key}/{${key}}`,
    summary: `The entry of a ${key}`,
    access: "subject",
    parameters: wireObject(`AnsEntryBy${key}`, {
      [key]: required(key === "party" ? partyId : wireString),
    }),
    response: wireObject("LookupEntryResponse", { entry: required(AnsEntryWire) }),
    errorStatuses: { 404: "There is no entry" },
    handle: ({ parameters }, { wallet }) => {
      const value = parameters[key] ?? "";
      const entry = find(wallet, value);
      if (entry === undefined)
        throw refused(404, `No ans entry found for ${key}: ${value.slice(0, 255)}`);
      return { entry };
    },
  });

const ofParty = (wallet: Wallet, party: PartyId): AnsEntryWire | undefined => {
  const now = wallet.now();
  return (
    networkEntries(wallet).find(({ user }) => user === party) ??
    wallet.views
      .of(AnsEntry, party)
      .filter(({ payload }) => payload.user === party && now < payload.expiresAt)
      .map(shown)
      .sort(byName)[0]
  );
};

const ofName = (wallet: Wallet, name: string): AnsEntryWire | undefined => {
  const now = wallet.now();
  return (
    networkEntries(wallet).find((entry) => entry.name === name) ??
    wallet.views
      .named(AnsEntry, wallet.settings.dso, name)
      .filter(({ payload }) => now < payload.expiresAt)
      .map(shown)[0]
  );
};

/** `POST /v0/scan-proxy/ans-rules` (wallet 5.1): without the contract when the caller has it. */
const ansRules = walletRow({
  method: "POST",
  path: "/v0/scan-proxy/ans-rules",
  summary: "The rules of names, unless the caller has them",
  access: "subject",
  submits: false,
  body: notNull(
    wireObject("GetAnsRulesRequest", {
      cached_ans_rules_contract_id: optional(wireString),
      cached_ans_rules_domain_id: optional(wireString),
    }),
  ),
  response: wireObject("GetAnsRulesResponse", {
    ans_rules_update: required(
      wireObject("MaybeCachedContractWithState", {
        contract: optional(ContractWire),
        domain_id: optional(wireString),
      }),
    ),
  }),
  errorStatuses: { 404: "The network is not set up" },
  handle: ({ body }, { wallet: { views, settings } }) => {
    const [rules] = views.contractsOf(AnsRules, settings.dso, 1);
    if (rules === undefined) throw refused(404, "The network has no rules of names yet.");
    const isKnown = body.cached_ans_rules_contract_id === rules.contractId;
    const domain = { domain_id: settings.synchronizerId };
    return { ans_rules_update: isKnown ? domain : { contract: contractToWire(rules), ...domain } };
  },
});

/** The rows for lookups of names (wallet 5.1). */
export const nameRows: ReadonlyArray<Endpoint> = [
  listEntries,
  lookup("party", ofParty),
  lookup("name", ofName),
  ansRules,
];

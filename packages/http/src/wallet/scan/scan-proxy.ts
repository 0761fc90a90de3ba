import {
  AmuletRules,
  IssuingMiningRound,
  OpenMiningRound,
  TransferCommandCounter,
  UnclaimedDevelopmentFundCoupon,
} from "@tallystick/coin";
import type { Contract } from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import { featuredRightFor } from "@tallystick/wallet";
import { optional, required, wireArray, wireObject, wireString } from "@tallystick/wire";
import { right } from "fp-ts/lib/Either.js";
import { type Endpoint, nothing } from "../../endpoints/endpoint.js";
import {
  ContractWire,
  ContractWithState,
  contractToWire,
  withState,
} from "../rows/contract-wire.js";
import { holdingsSummaryRows } from "../holdings/holdings-summary.js";
import { trafficStatus } from "./member-traffic.js";
import { nameRows } from "../names/name-service.js";
import { noPreapproval, preapprovalOf, PreapprovalWire } from "../transfers/preapproval-lookup.js";
import { dsoRows } from "./scan-dso.js";
import { transferCommandStatus } from "./transfer-command-status.js";
import { refused, walletRow } from "../rows/wallet-row.js";

/** Answer of `GET /v0/scan-proxy/dso-party-id` (wallet 5.1). */
export const DsoPartyId = wireObject("GetDsoPartyIdResponse", {
  dso_party_id: required(wireString),
});

const dsoPartyId = (path: string, access: "open" | "subject"): Endpoint =>
  walletRow({
    method: "GET",
    path,
    summary: "The party that administers the coin",
    access,
    parameters: nothing,
    query: nothing,
    body: nothing,
    response: { kind: "json", codec: DsoPartyId },
    handle: ({ wallet }) => right({ dso_party_id: wallet.settings.dso }),
  });

/** Answer of `GET /v0/scan-proxy/amulet-rules` (wallet 5.1). */
export const AmuletRulesWire = wireObject("GetAmuletRulesProxyResponse", {
  amulet_rules: required(ContractWithState),
});

const ofDso = (
  { views, settings }: Wallet,
  template: { readonly name: string },
): ReadonlyArray<Contract> => views.contractsOf(template, settings.dso);

/** `GET /v0/scan-proxy/amulet-rules` (wallet 5.1). */
export const amuletRules = walletRow({
  method: "GET",
  path: "/v0/scan-proxy/amulet-rules",
  summary: "The rules of the coin",
  access: "subject",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: AmuletRulesWire },
  handle: ({ wallet }) => {
    const [rules] = ofDso(wallet, AmuletRules);
    return rules === undefined
      ? refused(404, "The network has no rules yet.")
      : right({ amulet_rules: withState(rules, wallet.settings.synchronizerId) });
  },
});

/** Answer of `GET /v0/scan-proxy/open-and-issuing-mining-rounds` (wallet 5.1). */
export const RoundsWire = wireObject("GetOpenAndIssuingMiningRoundsProxyResponse", {
  open_mining_rounds: required(wireArray(ContractWithState)),
  issuing_mining_rounds: required(wireArray(ContractWithState)),
});

/** `GET /v0/scan-proxy/open-and-issuing-mining-rounds` (wallet 5.1). */
export const miningRounds = walletRow({
  method: "GET",
  path: "/v0/scan-proxy/open-and-issuing-mining-rounds",
  summary: "The rounds that are open or issue",
  access: "subject",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: RoundsWire },
  handle: ({ wallet }) => {
    const shown = (template: { readonly name: string }) =>
      ofDso(wallet, template).map((it) => withState(it, wallet.settings.synchronizerId));
    return right({
      open_mining_rounds: shown(OpenMiningRound),
      issuing_mining_rounds: shown(IssuingMiningRound),
    });
  },
});

/** Path of the lookups by provider. */
export const ProviderPath = wireObject("ProviderPath", {
  provider_party_id: required(wireString),
});

/**
 * Answer of `GET /v0/scan-proxy/featured-apps/{provider_party_id}` (wallet 5.1); empty for a
 * provider that is not featured.
 */
export const FeaturedAppWire = wireObject("LookupFeaturedAppRightResponse", {
  featured_app_right: optional(ContractWire),
});

/** `GET /v0/scan-proxy/featured-apps/{provider_party_id}` (wallet 5.1). */
export const featuredApp = walletRow({
  method: "GET",
  path: "/v0/scan-proxy/featured-apps/{provider_party_id}",
  summary: "The featured right of a provider, if it has one",
  access: "subject",
  parameters: ProviderPath,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: FeaturedAppWire },
  handle: ({ wallet: { views, settings }, parameters }) => {
    const found = featuredRightFor(views, settings.dso, parameters.provider_party_id);
    const contract = found === undefined ? undefined : views.contract(found);
    return right(contract === undefined ? {} : { featured_app_right: contractToWire(contract) });
  },
});

/** Path of the lookups by party. */
export const PartyPath = wireObject("PartyPath", { party: required(wireString) });

/** `GET /v0/scan-proxy/transfer-preapprovals/by-party/{party}` (wallet 5.1). */
export const preapprovalByParty = walletRow({
  method: "GET",
  path: "/v0/scan-proxy/transfer-preapprovals/by-party/{party}",
  summary: "The preapproval of a receiver",
  access: "subject",
  parameters: PartyPath,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: PreapprovalWire },
  handle: ({ wallet, parameters }) => {
    const found = preapprovalOf(wallet, parameters.party);
    const contract = found && wallet.views.contract(found.contractId);
    return contract === undefined
      ? noPreapproval(parameters.party)
      : right({ transfer_preapproval: withState(contract, wallet.settings.synchronizerId) });
  },
});

/** Answer of `GET /v0/scan-proxy/transfer-command-counter/{party}` (wallet 5.1). */
export const CounterWire = wireObject("LookupTransferCommandCounterResponse", {
  transfer_command_counter: required(ContractWithState),
});

/** `GET /v0/scan-proxy/transfer-command-counter/{party}` (wallet 5.1). */
export const transferCommandCounter = walletRow({
  method: "GET",
  path: "/v0/scan-proxy/transfer-command-counter/{party}",
  summary: "The next nonce of a sender of transfer commands",
  access: "subject",
  parameters: PartyPath,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: CounterWire },
  statuses: { 404: "The sender has never used one; it begins with nonce 0" },
  handle: ({ wallet: { views, settings }, parameters }) => {
    const { party } = parameters;
    const [found] = views.named(TransferCommandCounter, settings.dso, party, 1);
    const contract = found && views.contract(found.contractId);
    return contract === undefined
      ? refused(404, `No TransferCommandCounter found for party: ${party.slice(0, 255)}`)
      : right({ transfer_command_counter: withState(contract, settings.synchronizerId) });
  },
});

/** Answer of `GET /v0/scan-proxy/unclaimed-development-fund-coupons` (wallet 5.1). */
export const UnclaimedFundWire = wireObject("ListUnclaimedDevelopmentFundCouponsResponse", {
  "unclaimed-development-fund-coupons": required(wireArray(ContractWithState)),
});

/** `GET /v0/scan-proxy/unclaimed-development-fund-coupons` (wallet 5.1). */
export const unclaimedFundCoupons = walletRow({
  method: "GET",
  path: "/v0/scan-proxy/unclaimed-development-fund-coupons",
  summary: "What is left in the development fund",
  access: "subject",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: UnclaimedFundWire },
  handle: ({ wallet }) =>
    right({
      "unclaimed-development-fund-coupons": ofDso(wallet, UnclaimedDevelopmentFundCoupon).map(
        (it) => withState(it, wallet.settings.synchronizerId),
      ),
    }),
});

/** The rows of the scan proxy (wallet 5.1), and those of the scan itself that wallets ask. */
export const scanProxyRows: ReadonlyArray<Endpoint> = [
  dsoPartyId("/v0/scan-proxy/dso-party-id", "subject"),
  dsoPartyId("/v0/dso-party-id", "open"),
  amuletRules,
  miningRounds,
  featuredApp,
  preapprovalByParty,
  transferCommandCounter,
  transferCommandStatus,
  unclaimedFundCoupons,
  ...dsoRows,
  ...holdingsSummaryRows,
  trafficStatus("/v0/domains/{domain_id}/members/{member_id}/traffic-status", "open"),
  trafficStatus("/v0/scan-proxy/domains/{domain_id}/members/{member_id}/traffic-status", "subject"),
  ...nameRows,
];

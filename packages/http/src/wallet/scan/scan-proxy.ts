import {
  AmuletRules,
  IssuingMiningRound,
  OpenMiningRound,
  TransferCommandCounter,
  UnclaimedDevelopmentFundCoupon,
} from "@tallystick/coin";
import type { Wallet } from "@tallystick/node";
import { featuredRightFor } from "@tallystick/wallet";
import { optional, required, wireArray, wireObject, wireString } from "@tallystick/wire";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { holdingsSummaryRows } from "../holdings/holdings-summary.js";
import { nameRows } from "../names/name-service.js";
import {
  ContractWire,
  ContractWithState,
  contractToWire,
  withState,
} from "../rows/contract-wire.js";
import { contractWithStateOf } from "../rows/payload-schema.js";
import { refused, walletRow } from "../rows/wallet-row.js";
import { preapprovalByParty } from "../transfers/preapproval-lookup.js";
import { trafficStatus } from "./member-traffic.js";
import { dsoRows } from "./scan-dso.js";
import { transferCommandStatus } from "./transfer-command-status.js";
import { partyId } from "../rows/value-codecs.js";

const dsoPartyId = (path: string, access: "open" | "subject"): Endpoint =>
  walletRow({
    method: "GET",
    path,
    summary: "The party that administers the coin",
    access,
    response: wireObject("GetDsoPartyIdResponse", { dso_party_id: required(wireString) }),
    handle: (_request, { wallet }) => ({ dso_party_id: wallet.settings.dso }),
  });

/** The contracts of a template of the network's operator party, in answers. */
const ofDso = (
  { views, settings }: Wallet,
  template: { readonly name: string },
): ReadonlyArray<ContractWithState> =>
  views.contractsOf(template, settings.dso).map((it) => withState(it, settings.synchronizerId));

/** `GET /v0/scan-proxy/amulet-rules` (wallet 5.1). */
const amuletRules = walletRow({
  method: "GET",
  path: "/v0/scan-proxy/amulet-rules",
  summary: "The rules of the coin",
  access: "subject",
  response: wireObject("GetAmuletRulesProxyResponse", {
    amulet_rules: required(contractWithStateOf(AmuletRules)),
  }),
  handle: (_request, { wallet }) => {
    const [rules] = ofDso(wallet, AmuletRules);
    if (rules === undefined) throw refused(404, "The network has no rules yet.");
    return { amulet_rules: rules };
  },
});

/** `GET /v0/scan-proxy/open-and-issuing-mining-rounds` (wallet 5.1). */
const miningRounds = walletRow({
  method: "GET",
  path: "/v0/scan-proxy/open-and-issuing-mining-rounds",
  summary: "The rounds that are open or issue",
  access: "subject",
  response: wireObject("GetOpenAndIssuingMiningRoundsProxyResponse", {
    open_mining_rounds: required(wireArray(contractWithStateOf(OpenMiningRound))),
    issuing_mining_rounds: required(wireArray(contractWithStateOf(IssuingMiningRound))),
  }),
  handle: (_request, { wallet }) => ({
    open_mining_rounds: ofDso(wallet, OpenMiningRound),
    issuing_mining_rounds: ofDso(wallet, IssuingMiningRound),
  }),
});

/** `GET /v0/scan-proxy/featured-apps/{provider_party_id}` (wallet 5.1). */
const featuredApp = walletRow({
  method: "GET",
  path: "/v0/scan-proxy/featured-apps/{provider_party_id}",
  summary: "The featured right of a provider, if it has one",
  access: "subject",
  parameters: wireObject("ProviderPath", { provider_party_id: required(partyId) }),
  // empty for a provider that is not featured
  response: wireObject("LookupFeaturedAppRightResponse", {
    featured_app_right: optional(ContractWire),
  }),
  handle: ({ parameters }, { wallet: { views, settings } }) => {
    const found = featuredRightFor(views, settings.dso, parameters.provider_party_id);
    const contract = found === undefined ? undefined : views.contract(found);
    return contract === undefined ? {} : { featured_app_right: contractToWire(contract) };
  },
});

/** `GET /v0/scan-proxy/transfer-command-counter/{party}` (wallet 5.1). */
const transferCommandCounter = walletRow({
  method: "GET",
  path: "/v0/scan-proxy/transfer-command-counter/{party}",
  summary: "The next nonce of a sender of transfer commands",
  access: "subject",
  parameters: wireObject("PartyPath", { party: required(partyId) }),
  response: wireObject("LookupTransferCommandCounterResponse", {
    transfer_command_counter: required(ContractWithState),
  }),
  errorStatuses: { 404: "The sender has never used one; it begins with nonce 0" },
  handle: ({ parameters: { party } }, { wallet: { views, settings } }) => {
    const [found] = views.named(TransferCommandCounter, settings.dso, party, 1);
    const contract = found && views.contract(found.contractId);
    if (contract === undefined)
      throw refused(404, `No TransferCommandCounter found for party: ${party.slice(0, 255)}`);
    return { transfer_command_counter: withState(contract, settings.synchronizerId) };
  },
});

const unclaimedField = "unclaimed-development-fund-coupons";

/** `GET /v0/scan-proxy/unclaimed-development-fund-coupons` (wallet 5.1). */
const unclaimedFundCoupons = walletRow({
  method: "GET",
  path: `/v0/scan-proxy/${unclaimedField}`,
  summary: "What is left in the development fund",
  access: "subject",
  response: wireObject("ListUnclaimedDevelopmentFundCouponsResponse", {
    [unclaimedField]: required(wireArray(ContractWithState)),
  }),
  handle: (_request, { wallet }) => ({
    [unclaimedField]: ofDso(wallet, UnclaimedDevelopmentFundCoupon),
  }),
});

/** The rows of the scan proxy (wallet 5.1), and those of the scan that wallets use. */
export const scanProxyRows: ReadonlyArray<Endpoint> = [
  dsoPartyId("/v0/scan-proxy/dso-party-id", "subject"),
  dsoPartyId("/v0/dso-party-id", "open"),
  amuletRules,
  miningRounds,
  featuredApp,
  preapprovalByParty("/v0/scan-proxy/transfer-preapprovals/by-party", "party", "subject"),
  transferCommandCounter,
  transferCommandStatus,
  unclaimedFundCoupons,
  ...dsoRows,
  ...holdingsSummaryRows,
  trafficStatus("/v0/domains/{domain_id}/members/{member_id}/traffic-status", "open"),
  trafficStatus("/v0/scan-proxy/domains/{domain_id}/members/{member_id}/traffic-status", "subject"),
  ...nameRows,
];

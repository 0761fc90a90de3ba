import { BuyTrafficRequest, constantInt, walletPackage } from "@tallystick/coin";
import { commandsOf, shortId } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import { optional, required, wireObject, wireString } from "@tallystick/wire";
import type { TypeOf } from "io-ts";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { createdId } from "../rows/own-contract.js";
import { onceId, submitCommand } from "../rows/submissions.js";
import {
  inFuture,
  moment,
  partyId,
  positive,
  synchronizerId,
  trackingId,
} from "../rows/value-codecs.js";
import { refused, walletRow } from "../rows/wallet-row.js";
import { TrackingIdPath } from "./transfer-offers.js";

const { create } = commandsOf(walletPackage);

/** The network was never migrated. */
const firstMigration = constantInt(0n);

const NewRequest = wireObject("CreateBuyTrafficRequest", {
  receiving_validator_party_id: required(partyId),
  domain_id: required(synchronizerId),
  traffic_amount: required(positive),
  tracking_id: required(trackingId),
  expires_at: required(moment),
});

/** 400 for traffic on another synchronizer, and for a party that no participant of it hosts. */
const requireHosted = (
  { receiving_validator_party_id: party, domain_id: synchronizer }: TypeOf<typeof NewRequest>,
  known: string,
  ledger: Ledger,
): void => {
  if (synchronizer === known && ledger.party(party) !== undefined) return;
  const field = synchronizer === known ? "receiving_validator_party_id" : "domain_id";
  const cause = `Could not find participant hosting ${shortId(party)} on domain ${shortId(synchronizer)}`;
  throw refused(400, `${cause} (${field})`);
};

/** `POST /v0/wallet/buy-traffic-requests` (specification 4.5, wallet 2.4). */
const createBuyTrafficRequest = walletRow({
  method: "POST",
  path: "/v0/wallet/buy-traffic-requests",
  external: {
    refused:
      "The node pays for traffic by itself, which it cannot for a party that signs outside of it: buy it with a party of the node.",
  },
  summary: "Ask the wallet to buy traffic for a validator",
  description: "A tracking id is used once, whatever becomes of the request.",
  body: NewRequest,
  response: wireObject("CreateBuyTrafficRequestResponse", {
    request_contract_id: required(wireString),
  }),
  errorStatuses: {
    409: "A request with this tracking id was created before",
    429: "A request with this tracking id is being created",
  },
  handle: async ({ body }, { wallet, ledger, party }) => {
    requireHosted(body, wallet.settings.synchronizerId, ledger);
    if (wallet.views.tracked(party, "buy-traffic-request", body.tracking_id) !== undefined)
      throw refused(409, "A request with this tracking id was created before; ask for its status.");
    const command = create(BuyTrafficRequest, {
      dso: wallet.settings.dso,
      endUserParty: party,
      expiresAt: inFuture(body.expires_at, "expires_at", wallet.now()),
      trackingId: body.tracking_id,
      trafficAmount: body.traffic_amount,
      memberId: wallet.memberId,
      synchronizerId: body.domain_id,
      migrationId: firstMigration,
    });
    const commandId = onceId("buy-traffic", party, body.tracking_id);
    const { result } = await submitCommand(wallet, party, commandId, command);
    return { request_contract_id: createdId(result) };
  },
});

/** `POST /v0/wallet/buy-traffic-requests/{tracking_id}/status` (specification 4.5, wallet 2.5). */
const buyTrafficStatus = walletRow({
  method: "POST",
  path: "/v0/wallet/buy-traffic-requests/{tracking_id}/status",
  summary: "What has become of a request to buy traffic",
  submits: false,
  parameters: TrackingIdPath,
  response: wireObject("GetBuyTrafficRequestStatusResponse", {
    status: required(wireString),
    transaction_id: optional(wireString),
    failure_reason: optional(wireString),
    rejection_reason: optional(wireString),
  }),
  errorStatuses: { 404: "The tracking id is unknown" },
  handle: ({ parameters }, { wallet: { views }, party }) => {
    const known = views.tracked(party, "buy-traffic-request", parameters.tracking_id);
    if (known === undefined) throw refused(404, "No request with this tracking id is known.");
    return { ...known };
  },
});

/** The rows of requests to buy traffic (specification 4.5). */
export const buyTrafficRows: ReadonlyArray<Endpoint> = [createBuyTrafficRequest, buyTrafficStatus];

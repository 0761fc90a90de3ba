import { BuyTrafficRequest, constantInt, walletPackage } from "@tallystick/coin";
import { int64From, isSynchronizerId } from "@tallystick/core";
import {
  commandsOf,
  optional,
  required,
  wireInt64,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { type Endpoint, nothing } from "../../endpoints/endpoint.js";
import { futureTime, partyId, trackingIdText } from "../rows/request-values.js";
import { onceId, submissionBy } from "../rows/submissions.js";
import { TrackingIdPath } from "./transfer-offers.js";
import { refused, walletRow } from "../rows/wallet-row.js";

const { create } = commandsOf(walletPackage);

/** The network has never been migrated. */
const firstMigration = constantInt(0n);

/** Request body of `POST /v0/wallet/buy-traffic-requests` (wallet 2.4). */
export const CreateBuyTrafficRequest = wireObject("CreateBuyTrafficRequest", {
  receiving_validator_party_id: required(wireString),
  domain_id: required(wireString),
  traffic_amount: required(wireInt64),
  tracking_id: required(wireString),
  expires_at: required(wireInt64),
});

/** Answer of `POST /v0/wallet/buy-traffic-requests` (wallet 2.4). */
export const CreateBuyTrafficResponse = wireObject("CreateBuyTrafficRequestResponse", {
  request_contract_id: required(wireString),
});

/** `POST /v0/wallet/buy-traffic-requests` (specification 4.5, wallet 2.4). */
export const createBuyTrafficRequest = walletRow({
  method: "POST",
  path: "/v0/wallet/buy-traffic-requests",
  summary: "Ask the wallet to buy traffic for a validator",
  description: "A tracking id is used once, whatever becomes of the request.",
  access: "user",
  parameters: nothing,
  query: nothing,
  body: CreateBuyTrafficRequest,
  response: { kind: "json", codec: CreateBuyTrafficResponse },
  statuses: {
    409: "A request with this tracking id was created before",
    429: "A request with this tracking id is being created",
  },
  handle: async ({ wallet, ledger, party, body }) => {
    if (!isSynchronizerId(body.domain_id)) {
      const found = body.domain_id.slice(0, 300);
      return refused(400, `Invalid domain_id: found "${found}", expected <name>::<fingerprint>`);
    }
    const validator = partyId(body.receiving_validator_party_id, "receiving_validator_party_id");
    if (isLeft(validator)) return validator;
    if (ledger.party(validator.right) === undefined) {
      return refused(
        400,
        "Invalid receiving_validator_party_id: no participant of this network hosts the party",
      );
    }
    const amount = int64From(body.traffic_amount);
    if (isLeft(amount) || amount.right <= 0n)
      return refused(400, "Invalid traffic_amount: expected a number of bytes above 0");
    const trackingId = trackingIdText(body.tracking_id);
    if (isLeft(trackingId)) return trackingId;
    if (wallet.views.tracked(party, "buy-traffic-request", trackingId.right) !== undefined) {
      return refused(
        409,
        "A request with this tracking id was created before; ask for its status.",
      );
    }
    const expiresAt = futureTime(body.expires_at, "expires_at", wallet.now());
    if (isLeft(expiresAt)) return expiresAt;
    const command = create(BuyTrafficRequest, {
      dso: wallet.settings.dso,
      endUserParty: party,
      expiresAt: expiresAt.right,
      trackingId: trackingId.right,
      trafficAmount: amount.right,
      memberId: wallet.memberId,
      synchronizerId: body.domain_id,
      migrationId: firstMigration,
    });
    const commandId = onceId("buy-traffic", party, trackingId.right);
    const done = await wallet.submit(submissionBy(wallet, party, commandId, command));
    if (isLeft(done)) return done;
    const { result } = done.right;
    return right({ request_contract_id: typeof result === "string" ? result : "" });
  },
});

/** Answer of `POST /v0/wallet/buy-traffic-requests/{tracking_id}/status` (wallet 2.5). */
export const BuyTrafficStatus = wireObject("GetBuyTrafficRequestStatusResponse", {
  status: required(wireString),
  transaction_id: optional(wireString),
  failure_reason: optional(wireString),
  rejection_reason: optional(wireString),
});

/** `POST /v0/wallet/buy-traffic-requests/{tracking_id}/status` (specification 4.5, wallet 2.5). */
export const buyTrafficStatus = walletRow({
  method: "POST",
  path: "/v0/wallet/buy-traffic-requests/{tracking_id}/status",
  summary: "What has become of a request to buy traffic",
  access: "user",
  changesNothing: true,
  parameters: TrackingIdPath,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: BuyTrafficStatus },
  statuses: { 404: "The tracking id is unknown" },
  handle: ({ wallet: { views }, party, parameters }) => {
    const found = views.tracked(party, "buy-traffic-request", parameters.tracking_id);
    return found === undefined
      ? refused(404, "No request with this tracking id is known.")
      : right({ ...found });
  },
});

/** The rows of requests to buy traffic (specification 4.5). */
export const buyTrafficRows: ReadonlyArray<Endpoint> = [createBuyTrafficRequest, buyTrafficStatus];

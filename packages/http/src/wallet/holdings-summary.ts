import { int64From, timestampToText } from "@tallystick/core";
import {
  optional,
  required,
  wireArray,
  wireEnum,
  wireInstant,
  wireInt64,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { type Endpoint, nothing } from "../endpoints/endpoint.js";
import { holdingsFields, holdingsNow, type HoldingsSums } from "./holdings-sums.js";
import { partyId } from "./request-values.js";
import { runningNetwork } from "./submissions.js";
import { refused, type WalletAccess, walletRow } from "./wallet-row.js";

/** Owners of one request at most. */
const maxOwners = 1_000;

/** Request body of `POST /v0/scan-proxy/holdings/summary` (wallet 5.1). */
export const HoldingsSummaryRequest = wireObject("HoldingsSummaryRequest", {
  migration_id: required(wireInt64),
  record_time: required(wireInstant),
  record_time_match: optional(wireEnum("RecordTimeMatch", "exact", "at_or_before")),
  owner_party_ids: required(wireArray(wireString)),
  as_of_round: optional(wireInt64),
});

/** Answer of `POST /v0/scan-proxy/holdings/summary` (wallet 5.1). */
export const HoldingsSummaryResponse = wireObject("HoldingsSummaryResponse", {
  record_time: required(wireString),
  migration_id: required(wireInt64),
  computed_as_of_round: required(wireInt64),
  summaries: required(wireArray(wireObject("HoldingsSummary", holdingsFields))),
});

const summaryAt = (path: string, access: WalletAccess): Endpoint =>
  walletRow({
    method: "POST",
    path,
    summary: "The sums of what parties hold",
    description:
      "As of the latest record time: a record_time before it is answered with 404, as this node keeps no older snapshots.",
    access,
    parameters: nothing,
    query: nothing,
    body: HoldingsSummaryRequest,
    response: { kind: "json", codec: HoldingsSummaryResponse },
    statuses: { 400: "A value is bad", 404: "There is no snapshot of that time" },
    handle: ({ wallet, body }) => {
      if (BigInt(body.migration_id) !== 0n) {
        return refused(
          404,
          `There is no migration ${body.migration_id}; this network has 0 alone.`,
        );
      }
      if (body.owner_party_ids.length > maxOwners)
        return refused(400, `Invalid owner_party_ids: expected at most ${maxOwners} parties`);
      const latest = wallet.views.lastRecordTime();
      const asked = body.record_time;
      if (asked < latest)
        return refused(404, `The oldest snapshot is of ${timestampToText(latest)}.`);
      const network = runningNetwork(wallet);
      if (isLeft(network)) return network;
      const [earliest = network.right.round] = network.right.openRounds;
      const number = int64From(body.as_of_round ?? earliest.payload.round.number);
      if (isLeft(number) || number.right < 0n)
        return refused(400, "Invalid as_of_round: expected 0 or more");
      const summaries: Array<HoldingsSums> = [];
      for (const owner of new Set(body.owner_party_ids)) {
        const party = partyId(owner, "owner_party_ids");
        if (isLeft(party)) return party;
        const sums = holdingsNow(wallet, party.right, { number: number.right });
        if (isLeft(sums)) return sums;
        summaries.push(sums.right);
      }
      return right({
        // between the latest record time and now nothing has changed
        record_time: timestampToText(body.record_time_match === "at_or_before" ? latest : asked),
        migration_id: 0,
        computed_as_of_round: Number(number.right),
        summaries,
      });
    },
  });

/** `POST /v0/scan-proxy/holdings/summary` (wallet 5.1), and the same as the scan has it. */
export const holdingsSummaryRows: ReadonlyArray<Endpoint> = [
  summaryAt("/v0/scan-proxy/holdings/summary", "subject"),
  summaryAt("/v0/holdings/summary", "open"),
];

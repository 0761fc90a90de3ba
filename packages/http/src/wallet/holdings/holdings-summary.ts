import { int64From, type LedgerError, timestampToText } from "@tallystick/core";
import type { Ledger, Wallet } from "@tallystick/node";
import type { RoundNumber } from "@tallystick/wallet";
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
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import { type Endpoint, nothing } from "../../endpoints/endpoint.js";
import { holdingsFields, holdingsNow, type HoldingsSums } from "./holdings-sums.js";
import { holdingsThen, openRoundThen } from "./holdings-then.js";
import { momentAt } from "../history/offset-at-time.js";
import { partyId } from "../rows/request-values.js";
import { runningNetwork } from "../rows/submissions.js";
import { refused, type WalletAccess, type WalletError, walletRow } from "../rows/wallet-row.js";

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

type Request = TypeOf<typeof HoldingsSummaryRequest>;
type Response = TypeOf<typeof HoldingsSummaryResponse>;
type Summary = Either<WalletError | LedgerError, Response>;

/** The parties of a request, each once. */
const ownersOf = ({
  owner_party_ids: owners,
}: Request): Either<WalletError, ReadonlyArray<string>> => {
  if (owners.length > maxOwners)
    return refused(400, `Invalid owner_party_ids: expected at most ${maxOwners} parties`);
  for (const owner of owners) {
    const party = partyId(owner, "owner_party_ids");
    if (isLeft(party)) return party;
  }
  return right([...new Set(owners)]);
};

const roundOf = (number: number | bigint): Either<WalletError, RoundNumber> => {
  const read = int64From(number);
  return isLeft(read) || read.right < 0n
    ? refused(400, "Invalid as_of_round: expected 0 or more")
    : right({ number: read.right });
};

/** The round that fees are counted up to: the one of the request, or the first that is open. */
const roundNow = (wallet: Wallet, asked: number | bigint | undefined) => {
  if (asked !== undefined) return roundOf(asked);
  const network = runningNetwork(wallet);
  if (isLeft(network)) return network;
  const [earliest = network.right.round] = network.right.openRounds;
  return right(earliest.payload.round);
};

/** Between the latest record time and now nothing has changed. */
const summaryNow = (wallet: Wallet, body: Request, owners: ReadonlyArray<string>): Summary => {
  const round = roundNow(wallet, body.as_of_round);
  if (isLeft(round)) return round;
  const summaries: Array<HoldingsSums> = [];
  for (const owner of owners) {
    const sums = holdingsNow(wallet, owner, round.right);
    if (isLeft(sums)) return sums;
    summaries.push(sums.right);
  }
  const latest = wallet.views.lastRecordTime();
  return right({
    record_time: timestampToText(
      body.record_time_match === "at_or_before" ? latest : body.record_time,
    ),
    migration_id: 0,
    computed_as_of_round: Number(round.right.number),
    summaries,
  });
};

/** The state of the ledger at any time is still in the journal, unless it was pruned. */
const summaryThen = async (
  wallet: Wallet,
  ledger: Ledger,
  body: Request,
  owners: ReadonlyArray<string>,
): Promise<Summary> => {
  const moment = await momentAt(ledger, body.record_time);
  if (isLeft(moment)) return moment;
  const { offset, recordTime } = moment.right;
  const open = await openRoundThen(ledger, offset, wallet.settings.dso);
  if (isLeft(open)) return open;
  const round = roundOf(body.as_of_round ?? open.right ?? 0n);
  if (isLeft(round)) return round;
  const summaries = await holdingsThen(ledger, offset, owners, round.right);
  if (isLeft(summaries)) return summaries;
  return right({
    record_time: timestampToText(
      body.record_time_match === "at_or_before" ? recordTime : body.record_time,
    ),
    migration_id: 0,
    computed_as_of_round: Number(round.right.number),
    summaries: summaries.right,
  });
};

const summaryAt = (path: string, access: WalletAccess): Endpoint =>
  walletRow({
    method: "POST",
    path,
    summary: "The sums of what parties hold, or held at a time",
    description:
      "As of any record_time of the ledger: times before it began or up to which it was pruned are answered with 404.",
    access,
    changesNothing: true,
    isLongRead: true,
    parameters: nothing,
    query: nothing,
    body: HoldingsSummaryRequest,
    response: { kind: "json", codec: HoldingsSummaryResponse },
    statuses: { 400: "A value is bad", 404: "Nothing is known of that time" },
    handle: async ({ wallet, ledger, body }) => {
      if (BigInt(body.migration_id) !== 0n) {
        return refused(
          404,
          `There is no migration ${body.migration_id}; this network has 0 alone.`,
        );
      }
      const owners = ownersOf(body);
      if (isLeft(owners)) return owners;
      return body.record_time >= wallet.views.lastRecordTime()
        ? summaryNow(wallet, body, owners.right)
        : summaryThen(wallet, ledger, body, owners.right);
    },
  });

/** `POST /v0/scan-proxy/holdings/summary` (wallet 5.1), and the same as the scan has it. */
export const holdingsSummaryRows: ReadonlyArray<Endpoint> = [
  summaryAt("/v0/scan-proxy/holdings/summary", "subject"),
  summaryAt("/v0/holdings/summary", "open"),
];

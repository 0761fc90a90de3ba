import { constantInt } from "@tallystick/coin";
import { microsToText, timestampToText } from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
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
import type { TypeOf } from "io-ts";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { momentAt } from "../history/offset-at-time.js";
import { runningNetwork } from "../rows/submissions.js";
import { integer, nonNegative, partyId } from "../rows/value-codecs.js";
import { refused, type WalletAccess, walletRow, type WalletServices } from "../rows/wallet-row.js";
import { amountFields, holdingsFields, holdingsNow, type HoldingsSums } from "./holdings-sums.js";
import { holdingsThen, openRoundThen } from "./holdings-then.js";

/** When no round was open yet. */
const initialRound: RoundNumber = { number: constantInt(0n) };

/** The most owners of one request. */
const maxOwners = 1_000;

const questionFields = {
  migration_id: required(integer),
  record_time: required(wireInstant),
  record_time_match: optional(wireEnum("RecordTimeMatch", "exact", "at_or_before")),
  owner_party_ids: required(wireArray(partyId)),
};

/** Request body of `POST /v0/scan-proxy/holdings/summary` (wallet 5.1). */
const HoldingsSummaryRequest = wireObject("HoldingsSummaryRequest", {
  ...questionFields,
  as_of_round: optional(nonNegative),
});

/** The same without a round: of Splice 0.6.8 and later, which counts no fees. */
const HoldingsSummaryRequestV1 = wireObject("HoldingsSummaryRequestV1", questionFields);

type Request = TypeOf<typeof HoldingsSummaryRequest>;

/** The sums of parties' holdings, now or at a time. */
interface Summary {
  /** Record time of the last transaction in them; microseconds since the Unix epoch. */
  readonly upTo: number;
  /** The round that fees are counted up to: that of the request, or the first open one. */
  readonly round: RoundNumber;
  readonly sums: ReadonlyArray<HoldingsSums>;
}

const firstOpenRound = (wallet: Wallet): RoundNumber => {
  const network = runningNetwork(wallet);
  const [earliest = network.round] = network.openRounds;
  return earliest.payload.round;
};

const askedRound = ({ as_of_round: number }: Request): RoundNumber | undefined =>
  number === undefined ? undefined : { number };

/** Nothing has changed since the latest record time. */
const summaryNow = (wallet: Wallet, body: Request, owners: ReadonlyArray<string>): Summary => {
  const round = askedRound(body) ?? firstOpenRound(wallet);
  return {
    upTo: wallet.views.lastRecordTime(),
    round,
    sums: owners.map((owner) => holdingsNow(wallet, owner, round)),
  };
};

/** Earlier states are in the journal, unless it was pruned. */
const summaryThen = async (
  { wallet, ledger }: WalletServices,
  body: Request,
  owners: ReadonlyArray<string>,
): Promise<Summary> => {
  const { offset, recordTime } = await momentAt(ledger, body.record_time);
  const open = await openRoundThen(ledger, offset, wallet.settings.dso);
  const round = askedRound(body) ?? open ?? initialRound;
  const sums = await holdingsThen(ledger, offset, owners, round);
  return { upTo: recordTime, round, sums };
};

/** Throws why a request has no answer, with its status. */
const summaryOf = (services: WalletServices, body: Request): Promise<Summary> | Summary => {
  const { migration_id: migration, owner_party_ids: parties, record_time: time } = body;
  if (BigInt(migration) !== 0n)
    throw refused(404, `There is no migration ${migration}; this network has 0 alone.`);
  if (parties.length === 0 || parties.length > maxOwners)
    throw refused(400, `Invalid owner_party_ids: expected 1 to ${maxOwners} parties`);
  const owners = [...new Set(parties)];
  return time >= services.wallet.views.lastRecordTime()
    ? summaryNow(services.wallet, body, owners)
    : summaryThen(services, body, owners);
};

const shownTime = ({ record_time: time, record_time_match: match }: Request, upTo: number) =>
  match === "at_or_before" ? timestampToText(upTo) : microsToText(time);

const sharedOfRows = {
  method: "POST",
  description:
    "As of any record_time of the ledger: times before it began or up to which it was pruned are answered with 404.",
  submits: false,
  isLongRead: true,
  errorStatuses: { 400: "A value is bad", 404: "Nothing is known of that time" },
} as const;

const timeFields = { record_time: required(wireString), migration_id: required(wireInt64) };

const summaryAt = (path: string, access: WalletAccess): Endpoint =>
  walletRow({
    ...sharedOfRows,
    path,
    summary: "The sums of what parties hold, or held at a time, with fees up to a round",
    deprecated: true,
    access,
    body: HoldingsSummaryRequest,
    response: wireObject("HoldingsSummaryResponse", {
      ...timeFields,
      computed_as_of_round: required(wireInt64),
      summaries: required(wireArray(wireObject("HoldingsSummary", holdingsFields))),
    }),
    handle: async ({ body }, services) => {
      const { upTo, round, sums } = await summaryOf(services, body);
      return {
        record_time: shownTime(body, upTo),
        migration_id: 0,
        computed_as_of_round: Number(round.number),
        summaries: sums,
      };
    },
  });

const amountsOf = ({
  party_id,
  total_unlocked_coin,
  total_locked_coin,
  total_coin_holdings,
}: HoldingsSums) => ({ party_id, total_unlocked_coin, total_locked_coin, total_coin_holdings });

const summaryV1At = (path: string, access: WalletAccess): Endpoint =>
  walletRow({
    ...sharedOfRows,
    path,
    summary: "The sums of what parties hold, or held at a time",
    access,
    body: HoldingsSummaryRequestV1,
    response: wireObject("HoldingsSummaryResponseV1", {
      ...timeFields,
      summaries: required(wireArray(wireObject("HoldingsSummaryV1", amountFields))),
    }),
    handle: async ({ body }, services) => {
      // no amount of the answer depends on the round
      const asked = { ...body, as_of_round: initialRound.number };
      const { upTo, sums } = await summaryOf(services, asked);
      return {
        record_time: shownTime(asked, upTo),
        migration_id: 0,
        summaries: sums.map(amountsOf),
      };
    },
  });

/** The summaries of both versions behind the scan proxy (wallet 5.1), and as the scan has them. */
export const holdingsSummaryRows: ReadonlyArray<Endpoint> = [
  summaryAt("/v0/scan-proxy/holdings/summary", "subject"),
  summaryAt("/v0/holdings/summary", "open"),
  summaryV1At("/v1/scan-proxy/holdings/summary", "subject"),
  summaryV1At("/v1/holdings/summary", "open"),
];

import { type Micros, numericFromUnits, numericToText, timestampToText } from "@tallystick/core";
import type { BalanceThen } from "@tallystick/views/wallet";
import {
  defaulted,
  oneOf,
  optional,
  queryInstant,
  queryInt32,
  required,
  textOffset,
  wireArray,
  wireInt64,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import { maxListed } from "../rows/own-contract.js";
import { upTo } from "../rows/value-codecs.js";
import { refused, walletRow, type WalletServices } from "../rows/wallet-row.js";

/** Points of an answer without a limit. */
const usualPoints = 366;

const stepMicros = { hour: 3_600_000_000, day: 86_400_000_000 } as const;
type Step = keyof typeof stepMicros;

/** The time before now that is shown when no begin is given: 30 days. */
const usualMicros = 30 * stepMicros.day;

const BalanceQuery = wireObject("BalanceHistoryQuery", {
  step: defaulted(oneOf<Step | "transaction">("day", "hour", "transaction"), "day"),
  from: optional(queryInstant),
  until: optional(queryInstant),
  after_offset: optional(textOffset),
  limit: defaulted(upTo(maxListed, queryInt32), usualPoints),
});
type BalanceQuery = TypeOf<typeof BalanceQuery>;

const BalancePoint = wireObject("BalancePoint", {
  /** Of a day or an hour its begin, of a transaction its record time. */
  at: required(wireString),
  /** The end of the day or the hour. */
  until: optional(wireString),
  unlocked: required(wireString),
  locked: required(wireString),
  total: required(wireString),
  /** Of a transaction. */
  offset: optional(wireInt64),
  /** Its items in the party's history. */
  event_ids: optional(wireArray(wireString)),
});
type BalancePoint = TypeOf<typeof BalancePoint>;

const BalanceHistory = wireObject("BalanceHistoryResponse", {
  step: required(oneOf<Step | "transaction">("day", "hour", "transaction")),
  from: required(wireString),
  until: required(wireString),
  /** What the party had before `from`. */
  opening: required(
    wireObject("OpeningBalance", {
      unlocked: required(wireString),
      locked: required(wireString),
      total: required(wireString),
    }),
  ),
  points: required(wireArray(BalancePoint)),
  /** Continues after the last transaction; absent at the end. */
  next_after_offset: optional(wireInt64),
});

/** The first points that are read for an answer; the transactions before it are not. */
interface Span {
  readonly from: Micros;
  readonly until: Micros;
}

const shown = (units: bigint): string => {
  const amount = numericFromUnits(units);
  if (isLeft(amount)) throw refused(500, "A sum of the coins is too large to be shown.");
  return numericToText(amount.right);
};

const balanceOf = (balance: Pick<BalanceThen, "unlocked" | "locked"> | undefined) => {
  const { unlocked, locked } = balance ?? { unlocked: 0n, locked: 0n };
  return { unlocked: shown(unlocked), locked: shown(locked), total: shown(unlocked + locked) };
};

const spanOf = ({ wallet }: WalletServices, { from, until }: BalanceQuery): Span => {
  const end = until === undefined ? wallet.now() + 1 : Number(until);
  const begin = from === undefined ? end - usualMicros : Number(from);
  const span = { from: Math.max(0, begin), until: end };
  if (span.from < span.until) return span;
  const expected = "expected a time after from";
  throw refused(400, `Invalid query parameter until: found ${timestampToText(end)}, ${expected}`);
};

/** What the party had at the end of each day or hour; of the last one, at the end of the span. */
const pointsBy = (
  step: Step,
  { wallet: { views }, party }: WalletServices,
  { from, until }: Span,
  limit: number,
): ReadonlyArray<BalancePoint> => {
  const length = stepMicros[step];
  const first = Math.floor(from / length) * length;
  const count = Math.ceil((until - first) / length);
  if (count > limit) {
    const expected = `at most ${limit} ${step}s; ask for less time, or with a higher limit`;
    throw refused(400, `Invalid query parameter from: ${count} ${step}s, expected ${expected}`);
  }
  return Array.from({ length: count }, (_, index) => {
    const begin = first + index * length;
    const end = Math.min(begin + length, until);
    return {
      at: timestampToText(begin),
      until: timestampToText(end),
      ...balanceOf(views.balances.before(party, end)),
    };
  });
};

const pointOf = (
  { wallet: { views }, party }: WalletServices,
  balance: BalanceThen,
): BalancePoint => ({
  at: timestampToText(balance.at),
  ...balanceOf(balance),
  offset: balance.offset,
  event_ids: [...views.balances.eventIdsAt(party, balance.offset)],
});

/** `GET /v0/wallet/balance/history`, ours: what a party had, by days, hours or transactions. */
export const balanceHistory = walletRow({
  method: "GET",
  path: "/v0/wallet/balance/history",
  summary: "What the party had in the past: at the end of each day or hour, or by transaction",
  description:
    "Days and hours are those of UTC; from is inclusive, until is not, by default the last 30 days. " +
    "Each point is exact, locked coins apart. Transactions that changed nothing of the sums are left out. " +
    "An addition of this node.",
  query: BalanceQuery,
  response: BalanceHistory,
  handle: ({ query }, services) => {
    const { step, limit, after_offset: after } = query;
    const { wallet, party } = services;
    const span = spanOf(services, query);
    const shared = {
      step,
      from: timestampToText(span.from),
      until: timestampToText(span.until),
      opening: balanceOf(wallet.views.balances.before(party, span.from)),
    };
    if (step !== "transaction") return { ...shared, points: pointsBy(step, services, span, limit) };
    const found = wallet.views.balances.between(party, { ...span, after, limit: limit + 1 });
    const points = found.slice(0, limit).map((balance) => pointOf(services, balance));
    const last = points.at(-1)?.offset;
    return found.length > limit && last !== undefined
      ? { ...shared, points, next_after_offset: last }
      : { ...shared, points };
  },
});

import { type Api, answerOf } from "../../data/client.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { usePartyQuery } from "../../data/queries.js";
import { useLedgerNow } from "../../data/server-clock.js";
import { type Span, withoutEmptyBegin } from "./series.js";

export type Point = WalletSchemas["BalancePoint"];

const hourMs = 3_600_000;

/** Points of all time that are drawn one by one; beyond them, each day is one. */
const mostPoints = 300;

/** Days of the longest curve; the node answers no more. */
const mostDays = 1_000;

const pointsOf = async (
  { wallet }: Api,
  query: {
    readonly step: "hour" | "day" | "transaction";
    readonly from?: string;
    readonly limit?: number;
  },
): Promise<WalletSchemas["BalanceHistoryResponse"]> =>
  answerOf(wallet.GET("/v0/wallet/balance/history", { params: { query } }));

const hoursBefore = (hour: number, count: number): string =>
  new Date((hour - count + 1) * hourMs).toISOString();

const allPoints = async (api: Api, hour: number): Promise<ReadonlyArray<Point>> => {
  const from = hoursBefore(hour, mostDays * 24 - 24);
  const step = "transaction";
  const each = await pointsOf(api, { step, from, limit: mostPoints });
  if (each.next_after_offset === undefined) return each.points;
  return withoutEmptyBegin((await pointsOf(api, { step: "day", from, limit: mostDays })).points);
};

const spanPoints: Readonly<
  Record<Span, (api: Api, hour: number) => Promise<ReadonlyArray<Point>>>
> = {
  day: async (api, hour) =>
    (await pointsOf(api, { step: "hour", from: hoursBefore(hour, 24) })).points,
  week: async (api, hour) =>
    (await pointsOf(api, { step: "hour", from: hoursBefore(hour, 168) })).points,
  month: async (api) => (await pointsOf(api, { step: "day" })).points,
  all: allPoints,
};

/** The balance over a span of time. */
export const useSeries = (span: Span) => {
  // by the hour: the key of the query must not change with each second
  const hour = Math.floor(useLedgerNow(() => hourMs) / hourMs);
  return usePartyQuery("balance", { span, hour }, (api) => spanPoints[span](api, hour), {
    keepPrevious: true,
  });
};

import { numericFromText } from "@tallystick/core/numeric";
import { isRight } from "fp-ts/lib/Either.js";

/** A filter of the history, in the fields that the server takes. */
export interface HistoryFilter {
  readonly kind?: string;
  readonly direction?: "incoming" | "outgoing";
  readonly counterparty?: string;
  /** Decimals. */
  readonly min_amount?: string;
  readonly max_amount?: string;
  /** Instants; `from` is part of it, `until` is not. */
  readonly from?: string;
  readonly until?: string;
  readonly text?: string;
}

const fields = [
  "kind",
  "direction",
  "counterparty",
  "min_amount",
  "max_amount",
  "from",
  "until",
  "text",
] as const;
const maxLength = 280;

const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text));

const fits = (field: (typeof fields)[number], text: string): boolean => {
  if (text === "" || text.length > maxLength) return false;
  switch (field) {
    case "direction":
      return text === "incoming" || text === "outgoing";
    case "min_amount":
    case "max_amount":
      return isRight(numericFromText(text));
    case "from":
    case "until":
      return isInstant(text);
    case "kind":
    case "counterparty":
    case "text":
      return true;
  }
};

/** The filter in the query of an address; what does not fit is left out. */
export const filterOfQuery = (query: string): HistoryFilter => {
  const values = new URLSearchParams(query);
  return Object.fromEntries(
    fields.flatMap((field) => {
      const text = values.get(field) ?? "";
      return fits(field, text) ? [[field, text]] : [];
    }),
  );
};

/** The query of a filter, always in the same order; empty without a filter. */
export const queryOfFilter = (filter: HistoryFilter): string => {
  const values = new URLSearchParams();
  for (const field of fields) {
    const text = filter[field];
    if (text !== undefined && text !== "") values.set(field, text);
  }
  return values.toString();
};

/** Minutes that a zone is ahead of UTC at a time. */
const zoneMinutes = (time: number, zone: string): number => {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  }).formatToParts(time);
  const at = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const local = Date.UTC(at("year"), at("month") - 1, at("day"), at("hour"), at("minute"));
  return Math.round((local - Math.floor(time / 60_000) * 60_000) / 60_000);
};

/**
 * The instant at which a day begins in a zone.
 * @param day e.g. "2026-03-29"
 * @param zone e.g. "Europe/Zurich"
 * @param addedDays 1 for the end of the day
 */
export const startOfDay = (day: string, zone: string, addedDays = 0): string | undefined => {
  const utc = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(utc)) return undefined;
  const midnight = utc + addedDays * 86_400_000;
  // twice, as the zone may change between the first guess and the day
  const guess = midnight - zoneMinutes(midnight, zone) * 60_000;
  return new Date(midnight - zoneMinutes(guess, zone) * 60_000).toISOString();
};

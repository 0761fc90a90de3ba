import { numericToText } from "@tallystick/core/numeric";
import { type HistoryFilter, startOfDay } from "../../history/filter-query.js";
import { formatAmount } from "../../money/format-amount.js";
import { readAmount } from "../../money/read-amount.js";
import { freeText, typedText } from "./filter-words.js";
import { noAmount, type TypedAmount } from "../../money/typed-amount.js";

/** The fewest characters that the node searches for. */
export const shortestText = 3;

/** What is in the fields; the filter follows from it. */
export interface Typed {
  readonly text: string;
  readonly counterparty: string;
  readonly kind: string;
  readonly direction: string;
  readonly least: TypedAmount;
  readonly most: TypedAmount;
  readonly firstDay: string;
  readonly lastDay: string;
}

const dayMs = 86_400_000;

/** Where each part of a filter is typed. */
const filterFields: ReadonlyArray<readonly [keyof HistoryFilter, keyof Typed]> = [
  ["kind", "kind"],
  ["direction", "direction"],
  ["counterparty", "counterparty"],
  ["min_amount", "least"],
  ["max_amount", "most"],
  ["from", "firstDay"],
  ["until", "lastDay"],
];

/** The day of an instant in a zone, as an input of days has it. */
const dayOf = (zone: string, instant: string | undefined, addedMs = 0): string =>
  instant === undefined
    ? ""
    : new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(Date.parse(instant) + addedMs);

/** A filter as the fields have it. */
export const typedOf = (filter: HistoryFilter, locale: string, zone: string): Typed => {
  const amount = (text: string | undefined): TypedAmount => {
    const value = text === undefined ? undefined : readAmount(text);
    return value === undefined ? noAmount : { text: formatAmount(value, locale), value };
  };
  return {
    text: typedText(filter.text ?? ""),
    counterparty: filter.counterparty ?? "",
    kind: filter.kind ?? "",
    direction: filter.direction ?? "",
    least: amount(filter.min_amount),
    most: amount(filter.max_amount),
    firstDay: dayOf(zone, filter.from),
    // a day ends where the next one begins
    lastDay: dayOf(zone, filter.until, -dayMs / 2),
  };
};

/** The fields that conditions fill; the others stay as they are. */
export const typedWords = (read: HistoryFilter, locale: string, zone: string): Partial<Typed> => {
  const all = typedOf(read, locale, zone);
  return Object.fromEntries(
    filterFields.flatMap(([field, place]) =>
      read[field] === undefined ? [] : [[place, all[place]]],
    ),
  );
};

/** The fields of conditions, emptied. */
export const typedWithout = (fields: ReadonlyArray<keyof HistoryFilter>): Partial<Typed> =>
  Object.fromEntries(
    filterFields.flatMap(([field, place]) =>
      fields.includes(field)
        ? [[place, place === "least" || place === "most" ? noAmount : ""]]
        : [],
    ),
  );

/** What is filtered by the fields; what is not understood yet filters nothing. */
export const filterOf = (typed: Typed, zone: string): HistoryFilter => {
  const text = freeText(typed.text);
  const fields = {
    text: text.length < shortestText ? "" : text,
    counterparty: typed.counterparty.trim(),
    kind: typed.kind,
    direction: typed.direction,
    min_amount: typed.least.value === undefined ? "" : numericToText(typed.least.value),
    max_amount: typed.most.value === undefined ? "" : numericToText(typed.most.value),
    from: startOfDay(typed.firstDay, zone) ?? "",
    until: startOfDay(typed.lastDay, zone, 1) ?? "",
  };
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ""));
};

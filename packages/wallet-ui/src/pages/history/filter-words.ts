import { type Numeric, numericFromUnits, numericToText } from "@tallystick/core/numeric";
import { isLeft } from "fp-ts/lib/Either.js";
import { type HistoryFilter, startOfDay } from "../../history/filter-query.js";
import { language } from "../../messages/language.js";
import { formatAmount, formatDecimal } from "../../money/format-amount.js";
import { parseAmount } from "../../money/parse-amount.js";
import { readAmount } from "../../money/read-amount.js";
import { messages } from "./messages.js";

/** What words of a filter are read with. */
export interface WordsContext {
  /** Milliseconds since 1970: what "today" is. */
  readonly now: number;
  /** The zone of days, e.g. "Europe/Zurich". */
  readonly zone: string;
  /** Of amounts. */
  readonly locale: string;
  /** The party of a name or an id; undefined where none has it, or several. */
  readonly partyOf: (name: string) => string | undefined;
  /** A name by which `partyOf` finds the party; undefined: its id is written. */
  readonly nameOf: (party: string) => string | undefined;
}

/** A condition of a filter, as it is written. */
export interface FilterChip {
  /** `from:ben`, `> 10`, `since:2026-11-23` */
  readonly text: string;
  /** The fields of the filter that it is. */
  readonly fields: ReadonlyArray<keyof HistoryFilter>;
}

type Read = HistoryFilter | undefined;

const dayMs = 86_400_000;

const noonOf = (day: string): number => Date.parse(`${day}T12:00:00Z`);

/** The day of an instant in a zone: "2026-11-29". */
const dayIn = (at: number, zone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(at);

const daysBefore = (day: string, count: number): string =>
  new Date(noonOf(day) - count * dayMs).toISOString().slice(0, 10);

const weekdayNames = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });

/** The days of the week in the language of the texts, Sunday first. */
const weekdays: ReadonlyArray<string> = Array.from({ length: 7 }, (_, at) =>
  weekdayNames.format(Date.UTC(2023, 0, 1 + at)).toLowerCase(),
);

/** Words for days. */
export const dayWords: ReadonlyArray<string> = [
  messages.words.today,
  messages.words.yesterday,
  ...weekdays.slice(1),
  ...weekdays.slice(0, 1),
];

/** The day that a word says: a date, "today", "yesterday", "monday", "7d" for a week ago. */
const readDay = (word: string, { now, zone }: WordsContext): string | undefined => {
  const today = dayIn(now, zone);
  const text = word.toLowerCase();
  if (text === messages.words.today) return today;
  if (text === messages.words.yesterday) return daysBefore(today, 1);
  const ago = /^(\d{1,4})d$/.exec(text)?.[1];
  if (ago !== undefined) return daysBefore(today, Number(ago));
  const weekday = weekdays.indexOf(text);
  return weekday < 0
    ? text
    : daysBefore(today, (new Date(noonOf(today)).getUTCDay() - weekday + 7) % 7);
};

const since = (word: string, context: WordsContext): Read => {
  const from = startOfDay(readDay(word, context) ?? "", context.zone);
  return from === undefined ? undefined : { from };
};

const until = (word: string, context: WordsContext): Read => {
  const end = startOfDay(readDay(word, context) ?? "", context.zone, 1);
  return end === undefined ? undefined : { until: end };
};

const on = (word: string, context: WordsContext): Read => {
  const [first, last] = [since(word, context), until(word, context)];
  return first === undefined || last === undefined ? undefined : { ...first, ...last };
};

const party =
  (direction?: "incoming" | "outgoing") =>
  (word: string, { partyOf }: WordsContext): Read => {
    const counterparty = partyOf(word);
    if (counterparty === undefined) return undefined;
    return direction === undefined ? { counterparty } : { counterparty, direction };
  };

const kinds: ReadonlyArray<readonly [word: string, filter: HistoryFilter]> = [
  [messages.words.received, { direction: "incoming" }],
  [messages.words.sent, { direction: "outgoing" }],
  [messages.words.transfer, { kind: "transfer" }],
  [messages.words.balance, { kind: "balance_change" }],
  [messages.words.notice, { kind: "notification" }],
];

const is = (word: string): Read => kinds.find(([each]) => each === word.toLowerCase())?.[1];

/** What `is:` takes. */
export const kindWords: ReadonlyArray<string> = kinds.map(([word]) => word);

const keys: Readonly<Record<string, (text: string, context: WordsContext) => Read>> = {
  [messages.words.from]: party("incoming"),
  [messages.words.to]: party("outgoing"),
  [messages.words.with]: party(),
  [messages.words.since]: since,
  [messages.words.until]: until,
  [messages.words.on]: on,
  [messages.words.is]: is,
};

/** The words before a colon. */
export const keyWords: ReadonlyArray<string> = Object.keys(keys);

/** Keys after which a party is named. */
export const partyKeys: ReadonlyArray<string> = [
  messages.words.from,
  messages.words.to,
  messages.words.with,
];

/** Keys after which a day is named. */
export const dayKeys: ReadonlyArray<string> = [
  messages.words.since,
  messages.words.until,
  messages.words.on,
];

/** An amount some units of 10⁻¹⁰ away from another, as the API writes it. */
const moved = (value: Numeric, units: bigint): string | undefined => {
  const next = numericFromUnits(value + units);
  return isLeft(next) || next.right < 0n ? undefined : numericToText(next.right);
};

const compared = (operator: string, text: string, { locale }: WordsContext): Read => {
  const read = parseAmount(text, locale);
  if (isLeft(read) || read.right < 0n) return undefined;
  const strict = operator === ">" ? 1n : operator === "<" ? -1n : 0n;
  const amount = moved(read.right, strict);
  if (amount === undefined) return undefined;
  if (operator === "=") return { min_amount: amount, max_amount: amount };
  return operator.startsWith(">") ? { min_amount: amount } : { max_amount: amount };
};

const unquoted = (text: string): string =>
  /^"(?:[^"\\]|\\.)*"$/.test(text) ? text.slice(1, -1).replaceAll(/\\(.)/g, "$1") : text;

/** A text as one word. */
export const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, "\\$&")}"`;

/** A piece of what is typed. */
interface Word {
  readonly text: string;
  /** Reads it as a condition; undefined: it is searched for. */
  readonly read: ((context: WordsContext) => Read) | undefined;
  /** Whether something follows. */
  readonly isDone: boolean;
}

// spaces of locales are within amounts
const pieces =
  /(?<key>[\p{L}]+):(?<value>"(?:[^"\\]|\\.)*"|[^ "]*)|(?<operator>>=|<=|>|<|=) *(?<amount>[^ ]*)|"(?:[^"\\]|\\.)*"|[^ ]+/gu;

const readerOf = (groups: Readonly<Record<string, string>>): Word["read"] => {
  const { key, value = "", operator, amount = "" } = groups;
  const read = key === undefined ? undefined : keys[key.toLowerCase()];
  if (read !== undefined) return (context) => read(unquoted(value), context);
  if (operator === undefined) return undefined;
  return (context) => compared(operator, amount, context);
};

/** What is typed, in pieces. */
export const wordsOf = (text: string): ReadonlyArray<Word> =>
  [...text.matchAll(pieces)].map((match) => ({
    text: match[0],
    read: readerOf(match.groups ?? {}),
    isDone: match.index + match[0].length < text.length,
  }));

/** What was read of what is typed. */
interface ReadWords {
  readonly filter: HistoryFilter;
  /** What stays in the field. */
  readonly rest: string;
  /** Conditions that are not understood. */
  readonly unknown: ReadonlyArray<string>;
}

/**
 * Takes the conditions out of what is typed; a text without any stays as it is.
 *
 * @param isFinal whether nothing more is typed: the last word counts too
 */
export const readWords = (text: string, context: WordsContext, isFinal: boolean): ReadWords => {
  let filter: HistoryFilter = {};
  const unknown: Array<string> = [];
  const rest: Array<string> = [];
  let isTaken = false;
  for (const word of wordsOf(text)) {
    const isRead = word.read !== undefined && (word.isDone || isFinal);
    const read = isRead ? word.read?.(context) : undefined;
    if (read === undefined) {
      rest.push(word.text);
    } else {
      filter = { ...filter, ...read };
      isTaken = true;
    }
    if (isRead && read === undefined) unknown.push(word.text);
  }
  const end = rest.length > 0 && text.endsWith(" ") ? " " : "";
  return { filter, rest: isTaken ? `${rest.join(" ")}${end}` : text, unknown };
};

/** What is searched for in what is typed: all but its conditions. */
export const freeText = (text: string): string =>
  wordsOf(text).some(({ read, text: each }) => read !== undefined || each !== unquoted(each))
    ? wordsOf(text)
        .flatMap(({ read, text: each }) => (read === undefined ? [unquoted(each)] : []))
        .join(" ")
    : text.trim();

/** A text to be searched for, as it is typed so that no condition is read of it. */
export const typedText = (text: string): string => (freeText(text) === text ? text : quoted(text));

/** An amount that is read back as it is. */
const amountText = (value: Numeric, locale: string): string => {
  const short = formatDecimal(numericToText(value), locale);
  const read = parseAmount(short, locale);
  return !isLeft(read) && read.right === value && !short.includes(" ")
    ? short
    : formatAmount(value, locale);
};

const boundText = (
  strict: ">" | "<",
  amount: string,
  { locale }: WordsContext,
): string | undefined => {
  const value = readAmount(amount);
  if (value === undefined) return undefined;
  const near = readAmount(moved(value, strict === ">" ? -1n : 1n) ?? "");
  const text = amountText(value, locale);
  const nearText = near === undefined ? text : amountText(near, locale);
  return nearText.length < text.length ? `${strict} ${nearText}` : `${strict}= ${text}`;
};

const amountChips = (filter: HistoryFilter, context: WordsContext): ReadonlyArray<FilterChip> => {
  const { min_amount: least, max_amount: most } = filter;
  const exact = least !== undefined && least === most ? readAmount(least) : undefined;
  if (exact !== undefined) {
    const text = `= ${amountText(exact, context.locale)}`;
    return [{ text, fields: ["min_amount", "max_amount"] }];
  }
  const [from, to] = [
    least === undefined ? undefined : boundText(">", least, context),
    most === undefined ? undefined : boundText("<", most, context),
  ];
  return [
    ...(from === undefined ? [] : [{ text: from, fields: ["min_amount"] as const }]),
    ...(to === undefined ? [] : [{ text: to, fields: ["max_amount"] as const }]),
  ];
};

const whoChips = (
  { counterparty, direction, kind }: HistoryFilter,
  { nameOf }: WordsContext,
): ReadonlyArray<FilterChip> => {
  const name = counterparty === undefined ? "" : (nameOf(counterparty) ?? counterparty);
  const written = /[ "\\]/.test(name) ? quoted(name) : name;
  const key =
    direction === undefined
      ? messages.words.with
      : direction === "incoming"
        ? messages.words.from
        : messages.words.to;
  const way = direction === "incoming" ? messages.words.received : messages.words.sent;
  const kindWord = kinds.find(([, each]) => each.kind !== undefined && each.kind === kind)?.[0];
  return [
    ...(counterparty === undefined
      ? []
      : [{ text: `${key}:${written}`, fields: ["counterparty", "direction"] as const }]),
    ...(counterparty !== undefined || direction === undefined
      ? []
      : [{ text: `${messages.words.is}:${way}`, fields: ["direction"] as const }]),
    ...(kind === undefined
      ? []
      : [{ text: `${messages.words.is}:${kindWord ?? kind}`, fields: ["kind"] as const }]),
  ];
};

const dayChips = (
  { from, until: end }: HistoryFilter,
  { zone }: WordsContext,
): ReadonlyArray<FilterChip> => {
  const first = from === undefined ? undefined : dayIn(Date.parse(from), zone);
  // a day ends where the next one begins
  const last = end === undefined ? undefined : dayIn(Date.parse(end) - dayMs / 2, zone);
  if (first !== undefined && first === last)
    return [{ text: `${messages.words.on}:${first}`, fields: ["from", "until"] }];
  return [
    ...(first === undefined
      ? []
      : [{ text: `${messages.words.since}:${first}`, fields: ["from"] as const }]),
    ...(last === undefined
      ? []
      : [{ text: `${messages.words.until}:${last}`, fields: ["until"] as const }]),
  ];
};

/** The conditions of a filter as they are written, all but the text that is searched for. */
export const chipsOf = (
  filter: HistoryFilter,
  context: WordsContext,
): ReadonlyArray<FilterChip> => [
  ...whoChips(filter, context),
  ...amountChips(filter, context),
  ...dayChips(filter, context),
];

import {
  callback,
  callbackOrNot,
  decodeErrors,
  expectedError,
  functionsOf,
  objectWith,
  optional,
  SchemaType,
  settingsList,
  settingsObject,
  wholeNumber,
  wireBoolean,
  type WireField,
  type WireReadable,
  wireString,
} from "@tallystick/wire";
import { isFolderPath } from "@tallystick/background";
import { type Either, left, map, mapLeft, right } from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";
import { ledgerSettingsType } from "../ledger/ledger-config.js";
import type { LedgerOptions } from "../ledger/ledger.js";

/** The current time in other units, from 2001 to 2096; in microseconds it would be in 1970. */
const otherUnits = [
  { unit: "seconds", least: 1e9, most: 4e9 },
  { unit: "milliseconds", least: 1e12, most: 4e12 },
];

const clockReason = (time: unknown): string | undefined => {
  const expected = "expected microseconds since the Unix epoch, a whole number";
  if (typeof time !== "number") return `${expected}, found a value of type ${typeof time}`;
  if (!Number.isSafeInteger(time)) return `${expected} up to 2^53, found ${time}`;
  const other = otherUnits.find(({ least, most }) => time >= least && time <= most);
  return other === undefined
    ? undefined
    : `${expected}, found ${time}, which looks like ${other.unit}`;
};

const isClock = (u: unknown): u is () => unknown => typeof u === "function";

/** The clock is called once, as only its result shows its unit. */
const clock = new SchemaType<unknown>("clock", {}, (u) => {
  if (!isClock(u)) return expectedError("a function that returns microseconds", u);
  try {
    const reason = clockReason(u());
    return reason === undefined ? right(u) : left({ path: [], reason, actual: u });
  } catch (thrown) {
    return left({
      path: [],
      reason: `expected a time, but it throws: ${String(thrown)}`,
      actual: u,
    });
  }
});

type OptionFields = Readonly<Record<keyof LedgerOptions, WireField<unknown>>>;

/** The options of a ledger, each with its codec. */
export const ledgerOptionFields: OptionFields = {
  store: optional(
    objectWith("EventStore", {
      append: callback,
      readStream: callback,
      subscribe: callback,
      lastEvent: callback,
      close: callback,
      capabilities: objectWith("StoreCapabilities", {}),
    }),
  ),
  stores: optional(
    settingsList(objectWith("StoreProvider", { scheme: wireString, open: callback })),
  ),
  data: optional(
    new SchemaType<string>("folder", { type: "string" }, (u) =>
      typeof u === "string" && isFolderPath(u)
        ? right(u)
        : expectedError("the path of a folder; leave it out for a ledger in memory", u),
    ),
  ),
  packages: optional(
    settingsList(objectWith("Package", { name: wireString, version: wireString })),
  ),
  packagesFrom: optional(
    objectWith("PackagesFrom", { module: wireString, names: settingsList(wireString) }),
  ),
  clock: optional(clock),
  ids: optional(functionsOf("Ids", "eventId", "transactionSeed", "submissionId")),
  timers: optional(functionsOf("Timers", "nowMs", "wallMs", "after", "every", "later")),
  acceptJournalEnd: optional(wholeNumber(0)),
  acceptClock: optional(wireBoolean),
  config: optional(ledgerSettingsType),
  projections: optional(settingsList(functionsOf("Projection", "begin", "checkpoint", "fold"))),
  onNotice: optional(callback),
  observer: optional(
    objectWith("LedgerObserver", {
      opened: callback,
      submitted: callback,
      appended: callback,
      threadEnded: callbackOrNot,
      noticed: callbackOrNot,
    }),
  ),
};

const optionsType = settingsObject("LedgerOptions", ledgerOptionFields);

/** Reads options. Left: all errors, a line each. A copy, as a getter may give others each time. */
export const readOptions =
  <A extends object>(type: WireReadable<{ readonly [K in keyof A]?: unknown }>) =>
  (options: unknown): Either<ReadonlyArray<string>, A> => {
    // null stands for a part that is left out, but not for all of them
    if (options === null) return left(["options: expected an object, found null"]);
    try {
      return pipe(
        type.read(options),
        // border: each option has been read by its row
        map((read) => read as A),
        mapLeft(decodeErrors),
      );
    } catch {
      return left(["options: throw when they are read, expected plain data"]);
    }
  };

/** All errors of the options of a ledger, a line each. */
export const checkedOptions = readOptions<LedgerOptions>(optionsType);

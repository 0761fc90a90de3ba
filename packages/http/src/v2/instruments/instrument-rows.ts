import { invalidArgument, type LedgerError } from "@tallystick/core";
import { LedgerFailure } from "@tallystick/node";
import {
  expectedError,
  optional,
  required,
  SchemaType,
  wireArray,
  wireEnum,
  wireInt32,
  wireMap,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import { endpoint } from "../../endpoints/endpoint.js";
import { listOf, type StreamRow } from "../../endpoints/stream-row.js";
import type { Services } from "../../endpoints/services.js";
import {
  heldSeconds,
  type InstrumentReading,
  type Instruments,
  type InstrumentsNow,
  liveSeconds,
  sampleSeconds,
} from "../../metrics/instrument-panel.js";
import { instruments } from "../../metrics/instruments.js";
import { queryOf } from "../../metrics/query-of.js";
import { readingItems } from "./reading-items.js";

const administrator = () => [{ kind: "participant-admin" } as const];

const wireNumber = new SchemaType<number>("number", { type: "number" }, (u) =>
  typeof u === "number" ? right(u) : expectedError("a number", u),
);

const notMeasured = invalidArgument("this node measures nothing: it was opened without metrics");

const instrumentsOf = ({ instruments: found }: Services): Instruments => {
  if (found === undefined) throw new LedgerFailure(notMeasured);
  return found;
};

/** The place of a heading in docs/operations.md. */
const placeOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, "")
    .replaceAll(" ", "-");

/** `GET /v2/instruments`: ours. */
export const instrumentList = endpoint({
  method: "GET",
  path: "/v2/instruments",
  summary: "The instruments of the console, with their limits",
  description:
    "Each is read every `sampleSeconds` from what `/metrics` prints. Single samples are kept for `liveSeconds`, and of each minute the last, " +
    "the least and the most for `heldSeconds`, in memory of `bytes`. An instrument is yellow beyond `watch`, and red beyond `act` after `forSeconds`; " +
    "`page` is the heading in docs/operations.md that says what to do.",
  errors: ["INVALID_ARGUMENT"],
  response: wireObject("InstrumentList", {
    sampleSeconds: required(wireInt32),
    liveSeconds: required(wireInt32),
    heldSeconds: required(wireInt32),
    bytes: required(wireInt32),
    instruments: required(
      wireArray(
        wireObject("Instrument", {
          name: required(wireString),
          unit: required(wireString),
          query: required(wireString),
          limits: optional(
            wireObject("InstrumentLimits", {
              side: required(wireString),
              watch: required(wireNumber),
              act: required(wireNumber),
              forSeconds: required(wireInt32),
              page: required(wireString),
            }),
          ),
        }),
      ),
    ),
  }),
  rights: administrator,
  handle: (_request, services) => ({
    sampleSeconds,
    liveSeconds,
    heldSeconds,
    bytes: instrumentsOf(services).bytes,
    instruments: instruments.map(({ name, unit, reads, limits }) => ({
      name,
      unit,
      query: queryOf(reads),
      ...(limits === undefined
        ? {}
        : {
            limits: {
              side: limits.side,
              watch: limits.watch,
              act: limits.act,
              forSeconds: limits.forSeconds,
              page: placeOf(limits.title),
            },
          }),
    })),
  }),
});

const ReadingsRequest = wireObject("InstrumentReadingsRequest", {
  seconds: optional(wireInt32),
  points: optional(wireInt32),
});

const ReadingWire = wireObject("InstrumentReading", {
  at: required(wireString),
  /** The last value, the least and the most. */
  values: required(wireMap(wireArray(wireNumber))),
  states: optional(wireMap(wireEnum("InstrumentState", "watch", "act"))),
  listed: optional(wireMap(wireMap(wireNumber))),
});

const defaultPoints = 90;
const maxPoints = 720;

interface Stretch {
  readonly seconds: number;
  readonly points: number;
}

const validRequest = ({
  seconds = liveSeconds,
  points = defaultPoints,
}: TypeOf<typeof ReadingsRequest>): Either<LedgerError, Stretch> => {
  if (seconds < 1 || seconds > heldSeconds)
    return left(invalidArgument(`expected 1 to ${heldSeconds}`, "seconds"));
  if (points < 1 || points > maxPoints)
    return left(invalidArgument(`expected 1 to ${maxPoints}`, "points"));
  return right({ seconds, points });
};

const isNow = (reading: InstrumentReading | InstrumentsNow): reading is InstrumentsNow =>
  "states" in reading;

/** The instruments over time, and as they are read (ours). */
export const readingsStream: StreamRow<
  TypeOf<typeof ReadingsRequest>,
  Stretch,
  InstrumentReading,
  TypeOf<typeof ReadingWire>
> = {
  path: "/v2/instruments/readings",
  summary: "Read the instruments of the console over time",
  description:
    "First the last `seconds` in at most `points` stretches, of each the last value, the least and the most; then the latest sample, which " +
    "also has the states, and figures that are listed one by one. `error:` and a code is how many such errors there were a second: the eleven codes that came first, and `error:others`. A websocket stays open for each new sample. The numbers are those of `/metrics`.",
  request: ReadingsRequest,
  item: ReadingWire,
  validate: ({ body }) => validRequest(body),
  rights: administrator,
  errors: ["INVALID_ARGUMENT"],
  items: ({ seconds, points }, { instruments: found }, following) =>
    readingItems(found ?? notMeasured, seconds, points, following.idleTimeoutMs === undefined),
  show: (reading) => ({
    at: new Date(reading.at).toISOString(),
    values: reading.values,
    ...(isNow(reading) ? { states: reading.states, listed: reading.listed } : {}),
  }),
};

/** `POST /v2/instruments/readings`. */
export const instrumentReadings = listOf(readingsStream);

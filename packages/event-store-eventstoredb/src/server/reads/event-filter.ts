import type { Decoded } from "@tallystick/protobuf";
import type { RecordedEvent } from "@tallystick/event-store";
import { type Either, fromNullable, right } from "fp-ts/lib/Either.js";
import type { readRequest } from "../../protocol/read-messages.js";
import {
  expressionOf,
  MAX_PATTERN_LENGTH,
  type NameTest,
  nameTest,
  PATTERN_CPU_MS,
} from "./name-pattern.js";
import { invalidArgument, type StatusError, unknownError } from "../status-error.js";

type Options = NonNullable<Decoded<typeof readRequest>["options"]>;
type FilterOptions = NonNullable<Options["filter"]>;

export interface EventFilter {
  /** Left: the pattern takes too long for the event's name, which ends the call. */
  readonly matches: (event: RecordedEvent) => Either<StatusError, boolean>;
  /** Events tested between two checkpoints of a subscription. */
  readonly checkpointEvents: number;
}

/** Default number of events tested in one step. */
const DEFAULT_WINDOW = 32;

const MAX_PREFIXES = 100;

/** Names whose result is cached. */
const MAX_REMEMBERED_NAMES = 10_000;

/** A timeout of the pattern is an error: it must not hide an event. */
type NameMatch = (name: string) => Either<StatusError, boolean>;

const tooSlow = unknownError(`the pattern took longer than ${PATTERN_CPU_MS} ms for one name`);

const remembering = (test: NameTest): NameMatch => {
  const results = new Map<string, ReturnType<NameMatch>>();
  return (name) => {
    const known = results.get(name);
    if (known !== undefined) return known;
    if (results.size >= MAX_REMEMBERED_NAMES) results.clear();
    const result = fromNullable(tooSlow)(test(name));
    results.set(name, result);
    return result;
  };
};

const testOf = (options: {
  readonly regex: string;
  readonly prefix: ReadonlyArray<string>;
}): NameMatch | StatusError => {
  const { regex, prefix } = options;
  if (regex.length > MAX_PATTERN_LENGTH)
    return invalidArgument(`a pattern has at most ${MAX_PATTERN_LENGTH} characters`);
  if (prefix.length > MAX_PREFIXES) return invalidArgument(`at most ${MAX_PREFIXES} prefixes`);
  if (regex === "") return (name) => right(prefix.some((start) => name.startsWith(start)));
  const expression = expressionOf(regex);
  return expression === undefined
    ? invalidArgument(`the pattern ${JSON.stringify(regex)} is not a regular expression`)
    : remembering(nameTest(expression));
};

/**
 * Reads a filter. A subscription needs a multiplier of at least 1.
 *
 * @returns the status with which a genuine server rejects it, if it does
 */
export const eventFilter = (
  options: FilterOptions,
  isSubscription: boolean,
): EventFilter | StatusError => {
  const { streamIdentifier, eventType, max, count, checkpointIntervalMultiplier } = options;
  if (max === undefined && count === undefined) return invalidArgument("the window is missing");
  const expression = eventType ?? streamIdentifier;
  if (expression === undefined) return invalidArgument("the filter is missing");
  if (isSubscription && checkpointIntervalMultiplier === 0)
    return unknownError("the checkpoint interval multiplier must be greater than 0");
  const test = testOf(expression);
  if (typeof test !== "function") return test;
  return {
    matches: eventType === undefined ? ({ stream }) => test(stream) : ({ type }) => test(type),
    checkpointEvents: Math.max(max ?? DEFAULT_WINDOW, 1) * checkpointIntervalMultiplier,
  };
};

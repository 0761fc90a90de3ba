import { Script, createContext } from "node:vm";
import type { RecordedEvent } from "@tallystick/event-store";
import type { readRequest } from "../protocol/read-messages.js";
import { invalidArgument, type StatusError, unknownError } from "./status-error.js";

type Options = NonNullable<ReturnType<typeof readRequest.decode>["options"]>;
type FilterOptions = NonNullable<Options["filter"]>;

/** A filter of a read of all streams. */
export interface EventFilter {
  readonly matches: (event: RecordedEvent) => boolean;
  /** Events that are looked at between two checkpoints of a subscription. */
  readonly checkpointEvents: number;
}

/** Events looked at in one go where the client does not say. */
const DEFAULT_WINDOW = 32;

const MAX_PATTERN_LENGTH = 1_000;
const MAX_PREFIXES = 100;

/** Names whose result is remembered. */
const MAX_REMEMBERED_NAMES = 10_000;

/** How long a pattern may take for one name: some take for ever on some names. */
const PATTERN_TIMEOUT_MS = 50;

/**
 * Tests names against a pattern, none for longer than `PATTERN_TIMEOUT_MS`; one that takes longer
 * does not match.
 */
const patternTest = (pattern: string): ((name: string) => boolean) | undefined => {
  let script: Script;
  const sandbox: { name: string; matched: unknown } = { name: "", matched: false };
  const context = createContext(sandbox);
  try {
    script = new Script(`matched = new RegExp(${JSON.stringify(pattern)}, "u").test(name)`);
    script.runInContext(context, { timeout: PATTERN_TIMEOUT_MS });
  } catch {
    return undefined;
  }
  return (name) => {
    sandbox.name = name;
    sandbox.matched = false;
    try {
      script.runInContext(context, { timeout: PATTERN_TIMEOUT_MS });
    } catch {
      return false;
    }
    return sandbox.matched === true;
  };
};

const remembering = (test: (name: string) => boolean): ((name: string) => boolean) => {
  const results = new Map<string, boolean>();
  return (name) => {
    const known = results.get(name);
    if (known !== undefined) return known;
    if (results.size >= MAX_REMEMBERED_NAMES) results.clear();
    const result = test(name);
    results.set(name, result);
    return result;
  };
};

const testOf = (expression: {
  readonly regex: string;
  readonly prefix: ReadonlyArray<string>;
}): ((name: string) => boolean) | StatusError => {
  const { regex, prefix } = expression;
  if (regex.length > MAX_PATTERN_LENGTH)
    return invalidArgument(`a pattern has at most ${MAX_PATTERN_LENGTH} characters`);
  if (prefix.length > MAX_PREFIXES) return invalidArgument(`at most ${MAX_PREFIXES} prefixes`);
  if (regex === "") return (name) => prefix.some((start) => name.startsWith(start));
  const test = patternTest(regex);
  return test === undefined
    ? unknownError(`the pattern ${JSON.stringify(regex)} is not a regular expression`)
    : remembering(test);
};

/**
 * Reads a filter. A subscription needs a multiplier of at least 1.
 *
 * @returns the status with which a genuine server refuses it, if it does
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

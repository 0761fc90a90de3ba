import type { Decoded } from "@tallystick/protobuf";
import { streamNameOf } from "../../protocol/identifiers.js";
import type { readRequest } from "../../protocol/read-messages.js";
import { type EventFilter, eventFilter } from "./event-filter.js";
import { invalidArgument, type StatusError, unknownError } from "../status-error.js";

type Options = NonNullable<Decoded<typeof readRequest>["options"]>;

type ReadFrom = number | "start" | "end";

interface CountedRead {
  readonly from: ReadFrom;
  readonly backwards: boolean;
  readonly maxCount: number;
}

/** The request of a call of `Read`. */
export type ReadPlan = {
  /** Ids as two halves instead of text. */
  readonly structuredIds: boolean;
  /** Whether events that stand for others come with those. */
  readonly resolvesLinks: boolean;
  /** Whether to send the first and last revision of the stream. */
  readonly tellsEnds: boolean;
} & (
  | ({ readonly kind: "read-stream"; readonly stream: string } & CountedRead)
  | ({ readonly kind: "read-all"; readonly filter: EventFilter | undefined } & CountedRead)
  | { readonly kind: "follow-stream"; readonly stream: string; readonly after: ReadFrom }
  | {
      readonly kind: "follow-all";
      readonly filter: EventFilter | undefined;
      readonly after: ReadFrom;
    }
);

const BACKWARDS = 1;

/** The number that means the end, and the highest of others. */
const END = 2n ** 64n - 1n;
const MAX_NUMBER = 2n ** 63n - 1n;

/** What a genuine server answers where it throws. */
const thrown = (): StatusError => unknownError("Exception was thrown by handler.");

const fromOf = (
  place: { readonly start: unknown; readonly end: unknown },
  number?: bigint,
): ReadFrom | undefined => {
  if (number !== undefined) return number === END ? "end" : Number(number);
  if (place.start !== undefined) return "start";
  return place.end === undefined ? undefined : "end";
};

const streamPlan = (options: Options): ReadPlan | StatusError => {
  const { stream: place, filter, count, subscription } = options;
  const stream = streamNameOf(place?.streamIdentifier);
  const from = place === undefined ? undefined : fromOf(place, place.revision);
  if (stream === undefined) return invalidArgument("the name of the stream is missing");
  if (from === undefined) return invalidArgument("the revision is missing");
  if (filter !== undefined) return invalidArgument("a read of one stream has no filter");
  if (from !== "end" && (place?.revision ?? 0n) > MAX_NUMBER) return thrown();
  const backwards = options.readDirection === BACKWARDS;
  const settings = settingsOf(options);
  if (subscription !== undefined && !backwards)
    return { kind: "follow-stream", stream, after: from, ...settings };
  if (count === undefined) return invalidArgument("the count is missing");
  if (count === 0n) return unknownError("Unexpected ReadStreamResult: Error");
  if (from === "end" && !backwards) return unknownError("Unexpected ReadStreamResult: Error");
  return { kind: "read-stream", stream, from, backwards, maxCount: Number(count), ...settings };
};

type AllPlace = NonNullable<Options["all"]>;

/**
 * A place among all events; a prepare position below that of the commit is before the commit.
 *
 * @param isExclusive whether the event at the place itself is left out
 */
const placeOf = (place: AllPlace, isExclusive: boolean): ReadFrom | StatusError | undefined => {
  const { position } = place;
  if (position === undefined) return fromOf(place);
  const { commitPosition: commit, preparePosition: prepare } = position;
  if (commit === END && prepare === END) return "end";
  if (prepare > commit || commit > MAX_NUMBER) return thrown();
  return Number(commit) - (isExclusive && prepare < commit ? 1 : 0);
};

const allPlan = (options: Options): ReadPlan | StatusError => {
  const { all: place, filter: filterOptions, count, subscription } = options;
  const backwards = options.readDirection === BACKWARDS;
  const from =
    place === undefined ? undefined : placeOf(place, backwards || subscription !== undefined);
  if (from === undefined) return invalidArgument("the position is missing");
  if (typeof from === "object") return from;
  const filter =
    filterOptions === undefined
      ? undefined
      : eventFilter(filterOptions, subscription !== undefined);
  if (filter !== undefined && "code" in filter) return filter;
  const settings = settingsOf(options);
  if (subscription !== undefined && !backwards)
    return { kind: "follow-all", filter, after: from, ...settings };
  if (count === undefined) return invalidArgument("the count is missing");
  return { kind: "read-all", filter, from, backwards, maxCount: Number(count), ...settings };
};

const settingsOf = (options: Options) => ({
  structuredIds: options.uuidOption?.structured !== undefined,
  resolvesLinks: options.resolveLinks,
  tellsEnds: (options.controlOption?.compatibility ?? 0) >= 1,
});

/** Reads the options of a call of `Read`; impossible combinations are rejected. */
export const readPlan = (options: Options | undefined): ReadPlan | StatusError => {
  if (options === undefined) return invalidArgument("the options are missing");
  const { uuidOption, filter, noFilter } = options;
  if (uuidOption?.structured === undefined && uuidOption?.string === undefined)
    return invalidArgument("the form of ids is missing");
  if (filter === undefined && noFilter === undefined)
    return invalidArgument("the choice of a filter is missing");
  if (options.stream !== undefined) return streamPlan(options);
  return options.all === undefined
    ? invalidArgument("the choice of a stream is missing")
    : allPlan(options);
};

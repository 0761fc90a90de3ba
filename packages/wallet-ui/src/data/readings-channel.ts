import { followChannel } from "./channel.js";
import type { Reading, Stretch } from "../states/readings.js";

/** How urgent an instrument is. */
export type InstrumentState = "watch" | "act";

/** The instruments now, as they are listed one by one too. */
export interface ReadingNow extends Reading {
  readonly states: Readonly<Record<string, InstrumentState>>;
  readonly listed: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** What a channel of readings needs of its surroundings. */
interface ReadingsSurroundings {
  readonly url: string;
  readonly seconds: number;
  readonly points: number;
  token(): Promise<string | undefined>;
  /** Called when the readings begin again, with the stretches that come first. */
  began(): void;
  /** Called with each stretch, and with each sample, which is one too. */
  reading(reading: Reading | ReadingNow): void;
  /** Called when readings come, and when they no longer do. */
  live(isLive: boolean): void;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const isStretch = (value: unknown): value is Stretch =>
  Array.isArray(value) && value.length === 3 && value.every((each) => typeof each === "number");

const numbersIn = (value: unknown): Readonly<Record<string, number>> =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, each]) =>
          typeof each === "number" ? [[name, each]] : [],
        ),
      )
    : {};

const statesIn = (value: unknown): Readonly<Record<string, InstrumentState>> =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, each]) =>
          each === "watch" || each === "act" ? [[name, each]] : [],
        ),
      )
    : {};

/** The reading in a frame; undefined: it is an error. */
export const readReading = (text: string): Reading | ReadingNow | undefined => {
  const frame: unknown = JSON.parse(text);
  if (!isRecord(frame) || typeof frame["at"] !== "string" || !isRecord(frame["values"]))
    return undefined;
  const values = Object.fromEntries(
    Object.entries(frame["values"]).flatMap(([name, each]) =>
      isStretch(each) ? [[name, each]] : [],
    ),
  );
  const reading = { at: Date.parse(frame["at"]), values };
  if (!isRecord(frame["states"])) return reading;
  const listed = isRecord(frame["listed"]) ? frame["listed"] : {};
  return {
    ...reading,
    states: statesIn(frame["states"]),
    listed: Object.fromEntries(
      Object.entries(listed).map(([metric, figures]) => [metric, numbersIn(figures)]),
    ),
  };
};

/**
 * Follows the instruments of a node.
 *
 * @returns ends the channel
 */
export const followReadings = (surroundings: ReadingsSurroundings): (() => void) => {
  const { url, seconds, points, token, began, reading, live } = surroundings;
  return followChannel({
    url,
    token,
    request: async () => ({ text: JSON.stringify({ seconds, points }) }),
    opened: began,
    take: (text) => {
      const found = readReading(text);
      if (found === undefined) return { error: "" };
      reading(found);
      return {};
    },
    status: live,
  });
};

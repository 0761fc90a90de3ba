import { backOffMs, type ChannelEvent, channelAfter, newChannel } from "../states/live-channel.js";
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

/** The token is in the subprotocol, never in the address. */
const protocolsOf = (token: string | undefined): string[] => [
  ...(token === undefined ? [] : [`jwt.token.${token}`]),
  "daml.ws.auth",
];

/**
 * Follows the instruments of a node over one websocket, and begins again with growing delays.
 *
 * @returns ends the channel
 */
export const followReadings = (surroundings: ReadingsSurroundings): (() => void) => {
  const { url, seconds, points, token, began, reading, live } = surroundings;
  let state = newChannel;
  let socket: WebSocket | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const take = (event: ChannelEvent): void => {
    state = channelAfter(state, event);
  };
  const lost = (): void => {
    if (state.kind === "closed" || state.kind === "waiting") return;
    live(false);
    socket?.close();
    socket = undefined;
    const delay = backOffMs(state.attempt, Math.random());
    take({ kind: "lost" });
    retry = setTimeout(() => {
      take({ kind: "retry" });
      void connect();
    }, delay);
  };
  const connect = async (): Promise<void> => {
    try {
      const given = await token();
      if (state.kind === "closed") return;
      const opened = new WebSocket(url, protocolsOf(given));
      socket = opened;
      opened.addEventListener("open", () => {
        began();
        opened.send(JSON.stringify({ seconds, points }));
      });
      opened.addEventListener("message", ({ data }) => {
        const found = readReading(String(data));
        if (found === undefined) return lost();
        take({ kind: "opened" });
        live(true);
        reading(found);
      });
      opened.addEventListener("close", () => (opened === socket ? lost() : undefined));
    } catch {
      lost();
    }
  };
  void connect();
  return () => {
    take({ kind: "close" });
    clearTimeout(retry);
    socket?.close();
  };
};

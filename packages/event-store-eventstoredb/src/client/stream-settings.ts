import { readJson, type StoreError } from "@tallystick/event-store";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { readRaw } from "./chained-page.js";
import type { StoreContext } from "./store-context.js";

/** Settings that make a server remove or hide events. */
const REMOVING_SETTINGS = ["$maxAge", "$maxCount", "$tb"] as const;

/** Streams whose last check is cached. */
const MAX_REMEMBERED = 10_000;

const METASTREAM_START = "$$";

const settingsOf = (bytes: Uint8Array): Readonly<Record<string, unknown>> =>
  readJson(t.UnknownRecord, Buffer.from(bytes).toString("utf8")) ?? {};

/** Checks whether the server keeps all events of a stream. */
export interface StreamSettings {
  /** @returns the error that names the setting, if there is one */
  check(stream: string): Promise<StoreError | undefined>;
  /** The next check reads the settings again. */
  forget(stream: string): void;
}

/**
 * Reads the metadata of streams: the server must not remove events of a ledger. A good result is
 * cached for `settingsCheckMs`.
 */
export const createStreamSettings = (context: StoreContext): StreamSettings => {
  const goodUntil = new Map<string, number>();
  return {
    check: async (stream) => {
      if ((goodUntil.get(stream) ?? 0) > Date.now()) return undefined;
      const name = context.serverName(stream);
      const page = await readRaw(
        { ...context, serverName: () => METASTREAM_START + name },
        `the settings of ${stream}`,
        { direction: "backwards", from: "end", maxCount: 1 },
      );
      if (isLeft(page)) return page.left;
      const [latest] = page.right.events;
      const settings = latest === undefined ? {} : settingsOf(latest.data);
      for (const setting of REMOVING_SETTINGS) {
        const value = settings[setting];
        if (value === undefined || value === null || value === 0) continue;
        return {
          kind: "unavailable",
          outcome: "known",
          reason: `the stream ${name} has the setting ${setting} = ${JSON.stringify(value)}, with which the server removes events; take it out of ${METASTREAM_START}${name}`,
        };
      }
      if (goodUntil.size >= MAX_REMEMBERED) goodUntil.clear();
      goodUntil.set(stream, Date.now() + context.limits.settingsCheckMs);
      return undefined;
    },
    forget: (stream) => {
      goodUntil.delete(stream);
    },
  };
};

import { readJson, type StoreError } from "@tallystick/event-store";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { readRaw } from "./read-raw.js";
import { type StoreContext, streamDeleted, streamUnsafe } from "./store-context.js";

/** Settings that make a server remove or hide events. */
const REMOVING_SETTINGS = ["$maxAge", "$maxCount", "$tb"] as const;

/** Streams whose last check is cached. */
const MAX_REMEMBERED = 10_000;

const METASTREAM_START = "$$";

/** What `$tb` is after a soft deletion: nothing that is stored now is ever read. */
const TB_OF_DELETED = "9223372036854775807";

/** A setting as it is written: numbers may have more digits than a number of this language. */
const textOf = (metadata: string, setting: string, value: unknown): string =>
  typeof value === "number"
    ? (metadata.match(new RegExp(`"\\${setting}"\\s*:\\s*([-+.\\deE]+)`))?.[1] ?? String(value))
    : JSON.stringify(value);

/**
 * Reads the metadata of a stream, and returns the error that names the setting with which the
 * server removes events, if there is one.
 */
export const readSettings = async (
  context: StoreContext,
  stream: string,
): Promise<StoreError | undefined> => {
  const name = context.serverName(stream);
  const metastream = METASTREAM_START + name;
  const page = await readRaw(
    { ...context, serverName: () => metastream },
    `the settings of ${stream}`,
    { direction: "backwards", from: "end", maxCount: 1 },
  );
  if (isLeft(page)) return page.left;
  const [latest] = page.right.events;
  const metadata = latest === undefined ? "{}" : Buffer.from(latest.data).toString("utf8");
  const settings = readJson(t.UnknownRecord, metadata) ?? {};
  for (const setting of REMOVING_SETTINGS) {
    const value = settings[setting];
    if (value === undefined || value === null || value === 0) continue;
    const text = textOf(metadata, setting, value);
    return setting === "$tb" && text === TB_OF_DELETED
      ? streamDeleted(name, `to restore its events, remove $tb from ${metastream}`)
      : streamUnsafe(name, `${setting} = ${text}`, metastream);
  }
  return undefined;
};

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
      const unsafe = await readSettings(context, stream);
      if (unsafe !== undefined) return unsafe;
      if (goodUntil.size >= MAX_REMEMBERED) goodUntil.clear();
      goodUntil.set(stream, Date.now() + context.limits.settingsCheckMs);
      return undefined;
    },
    forget: (stream) => {
      goodUntil.delete(stream);
    },
  };
};

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import type { Package } from "@tallystick/core";
import { at } from "../../fixtures/ping-server.js";
import type { CoinQuestion } from "./coin-marks.js";

const folder = new URL("../../../../test/over-http/genuine/", import.meta.url);

/** The file of the known differences of the coin. */
export const coinDifferencesFile = fileURLToPath(new URL("coin-differences.json", folder));

/** The app whose trades are settled by allocations, which the coin's own tests have. */
export const tradingApp = async (): Promise<Package> => {
  const compiled = "../../../../coin/dist/test/replay/trading-app.js";
  const { tradingAppPackage } = await import(new URL(compiled, folder).href);
  return tradingAppPackage;
};

/** The recorded questions about the coin, in order. */
export const coinQuestions = (): ReadonlyArray<CoinQuestion> =>
  gunzipSync(readFileSync(new URL("coin.jsonl.gz", folder)))
    .toString("utf8")
    .trim()
    .split("\n")
    .map((line): CoinQuestion => JSON.parse(line));

/** What no answer repeats: ids of traces, tokens, and who the participant is. */
const ownNames = new Set([
  "correlationId",
  "traceId",
  "traceparent",
  "tid",
  "participant",
  "streamContinuationToken",
  "completion_offset",
]);

/** The path of a field is ours alone (docs/http-api.md). */
const ourNames = new Set(["field", "existing_submission_id"]);

/** Sets of parties, which a genuine participant gives in no order. */
const unordered = new Set(["witnessParties"]);

const sortedText = (list: unknown): string =>
  Array.isArray(list)
    ? JSON.stringify(list.map(String).toSorted((one, other) => one.localeCompare(other)))
    : JSON.stringify(list);

const time = /(?:\d{4}-\d\d-\d\dT[\d:.]+Z|t0[-+]\d+s|<time(?:\.\d+)?>|(?:short|soon)(?=$|;))/g;
const wholeTime = /^(?:\d{4}-\d\d-\d\dT[\d:.]+Z|t0[-+]\d+s|<time>|short|soon)$/;

const plainText = (text: string): string =>
  text
    .replace(time, "<time>")
    .replace(/ErrorResource\((\w+)\)/g, "$1")
    .replace(/\b1220[0-9a-f]{8}\.\.\.|\b00[0-9a-f]{8}\b|<short>/g, "<short>")
    .replace(/::1220[0-9a-f]+/g, "::<fingerprint>")
    .replace(/\((\d+),(?:[0-9a-f]{8}|<trace>)\)/, "($1,<trace>)")
    .replace(/\(\d+\)/g, "(<offset>)");

/** A text with sets of parties in it; a genuine participant prints them in no order. */
const wordsOf = (text: string): string =>
  / actAs: |, but only /.test(text)
    ? plainText(text)
        .split(/[\s,[\]]+/)
        .toSorted((one, other) => one.localeCompare(other))
        .join(" ")
    : plainText(text);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isSameText = (name: string, theirs: unknown, ours: unknown): boolean => {
  if (theirs === "<submission>") return ours === "<uuid>";
  if (name === "resources" && /^\d+$/.test(String(theirs))) return /^\d+$/.test(String(ours));
  if (theirs === "<offset>") return typeof ours === "number" || /^\d+$/.test(String(ours));
  if (theirs === "<blob>") return typeof ours === "string" && ours.length > 20;
  if (name === "recordTime" || name === "effectiveAt" || name === "createdAt")
    return wholeTime.test(String(theirs)) && /\.\d{6}Z$/.test(String(ours));
  if (typeof theirs !== "string" || typeof ours !== "string") return theirs === ours;
  return wordsOf(theirs) === wordsOf(ours);
};

/** A list without the checkpoints that come with the time. */
export const withoutCheckpoints = (answer: unknown): unknown =>
  Array.isArray(answer)
    ? answer.filter((each) => at(each, "completionResponse", "OffsetCheckpoint") === undefined)
    : answer;

/** Paths where two answers differ, without the numbers of elements. */
export const differingPaths = (
  theirs: unknown,
  ours: unknown,
  path = "",
): ReadonlyArray<string> => {
  const name = path.split("/").at(-1) ?? "";
  if (ownNames.has(name)) return [];
  if (unordered.has(name)) return sortedText(theirs) === sortedText(ours) ? [] : [path];
  if (Array.isArray(theirs) && Array.isArray(ours)) {
    if (theirs.length !== ours.length) return [`${path}[length]`];
    return theirs.flatMap((each, index) => differingPaths(each, ours[index], `${path}[]`));
  }
  if (isObject(theirs) && isObject(ours)) {
    const names = new Set([...Object.keys(theirs), ...Object.keys(ours)]);
    return [...names]
      .filter((each) => !(ourNames.has(each) && !(each in theirs)))
      .flatMap((each) => differingPaths(theirs[each], ours[each], `${path}/${each}`));
  }
  return isSameText(name.replace(/\[\]/g, ""), theirs, ours) ? [] : [path];
};

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { at } from "../../fixtures/ping-server.js";
import type { Reply } from "../../fixtures/running-server.js";

/**
 * A question put to a genuine validator of Splice 0.6.1, and its answer. Path and body have marks
 * for what an earlier answer gave, for times, and for what the key of an external party signs.
 */
export interface ValidatorQuestion {
  readonly name: string;
  /** Milliseconds since the question before. */
  readonly after?: number;
  /** How often it is asked, if that was not recorded. */
  readonly times?: number;
  /** A user, or a kind of token. */
  readonly auth: string;
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly type?: string;
  readonly answer?: string;
}

const folder = new URL("../../../../test/over-http/genuine/", import.meta.url);

/** The file of the known differences. */
export const validatorDifferencesFile = fileURLToPath(
  new URL("validator-differences.json", folder),
);

/** The recorded questions, in order. */
export const validatorQuestions = (): ReadonlyArray<ValidatorQuestion> =>
  gunzipSync(readFileSync(new URL("validator.jsonl.gz", folder)))
    .toString("utf8")
    .trim()
    .split("\n")
    .map((line): ValidatorQuestion => JSON.parse(line));

/** A text with marks in place of what changes from run to run, as in the recorded answers. */
const marked = (text: string): string =>
  text
    .replace(/::1220[0-9a-f]{64}/g, "::<FP>")
    .replace(/\b1220[0-9a-f]{64}(:\d+)?/g, "<UPDATEID>$1")
    .replace(/\b00[0-9a-f]{100,}/g, "<CID>")
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "<UUID>")
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "<TIME>")
    .replace(/\b1[789]\d{14}\b/g, "<MICROS>")
    .replace(/\b1[789]\d{11}\b/g, "<MILLIS>")
    .replace(/\b[0-9a-f]{64}\b/g, "<HEX64>")
    .replace(/"[A-Za-z0-9+/=]{120,}"/g, '"<B64>"')
    .replace(/\b[0-9a-f]{32}\b/g, "<HEX32>");

/** What depends on when and where a question was asked: rounds, ids, the validator's name. */
const placeless = (text: string): string =>
  text
    .replace(/("(?:round|number|as_of_round|computed_as_of_round)":\s*)"?\d+"?/g, "$10")
    .replace(/\b00[0-9a-f]{64}\b/g, "<PREFIX>")
    .replace(/#<UPDATEID>:\d+/g, "<EVENT>")
    .replaceAll("tally-validator-1::", "validator::");

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const kindOf = (value: unknown): string => (Array.isArray(value) ? "list" : typeof value);

/** The names of fields with a value: theirs has null where ours leaves a field out. */
const present = (value: Readonly<Record<string, unknown>>): ReadonlyArray<string> =>
  Object.keys(value).filter((name) => value[name] !== null);

/** Paths where two values differ, without the numbers of elements, each with how. */
const differingPaths = (theirs: unknown, ours: unknown, path = ""): ReadonlyArray<string> => {
  if (Array.isArray(theirs) && Array.isArray(ours)) {
    if (theirs.length !== ours.length) return [`${path}[length]`];
    return theirs.flatMap((x, i) => differingPaths(x, ours[i], `${path}[]`));
  }
  if (isObject(theirs) && isObject(ours)) {
    const [has, hasOurs] = [new Set(present(theirs)), new Set(present(ours))];
    return [...new Set([...has, ...hasOurs])].flatMap((name) => {
      const inside = path === "" ? name : `${path}.${name}`;
      if (!hasOurs.has(name)) return [`-${inside}`];
      return has.has(name) ? differingPaths(theirs[name], ours[name], inside) : [`+${inside}`];
    });
  }
  if (theirs === ours) return [];
  return kindOf(theirs) === kindOf(ours) ? [path] : [`${path}: ${kindOf(ours)}`];
};

/**
 * What differs between a recorded answer and ours: the status; the fields that only theirs (-) or
 * ours (+) has and those with another value; the content type. An error has the same status and a
 * text of ours.
 */
export const validatorDifference = (
  { path, status, type = "", answer = "" }: ValidatorQuestion,
  reply: Reply,
): string => {
  if (status !== reply.status) return `status ${status} ${reply.status}`;
  const theirs = parsed(placeless(answer));
  const isError = status >= 400 && (!isObject(theirs) || "error" in theirs);
  if (isError && path.includes("/v0/")) return isErrorOfOurs(reply) ? "" : "not an error of ours";
  if (isError) return "";
  const ours = parsed(placeless(marked(reply.text)));
  const paths = [...new Set(differingPaths(theirs, ours))];
  const [theirType, ourType] = [type, reply.type].map((each) => each.split(";")[0]);
  return [...paths, ...(theirType === ourType ? [] : [`type ${ourType}`])].join(" ");
};

/** Whether an error has the one form of the wallet's: JSON with a text. */
const isErrorOfOurs = ({ type, json, text }: Reply): boolean =>
  text === "" || (type.startsWith("application/json") && typeof at(json, "error") === "string");

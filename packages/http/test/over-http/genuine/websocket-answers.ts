import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { at } from "../../fixtures/ping-server.js";

/** A websocket conversation with a genuine participant: what it answered, with marks. */
export interface RecordedConversation {
  readonly name: string;
  /** `timeout`: it stayed open; `close CODE`; `error TEXT`: the client did not open it. */
  readonly end: string;
  /** The selected subprotocol. */
  readonly protocol?: string;
  /** Frames in order, each up to where the recording cut it. */
  readonly frames: ReadonlyArray<unknown>;
}

/** The same conversation with ours. */
export interface OwnConversation {
  readonly end: string;
  readonly protocol: string;
  readonly frames: ReadonlyArray<unknown>;
}

const folder = new URL("../../../../test/over-http/genuine/", import.meta.url);

/** The file of the known differences of websocket conversations. */
export const conversationDifferencesFile = fileURLToPath(
  new URL("differences-websockets.json", folder),
);

/** The recorded conversations, in order. */
export const recordedConversations = (): ReadonlyArray<RecordedConversation> =>
  readFileSync(new URL("websockets.jsonl", folder), "utf8")
    .trim()
    .split("\n")
    .map((line): RecordedConversation => JSON.parse(line));

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What changes from run to run; null for a text is a difference. */
const isMarked = (theirs: unknown, ours: unknown): boolean => {
  if (theirs === "<N>") return typeof ours === "number";
  if (theirs === "<TRACE>") return typeof ours === "string" && /^[0-9a-f]{32}$/.test(ours);
  return false;
};

/** Paths of what was recorded of a frame that ours has otherwise, or lacks. */
const differingIn = (theirs: unknown, ours: unknown, path: string): ReadonlyArray<string> => {
  // who the participant is
  if (path.endsWith("/participant")) return typeof ours === "string" ? [] : [path];
  if (Array.isArray(theirs))
    return theirs.flatMap((each, index) => differingIn(each, at(ours, index), `${path}[${index}]`));
  if (isObject(theirs)) {
    return Object.entries(theirs).flatMap(([key, each]) =>
      isObject(ours) && key in ours
        ? differingIn(each, ours[key], `${path}/${key}`)
        : [`${path}/${key}`],
    );
  }
  return theirs === ours || isMarked(theirs, ours) ? [] : [path];
};

/** What of a conversation differs; "" when nothing does. */
export const conversationDifference = (
  theirs: RecordedConversation,
  ours: OwnConversation,
): string => {
  const protocol = theirs.protocol ?? ours.protocol;
  return [
    ...(theirs.end === ours.end ? [] : ["end"]),
    ...(protocol === ours.protocol ? [] : ["protocol"]),
    ...(theirs.frames.length === ours.frames.length ? [] : [`${ours.frames.length} frames`]),
    ...theirs.frames.flatMap((frame, index) =>
      ours.frames[index] === undefined ? [] : differingIn(frame, ours.frames[index], `${index}:`),
    ),
  ].join(" ");
};

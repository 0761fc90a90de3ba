import { randomBytes, randomUUID } from "node:crypto";
import { access, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { decodeLedgerEvent, encodeLedgerEvent, type JournalEvent } from "@tallystick/core";
import type { EventStore, RecordedEvent } from "@tallystick/event-store";
import { defaultLedgerConfig, storeMessage } from "@tallystick/node";
import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { addressed, copyAll, type CopyStopError, PRIVATE_FOLDER } from "./copy.js";
import type { StoreFlags } from "./events.js";
import { exitCode } from "./exit-code.js";
import { openAddress } from "./open-address.js";
import { isFolder, printableStore, storeAddress } from "./store-address.js";

/** Commands that have a journal say something of itself. */
export type JournalCommandName = "fork" | "restore" | "disclosure-key";

type Out = (line: string) => void;
type Done = Either<CopyStopError, void>;

const MICROS_PER_MS = 1_000;

/** Bytes of a disclosure key. */
const KEY_BYTES = 32;

const stop = (message: string): Either<CopyStopError, never> =>
  left({ message, code: exitCode.failed });

const misused = (message: string): Either<CopyStopError, never> =>
  left({ message, code: exitCode.usage });

/** An offset in a flag; undefined when the flag is not given. */
const offsetOf = (
  name: string,
  text: string | undefined,
): Either<CopyStopError, number | undefined> => {
  if (text === undefined) return right(undefined);
  const offset = Number(text);
  return Number.isSafeInteger(offset) && offset > 0
    ? right(offset)
    : misused(`--${name}: expected an offset, found ${text}`);
};

/** A store of which only the beginning of one stream is there. */
const upTo = (store: EventStore, stream: string, end: number): EventStore => ({
  ...store,
  async *readStream(name, read = {}) {
    const maxCount = Math.max(0, end - (read.from ?? 0));
    yield* store.readStream(name, name === stream ? { ...read, maxCount } : read);
  },
});

/**
 * The last pruning that a journal tells of; undefined when there is none behind an offset, or it
 * cannot be read.
 */
const pruningAfter = async (
  store: EventStore,
  stream: string,
  end: number,
): Promise<number | undefined> => {
  let found: number | undefined;
  for await (const page of store.readStream(stream, { from: end })) {
    if (isLeft(page)) return undefined;
    for (const { type, revision } of page.right) if (type === "JournalPruned") found = revision + 1;
  }
  return found;
};

const recordTimeOf = ({ type, data, revision }: RecordedEvent): number => {
  const event = decodeLedgerEvent(type, data, revision + 1);
  return isLeft(event) ? 0 : event.right.recordTime;
};

/** Has a journal say something of itself behind its last event. */
const appendEvent = async (
  store: EventStore,
  stream: string,
  eventAfter: (last: RecordedEvent, recordTime: number) => JournalEvent,
): Promise<Either<CopyStopError, number>> => {
  const last = await store.lastEvent(stream);
  if (isLeft(last)) return stop(storeMessage(last.left));
  if (last.right === undefined) return stop(`there is no stream ${stream}`);
  const { revision } = last.right;
  const recordTime = Math.max(Date.now() * MICROS_PER_MS, recordTimeOf(last.right));
  const { type, data } = encodeLedgerEvent(eventAfter(last.right, recordTime), revision + 2);
  const event = { id: randomUUID(), type, data, metadata: "" };
  const appended = await store.append(stream, revision, [event]);
  return isLeft(appended)
    ? stop(storeMessage(appended.left))
    : map((at: { readonly revision: number }) => at.revision + 1)(appended);
};

const isThere = async (path: string): Promise<boolean> => {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
};

const isEmptyFolder = async (folder: string): Promise<boolean> => {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  return (await readdir(folder)).length === 0;
};

/** Copies a journal into a new folder, where it says what it is. */
const copyAndSay = async (
  { from = "", to = "", participant = defaultLedgerConfig.participantName }: StoreFlags,
  end: number | undefined,
  out: Out,
  eventAfter: (last: RecordedEvent, recordTime: number) => JournalEvent,
): Promise<Done> => {
  const stream = `participant-${participant}`;
  const source = await openAddress(storeAddress(from), true);
  if (isLeft(source)) return left(addressed("--from", source.left));
  const target = await openAddress(storeAddress(to), false);
  if (isLeft(target)) {
    await source.right.close();
    return left(addressed("--to", target.left));
  }
  try {
    const pruning = end === undefined ? undefined : await pruningAfter(source.right, stream, end);
    if (pruning !== undefined) {
      return stop(
        `--at ${end}: the journal was pruned, and says of what at offset ${pruning}; expected that offset or a later one`,
      );
    }
    const part = end === undefined ? source.right : upTo(source.right, stream, end);
    const copied = await copyAll(part, target.right, participant, out);
    if (isLeft(copied)) return copied;
    if (end !== undefined && copied.right < end)
      return stop(`--at ${end}: the journal ends at offset ${copied.right}`);
    const said = await appendEvent(target.right, stream, eventAfter);
    if (isLeft(said)) return said;
    out(`${to} goes on after offset ${copied.right}; offset ${said.right} says so`);
    return right(undefined);
  } finally {
    await source.right.close();
    await target.right.close();
  }
};

const fork = async (flags: StoreFlags, out: Out): Promise<Done> => {
  const at = offsetOf("at", flags.at);
  if (isLeft(at)) return at;
  const from = await printableStore(flags.from ?? "");
  return copyAndSay(flags, at.right, out, ({ revision, hash }, recordTime) => ({
    type: "JournalForked",
    offset: revision + 1,
    hash,
    reason: flags.reason ?? `forked from ${from}`,
    recordTime,
  }));
};

const restore = async (flags: StoreFlags, out: Out): Promise<Done> => {
  const lost = offsetOf("lost-offset", flags["lost-offset"]);
  if (isLeft(lost)) return lost;
  const from = await printableStore(flags.from ?? "");
  return copyAndSay(flags, undefined, out, ({ revision, hash }, recordTime) => ({
    type: "JournalRestored",
    offset: revision + 1,
    hash,
    reason: flags.reason ?? `restored from ${from}`,
    recordTime,
    ...(lost.right === undefined ? {} : { lostOffset: lost.right }),
  }));
};

const drawKey = async (
  { data, participant = defaultLedgerConfig.participantName }: StoreFlags,
  out: Out,
): Promise<Done> => {
  if (data === undefined || !isFolder(data))
    return misused("disclosure-key: expected --data with the folder of a journal");
  // opening would make a journal where there is none
  if (!(await isThere(join(data, "journal.db")))) return stop(`--data: ${data} has no journal.db`);
  const store = await openAddress(storeAddress(data), false);
  if (isLeft(store)) return left(addressed("--data", store.left));
  const stream = `participant-${participant}`;
  try {
    const said = await appendEvent(store.right, stream, (_last, recordTime) => ({
      type: "DisclosureKeyDrawn",
      key: randomBytes(KEY_BYTES).toString("hex"),
      recordTime,
    }));
    if (isLeft(said)) return said;
    out(`the key is in force from offset ${said.right} on`);
    return right(undefined);
  } finally {
    await store.right.close();
  }
};

/** Runs `fork`, `restore` or `disclosure-key`. */
export const runJournalCommand = async (
  command: JournalCommandName,
  flags: StoreFlags,
  out: Out,
): Promise<Done> => {
  if (command === "disclosure-key") return drawKey(flags, out);
  const { from, to } = flags;
  if (from === undefined || to === undefined) {
    return misused(
      `${command}: expected --from and --to: a folder or the address of a store, and a new folder`,
    );
  }
  // a store on other machines may have a journal that nodes are writing
  if (!isFolder(to)) return misused("--to: expected a new folder, found the address of a store");
  if (!(await isEmptyFolder(to)))
    return misused(`--to: expected a new folder, ${to} has files in it`);
  return command === "fork" ? fork(flags, out) : restore(flags, out);
};

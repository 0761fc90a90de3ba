import { randomBytes, randomUUID } from "node:crypto";
import { decodeLedgerEvent, encodeLedgerEvent, type JournalEvent } from "@tallystick/core";
import type { EventStore, RecordedEvent, StoreError } from "@tallystick/event-store";
import { defaultLedgerConfig, storeMessage } from "@tallystick/node";
import { isLeft } from "fp-ts/lib/Either.js";
import { CommandError, orThrow, usageError } from "./command-error.js";
import { checkJournal, copyAll, withStores } from "./copy.js";
import type { StoreFlags } from "./events.js";
import { offsetIn } from "./offset-flag.js";
import { openAddress } from "./open-address.js";
import { isFolder, printableStore, storeAddress } from "./store-address.js";
import { namesIn } from "./target-folder.js";

/** Commands that have a journal say something of itself. */
export type JournalCommandName = "fork" | "restore" | "disclosure-key";

type Out = (line: string) => void;
const MICROS_PER_MS = 1_000;

/** Bytes of a disclosure key. */
const KEY_BYTES = 32;

/** A store of which only the beginning of one stream is there. */
const upTo = (store: EventStore, stream: string, end: number): EventStore => ({
  ...store,
  async *readStream(name, read = {}) {
    const maxCount = Math.max(0, end - (read.from ?? 0));
    yield* store.readStream(name, name === stream ? { ...read, maxCount } : read);
  },
});

/**
 * The last pruning that a journal records; undefined when there is none behind an offset, or it
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

const storeErrorOf = (error: StoreError): CommandError => new CommandError(storeMessage(error));

/** Appends an event to a journal that is about the journal itself. Returns its offset. */
const appendEvent = async (
  store: EventStore,
  stream: string,
  eventAfter: (last: RecordedEvent, recordTime: number) => JournalEvent,
): Promise<number> => {
  const last = orThrow(await store.lastEvent(stream), storeErrorOf);
  if (last === undefined) throw new CommandError(`there is no stream ${stream}`);
  const recordTime = Math.max(Date.now() * MICROS_PER_MS, recordTimeOf(last));
  const { type, data } = encodeLedgerEvent(eventAfter(last, recordTime), last.revision + 2);
  const event = { id: randomUUID(), type, data, metadata: "" };
  const appended = orThrow(await store.append(stream, last.revision, [event]), storeErrorOf);
  return appended.revision + 1;
};

/** Rejects an end that the journal does not reach, or that is before what it says of a pruning. */
const checkEnd = async (source: EventStore, stream: string, end: number): Promise<void> => {
  const pruning = await pruningAfter(source, stream, end);
  if (pruning !== undefined) {
    throw new CommandError(
      `--at ${end}: a pruning of these events is recorded at offset ${pruning}; expected ${pruning} or a later offset`,
    );
  }
  const last = orThrow(await source.lastEvent(stream), storeErrorOf);
  const offset = (last?.revision ?? -1) + 1;
  if (offset < end) throw new CommandError(`--at ${end}: the journal ends at offset ${offset}`);
};

/** Copies a journal into a new folder, and appends there what the copy is. */
const copyAndSay = async (
  { from = "", to = "", participant = defaultLedgerConfig.participantName }: StoreFlags,
  end: number | undefined,
  out: Out,
  eventAfter: (last: RecordedEvent, recordTime: number) => JournalEvent,
): Promise<void> => {
  const stream = `participant-${participant}`;
  const check = async (source: EventStore): Promise<void> => {
    await checkJournal(source, participant);
    if (end !== undefined) await checkEnd(source, stream, end);
  };
  const copy = async (source: EventStore, target: EventStore): Promise<void> => {
    const part = end === undefined ? source : upTo(source, stream, end);
    const copied = await copyAll(part, target, participant, out);
    const said = await appendEvent(target, stream, eventAfter);
    out(`${to} continues after offset ${copied}; offset ${said} records it`);
  };
  await withStores({ from: storeAddress(from), to: storeAddress(to), check, copy });
};

const fork = async (flags: StoreFlags, out: Out): Promise<void> => {
  const at = offsetIn("at", flags.at);
  const from = await printableStore(flags.from ?? "");
  await copyAndSay(flags, at, out, ({ revision, hash }, recordTime) => ({
    type: "JournalForked",
    offset: revision + 1,
    hash,
    reason: flags.reason ?? `forked from ${from}`,
    recordTime,
  }));
};

const restore = async (flags: StoreFlags, out: Out): Promise<void> => {
  const lostOffset = offsetIn("lost-offset", flags["lost-offset"]);
  const from = await printableStore(flags.from ?? "");
  await copyAndSay(flags, undefined, out, ({ revision, hash }, recordTime) => ({
    type: "JournalRestored",
    offset: revision + 1,
    hash,
    reason: flags.reason ?? `restored from ${from}`,
    recordTime,
    ...(lostOffset === undefined ? {} : { lostOffset }),
  }));
};

const drawKey = async (
  { data, participant = defaultLedgerConfig.participantName }: StoreFlags,
  out: Out,
): Promise<void> => {
  if (data === undefined || !isFolder(data))
    throw usageError("disclosure-key: expected --data with the folder of a journal");
  // opening it for writing would make a journal where there is none
  await (await openAddress(storeAddress(data), true, "--data")).close();
  const store = await openAddress(storeAddress(data), false, "--data");
  try {
    const offset = await appendEvent(store, `participant-${participant}`, (_last, recordTime) => ({
      type: "DisclosureKeyDrawn",
      key: randomBytes(KEY_BYTES).toString("hex"),
      recordTime,
    }));
    out(`the key applies from offset ${offset} on`);
  } finally {
    await store.close();
  }
};

/** Runs `fork`, `restore` or `disclosure-key`. */
export const runJournalCommand = async (
  command: JournalCommandName,
  flags: StoreFlags,
  out: Out,
): Promise<void> => {
  if (command === "disclosure-key") return drawKey(flags, out);
  const { from, to } = flags;
  if (from === undefined || to === undefined) {
    throw usageError(
      `${command}: expected --from and --to: a folder or the address of a store, and a new folder`,
    );
  }
  // a store on other machines may have a journal that nodes are writing
  if (!isFolder(to)) throw usageError("--to: expected a new folder, found the address of a store");
  if ((await namesIn("--to", to)).length > 0)
    throw usageError(`--to: expected a new folder, but ${to} is not empty`);
  return command === "fork" ? fork(flags, out) : restore(flags, out);
};

import {
  appendBytes,
  type CopyError,
  type CopiedStream,
  copyStream,
  type EventStore,
  type RecordedEvent,
} from "@tallystick/event-store";
import { defaultLedgerConfig, storeMessage } from "@tallystick/node";
import { isLeft } from "fp-ts/lib/Either.js";
import { CommandError, orThrow, usageError } from "./command-error.js";
import type { StoreFlags } from "./events.js";
import { exitCode } from "./exit-code.js";
import { openAddress, storeErrorCode } from "./open-address.js";
import { embeddedFolder, printableStore, storeAddress } from "./store-address.js";
import { inTargetFolder } from "./target-folder.js";

/** How often the progress is printed, in milliseconds. */
const PROGRESS_MS = 1_000;

/** Types of events that name packages; the archive of each may be a stream of its own. */
const PACKAGE_TYPE = /^Package/;

const PACKAGE_ID = /[0-9a-f]{64}/g;

const copyErrorOf = (error: CopyError): CommandError => {
  switch (error.kind) {
    case "source":
      return new CommandError(`--from: ${storeMessage(error.error)}`, storeErrorCode(error.error));
    case "target":
      return new CommandError(`--to: ${storeMessage(error.error)}`, storeErrorCode(error.error));
    case "different":
      return new CommandError(
        `--to has another stream ${error.stream}: it differs at revision ${error.revision}. Copy into an empty store, or one that an earlier copy of the same journal began`,
      );
    case "erased":
      return new CommandError(
        `--from was pruned: the data of ${error.stream} at revision ${error.revision} was erased, and this kind of store cannot store its digest alone. Copy into a folder instead`,
      );
    case "broken":
      return new CommandError(
        `--from: the hash chain of ${error.stream} is broken at revision ${error.revision}`,
        exitCode.dataDamaged,
      );
  }
};

/** A copy that a store ended which is away for now: it resumes after what is there. */
class Interruption extends CommandError {}

/** The error of a copy, an interruption when something was copied and more may follow later. */
const endOf = (error: CopyError, isBegun: boolean): CommandError => {
  const ended = copyErrorOf(error);
  return isBegun && "error" in error && error.error.kind === "unavailable"
    ? new Interruption(`${ended.message}; run the same command again to resume`, ended.code)
    : ended;
};

/** Passes reads on, and notes the packages that the events name. */
const notingPackages = (store: EventStore, packages: Set<string>): EventStore => ({
  ...store,
  async *readStream(stream, read) {
    for await (const page of store.readStream(stream, read)) {
      if (!isLeft(page)) notePackages(page.right, packages);
      yield page;
    }
  },
});

const notePackages = (events: ReadonlyArray<RecordedEvent>, packages: Set<string>): void => {
  for (const { type, data } of events) {
    if (!PACKAGE_TYPE.test(type)) continue;
    for (const [packageId] of data.matchAll(PACKAGE_ID)) packages.add(packageId);
  }
};

/** All packages the journal names, for a copy that resumes after their events. */
const packagesIn = async (store: EventStore, stream: string, packages: Set<string>) => {
  for await (const page of store.readStream(stream))
    if (!isLeft(page)) notePackages(page.right, packages);
};

/** Offsets that are named at most. */
const MAX_NAMED = 10;

/** Finds, before anything is written, the events that the target does not take. */
const checkSizes = async (from: EventStore, to: EventStore, stream: string): Promise<void> => {
  const maxBytes = to.capabilities.remote?.maxAppendBytes;
  if (maxBytes === undefined) return;
  const last = orThrow(await to.lastEvent(stream), (error) =>
    copyErrorOf({ kind: "target", error }),
  );
  const offsets: number[] = [];
  for await (const read of from.readStream(stream, { from: (last?.revision ?? -1) + 1 })) {
    const page = orThrow(read, (error) => copyErrorOf({ kind: "source", error }));
    const large = page.filter((event) => appendBytes([event]) > maxBytes);
    offsets.push(...large.map(({ revision }) => revision + 1));
  }
  if (offsets.length === 0) return;
  const named = offsets.slice(0, MAX_NAMED).join(", ");
  const more = offsets.length > MAX_NAMED ? ` and ${offsets.length - MAX_NAMED} more` : "";
  throw new CommandError(
    `--from: the events at the offsets ${named}${more} of ${stream} are larger than ${maxBytes} bytes, the most that --to accepts in one append; nothing was copied`,
  );
};

/**
 * Copies the journal of a participant and the package archives it names.
 *
 * @returns the number of its events
 * @throws {CommandError} why nothing more is copied
 */
export const copyAll = async (
  from: EventStore,
  to: EventStore,
  participant: string,
  out: (line: string) => void,
): Promise<number> => {
  const journal = `participant-${participant}`;
  const packages = new Set<string>();
  let printedMs = performance.now();
  let isBegun = false;
  const copy = async (stream: string): Promise<CopiedStream> =>
    orThrow(
      await copyStream(notingPackages(from, packages), to, stream, ({ copied, total }) => {
        isBegun = true;
        if (performance.now() - printedMs < PROGRESS_MS) return;
        printedMs = performance.now();
        out(`${stream}: ${copied} of ${total} events`);
      }),
      (error) => endOf(error, isBegun),
    );
  await checkSizes(from, to, journal);
  const { events, hash, resumedAfter } = await copy(journal);
  if (resumedAfter > 0) await packagesIn(from, journal, packages);
  let archives = 0;
  for (const packageId of packages)
    if ((await copy(`package-${packageId}`)).events > 0) archives += 1;
  out(
    `${journal}: ${events} events, ${resumedAfter} of them copied earlier; both journals end with the hash ${hash}; ${archives} package archives`,
  );
  return events;
};

export interface Copying {
  readonly from: string;
  readonly to: string;
  /** Rejects a source, before anything is made of the target. */
  readonly check: (from: EventStore) => Promise<void>;
  readonly copy: (from: EventStore, to: EventStore) => Promise<void>;
  /** Whether what was written stays although it failed so; never when absent. */
  readonly keeps?: (thrown: unknown) => boolean;
}

/**
 * Opens two stores while one is copied to the other. A folder is made where there is none; what was
 * written there is removed when the copy fails.
 */
export const withStores = async ({
  from,
  to,
  check,
  copy,
  keeps = () => false,
}: Copying): Promise<void> => {
  const source = await openAddress(from, true, "--from");
  try {
    await check(source);
    const folder = embeddedFolder(to);
    const write = async (): Promise<void> => {
      const target = await openAddress(to, false, "--to");
      try {
        await copy(source, target);
      } finally {
        await target.close();
      }
    };
    await (folder === undefined ? write() : inTargetFolder("--to", folder, write, keeps));
  } finally {
    await source.close();
  }
};

/** Rejects a store without the journal of the participant. */
export const checkJournal = async (from: EventStore, participant: string): Promise<void> => {
  const stream = `participant-${participant}`;
  const last = orThrow(await from.lastEvent(stream), (error) =>
    copyErrorOf({ kind: "source", error }),
  );
  if (last === undefined)
    throw new CommandError(`--from has no stream ${stream}; use --participant for another one`);
};

/**
 * Copies a journal from one store to another, and resumes where an earlier copy ended. Offsets, ids
 * and hashes stay; the chain is checked on the way and both ends are compared.
 */
export const runCopy = async (
  { from, to, participant = defaultLedgerConfig.participantName }: StoreFlags,
  out: (line: string) => void,
): Promise<void> => {
  if (from === undefined || to === undefined) {
    throw usageError(
      "copy: expected --from and --to, each a folder or an address such as esdb://host",
    );
  }
  const [source, target] = [storeAddress(from), storeAddress(to)];
  await withStores({
    from: source,
    to: target,
    check: (read) => checkJournal(read, participant),
    copy: async (read, written) => {
      out(`copying ${await printableStore(source)} to ${await printableStore(target)}`);
      await copyAll(read, written, participant, out);
    },
    keeps: (thrown) => thrown instanceof Interruption,
  });
};

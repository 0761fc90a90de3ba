import { mkdir } from "node:fs/promises";
import {
  appendBytes,
  type DistantStore,
  type CopyError,
  type CopiedStream,
  copyStream,
  type EventStore,
  type RecordedEvent,
} from "@tallystick/event-store";
import { defaultLedgerConfig, storeMessage } from "@tallystick/node";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { StoreFlags } from "./events.js";
import { type ExitCode, exitCode } from "./exit-code.js";
import { openAddress, type OpenAddressError } from "./open-address.js";
import { embeddedFolder, printableStore, storeAddress } from "./store-address.js";

/** How often the progress is printed, in milliseconds. */
const PROGRESS_MS = 1_000;

/** Only the user of the process looks into a data folder. */
export const PRIVATE_FOLDER = 0o700;

/** Types of events that name packages; the archive of each may be a stream of its own. */
const PACKAGE_TYPE = /^Package/;

const PACKAGE_ID = /[0-9a-f]{64}/g;

/** Why nothing more is copied, and how the process ends. */
export interface CopyStopError {
  readonly message: string;
  readonly code: ExitCode;
}

const stopErrorOf = (error: CopyError): CopyStopError => {
  switch (error.kind) {
    case "source":
      return { message: `--from: ${storeMessage(error.error)}`, code: exitCode.failed };
    case "target":
      return { message: `--to: ${storeMessage(error.error)}`, code: exitCode.failed };
    case "different":
      return {
        message: `--to has another stream ${error.stream}: it differs at revision ${error.revision}. Copy into an empty store, or one that an earlier copy of the same journal began`,
        code: exitCode.failed,
      };
    case "erased":
      return {
        message: `--from was pruned: the data of ${error.stream} at revision ${error.revision} was erased, and this kind of store does not take the digest alone. Copy into a folder instead`,
        code: exitCode.failed,
      };
    case "broken":
      return {
        message: `--from: the hash chain of ${error.stream} is broken at revision ${error.revision}`,
        code: exitCode.dataDamaged,
      };
  }
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

const isDistant = (store: EventStore): store is EventStore & DistantStore =>
  "maxAppendBytes" in store;

/** Looks, before anything is written, for events that the target does not take. */
const tooLargeFor = async (
  from: EventStore,
  to: EventStore,
  stream: string,
): Promise<CopyStopError | undefined> => {
  if (!isDistant(to)) return undefined;
  const last = await to.lastEvent(stream);
  if (isLeft(last)) return stopErrorOf({ kind: "target", error: last.left });
  const offsets: number[] = [];
  for await (const page of from.readStream(stream, { from: (last.right?.revision ?? -1) + 1 })) {
    if (isLeft(page)) return stopErrorOf({ kind: "source", error: page.left });
    const large = page.right.filter((event) => appendBytes([event]) > to.maxAppendBytes);
    offsets.push(...large.map(({ revision }) => revision + 1));
  }
  if (offsets.length === 0) return undefined;
  const named = offsets.slice(0, MAX_NAMED).join(", ");
  const more = offsets.length > MAX_NAMED ? ` and ${offsets.length - MAX_NAMED} more` : "";
  return {
    message: `--from: the events at the offsets ${named}${more} of ${stream} take more than the ${to.maxAppendBytes} bytes that --to takes at once; nothing was copied`,
    code: exitCode.failed,
  };
};

/**
 * Copies the journal of a participant and the package archives it names. Right: the number of its
 * events.
 */
export const copyAll = async (
  from: EventStore,
  to: EventStore,
  participant: string,
  out: (line: string) => void,
): Promise<Either<CopyStopError, number>> => {
  const journal = `participant-${participant}`;
  const packages = new Set<string>();
  let printedMs = performance.now();
  const copy = async (stream: string): Promise<Either<CopyError, CopiedStream>> =>
    copyStream(notingPackages(from, packages), to, stream, ({ copied, total }) => {
      if (performance.now() - printedMs < PROGRESS_MS) return;
      printedMs = performance.now();
      out(`${stream}: ${copied} of ${total} events`);
    });
  const large = await tooLargeFor(from, to, journal);
  if (large !== undefined) return left(large);
  const copied = await copy(journal);
  if (isLeft(copied)) return left(stopErrorOf(copied.left));
  if (copied.right.events === 0) {
    return left({
      message: `--from has no stream ${journal}; --participant names another one`,
      code: exitCode.failed,
    });
  }
  const { events, hash, resumedAfter } = copied.right;
  if (resumedAfter > 0) await packagesIn(from, journal, packages);
  let archives = 0;
  for (const packageId of packages) {
    const archive = await copy(`package-${packageId}`);
    if (isLeft(archive)) return left(stopErrorOf(archive.left));
    if (archive.right.events > 0) archives += 1;
  }
  out(
    `${journal}: ${events} events, of which ${resumedAfter} were there already; both end with the hash ${hash}; ${archives} package archives`,
  );
  return right(events);
};

/** Why a store cannot be opened, with the flag that names it. */
export const addressed = (flag: string, { message, code }: OpenAddressError): OpenAddressError => ({
  message: `${flag}: ${message}`,
  code,
});

/** Opens the store that is written; a folder is made where there is none. */
const openTarget = async (address: string): Promise<Either<OpenAddressError, EventStore>> => {
  const folder = embeddedFolder(address);
  try {
    if (folder !== undefined) await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return left({ message, code: exitCode.failed });
  }
  return openAddress(address, false);
};

/**
 * Copies a journal from one store to another, and goes on where an earlier copy ended. Offsets, ids
 * and hashes stay; the chain is checked on the way and both ends are compared.
 */
export const runCopy = async (
  { from, to, participant = defaultLedgerConfig.participantName }: StoreFlags,
  out: (line: string) => void,
): Promise<Either<CopyStopError, number>> => {
  if (from === undefined || to === undefined) {
    return left({
      message: "copy: expected --from and --to, each a folder or an address such as esdb://host",
      code: exitCode.usage,
    });
  }
  const [source, target] = [storeAddress(from), storeAddress(to)];
  const read = await openAddress(source, true);
  if (isLeft(read)) return left(addressed("--from", read.left));
  const written = await openTarget(target);
  if (isLeft(written)) {
    await read.right.close();
    return left(addressed("--to", written.left));
  }
  try {
    out(`copying ${await printableStore(source)} to ${await printableStore(target)}`);
    return await copyAll(read.right, written.right, participant, out);
  } finally {
    await read.right.close();
    await written.right.close();
  }
};

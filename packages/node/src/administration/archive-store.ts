import { hash } from "node:crypto";
import { type LedgerError, ledgerError, type PackageId } from "@tallystick/core";
import {
  type EventStore,
  type NewEvent,
  readJson,
  type RecordedEvent,
  type StoreError,
} from "@tallystick/event-store";
import { type Either, isLeft, isRight, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { storeMessage } from "../journal/store-message.js";

/** Limits of the number of archives, and of their bytes together. */
interface ArchiveLimits {
  readonly maxPackages: number;
  readonly maxBytes: number;
}

/** An archive to keep. */
export interface KeptArchive {
  readonly packageId: PackageId;
  /** Has the package id as SHA-256. */
  readonly payload: Uint8Array;
}

/**
 * The archives of uploaded packages, in the store that holds the journal, so that every node on
 * that store has them. Each is a stream of its own, `package-<package id>`, of events
 * `PackageArchivePart`.
 */
export interface ArchiveStore {
  /**
   * Resolves when all of them are durable. Intact ones that are stored already are skipped. Left
   * INVALID_ARGUMENT beyond the limits, INDEX_DB_SQL_TRANSIENT_ERROR when the store cannot be
   * written.
   */
  keep(archives: ReadonlyArray<KeptArchive>): Promise<Either<LedgerError, void>>;
  /**
   * Left PACKAGE_NOT_FOUND when there is none, or its bytes are damaged,
   * INDEX_DB_SQL_TRANSIENT_ERROR when the store does not answer.
   */
  read(packageId: PackageId): Promise<Either<LedgerError, Uint8Array>>;
}

/** Bytes of an archive in one event: in Base64 it is below every store's limit of one append. */
export const archivePartBytes = 512 * 1024;

const partType = "PackageArchivePart";
const packageIdForm = /^[0-9a-f]{64}$/;

/** Retries of an upload when another node uploads the same package at the same time. */
const maxTries = 4;

/** The content of a part; `part` counts from 0, `bytes` is the size of the whole archive. */
const ArchivePart = t.type({
  part: t.number,
  parts: t.number,
  bytes: t.number,
  payload: t.string,
});

type ArchivePart = t.TypeOf<typeof ArchivePart>;

const notFound = (packageId: PackageId, reason: string): LedgerError =>
  ledgerError("PACKAGE_NOT_FOUND", reason, {
    publicCause: "Could not find package.",
    resources: [["PACKAGE", packageId.slice(0, 64)]],
  });

/** PACKAGE_NOT_FOUND for a package without an archive. */
export const noArchive = (packageId: PackageId): LedgerError =>
  notFound(packageId, `This node has no archive of the package ${packageId.slice(0, 64)}.`);

const damaged = (packageId: PackageId): LedgerError =>
  notFound(
    packageId,
    `The archive of the package ${packageId} is damaged on this node: its bytes do not have the package id as their SHA-256. Upload its DAR again.`,
  );

const unwritable = (reason: string): LedgerError =>
  ledgerError(
    "INDEX_DB_SQL_TRANSIENT_ERROR",
    `The package archives cannot be written: ${reason}. Nothing was registered.`,
    { definiteAnswer: true },
  );

const streamPrefix = "package-";

export const archiveStream = (packageId: PackageId): string => `${streamPrefix}${packageId}`;

/** The package whose archive a stream is; undefined for other streams. */
export const packageOfStream = (stream: string): string | undefined =>
  stream.startsWith(streamPrefix) ? stream.slice(streamPrefix.length) : undefined;

/** The content of an event of an archive's stream; undefined for other events. */
export const archivePartOf = ({ type, data }: RecordedEvent): ArchivePart | undefined =>
  type === partType ? readJson(ArchivePart, data) : undefined;

const eventsOf = ({ payload }: KeptArchive, newId: () => string): ReadonlyArray<NewEvent> => {
  const parts = Math.max(1, Math.ceil(payload.length / archivePartBytes));
  return Array.from({ length: parts }, (_, part) => {
    const bytes = payload.subarray(part * archivePartBytes, (part + 1) * archivePartBytes);
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");
    const data = { v: 1, part, parts, bytes: payload.length, payload: text };
    return { id: newId(), type: partType, data: JSON.stringify(data), metadata: "" };
  });
};

/**
 * The archives in a store.
 * @param registered ids of the packages known so far, whose archives count against the limits
 * @param newId makes the ids of events: UUIDs
 */
export const archiveStore = (
  store: EventStore,
  limits: ArchiveLimits,
  registered: () => Iterable<string>,
  newId: () => string,
): ArchiveStore => {
  const sizes = new Map<string, number>();
  const read = async (packageId: PackageId): Promise<Either<LedgerError, Uint8Array>> =>
    packageIdForm.test(packageId) ? archiveIn(store, packageId) : left(noArchive(packageId));
  const measure = async (): Promise<Either<StoreError, void>> => {
    for (const packageId of registered()) {
      if (sizes.has(packageId)) continue;
      const last = await store.lastEvent(archiveStream(packageId));
      if (isLeft(last)) return last;
      const bytes = last.right === undefined ? undefined : archivePartOf(last.right)?.bytes;
      if (bytes !== undefined) sizes.set(packageId, bytes);
    }
    return right(undefined);
  };
  return {
    read,
    keep: async (archives) => {
      const wanted: Array<KeptArchive> = [];
      for (const archive of archives) {
        const kept = await read(archive.packageId);
        if (isLeft(kept)) wanted.push(archive);
        else sizes.set(archive.packageId, kept.right.length);
      }
      if (wanted.length === 0) return right(undefined);
      const measured = await measure();
      if (isLeft(measured)) return left(unwritable(storeMessage(measured.left)));
      const limited = limitError(limits, sizes, wanted);
      if (limited !== undefined) return left(limited);
      for (const archive of wanted) {
        const written = await writeArchive(store, archive, newId);
        if (isLeft(written)) return left(unwritable(storeMessage(written.left)));
        sizes.set(archive.packageId, archive.payload.length);
      }
      return right(undefined);
    },
  };
};

const limitError = (
  { maxPackages, maxBytes }: ArchiveLimits,
  sizes: ReadonlyMap<string, number>,
  wanted: ReadonlyArray<KeptArchive>,
): LedgerError | undefined => {
  const all = new Map(sizes);
  for (const { packageId, payload } of wanted) all.set(packageId, payload.length);
  let bytes = 0;
  for (const size of all.values()) bytes += size;
  return all.size <= maxPackages && bytes <= maxBytes
    ? undefined
    : ledgerError(
        "INVALID_ARGUMENT",
        `The node would keep ${all.size} package archives of ${bytes} bytes together; expected at most ${maxPackages} and ${maxBytes} bytes (ledger.maxUploadedPackages, ledger.maxUploadedBytes).`,
        { definiteAnswer: true },
      );
};

/**
 * The payload of an archive: the last series of parts in the stream, when it is complete. Left
 * PACKAGE_NOT_FOUND, INDEX_DB_SQL_TRANSIENT_ERROR.
 */
export const archiveIn = async (
  store: Pick<EventStore, "lastEvent" | "readStream">,
  packageId: PackageId,
): Promise<Either<LedgerError, Uint8Array>> => {
  const stream = archiveStream(packageId);
  const unreadable = (error: StoreError): Either<LedgerError, never> =>
    left(
      error.kind === "damaged"
        ? damaged(packageId)
        : ledgerError(
            "INDEX_DB_SQL_TRANSIENT_ERROR",
            `The archive of the package ${packageId} cannot be read: ${storeMessage(error)}.`,
            { definiteAnswer: true },
          ),
    );
  const last = await store.lastEvent(stream);
  if (isLeft(last)) return unreadable(last.left);
  const end = last.right === undefined ? undefined : archivePartOf(last.right);
  if (last.right === undefined || end === undefined || end.part !== end.parts - 1)
    return left(noArchive(packageId));
  const texts = [end.payload];
  if (end.part > 0) {
    const from = last.right.revision - end.part;
    const before: Array<string> = [];
    for await (const page of store.readStream(stream, { from, maxCount: end.part })) {
      if (isLeft(page)) return unreadable(page.left);
      for (const event of page.right) before.push(archivePartOf(event)?.payload ?? "");
    }
    texts.unshift(...before);
  }
  const payload = Buffer.concat(texts.map((text) => Buffer.from(text, "base64")));
  return hash("sha256", payload, "hex") === packageId ? right(payload) : left(damaged(packageId));
};

const writeArchive = async (
  store: EventStore,
  archive: KeptArchive,
  newId: () => string,
): Promise<Either<StoreError, void>> => {
  const stream = archiveStream(archive.packageId);
  for (let tried = 1; ; tried++) {
    const last = await store.lastEvent(stream);
    if (isLeft(last)) return last;
    const written = await appendParts(store, last.right?.revision ?? -1, archive, newId);
    const isRaced = isLeft(written) && written.left.kind === "wrong-expected-revision";
    if (isRaced && isRight(await archiveIn(store, archive.packageId))) return right(undefined);
    if (!isRaced || tried === maxTries) return written;
  }
};

const appendParts = async (
  store: EventStore,
  after: number,
  archive: KeptArchive,
  newId: () => string,
): Promise<Either<StoreError, void>> => {
  const stream = archiveStream(archive.packageId);
  let revision = after;
  for (const event of eventsOf(archive, newId)) {
    const appended = await store.append(stream, revision < 0 ? "no-stream" : revision, [event]);
    if (isLeft(appended)) return appended;
    revision = appended.right.revision;
  }
  return right(undefined);
};

import type { PackageId } from "@tallystick/core";
import { createHash, type Hash } from "node:crypto";
import type { EventStore, FileCheck, RecordedEvent, StoreError } from "@tallystick/event-store";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { archivePartOf, archiveStream, packageOfStream } from "../administration/archive-store.js";
import type { Journal } from "../journal/journal.js";
import { storeMessage } from "../journal/store-message.js";
import type { Finding } from "../ledger/finding.js";
import { lastRevision, type Pace } from "./verify-journal.js";

/** The most findings of one stream: more add nothing. */
const maxFindings = 20;

/** A part of an archive counts as several events, by its size. */
const bytesPerEvent = 1_000;

/** The content of an archive's stream: the last series of parts from 0 on is the archive. */
class ArchiveCheck {
  #hash: Hash | undefined;
  #next = 0;
  #parts = 0;

  add(event: RecordedEvent): void {
    const part = archivePartOf(event);
    if (part?.part === 0) {
      this.#hash = createHash("sha256");
      this.#next = 0;
    }
    if (part === undefined || part.part !== this.#next) {
      this.#hash = undefined;
      return;
    }
    this.#hash?.update(Buffer.from(part.payload, "base64"));
    this.#next += 1;
    this.#parts = part.parts;
  }

  /**
   * An interrupted upload is not damage; another one follows, or the package was not registered.
   */
  fits(packageId: PackageId): boolean {
    if (this.#hash === undefined || this.#next < this.#parts) return true;
    return this.#hash.digest("hex") === packageId;
  }
}

const archiveForm = /^package-[0-9a-f]{64}$/;

/** Why a stream has an event that no node writes: it is no archive, and no other journal. */
const unknownIn = (stream: string, event: RecordedEvent): string | undefined => {
  const isArchive = archiveForm.test(stream);
  if (isArchive && archivePartOf(event) !== undefined) return undefined;
  if (isArchive) return `event ${event.revision} is not part of an archive`;
  const isJournal = /^participant-./.test(stream);
  if (!isJournal) return "it is neither a journal nor the archive of a package";
  return event.revision === 0 && event.type !== "LedgerInitialized"
    ? `a journal begins with LedgerInitialized, found ${event.type}`
    : undefined;
};

/** Reads one stream whole; undefined when `pace` stopped it. */
const verifyStream = async (
  store: EventStore,
  stream: string,
  pace: Pace,
): Promise<Either<StoreError, ReadonlyArray<Finding> | undefined>> => {
  const packageId = packageOfStream(stream);
  const where = packageId === undefined ? "journal" : "archives";
  const findings: Array<Finding> = [];
  const archive = new ArchiveCheck();
  let unknown: string | undefined;
  for (let from = 0; ; ) {
    let damage: Extract<StoreError, { kind: "damaged" }> | undefined;
    for await (const page of store.readStream(stream, { from })) {
      if (isLeft(page)) {
        if (page.left.kind !== "damaged") return page;
        damage = page.left;
        break;
      }
      for (const event of page.right) {
        unknown ??= unknownIn(stream, event);
        if (packageId !== undefined) archive.add(event);
        from = event.revision + 1;
        if (!(await pace(1 + event.data.length / bytesPerEvent))) return right(undefined);
      }
    }
    if (damage === undefined) break;
    findings.push({ where, message: `${stream}, event ${damage.revision}: ${damage.reason}` });
    const next = Math.max(from, damage.revision) + 1;
    const isEnd = (await lastRevision({ store, stream })) < next;
    if (isEnd || findings.length >= maxFindings) return right(findings);
    from = next;
  }
  if (unknown !== undefined) findings.push({ where, message: `${stream}: ${unknown}` });
  if (packageId !== undefined && !archive.fits(packageId))
    findings.push({ where, message: `${stream}: its bytes do not have the package id as SHA-256` });
  return right(findings);
};

/**
 * Reads all streams of the store other than the journal's, where the store can list them: package
 * archives, and other journals. Right undefined: `pace` stopped it.
 */
export const verifyOtherStreams = async (
  { store, stream: own }: Journal,
  pace: Pace,
): Promise<Either<StoreError, ReadonlyArray<Finding> | undefined>> => {
  const { selfCheck } = store.capabilities;
  if (selfCheck === undefined) return right([]);
  const names = selfCheck.streamNames();
  if (isLeft(names)) return names;
  const findings: Array<Finding> = [];
  for (const name of names.right) {
    if (name === own) continue;
    const verified = await verifyStream(store, name, pace);
    if (isLeft(verified) || verified.right === undefined) return verified;
    findings.push(...verified.right);
  }
  return right(findings);
};

/**
 * Reads the archives of these packages, where the store cannot list its streams. A package of the
 * program has none.
 */
export const verifyNamedArchives = async (
  { store, stream: own }: Journal,
  packageIds: ReadonlySet<PackageId>,
): Promise<Either<StoreError, ReadonlyArray<Finding>>> => {
  if (store.capabilities.selfCheck !== undefined) return right([]);
  const findings: Array<Finding> = [];
  for (const packageId of packageIds) {
    const stream = archiveStream(packageId);
    const verified = await verifyStream(store, stream, async () => true);
    if (!isLeft(verified)) {
      findings.push(...(verified.right ?? []));
      continue;
    }
    const answers = await store.lastEvent(own);
    // the store is unavailable
    if (isLeft(answers)) return answers;
    findings.push({ where: "archives", message: `${stream}: ${storeMessage(verified.left)}` });
  }
  return right(findings);
};

/**
 * Checks the files of the store, where it can: their structure and the record of the last
 * acknowledged event.
 */
export const verifyStoreFiles = async (
  { store }: Journal,
  how: FileCheck = {},
): Promise<Either<StoreError, ReadonlyArray<Finding>>> => {
  const checked = await store.capabilities.selfCheck?.checkFiles(how);
  if (checked === undefined) return right([]);
  return isLeft(checked) ? left(checked.left) : right(checked.right);
};

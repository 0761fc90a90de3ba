import type { PackageId } from "@tallystick/core";
import type { RecordedEvent, StoreError } from "@tallystick/event-store";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { eventAt, type Journal } from "../journal/journal.js";
import type { Finding } from "../ledger/finding.js";
import { type CheckedJournal, JournalCheck, type LeftToOthers } from "./journal-check.js";

/** Findings after which a check stops: more add nothing. */
const maxFindings = 100;

export interface VerifiedJournal {
  readonly journal: CheckedJournal;
  readonly findings: ReadonlyArray<Finding>;
  /** Ids of the packages that its events name. */
  readonly packageIds: ReadonlySet<PackageId>;
}

const packageEvents = /^Package/;
const packageIdForm = /\b[0-9a-f]{64}\b/g;

/** Called after events were read, with their number; returning false stops. */
export type Pace = (events: number) => Promise<boolean>;

/** Events between two calls of the pace. */
const eventsPerPace = 50;

class Walk {
  readonly check: JournalCheck;
  readonly findings: Array<Finding> = [];
  readonly packageIds = new Set<string>();
  next = 0;

  constructor(leftOut: LeftToOthers) {
    this.check = new JournalCheck(leftOut);
  }

  found(revision: number, message: string): void {
    if (this.findings.length < maxFindings)
      this.findings.push({ where: "journal", offset: revision + 1, message });
  }

  take(event: RecordedEvent): void {
    for (const message of this.check.add(event)) this.found(event.revision, message);
    this.next = event.revision + 1;
    if (!packageEvents.test(event.type)) return;
    for (const [packageId] of event.data.matchAll(packageIdForm)) this.packageIds.add(packageId);
  }

  /** The store returns nothing after its last finding. */
  cannotGoOn(): void {
    const last = this.findings.pop();
    if (last === undefined) return;
    const message = `${last.message}; the events after it cannot be read and were not checked`;
    this.findings.push({ ...last, message });
  }
}

/**
 * Reads and checks a whole journal. Damaged events are skipped.
 *
 * @param pace sets the speed
 * @param leftOut what is not checked here
 * @returns Left when the store cannot be read at the moment; Right undefined when `pace` stopped it
 */
export const verifyJournal = async (
  journal: Journal,
  pace: Pace,
  leftOut: LeftToOthers = {},
): Promise<Either<StoreError, VerifiedJournal | undefined>> => {
  const walk = new Walk(leftOut);
  for (;;) {
    const damage = await readOn(journal, walk, pace);
    if (damage === "ended") return right(undefined);
    if (damage === undefined) break;
    if (damage.kind !== "damaged") return left(damage);
    if (damage.revision < walk.next) {
      walk.cannotGoOn();
      break;
    }
    walk.found(damage.revision, damage.reason);
    if (walk.findings.length >= maxFindings) break;
    if ((await lastRevision(journal)) <= damage.revision) break;
    walk.next = Math.max(walk.next, damage.revision) + 1;
  }
  const read = walk.check.read();
  const { pruned } = read;
  if (pruned !== undefined) {
    const boundary = await eventAt(journal, pruned.said.offset);
    if (!isLeft(boundary) && boundary.right?.hash !== pruned.said.hash)
      walk.found(pruned.said.offset - 1, "its hash differs from that in the pruning");
  }
  for (const message of walk.check.atEnd()) walk.findings.push({ where: "journal", message });
  return right({ journal: read, findings: walk.findings, packageIds: walk.packageIds });
};

/**
 * Revision of a stream's last event, which may be damaged; -1 when there is none, or it cannot be
 * read.
 */
export const lastRevision = async ({ store, stream }: Journal): Promise<number> => {
  const last = await store.lastEvent(stream);
  if (!isLeft(last)) return last.right?.revision ?? -1;
  return last.left.kind === "damaged" ? last.left.revision : -1;
};

/** Reads from the walk's place on; returns the error, undefined at the end. */
const readOn = async (
  { store, stream }: Journal,
  walk: Walk,
  pace: Pace,
): Promise<StoreError | "ended" | undefined> => {
  let count = 0;
  let isFirst = walk.next > 0;
  for await (const page of store.readStream(stream, { from: walk.next })) {
    if (isLeft(page)) return page.left;
    for (const event of page.right) {
      // the events before it are damaged, and reported
      if (isFirst) walk.check.skip(event);
      else walk.take(event);
      isFirst = false;
      walk.next = event.revision + 1;
      count += 1;
      if (count % eventsPerPace === 0 && !(await pace(eventsPerPace))) return "ended";
    }
  }
  return (await pace(count % eventsPerPace)) ? undefined : "ended";
};

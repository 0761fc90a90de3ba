import { decodeLedgerEvent, checkArgument } from "@tallystick/core";
import {
  type AuditReport,
  DenseFold,
  openSnapshotState,
  type SnapshotState,
  viewsFilesOf,
} from "@tallystick/node";
import { ViewsContent } from "@tallystick/views";
import { WalletContent } from "@tallystick/views/wallet";
import type { RecordedEvent } from "@tallystick/event-store";
import { isLeft } from "fp-ts/lib/Either.js";
import { type AuditedJournal, pagesAfter, checkJournal } from "../log/audited-journal.js";
import { ErasedData, erasedReasons } from "../rules/erased-data.js";
import { stateDifferences } from "./state-differences.js";

/** A file that contradicts the journal. */
interface ContentsFinding {
  readonly where: "snapshot" | "views" | "wallet";
  readonly offset?: number | undefined;
  readonly message: string;
}

/** The result of checking the contents of the files of a data folder. */
export interface ContentsReport {
  /** Files whose content was compared, with the offset up to which each goes. */
  readonly compared: Readonly<Record<string, number>>;
  readonly findings: ReadonlyArray<ContentsFinding>;
  /** Why a file was not compared. */
  readonly skipped: ReadonlyArray<string>;
}

interface Opened {
  readonly snapshot: SnapshotState | undefined;
  readonly views: ViewsContent | undefined;
  readonly wallet: WalletContent | undefined;
}

const openedIn = async (
  data: string,
  stream: string,
  { journal: { journalId }, snapshot, views, wallet }: AuditReport,
): Promise<Opened> => {
  const files = viewsFilesOf(data, stream, journalId);
  return {
    snapshot: snapshot === undefined ? undefined : await openSnapshotState(data, stream),
    views: views === undefined ? undefined : ViewsContent.open(files.views, journalId),
    wallet: wallet === undefined ? undefined : WalletContent.open(files.wallet, journalId),
  };
};

/**
 * Compares the content of snapshot and views with the events that they were made of: the snapshot
 * with the state that the journal folds to, the views with what each event says. A ledger may have
 * the folder open.
 *
 * @param intact what `auditJournal` said: files that are damaged or missing are passed over
 * @throws {AuditError} when the store does not give the events
 */
export const checkContents = async (
  journal: AuditedJournal,
  data: string,
  intact: AuditReport,
): Promise<ContentsReport> => {
  checkJournal(journal);
  checkArgument("data", data, "text");
  checkArgument("intact", intact, "object", { journal: "object" });
  const opened = await openedIn(data, journal.stream, intact);
  const { snapshot, views, wallet } = opened;
  try {
    const ends = [snapshot?.state.offset, views?.offset, wallet?.offset];
    const end = Math.max(0, ...ends.filter((each) => each !== undefined));
    const walk = new ContentsWalk(opened);
    for await (const page of end === 0 ? [] : pagesAfter(journal, 0)) {
      for (const event of page) if (event.revision < end) walk.take(event);
      if ((page.at(-1)?.revision ?? 0) + 1 >= end) break;
    }
    return walk.report();
  } finally {
    snapshot?.close();
    views?.close();
    wallet?.close();
  }
};

class ContentsWalk {
  readonly #opened: Opened;
  readonly #findings: Array<ContentsFinding> = [];
  readonly #fold = new DenseFold({ hasChangeIds: true });
  #isRead = true;
  readonly #erased = new ErasedData();
  readonly #skipped: Array<string> = [];
  #isWalletErased = false;

  constructor(opened: Opened) {
    this.#opened = opened;
  }

  take({ type, data, hash, revision }: RecordedEvent): void {
    const offset = revision + 1;
    const { snapshot, views, wallet } = this.#opened;
    const event = decodeLedgerEvent(type, data, offset);
    // what cannot be read is found by the rules
    this.#isRead &&= !isLeft(event);
    if (isLeft(event) || !this.#isRead) return;
    views?.take(event.right, offset);
    wallet?.take({ offset, type, data, hash });
    this.#fold.take(event.right);
    this.#erased.take(event.right, offset, type);
    if (offset === snapshot?.state.offset) this.#compare(snapshot, offset);
    if (offset === wallet?.offset) this.#isWalletErased = this.#erased.isThere;
  }

  #compare(snapshot: SnapshotState, offset: number): void {
    if (this.#erased.isUnsettled) {
      this.#skipped.push(erasedReasons.snapshot);
      return;
    }
    for (const message of stateDifferences(snapshot.state, this.#fold.state))
      this.#findings.push({ where: "snapshot", offset, message });
  }

  /** A wallet may have been made before its data was erased: then that it differs says nothing. */
  #walletDifferences(skipped: Array<string>): ReadonlyArray<string> {
    const differences = this.#opened.wallet?.end() ?? [];
    if (differences.length === 0 || !this.#isWalletErased) return differences;
    skipped.push(erasedReasons.wallet);
    return [];
  }

  report(): ContentsReport {
    const { snapshot, views, wallet } = this.#opened;
    const skipped = [...this.#skipped];
    if (!this.#isRead) skipped.push("an event cannot be read");
    const inViews = this.#isRead ? views?.end() : [];
    if (views !== undefined && inViews === undefined) skipped.push(erasedReasons.views);
    const inWallet = this.#isRead ? this.#walletDifferences(skipped) : [];
    return {
      compared: {
        ...(snapshot === undefined ? {} : { snapshot: snapshot.state.offset }),
        ...(views === undefined ? {} : { views: views.offset }),
        ...(wallet === undefined ? {} : { wallet: wallet.offset }),
      },
      findings: [
        ...this.#findings,
        ...(inViews ?? []).map((each) => ({ where: "views" as const, ...each })),
        ...inWallet.map((message) => ({ where: "wallet" as const, message })),
      ],
      skipped,
    };
  }
}

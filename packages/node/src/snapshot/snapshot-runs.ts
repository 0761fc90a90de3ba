import { rm } from "node:fs/promises";
import {
  type LeveledRun,
  Run,
  type RunIndex,
  type RunJob,
  type RunJobResult,
  type RunMaker,
  type RunPlace,
  type TableContext,
  makeRunNow,
  runMaker,
} from "@tallystick/tables";
import { mergeOf } from "./merge-policy.js";
import {
  closeRuns,
  newFileId,
  newRunPlace,
  removeOthers,
  removeParticipant,
  type SavedParticipant,
  type SnapshotParts,
  type TableRuns,
  writeManifest,
  writeParticipant,
} from "./snapshot-file.js";
import type { ParticipantHead, SnapshotHead } from "./snapshot-head.js";
import { type TableName, tableNames } from "./state-tables.js";

interface RunsListener {
  /** A merge: the same entries in other files. */
  readonly merged: () => void;
  readonly damaged: (message: string) => void;
  /** The thread that writes runs ended by itself; the next run restarts it. */
  readonly threadEnded: (reason: string) => void;
  /** A write failed; the previous files are still there. */
  readonly error: (message: string) => void;
}

export interface RunWriting {
  /** Default: a thread. */
  readonly runMaker?: RunMaker;
  /** Makes the names of files; default: random ones. */
  readonly newId?: () => string;
}

/** The state of a snapshot; one without a participant was not saved yet. */
export type FoundRuns = Omit<SnapshotParts, "participant"> & Partial<SnapshotParts>;

type TableEntries = ReadonlyMap<TableName, Uint8Array>;

/** The runs of a snapshot: adds new ones, merges them in another thread, writes the manifest. */
export class SnapshotRuns {
  readonly #folder: string;
  readonly #listener: RunsListener;
  readonly context: TableContext;
  readonly #maker: RunMaker;
  readonly #newId: () => string;
  readonly #merging = new Set<TableName>();
  #runs: TableRuns;
  #head: SnapshotHead | undefined;
  /** Only written when it changed. */
  #participant: SavedParticipant | undefined;
  /** Runs to remove; the files are removed when the manifest does not name them any more. */
  #unused: Array<Run> = [];
  #saved: Promise<void> = Promise.resolve();
  /** True when the manifest names the current runs. */
  #isSaved = false;
  /** True when results of merges are ignored. */
  #isEnding = false;
  #isClosed = false;

  constructor(
    folder: string,
    found: FoundRuns,
    { runMaker: maker, newId = newFileId }: RunWriting,
    listener: RunsListener,
  ) {
    this.#folder = folder;
    this.context = found.context;
    this.#runs = found.runs;
    this.#participant = found.participant;
    this.#listener = listener;
    this.#newId = newId;
    this.#maker = maker ?? runMaker(listener.threadEnded);
  }

  get all(): TableRuns {
    return this.#runs;
  }

  /**
   * Writes entries into new runs, and the manifest with this head.
   *
   * @param now true to write in the calling thread
   * @returns false when that failed; nothing has changed then
   */
  async add(entries: TableEntries, head: SnapshotHead, now: boolean): Promise<boolean> {
    const made = await Promise.all(
      Array.from(entries, ([table, bytes]) => this.#write(table, bytes, now)),
    );
    const fresh = made.flatMap((each) => (each === undefined ? [] : [each]));
    if (fresh.length < made.length || this.#isClosed) {
      for (const { run } of fresh) await discard(run);
      return false;
    }
    const runs = { ...this.#runs };
    for (const { table, run } of fresh)
      runs[table] = [{ run, level: 0, upTo: head.offset, recent: new Map() }, ...runs[table]];
    this.#runs = runs;
    this.#head = head;
    this.#dropForgotten(head.prunedOffset);
    const saved = this.#save();
    // waits for the disk only at a stop, so that the next start is quick, and after a long fold,
    // whose runs must not be lost when the process is killed
    if (now || entries.size === 0) await saved;
    if (!now) this.#merge();
    return true;
  }

  async #write(
    table: TableName,
    entries: Uint8Array,
    now: boolean,
  ): Promise<{ readonly table: TableName; readonly run: Run } | undefined> {
    const to = newRunPlace(this.#folder, this.#newId());
    const run = await this.#make({ kind: "write", to, entries }, now);
    return run === undefined ? undefined : { table, run };
  }

  async #make(job: RunJob, now: boolean): Promise<Run | undefined> {
    const result = now ? makeRunNow(job) : await this.#maker.make(job);
    // a merge that was stopped with the thread is not an error
    return job.kind === "merge" && this.#isEnding ? undefined : this.#runOf(job.to, result);
  }

  #runOf({ id, path }: RunPlace, result: RunJobResult): Run | undefined {
    if (result.kind === "made") return this.#opened(path, id, result.index);
    if (this.#isClosed) return undefined;
    if (result.kind === "damaged") this.#listener.damaged(result.message);
    else this.#listener.error(result.message);
    return undefined;
  }

  #opened(path: string, id: string, index: RunIndex): Run | undefined {
    try {
      return new Run(path, id, index);
    } catch (thrown) {
      this.#listener.error(`run ${id} cannot be opened: ${String(thrown)}`);
      return undefined;
    }
  }

  /** Drops whole runs of forgotten changes, without reading them. */
  #dropForgotten(prunedOffset: number): void {
    if (this.#merging.has("changes")) return;
    const { changes } = this.#runs;
    const kept = changes.filter(({ upTo }) => upTo > prunedOffset);
    for (const { run, upTo } of changes) if (upTo <= prunedOffset) this.#unused.push(run);
    this.#runs = { ...this.#runs, changes: kept };
  }

  #merge(): void {
    for (const table of tableNames) {
      const runs = this.#runs[table];
      const sizes = runs.map(({ run, level }) => ({ level, entries: run.index.entries }));
      const merge = this.#merging.has(table) ? undefined : mergeOf(table, sizes);
      if (merge === undefined) continue;
      this.#merging.add(table);
      void this.#mergeRuns(table, runs.slice(0, merge.count), merge.level).then((isMerged) => {
        this.#merging.delete(table);
        if (isMerged) this.#merge();
      });
    }
  }

  async #mergeRuns(
    table: TableName,
    merged: ReadonlyArray<LeveledRun>,
    level: number,
  ): Promise<boolean> {
    const to = newRunPlace(this.#folder, this.#newId());
    const job: RunJob = {
      kind: "merge",
      to,
      runs: merged.map(({ run }) => ({ id: run.id, path: run.path, index: withoutFilter(run) })),
      isOldest: merged.at(-1) === this.#runs[table].at(-1),
      forgottenUpTo: table === "changes" ? (this.#head?.prunedOffset ?? 0) : 0,
    };
    const run = await this.#make(job, false);
    if (run === undefined) return false;
    if (this.#isClosed) {
      await discard(run);
      return false;
    }
    const runs = this.#runs[table];
    const at = runs.findIndex((each) => each === merged[0]);
    const upTo = merged[0]?.upTo ?? 0;
    const one = run.index.entries === 0 ? [] : [{ run, level, upTo, recent: new Map() }];
    if (run.index.entries === 0) this.#unused.push(run);
    const rest = runs.slice(at + merged.length);
    this.#runs = { ...this.#runs, [table]: [...runs.slice(0, at), ...one, ...rest] };
    for (const old of merged) this.#unused.push(old.run);
    this.#listener.merged();
    void this.#save();
    return true;
  }

  /** Writes the manifest after earlier writes, and then removes files that it does not name. */
  #save(): Promise<void> {
    const head = this.#head;
    if (head === undefined) return this.#saved;
    const [runs, unused] = [this.#runs, this.#unused];
    this.#unused = [];
    this.#isSaved = false;
    this.#saved = this.#saved.then(async () => {
      try {
        const before = this.#participant;
        const participant = await this.#saveParticipant(head.participant);
        await writeManifest(this.#folder, head, { runs, context: this.context, participant });
        if (before !== undefined && before !== participant)
          await removeParticipant(this.#folder, before);
        // an older state may still read them: their files stay open
        for (const { path } of unused) await rm(path, { force: true, recursive: true });
        this.#isSaved = true;
      } catch (thrown) {
        this.#unused.push(...unused);
        this.#listener.error(thrown instanceof Error ? thrown.message : String(thrown));
      }
    });
    return this.#saved;
  }

  async #saveParticipant(head: ParticipantHead): Promise<SavedParticipant> {
    if (this.#participant?.head !== head)
      this.#participant = await writeParticipant(this.#folder, head, this.#newId());
    return this.#participant;
  }

  /** Removes files that the snapshot does not have. */
  async removeOthers(): Promise<void> {
    const participant = this.#participant;
    await removeOthers(
      this.#folder,
      participant === undefined ? undefined : { runs: this.#runs, participant },
    );
  }

  /** Stops merges; from now on only `add` in the calling thread writes. */
  async endMerges(): Promise<void> {
    this.#isEnding = true;
    await this.#maker.close();
  }

  /** Closes all files, and removes those of a stopped merge. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#maker.close();
    await this.#saved;
    if (this.#isSaved) await this.removeOthers();
    closeRuns(this.#runs);
    for (const run of this.#unused) run.close();
  }
}

/** A merge reads blocks and needs no filter. */
const withoutFilter = ({ index }: Run): RunIndex => ({ ...index, filter: new Uint32Array(0) });

const discard = async (run: Run): Promise<void> => {
  run.close();
  await rm(run.path, { force: true, recursive: true });
};

import { OwnThread, systemTimers, type Timer, type Timers } from "@tallystick/background";
import { type CompiledPackages, type LedgerError, ledgerError } from "@tallystick/core";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { Journal } from "../journal/journal.js";
import type { PackagesFrom } from "../ledger/packages-from.js";
import type { ReopenedJournal } from "../replay/reopen-journal.js";
import type { PastTrial, Tried } from "./try-command.js";

/** Tries commands beside everything else that the process does. */
export interface TrialThread {
  /** Left also when it ended, or is closed. */
  tried(trial: PastTrial): Promise<Either<LedgerError, Tried>>;
  /** Ends what is tried, which is rejected. */
  close(): Promise<void>;
}

/** The data of a thread that tries commands. */
export interface TryingThread extends ReopenedJournal {
  /** The data folder with snapshots of the journal; undefined: there is none. */
  readonly folder: string | undefined;
  readonly packagesFrom: PackagesFrom | undefined;
  /** Ids of the packages in TypeScript that the ledger was opened with. */
  readonly packageIds: ReadonlyArray<string>;
}

const script = new URL("./trial-worker.js", import.meta.url);

/** How long the thread is kept for the next trial; milliseconds. */
const keptMs = 30_000;

/** MiB. One trial has at most 384 MiB at a time, and records what happens. */
const maxOldGenerationSizeMb = 1_024;

interface TrialParts {
  readonly journal: Journal;
  readonly folder: string | undefined;
  readonly definitions: CompiledPackages;
  /** How the thread gets the definitions; undefined: there are none but the built-in one. */
  readonly packagesFrom: PackagesFrom | undefined;
  readonly timers: Timers;
}

/**
 * A thread that tries commands. It starts with the first, and ends a while after the last, so that
 * nothing of a trial is kept.
 *
 * @returns undefined when no thread can read the journal
 */
export const trialThreadOf = ({
  journal,
  folder,
  definitions,
  packagesFrom,
  timers,
}: TrialParts): TrialThread | undefined => {
  const { reopening } = journal.store.capabilities;
  const packageIds = definitions.packages.map(({ packageId }) => packageId);
  // by timers that a test drives nothing runs beside them
  if (reopening === undefined || timers !== systemTimers) return undefined;
  const data: TryingThread = {
    reopening,
    stream: journal.stream,
    folder,
    packagesFrom,
    packageIds,
  };
  return new Trials(data, timers);
};

const untried = (reason: string): LedgerError =>
  ledgerError("SERVICE_NOT_RUNNING", `The command cannot be tried: ${reason}.`, {
    context: { service_name: "trials" },
    definiteAnswer: true,
  });

type Thread = OwnThread<PastTrial, Either<LedgerError, Tried>>;

class Trials implements TrialThread {
  readonly #data: TryingThread;
  readonly #timers: Timers;
  readonly #ending = new Set<Promise<void>>();
  #thread: Thread | undefined;
  #running = 0;
  #end: Timer | undefined;
  #isClosed = false;

  constructor(data: TryingThread, timers: Timers) {
    this.#data = data;
    this.#timers = timers;
  }

  async tried(trial: PastTrial): Promise<Either<LedgerError, Tried>> {
    if (this.#isClosed) return left(untried("the ledger is closed"));
    this.#end?.cancel();
    const thread = (this.#thread ??= this.#started());
    this.#running++;
    const tried = await thread.ask(trial);
    this.#running--;
    if (this.#running === 0 && !this.#isClosed)
      this.#end = this.#timers.after(keptMs, () => this.#forget()).unref();
    return isLeft(tried) ? left(untried(tried.left.message)) : tried.right;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#end?.cancel();
    this.#forget();
    await Promise.all(this.#ending);
  }

  #started(): Thread {
    return new OwnThread({
      name: "the thread that tries commands",
      script,
      data: this.#data,
      resourceLimits: { maxOldGenerationSizeMb },
    });
  }

  #forget(): void {
    const thread = this.#thread;
    this.#thread = undefined;
    if (thread === undefined) return;
    const ending = thread.terminate().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }
}

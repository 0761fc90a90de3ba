import { workerData } from "node:worker_threads";
import { answerOwner } from "@tallystick/background";
import type { Package } from "@tallystick/core";
import type { RecordedEvent } from "@tallystick/event-store";
import { type ReopenedJournal, reopenJournal } from "@tallystick/node";
import { isLeft } from "fp-ts/lib/Either.js";
import { type AuditedJournal, pagesAfter } from "../log/audited-journal.js";
import type { AuditLevel } from "./rule.js";
import { type PackagesFrom, type RulesReport, RulesWalk } from "./rules-walk.js";

// A thread that checks a range of a journal by rules, through its own connection.

export interface ThreadData extends ReopenedJournal {
  readonly level: Exclude<AuditLevel, "chain">;
  readonly from: number;
  readonly to: number;
  /** Offset up to which other threads check the chain. */
  readonly chainedUpTo: number;
  readonly packagesFrom: PackagesFrom | undefined;
}

/** An offset up to which it is to take events, or its report. */
export interface ThreadRequest {
  readonly upTo: number | "report";
}

/** What it says. */
export type ThreadAnswer =
  | { readonly kind: "taken" }
  | { readonly kind: "report"; readonly report: RulesReport }
  | { readonly kind: "failed"; readonly message: string };

interface PackagesModule {
  readonly packagesFrom: (names: ReadonlyArray<string>) => Promise<ReadonlyArray<Package>>;
}

const packagesOf = async (from: PackagesFrom | undefined): Promise<ReadonlyArray<Package>> => {
  if (from === undefined) return [];
  // border: who audits names the module
  const module = (await import(from.module)) as PackagesModule;
  return module.packagesFrom(from.names);
};

const opened = async (data: ThreadData, verifyReads: boolean): Promise<AuditedJournal> => {
  const journal = await reopenJournal(data, verifyReads);
  if (isLeft(journal)) throw new Error(`the store cannot be opened: ${journal.left.kind}`);
  return journal.right;
};

/** The events of a journal, those up to an offset from a connection that checks no chain. */
async function* pagesOf(
  chained: AuditedJournal,
  journal: AuditedJournal,
  chainedUpTo: number,
): AsyncGenerator<ReadonlyArray<RecordedEvent>> {
  if (chainedUpTo > 0) yield* pagesAfter(chained, 0, chainedUpTo);
  yield* pagesAfter(journal, chainedUpTo);
}

class RangeAudit {
  readonly #walk: RulesWalk;
  readonly #pages: AsyncGenerator<ReadonlyArray<RecordedEvent>>;
  #page: ReadonlyArray<RecordedEvent> = [];
  #at = 0;

  constructor(
    private readonly journal: AuditedJournal,
    walk: RulesWalk,
    pages: AsyncGenerator<ReadonlyArray<RecordedEvent>>,
  ) {
    this.#walk = walk;
    this.#pages = pages;
  }

  static async begin(data: ThreadData): Promise<RangeAudit> {
    const [chained, journal] = await Promise.all([opened(data, false), opened(data, true)]);
    const { level, from, to, chainedUpTo } = data;
    const packages = await packagesOf(data.packagesFrom);
    const walk = RulesWalk.begin({ level, from, to, packages });
    if (isLeft(walk)) throw new Error(walk.left.message);
    return new RangeAudit(journal, walk.right, pagesOf(chained, journal, chainedUpTo));
  }

  async takeUpTo(offset: number): Promise<void> {
    for (;;) {
      for (; this.#at < this.#page.length; this.#at++) {
        const event = this.#page[this.#at];
        if (event === undefined || event.revision >= offset) return;
        this.#walk.take(event);
      }
      const next = await this.#pages.next();
      if (next.done === true) return;
      this.#page = next.value;
      await this.#walk.before(this.journal, next.value);
      this.#at = 0;
    }
  }

  report(): RulesReport {
    return this.#walk.report();
  }
}

// border: only `auditByThreads` starts this thread
const begun = RangeAudit.begin(workerData as ThreadData);

const answerTo = async ({ upTo }: ThreadRequest): Promise<ThreadAnswer> => {
  try {
    const audit = await begun;
    if (upTo === "report") return { kind: "report", report: audit.report() };
    await audit.takeUpTo(upTo);
    return { kind: "taken" };
  } catch (thrown) {
    return { kind: "failed", message: thrown instanceof Error ? thrown.message : String(thrown) };
  }
};

answerOwner<ThreadRequest, ThreadAnswer>({
  request: (request, answer) => {
    void answerTo(request).then((result) => answer(result));
  },
});

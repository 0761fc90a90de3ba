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

/** What a thread checks. */
export interface ThreadData extends ReopenedJournal {
  readonly level: Exclude<AuditLevel, "chain">;
  readonly from: number;
  readonly to: number;
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
    const opened = await reopenJournal(data);
    if (isLeft(opened)) throw new Error(`the store cannot be opened: ${opened.left.kind}`);
    const { level, from, to } = data;
    const packages = await packagesOf(data.packagesFrom);
    const walk = RulesWalk.begin({ level, from, to, packages });
    if (isLeft(walk)) throw new Error(walk.left.message);
    return new RangeAudit(opened.right, walk.right, pagesAfter(opened.right, 0));
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

import {
  type CompiledPackages,
  compilePackages,
  decodeLedgerEvent,
  type Edit,
  emptyLedger,
  encodeLedgerEvent,
  evolve,
  type LedgerState,
  newLongEdit,
  type Package,
  type PackageError,
  type PastEvent,
  pingPackage,
  settledState,
} from "@tallystick/core";
import type { RecordedEvent } from "@tallystick/event-store";
import { sha256, softwareVersion } from "@tallystick/node";
import { type Either, isLeft, map } from "fp-ts/lib/Either.js";
import { checkBalances } from "./coin-balances.js";
import { checkCoins } from "./coin-flow.js";
import { checkLocks } from "./coin-locks.js";
import { CoinRewards } from "./coin-rewards.js";
import { DecidedAgain } from "./decided-again.js";
import {
  type AuditLevel,
  RuleBook,
  type RuleFinding,
  type RuleId,
  type RuleResult,
} from "./rule.js";
import { SeenTexts } from "./seen-texts.js";
import { checkTransaction } from "./transaction-structure.js";

/** What the rules of an audit found. */
export interface RulesReport {
  /** Events that were read. */
  readonly events: number;
  readonly results: ReadonlyMap<RuleId, RuleResult>;
  readonly findings: ReadonlyArray<RuleFinding>;
}

/** What an audit by rules is to do. */
export interface RulesAudit {
  readonly level: Exclude<AuditLevel, "chain">;
  /** Findings before this offset are left out; the journal is read from its beginning always. */
  readonly from?: number | undefined;
  /** The last offset that is read; default the end. */
  readonly to?: number | undefined;
  /** Packages with the code that decided; the built-in one is added. */
  readonly packages: ReadonlyArray<Package>;
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Events after which a fold is settled. */
const eventsPerRound = 8_192;

/** Checks a journal by rules, event by event from its beginning. */
export class RulesWalk {
  readonly #audit: RulesAudit;
  readonly #decided: DecidedAgain | undefined;
  readonly #ids = new SeenTexts();
  readonly #rewards = new CoinRewards();
  /** Collects what is before the offset from which the audit is. */
  readonly #passed: RuleBook;
  readonly #book: RuleBook;
  #state: LedgerState = emptyLedger();
  #edit: Edit = newLongEdit();

  private constructor(packages: CompiledPackages, audit: RulesAudit) {
    this.#audit = audit;
    this.#passed = new RuleBook(audit.level);
    this.#book = new RuleBook(audit.level);
    this.#decided =
      audit.level === "rules" ? new DecidedAgain(packages, softwareVersion) : undefined;
  }

  /** Left: the packages cannot be used. */
  static begin(audit: RulesAudit): Either<PackageError, RulesWalk> {
    const compiled = compilePackages([pingPackage, ...audit.packages], sha256);
    return map((packages: CompiledPackages) => new RulesWalk(packages, audit))(compiled);
  }

  /** Takes the next event. */
  take(recorded: RecordedEvent): void {
    const offset = recorded.revision + 1;
    const book = offset < (this.#audit.from ?? 1) ? this.#passed : this.#book;
    const isNew = !this.#ids.add(recorded.id);
    const idViolations = [
      ...(uuidForm.test(recorded.id) ? [] : [`the event id ${recorded.id} is no UUID`]),
      ...(isNew ? [] : [`the event id ${recorded.id} is that of an earlier event`]),
    ];
    book.checked(
      "J3",
      idViolations.map((message) => ({ offset, message })),
    );
    const decoded = decodeLedgerEvent(recorded.type, recorded.data, offset);
    if (isLeft(decoded)) {
      book.checked("J4", [{ offset, message: decoded.left.reason }]);
      // what follows is decided on a state without it
      this.#state = { ...this.#state, offset };
      return;
    }
    this.#check(decoded.right, recorded, book);
    this.#state = evolve(this.#state, decoded.right, this.#edit);
    if (offset % eventsPerRound === 0) this.#settle();
  }

  /** What was found so far. */
  report(): RulesReport {
    return {
      events: this.#state.offset,
      results: this.#book.results(),
      findings: this.#book.findings(),
    };
  }

  #check(event: PastEvent, { data }: RecordedEvent, book: RuleBook): void {
    const offset = this.#state.offset + 1;
    const isEarlier = event.recordTime < this.#state.recordTime;
    book.checked(
      "T1",
      isEarlier
        ? [
            {
              offset,
              message: `the record time ${event.recordTime} is before that of the event before it`,
            },
          ]
        : [],
    );
    if (event.type === "SubmissionPruned") {
      for (const rule of ["J4", "X1", "X2", "X3", "X4", "R1"] as const)
        book.skipped(rule, "data was erased by a pruning");
      return;
    }
    if (event.type === "EventUnread") {
      book.checked("J4", [{ offset, message: event.reason }]);
      return;
    }
    const again = encodeLedgerEvent(event, offset).data;
    book.checked(
      "J4",
      again === data ? [] : [{ offset, message: "the text is not as this event is written" }],
    );
    if (event.type === "TransactionCommitted") {
      checkTransaction(this.#state, event, book);
      checkCoins(this.#state, event, book);
      checkBalances(this.#state, event, book);
      checkLocks(this.#state, event, book);
      this.#rewards.check(this.#state, event, book);
    }
    this.#decided?.check(this.#state, event, again, book);
  }

  #settle(): void {
    this.#state = settledState(this.#state);
    this.#edit = newLongEdit();
  }
}

import {
  type Catalog,
  type CommandRejected,
  type CompiledPackages,
  compilePackages,
  decodeLedgerEvent,
  encodeLedgerEvent,
  type LedgerCatalog,
  ledgerCatalog,
  type LedgerEvent,
  type LedgerState,
  type Package,
  type PackageError,
  type PastEvent,
  pingPackage,
  type TransactionCommitted,
  type ValueError,
} from "@tallystick/core";
import type { RecordedEvent } from "@tallystick/event-store";
import {
  archiveIn,
  DenseFold,
  LoadedPackages,
  type PackagesFrom,
  randomHashSeed,
  sha256,
  softwareVersion,
} from "@tallystick/node";
import { type Either, isLeft, map } from "fp-ts/lib/Either.js";
import type { AuditedJournal } from "../log/audited-journal.js";
import { checkBalances } from "./coin-balances.js";
import { checkCoins } from "./coin-flow.js";
import { checkLocks } from "./coin-locks.js";
import { summariesOf } from "./coin-reading.js";
import { CoinIssuance } from "./coin-issuance.js";
import { CoinRewards } from "./coin-rewards.js";
import { checkForms } from "./form-rule.js";
import { checkConfiguration } from "./configuration-rule.js";
import { DecidedAgain } from "./decided-again.js";
import { checkDeduplication } from "./deduplication-rule.js";
import { ErasedData, erasedReasons } from "./erased-data.js";
import { checkKeys, checkSignatures } from "./external-rule.js";
import { PackageRule } from "./package-rule.js";
import {
  type AuditLevel,
  RuleBook,
  type RuleFinding,
  type RuleId,
  type RuleResult,
} from "./rule.js";
import { SeenIds } from "./seen-ids.js";
import { checkTransaction } from "./transaction-structure.js";
import { checkImport, checkImportedParty } from "./import-rule.js";
import { checkVisibility } from "./visibility-rule.js";

/** The findings of the rules of an audit. */
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
  /**
   * Event ids are compared from this offset on; default `from`. With infinity none is remembered:
   * another thread does it.
   */
  readonly idsFrom?: number | undefined;
  /** The last offset that is read; default the end. */
  readonly to?: number | undefined;
  /** Packages with the code that decided; the built-in one is added. */
  readonly packages: ReadonlyArray<Package>;
  /**
   * How threads get the same packages, as functions cannot be sent to them. Without it, packages
   * other than the built-in one are checked in this thread alone.
   */
  readonly packagesFrom?: PackagesFrom | undefined;
  /** Seed of the hashes of keys and event ids; default: a random one. */
  readonly hashSeed?: number | undefined;
  /** Is called now and then with the offset up to which events were taken. */
  readonly onTaken?: ((offset: number) => void) | undefined;
}

/** Checks a journal by rules, event by event from its beginning. */
export class RulesWalk {
  readonly #audit: RulesAudit;
  readonly #decided: DecidedAgain | undefined;
  readonly #ids: SeenIds | undefined;
  readonly #rewards = new CoinRewards();
  readonly #issuance = new CoinIssuance();
  readonly #packages: PackageRule;
  readonly #book: RuleBook;
  readonly #uploaded: LoadedPackages;
  readonly #catalog: LedgerCatalog;
  readonly #erased = new ErasedData();
  readonly #fold: DenseFold;

  private constructor(packages: CompiledPackages, audit: RulesAudit) {
    this.#audit = audit;
    const { hashSeed = randomHashSeed() } = audit;
    this.#ids = audit.idsFrom === Number.POSITIVE_INFINITY ? undefined : new SeenIds(hashSeed);
    this.#fold = new DenseFold({ hashSeed });
    this.#book = new RuleBook(audit.level);
    this.#uploaded = new LoadedPackages();
    this.#catalog = ledgerCatalog(packages, this.#uploaded);
    this.#packages = new PackageRule(packages, this.#uploaded);
    this.#decided =
      audit.level === "rules"
        ? new DecidedAgain(packages, softwareVersion, this.#uploaded, this.#catalog)
        : undefined;
  }

  /** Left: the packages cannot be used. */
  static begin(audit: RulesAudit): Either<PackageError, RulesWalk> {
    const compiled = compilePackages([pingPackage, ...audit.packages], sha256);
    return map((packages: CompiledPackages) => new RulesWalk(packages, audit))(compiled);
  }

  /**
   * Reads what is needed of other places of the store: the archives of packages that the next
   * events register, so that their Daml code can decide again, and up to where it was pruned. What
   * cannot be read is left out; its transactions are then not checked.
   */
  async before(journal: AuditedJournal, events: ReadonlyArray<RecordedEvent>): Promise<void> {
    await this.#erased.lookAhead(journal, events);
    if (this.#decided === undefined) return;
    for (const { type, data, revision } of events) {
      if (type !== "PackageRegistered") continue;
      const event = decodeLedgerEvent(type, data, revision + 1);
      if (isLeft(event) || event.right.type !== "PackageRegistered") continue;
      const read = (packageId: string) => archiveIn(journal.store, packageId);
      await this.#uploaded.read(event.right.packageId, { read });
    }
  }

  /** Takes a page of events, those up to the end of the audit. @returns true at that end */
  async takePage(journal: AuditedJournal, page: ReadonlyArray<RecordedEvent>): Promise<boolean> {
    const end = this.#audit.to ?? Number.POSITIVE_INFINITY;
    await this.before(journal, page);
    for (const event of page) if (event.revision < end) this.take(event);
    const offset = (page.at(-1)?.revision ?? 0) + 1;
    this.#audit.onTaken?.(offset);
    return offset >= end;
  }

  /** The state after the events that were taken. */
  get state(): LedgerState {
    return this.#fold.state;
  }

  /** The packages of that state; archives have code at the level `rules` alone. */
  get catalog(): Catalog {
    return this.#catalog(this.state.participant.packages);
  }

  take(recorded: RecordedEvent): void {
    const { from = 1, idsFrom = from } = this.#audit;
    const bookFrom = (first: number) => (recorded.revision + 1 < first ? undefined : this.#book);
    const decoded = decodeLedgerEvent(...contentOf(recorded));
    this.takeInto(bookFrom(from), recorded, decoded, bookFrom(idsFrom));
  }

  /**
   * Takes the next event, and writes what becomes of the rules into a book.
   *
   * @param book undefined: nothing is checked
   * @param decoded the event
   * @param idsBook where it is written whether its id is new
   */
  takeInto(
    book: RuleBook | undefined,
    recorded: RecordedEvent,
    decoded: Either<ValueError, PastEvent>,
    idsBook = book,
  ): void {
    const offset = recorded.revision + 1;
    if (this.#ids !== undefined) checkId(recorded, this.#ids.add(recorded.id), idsBook);
    if (book !== undefined) checkEnvelope(recorded, this.#fold.state.offset, book);
    if (isLeft(decoded)) {
      book?.checked("J4", [{ offset, message: decoded.left.reason }]);
      // what follows is decided on a state without it
      this.#fold.passTo(offset);
      return;
    }
    const event = decoded.right;
    if (book !== undefined) this.#check(event, recorded, book);
    if (event.type === "TransactionCommitted") {
      this.#rewards.note(event);
      this.#issuance.take(this.#fold.state, event, this.#erased, book);
    }
    this.#erased.take(event, offset, recorded.type);
    this.#fold.take(event);
  }

  /** What was found so far. */
  report(): RulesReport {
    return {
      events: this.#fold.state.offset,
      results: this.#book.results(),
      findings: this.#book.findings(),
    };
  }

  #check(event: PastEvent, { data }: RecordedEvent, book: RuleBook): void {
    const offset = this.#fold.state.offset + 1;
    checkTime(this.#fold.state, event, book);
    if (event.type === "SubmissionPruned") {
      for (const rule of erasable) book.skipped(rule, erasedReasons.data);
      return;
    }
    if (event.type === "TransactionCommitted" && this.#erased.isUsedBy(this.#fold.state, event)) {
      for (const rule of erasable) book.skipped(rule, erasedReasons.input);
      return;
    }
    if (event.type === "EventUnread") {
      book.checked("J4", [{ offset, message: event.reason }]);
      return;
    }
    if (event.type === "TransactionCommitted" && event.imported !== undefined) {
      checkImport(this.#fold.state, event, data, book);
      return;
    }
    if (checkImportedParty(this.#fold.state, event, data, book)) return;
    const signed =
      event.type === "TransactionCommitted"
        ? checkSignatures(this.#fold.state, event, book)
        : undefined;
    const { isUnsettled } = this.#erased;
    const mayHaveReadErased =
      event.type === "TransactionCommitted" && this.#erased.mayHaveRead(offset, event);
    const isDecided =
      this.#decided?.check(
        this.#fold.state,
        event,
        { data, signed, isUnsettled, mayHaveReadErased },
        book,
      ) ?? false;
    // what was decided again was written byte by byte as it is here
    const isCanonical = isDecided || encodeLedgerEvent(event, offset).data === data;
    book.checked(
      "J4",
      isCanonical
        ? []
        : [{ offset, message: "the text is not the canonical encoding of the event" }],
    );
    this.#checkContent(event, isDecided, book);
  }

  #checkContent(event: LedgerEvent, isDecided: boolean, book: RuleBook): void {
    const state = this.#fold.state;
    checkConfiguration(state, event, book);
    checkForms(state, event, this.#erased.isThere, book);
    switch (event.type) {
      case "PartyKeysChanged":
        return checkKeys(state, event, book);
      case "PackageRegistered":
        return this.#packages.checkRegistered(state, event, book);
      case "CommandRejected":
        return this.#checkDeduplication(event, book);
      case "TransactionCommitted":
        checkTransaction(state, event, isDecided, book);
        checkVisibility(state, event, book);
        this.#checkDeduplication(event, book);
        this.#packages.checkUsed(state, event, book);
        return this.#checkCoins(event, book);
      default:
        return undefined;
    }
  }

  #checkCoins(event: TransactionCommitted, book: RuleBook): void {
    const state = this.#fold.state;
    const summaries = summariesOf(event.nodes);
    checkCoins(state, event, summaries, book);
    checkBalances(state, event, summaries, book);
    checkLocks(state, event, book);
    this.#rewards.check(state, event, summaries, book);
  }

  #checkDeduplication(event: TransactionCommitted | CommandRejected, book: RuleBook): void {
    if (this.#erased.isUnsettled) book.skipped("R3", erasedReasons.accepted);
    else checkDeduplication(this.#fold.state, event, book);
  }
}

/**
 * Takes pages of events up to the end of an audit.
 *
 * @param journal what else is read of
 * @param turn awaited after each page: a thread can be ended there
 */
export const walkOver = async (
  walk: RulesWalk,
  journal: AuditedJournal,
  pages: AsyncIterable<ReadonlyArray<RecordedEvent>>,
  turn: () => Promise<void> = async () => undefined,
): Promise<RulesReport> => {
  for await (const page of pages) {
    if (await walk.takePage(journal, page)) break;
    await turn();
  }
  return walk.report();
};

const contentOf = ({ type, data, revision }: RecordedEvent) => [type, data, revision + 1] as const;

/** Rules that need the data of a transaction. */
const erasable: ReadonlyArray<RuleId> = [
  "J4",
  "X1",
  "X2",
  "X3",
  "X4",
  "X5",
  "X8",
  "R1",
  "R3",
  "R5",
];

const checkId = (
  { revision, id }: RecordedEvent,
  idIs: ReturnType<SeenIds["add"]>,
  book: RuleBook | undefined,
): void => {
  const wrong =
    idIs === "no UUID"
      ? `the event id ${id} is not a UUID`
      : `the event id ${id} is that of an earlier event`;
  book?.checked("J3", idIs === "new" ? [] : [{ offset: revision + 1, message: wrong }]);
};

/** Checks what surrounds the text of an event. */
const checkEnvelope = (
  { revision, metadata, type }: RecordedEvent,
  before: number,
  book: RuleBook,
): void => {
  const offset = revision + 1;
  const isMisplaced = (type === "LedgerInitialized") !== (offset === 1);
  // as nearly all are
  if (revision === before && metadata === "" && !isMisplaced) {
    book.checked("J1", []);
    book.checked("J5", []);
    return;
  }
  const placeMessages: Array<string> = [];
  if (revision !== before) placeMessages.push(`expected offset ${before + 1}`);
  if (metadata !== "") placeMessages.push("it has metadata, but nodes write none");
  const at = (message: string) => ({ offset, message });
  book.checked("J1", placeMessages.map(at));
  book.checked("J5", isMisplaced ? [at(`found a ${type}`)] : []);
};

const checkTime = ({ offset, recordTime }: LedgerState, event: PastEvent, book: RuleBook): void => {
  if (event.recordTime >= recordTime) return book.checked("T1", []);
  const message = `the record time ${event.recordTime} is before that of the previous event`;
  book.checked("T1", [{ offset: offset + 1, message }]);
};

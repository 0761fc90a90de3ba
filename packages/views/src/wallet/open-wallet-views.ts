import { basename } from "node:path";
import type { Contract, Template } from "@tallystick/core";
import {
  type ActiveContract,
  commandRange,
  type TrackedCommand,
  type TrackedKind,
  type TrackedStatus,
} from "@tallystick/wallet";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { JournalEntry, ViewsError } from "../interface/views.js";
import { checkpointWatch, type CheckpointWatch } from "../query/checkpoint-watch.js";
import { placedItem } from "./placed-item.js";
import { RecoveringWallet } from "./recovering-wallet.js";
import type { Progress } from "./wallet-progress.js";
import { type FoldingThread, WalletCatchUp } from "./wallet-catch-up.js";
import { commandKind, fundCouponKind, placeText, receivedKind } from "./wallet-fold.js";
import type { HistorySearch } from "./wallet-history.js";
import { openWalletFile, type WalletFile } from "./wallet-schema.js";
import type { ContractRow } from "./wallet-contracts.js";
import type { ItemReader, PlacedFundCoupon, WalletViews } from "./wallet-views.js";

/** Contracts read of one party at most where no limit is given. */
const maxContracts = 1_000_000;

/**
 * Decoded payloads that are kept: a contract never changes, and automations look at the same ones
 * again and again.
 */
const maxDecoded = 100_000;

/** Transfer commands of one nonce that are shown. */
const maxCommands = 100;

/** After every place of a coupon. */
const pastPlaces = ":";

class OpenedWalletViews implements WalletViews {
  readonly #file: RecoveringWallet;
  readonly #watch: CheckpointWatch;
  readonly #catchUp: WalletCatchUp;
  /** Undefined where nothing is folded in another thread. */
  #latest: (() => number) | undefined;
  readonly #mayUseThread: boolean;
  readonly name: string;
  readonly #decoded = new Map<string, unknown>();
  onWait: () => void = () => undefined;
  onRewind: () => void = () => undefined;
  onDamage: (reason: string) => void = () => undefined;
  onProgress: (message: string) => void = () => undefined;
  onUnreadable: (reason: string | undefined) => void = () => undefined;
  onChanged: (parties: ReadonlySet<string>) => void = () => undefined;

  constructor(path: string, opened: WalletFile, thread: FoldingThread) {
    this.name = basename(path);
    this.#mayUseThread = thread === "worker" && path !== ":memory:";
    this.#file = new RecoveringWallet(path, opened, {
      emptied: (damage) => this.#emptied(damage),
      unreadable: (reason) => this.onUnreadable(reason),
    });
    this.#watch = checkpointWatch({ ...this.#file.checkpoint, recordTime: 0 });
    this.#watch.onWait(() => this.onWait());
    this.#catchUp = new WalletCatchUp({
      path,
      file: this.#file,
      journalId: () => this.#file.journal,
      end: () => this.#latest?.() ?? 0,
      moved: () => this.#moved(),
      emptied: (damage) => this.#emptied(damage),
      caughtUp: () => this.onChanged(this.#file.names()),
      say: (message) => this.onProgress(message),
    });
  }

  begin(journal: string, ledgerEnd: number, latest?: () => number): void {
    this.#latest = latest;
    this.#file.begin(journal, ledgerEnd, latest?.());
  }

  behind(): Progress | undefined {
    return this.#file.behind();
  }

  checkpoint(): number {
    return this.#file.checkpoint.offset;
  }

  checkpointHash(): string {
    return this.#file.checkpoint.hash;
  }

  fold(entries: ReadonlyArray<JournalEntry>): Promise<Either<ViewsError, number>> {
    return entries.length > 0 && this.isAside()
      ? this.#catchUp.fold(entries)
      : Promise.resolve(this.#fold(entries));
  }

  isAside(): boolean {
    return this.#mayUseThread && this.#catchUp.isDue();
  }

  #moved(): void {
    const checkpoint = { ...this.#file.checkpoint, recordTime: 0 };
    if (checkpoint.offset < this.#watch.current().offset) this.#watch.rewind(checkpoint);
    else this.#watch.advance(checkpoint);
  }

  #fold(entries: ReadonlyArray<JournalEntry>): Either<ViewsError, number> {
    const [first] = entries;
    if (first === undefined) return right(this.checkpoint());
    const expectedOffset = this.checkpoint() + 1;
    if (first.offset !== expectedOffset) {
      const message = `event ${expectedOffset} should come next, not ${first.offset}`;
      return left({ kind: "gap", expectedOffset, actualOffset: first.offset, message });
    }
    const folded = this.#file.fold(entries);
    if (isLeft(folded)) {
      if (folded.left.kind === "journal") this.#watch.fail(folded.left);
      return folded;
    }
    const { parties, archived } = folded.right;
    for (const contractId of archived) this.#decoded.delete(contractId);
    this.#watch.advance({ ...this.#file.checkpoint, recordTime: 0 });
    if (parties.size > 0) this.onChanged(parties);
    return right(this.checkpoint());
  }

  #emptied(damage: string | undefined): void {
    this.#decoded.clear();
    this.#watch.rewind({ offset: 0, recordTime: 0, hash: "" });
    if (damage !== undefined) this.onDamage(damage);
    this.onRewind();
  }

  check(): Either<ViewsError, void> {
    return this.#file.isLent ? right(undefined) : this.#file.check();
  }

  checkParts(): Iterable<Either<ViewsError, void>> {
    return this.#file.isLent ? [] : this.#file.checkParts();
  }

  waitFor(offset: number, timeoutMs?: number): Promise<Either<ViewsError, number>> {
    return this.#watch.waitFor(offset, { timeoutMs });
  }

  #active<P>(template: Template<P>, row: ContractRow): ReadonlyArray<ActiveContract<P>> {
    const { contractId, createdAt } = row;
    const known = this.#decoded.get(contractId);
    // border: contracts are kept under their id, whose template never changes
    if (known !== undefined) return [{ contractId, createdAt, payload: known as P }];
    const payload = template.payload.decode(
      this.#file.read((tables) => tables.contracts.payloadIn(row)),
    );
    if (isLeft(payload)) return [];
    if (this.#decoded.size >= maxDecoded) this.#decoded.clear();
    this.#decoded.set(contractId, payload.right);
    return [{ contractId, createdAt, payload: payload.right }];
  }

  of<P>(template: Template<P>, party: string, limit: number = maxContracts) {
    const found = this.#file.read((tables) => tables.contracts.of(template.name, party, limit));
    return found.flatMap((row) => this.#active(template, row));
  }

  hasMoreThan(count: number, { name }: { readonly name: string }, party: string): boolean {
    return this.#file.read(({ contracts }) => contracts.of(name, party, count + 1)).length > count;
  }

  due<P>(template: Template<P>, party: string, upTo: number, limit: number, after?: number) {
    const range = { upTo, after, limit: Math.min(limit, maxContracts) };
    const found = this.#file.read((tables) => tables.contracts.due(template.name, party, range));
    return found.flatMap((row) => this.#active(template, row));
  }

  named<P>(template: Template<P>, party: string, text: string, limit: number = maxContracts) {
    const found = this.#file.read(({ contracts }) =>
      contracts.named(template.name, party, text, limit),
    );
    return found.flatMap((row) => this.#active(template, row));
  }

  namedWithin<P>(template: Template<P>, party: string, prefix: string, limit: number) {
    const found = this.#file.read(({ contracts }) =>
      contracts.namedWithin(template.name, party, prefix, Math.min(limit, maxContracts)),
    );
    return found.flatMap((row) => this.#active(template, row));
  }

  byId<P>(template: Template<P>, contractId: string): ActiveContract<P> | undefined {
    const row = this.#file.read(({ contracts }) => contracts.rowOf(contractId, template.name));
    return row && this.#active(template, row)[0];
  }

  contract(contractId: string): Contract | undefined {
    return this.#file.read((tables) => tables.contracts.byId(contractId));
  }

  contractsOf(
    { name }: { readonly name: string },
    party: string,
    limit: number = maxContracts,
  ): ReadonlyArray<Contract> {
    return this.#file.read(({ contracts }) =>
      contracts.of(name, party, limit).map((row) => contracts.contractIn(row)),
    );
  }

  historyBefore(party: string, beforeSeq: number | undefined, limit: number) {
    return this.searchHistory(party, { terms: [] })(beforeSeq, limit).items;
  }

  searchHistory(party: string, search: HistorySearch): ItemReader {
    const read = this.#file.read(({ history }) => history.search(party, search));
    return (from, limit) => {
      const { rows, before } = this.#file.read(() => read(from, limit));
      return { items: rows.map(placedItem), before };
    };
  }

  historyPlace(party: string, eventId: string): number | undefined {
    return this.#file.read(({ history }) => history.placeOf(party, eventId));
  }

  tracked(party: string, kind: TrackedKind, trackingId: string): TrackedStatus | undefined {
    return this.#tracking(party, kind, trackingId);
  }

  trackedByOther(party: string, kind: TrackedKind, trackingId: string): TrackedStatus | undefined {
    return this.#tracking(party, receivedKind(kind), trackingId);
  }

  walletParty(operator: string, userId: string): string | undefined {
    return this.#file.read((tables) => tables.walletParty(operator, userId));
  }

  supply(dso: string): bigint {
    return this.#file.read((tables) => tables.supply(dso));
  }

  #tracking(party: string, kind: string, trackingId: string): TrackedStatus | undefined {
    const content = this.#file.read((tables) => tables.tracking(party, kind, trackingId));
    // border: our own fold has written it
    return content === undefined ? undefined : (JSON.parse(content) as TrackedStatus);
  }

  transferCommands(sender: string, nonce: bigint): ReadonlyArray<TrackedCommand> {
    const [from, until] = commandRange(nonce);
    return this.#file
      .read((tables) => tables.trackingRange(sender, commandKind, from, until, maxCommands))
      .map((content) => JSON.parse(content) as TrackedCommand); // border: our own fold wrote it
  }

  endedFundCoupons(party: string, after: number | undefined, limit: number) {
    const from = placeText((after ?? -1) + 1);
    return this.#file
      .read((tables) => tables.trackingRange(party, fundCouponKind, from, pastPlaces, limit))
      .map((content) => JSON.parse(content) as PlacedFundCoupon); // border: our own fold wrote it
  }

  outcome(commandId: string): number | undefined {
    return this.#file.read((tables) => tables.outcome(commandId));
  }

  extraTrafficUsed(): number {
    return this.#file.read(() => this.#file.checkpoint.meter.extraUsed);
  }

  lastRecordTime(): number {
    return this.#file.checkpoint.meter.at;
  }

  stop(): Promise<void> {
    return this.#catchUp.stop();
  }

  close(): void {
    this.#watch.fail({ kind: "closed", message: "the wallet's views are closed" });
    this.#file.close();
  }
}

/**
 * Opens the wallet's views; they fold in the thread that opens them, so that what follows a fold
 * sees it at once.
 *
 * @param file path of the database file, or ":memory:"
 * @param thread "worker": views far behind the journal are folded in a thread of their own until
 *   they are near its end
 */
export const openWalletViews = (
  file: string,
  thread: FoldingThread = "main",
): Either<ViewsError, WalletViews> => {
  const opened = openWalletFile(file);
  return isLeft(opened) ? opened : right(new OpenedWalletViews(file, opened.right, thread));
};

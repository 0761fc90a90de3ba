import { pause } from "@tallystick/background";
import {
  decodeLedgerEvent,
  type JournalPruned,
  type LedgerError,
  ledgerError,
} from "@tallystick/core";
import type { Erasing, Erasure, StoreError } from "@tallystick/event-store";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { eventAt, type Journal, journalMessage, timersOf } from "../journal/journal.js";
import { storeMessage } from "../journal/store-message.js";
import type { LedgerNotice } from "../ledger/ledger-observer.js";
import type { Pipeline } from "../pipeline/pipeline.js";
import { walkErasures } from "./erasures.js";
import { boundaryText } from "./pruning-boundary.js";
import { type SigningKey, type SigningKeyError, signingKey } from "./signing-key.js";

/** Prunes a journal, one pruning at a time. */
export interface Pruner {
  /**
   * Prunes the submissions up to an offset. Resolves when the journal says so; their data is erased
   * afterwards. Left: NON_POSITIVE_OFFSET, OFFSET_OUT_OF_RANGE, PARTICIPANT_PRUNING_IN_PROGRESS,
   * PRUNING_NOT_SUPPORTED.
   */
  prune(upTo: number, options?: PruneOptions): Promise<Either<LedgerError, void>>;
  /** Resolves when no pruning is running. */
  idle(): Promise<void>;
  /** Ends after the current batch; the rest is erased after the next opening. */
  stop(): Promise<void>;
}

interface PruneOptions {
  /** True: writes no event when nothing would be erased. */
  readonly unlessNothing?: boolean;
}

interface PrunerParts {
  readonly journal: Journal;
  readonly data: string | undefined;
  readonly pipeline: Pipeline;
  /** Whether other processes append to the journal. */
  readonly isShared: boolean;
  /** Draws 64 random hex digits for the key that signs prunings. */
  readonly newKeySeed: () => string;
  /** The progress of each view: events not folded yet are not erased. */
  readonly checkpoints: ReadonlyArray<() => number>;
  readonly notice: (notice: LedgerNotice) => void;
}

/** Delay while a view is behind, or the store is unavailable; milliseconds. */
const waitMs = 100;

/** Delay after each batch, so that commands are not slowed down; milliseconds. */
const restMs = 2;

/** Starts a pruner; an unfinished pruning is completed first. */
export const startPruner = (parts: PrunerParts): Pruner => new JournalPruner(parts);

class JournalPruner implements Pruner {
  readonly #parts: PrunerParts;
  #running: Promise<unknown> | undefined;
  #stopped = false;
  #key: SigningKey | undefined;

  constructor(parts: PrunerParts) {
    this.#parts = parts;
    const { erasing } = parts.journal.store.capabilities;
    if (parts.pipeline.committed().state.pruning.upTo > 0 && erasing !== undefined)
      this.#run(() => this.#resume(erasing));
  }

  async prune(upTo: number, options: PruneOptions = {}): Promise<Either<LedgerError, void>> {
    const { pipeline, journal, isShared } = this.#parts;
    const { offset: end, pruning } = pipeline.committed().state;
    const { erasing } = journal.store.capabilities;
    if (isShared || erasing === undefined) return left(notSupported(isShared));
    if (!Number.isInteger(upTo) || upTo < 1) return left(notPositive(upTo));
    if (upTo >= end) return left(notBeforeEnd(upTo, end));
    if (this.#running !== undefined) return left(inProgress());
    if (upTo <= pruning.upTo) return right(undefined);
    let decided: (answer: Either<LedgerError, void>) => void = () => undefined;
    const answer = new Promise<Either<LedgerError, void>>((resolve) => {
      decided = resolve;
    });
    this.#run(async () => {
      const said = await this.#say(upTo, options.unlessNothing === true);
      decided(isLeft(said) ? said : right(undefined));
      if (!isLeft(said) && said.right !== undefined) await this.#erase(erasing, said.right);
    });
    return answer;
  }

  async idle(): Promise<void> {
    await this.#running;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  #run(work: () => Promise<void>): void {
    this.#running = work().finally(() => {
      this.#running = undefined;
    });
  }

  async #signingKey(): Promise<Either<SigningKeyError, SigningKey>> {
    if (this.#key !== undefined) return right(this.#key);
    const read = await signingKey(this.#parts.data, this.#parts.newKeySeed);
    if (!isLeft(read)) this.#key = read.right;
    return read;
  }

  #warn(message: string): void {
    this.#parts.notice({ kind: "journal", message });
  }

  /** Computes what will remain, and records it in the journal. */
  async #say(
    upTo: number,
    unlessNothing: boolean,
  ): Promise<Either<LedgerError, JournalPruned | undefined>> {
    const { journal, pipeline } = this.#parts;
    const { state } = pipeline.committed();
    const forgottenUpTo = state.deduplication.prunedOffset;
    const [last, walked, key] = [
      await eventAt(journal, upTo),
      await walkErasures(journal, state, { upTo, forgottenUpTo }, async () => !this.#stopped),
      await this.#signingKey(),
    ];
    if (isLeft(last)) return left(unreadable(storeMessage(last.left)));
    if (isLeft(walked)) return left(unreadable(journalMessage(walked.left)));
    if (isLeft(key)) return left(unreadable(`the key cannot be used: ${key.left.message}`));
    if (walked.right === undefined) return left(stopping());
    const { residue, lastErased } = walked.right;
    if (unlessNothing && lastErased === 0) return right(undefined);
    const erased = residue.count();
    const boundary = {
      offset: upTo,
      hash: last.right?.hash ?? "",
      erased,
      kept: upTo - erased,
      residue: residue.digest(),
      lastErased,
      forgottenUpTo,
    };
    const { publicKey, sign } = key.right;
    if (state.pruning.publicKey !== publicKey) {
      const published = await pipeline.enqueue({ kind: "PublishSigningKey", publicKey });
      if (isLeft(published)) return published;
    }
    const signature = sign(boundaryText(state.participant.participantId, boundary));
    const pruning = { ...boundary, signature };
    const recorded = await pipeline.enqueue({ kind: "RecordPruning", pruning });
    return isLeft(recorded)
      ? recorded
      : right({ type: "JournalPruned", ...pruning, recordTime: state.recordTime });
  }

  async #resume(erasing: Erasing): Promise<void> {
    const { journal, pipeline } = this.#parts;
    const { pruning } = pipeline.committed().state;
    const said = await eventAt(journal, pruning.saidAt);
    const event = isLeft(said) ? said.left : said.right;
    if (event === undefined || "kind" in event) return;
    const decoded = decodeLedgerEvent(event.type, event.data, pruning.saidAt);
    if (isLeft(decoded) || decoded.right.type !== "JournalPruned") return;
    const { lastErased } = decoded.right;
    const last = lastErased === 0 ? undefined : await eventAt(journal, lastErased);
    const isDone = last === undefined || (!isLeft(last) && last.right?.erased !== undefined);
    if (isDone) await this.#shrink(erasing);
    else await this.#erase(erasing, decoded.right);
  }

  async #erase(erasing: Erasing, pruning: JournalPruned): Promise<void> {
    const { journal, pipeline } = this.#parts;
    const { offset: upTo, forgottenUpTo } = pruning;
    const { state } = pipeline.committed();
    const walked = await walkErasures(journal, state, { upTo, forgottenUpTo }, (some) =>
      this.#eraseSome(erasing, upTo, some),
    );
    if (isLeft(walked)) return this.#warn(`pruning stopped: ${journalMessage(walked.left)}`);
    if (walked.right === undefined) return;
    if (walked.right.residue.digest() !== pruning.residue)
      this.#warn("the pruned events differ from those in the journal; run tallystick audit verify");
    await this.#shrink(erasing);
  }

  /** False when the pruner was stopped, or the store is unusable. */
  async #eraseSome(erasing: Erasing, upTo: number, some: ReadonlyArray<Erasure>): Promise<boolean> {
    const { checkpoints, journal } = this.#parts;
    while (!this.#stopped) {
      if (checkpoints.some((checkpoint) => checkpoint() < upTo)) {
        await this.#pause(waitMs);
        continue;
      }
      const erased = await erasing.erase(journal.stream, some);
      if (!isLeft(erased)) {
        await this.#pause(restMs);
        return true;
      }
      if (!this.#mayPass(erased.left)) return false;
      await this.#pause(waitMs);
    }
    return false;
  }

  #pause(ms: number): Promise<void> {
    return pause(ms, undefined, timersOf(this.#parts.journal));
  }

  #mayPass(error: StoreError): boolean {
    if (error.kind === "unavailable") return true;
    if (error.kind !== "closed") this.#warn(`pruning stopped: ${storeMessage(error)}`);
    return false;
  }

  async #shrink(erasing: Erasing): Promise<void> {
    while (!this.#stopped) {
      const shrunk = await erasing.shrink();
      if (isLeft(shrunk) ? !this.#mayPass(shrunk.left) : !shrunk.right) return;
      await this.#pause(isLeft(shrunk) ? waitMs : restMs);
    }
  }
}

const notBeforeEnd = (upTo: number, end: number): LedgerError =>
  ledgerError(
    "OFFSET_OUT_OF_RANGE",
    `prune_up_to needs to be before ledger end ${end}, found ${upTo}`,
    { field: "prune_up_to" },
  );

const notPositive = (upTo: number): LedgerError =>
  ledgerError("NON_POSITIVE_OFFSET", `Offset ${upTo} in prune_up_to is not positive`, {
    field: "prune_up_to",
  });

const inProgress = (): LedgerError =>
  ledgerError("PARTICIPANT_PRUNING_IN_PROGRESS", "An earlier pruning is still under way");

const notSupported = (isShared: boolean): LedgerError =>
  ledgerError(
    "PRUNING_NOT_SUPPORTED",
    isShared
      ? "Other processes append to the journal of this participant"
      : "The store of this participant's journal cannot erase data",
  );

const unreadable = (reason: string): LedgerError =>
  ledgerError("SERVICE_NOT_RUNNING", `The journal cannot be pruned: ${reason}`, {
    context: { service_name: "pruning" },
  });

const stopping = (): LedgerError =>
  ledgerError("SUBMISSION_DURING_SHUTDOWN", "The ledger is shutting down.", {
    definiteAnswer: true,
  });

import {
  alreadyInFlight,
  changeIdOf,
  type LedgerCommand,
  type LedgerError,
  ledgerError,
} from "@tallystick/core";
import { left } from "fp-ts/lib/Either.js";
import type { LedgerConfig } from "../ledger/ledger-config.js";
import type { Outcome } from "./command-outcome.js";
import type { ReceivedCommand } from "./decide-batch.js";
import { backpressure, notRunning, passiveReplica, tooMuchWaits } from "./pipeline-errors.js";
import { countedUnits, userOf, WaitingUnits } from "./waiting-units.js";
import type { DecisionParts } from "./decide-batch.js";

/** A command that is not answered yet. */
export interface Waiting extends ReceivedCommand {
  readonly changeId: string | undefined;
  /** What is counted of its size; see `WaitingUnits`. */
  readonly units: number;
  readonly answer: (outcome: Outcome) => void;
}

/** What to do with a command that came in. */
interface WaitingParts extends Pick<DecisionParts, "clock" | "ids"> {
  readonly config: Pick<LedgerConfig, "follow" | "maxWaitingSubmissions" | "maxWaitingBytes">;
}

/** The commands that came in and are not answered yet, in order. */
export class WaitingCommands {
  readonly #parts: WaitingParts;
  #queue: Array<Waiting> = [];
  /** Change ids that wait or are being decided, with their submission ids. */
  readonly #inFlight = new Map<string, string>();
  #unanswered = 0;
  readonly #units: WaitingUnits;
  #isClosed = false;

  constructor(parts: WaitingParts) {
    this.#parts = parts;
    this.#units = new WaitingUnits(parts.config.maxWaitingBytes);
  }

  /** Commands that were not taken yet. */
  get length(): number {
    return this.#queue.length;
  }

  /** Commands that are not answered, those that were taken among them. */
  get unanswered(): number {
    return this.#unanswered;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** No command comes in any more. */
  close(): void {
    this.#isClosed = true;
  }

  /** @param broken why the ledger takes nothing any more, if so */
  add(command: LedgerCommand, broken: string | undefined): Promise<Outcome> {
    const { clock, ids } = this.#parts;
    const changeId = command.kind === "Submit" ? changeIdOf(command.command) : undefined;
    const error = this.#error(changeId, broken);
    if (error !== undefined) return Promise.resolve(left(error));
    const units = countedUnits(command);
    if (!this.#units.take(userOf(command), units)) return Promise.resolve(left(tooMuchWaits()));
    const submissionId =
      command.kind === "Submit" ? command.command.submissionId || ids.submissionId() : "";
    if (changeId !== undefined) this.#inFlight.set(changeId, submissionId);
    this.#unanswered++;
    return new Promise((answer) => {
      this.#queue.push({ command, receivedAt: clock(), submissionId, changeId, units, answer });
    });
  }

  /** The first ones, at most so many. */
  take(most: number): ReadonlyArray<Waiting> {
    return this.#queue.splice(0, most);
  }

  /** These were taken and come first again. */
  putBack(batch: ReadonlyArray<Waiting>): void {
    this.#queue = [...batch, ...this.#queue];
  }

  /** The first ones of some that were taken; the others come first again. */
  keep(taken: ReadonlyArray<Waiting>, count: number): ReadonlyArray<Waiting> {
    if (count >= taken.length) return taken;
    this.putBack(taken.slice(count));
    return taken.slice(0, count);
  }

  answer(batch: ReadonlyArray<Waiting>, outcomeOf: (at: number) => Outcome): void {
    this.#unanswered -= batch.length;
    for (const [at, { changeId, command, units, answer }] of batch.entries()) {
      this.#units.give(userOf(command), units);
      if (changeId !== undefined) this.#inFlight.delete(changeId);
      answer(outcomeOf(at));
    }
  }

  #error(changeId: string | undefined, broken: string | undefined): LedgerError | undefined {
    if (this.#isClosed) {
      return ledgerError("SUBMISSION_DURING_SHUTDOWN", "The ledger is shutting down.", {
        definiteAnswer: true,
      });
    }
    if (this.#parts.config.follow) return passiveReplica();
    if (broken !== undefined) return notRunning(broken);
    const earlier = changeId === undefined ? undefined : this.#inFlight.get(changeId);
    if (changeId !== undefined && earlier !== undefined) return alreadyInFlight(changeId, earlier);
    return this.#unanswered < this.#parts.config.maxWaitingSubmissions
      ? undefined
      : backpressure(this.#unanswered);
  }
}

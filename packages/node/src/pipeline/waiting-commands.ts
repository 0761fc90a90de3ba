import {
  PassingMap,
  type Quota,
  systemTimers,
  type Timer,
  type Timers,
} from "@tallystick/background";
import {
  alreadyInFlight,
  changeIdOf,
  earliestTimeOf,
  type LedgerCommand,
  type LedgerError,
  ledgerError,
} from "@tallystick/core";
import { left } from "fp-ts/lib/Either.js";
import type { LedgerConfig } from "../ledger/ledger-config.js";
import type { Outcome } from "./command-outcome.js";
import type { ReceivedCommand } from "./decide-batch.js";
import { backpressure, notRunning, passiveReplica, tooMuchWaits } from "./pipeline-errors.js";
import { FairOrder } from "./fair-order.js";
import { countedUnits, userOf, waitingUnits } from "./waiting-units.js";
import type { DecisionParts } from "./decide-batch.js";

/** A command not answered yet. */
export interface Waiting extends ReceivedCommand {
  readonly changeId: string | undefined;
  /** Its counted size; see `countedUnits`. */
  readonly units: number;
  readonly answer: (outcome: Outcome) => void;
  isAnswered: boolean;
}

interface WaitingParts extends Pick<DecisionParts, "clock" | "ids"> {
  readonly config: Pick<
    LedgerConfig,
    "follow" | "ledgerTimeSkewMicros" | "maxWaitingSubmissions" | "maxWaitingBytes"
  >;
  /** Is called when a command is due that waited for its earliest ledger time. */
  readonly onDue: () => void;
  /** True when the program gave the clock: it may be moved by hand, so it is looked at often. */
  readonly isClockOwn?: boolean;
  /** Default: the system's. */
  readonly timers?: Timers;
}

/** How often a clock that the program gave is looked at while commands wait for it; ms. */
const ownClockPollMs = 100;

/** How many commands may wait for their ledger time: a quarter of all that wait. */
const mostHeld = ({ maxWaitingSubmissions }: WaitingParts["config"]): number =>
  Math.max(1, Math.floor(maxWaitingSubmissions / 4));

const duringShutdown = (): LedgerError =>
  ledgerError("SUBMISSION_DURING_SHUTDOWN", "The ledger is shutting down.", {
    definiteAnswer: true,
  });

/** The received commands that are not answered yet, in order. */
export class WaitingCommands {
  readonly #parts: WaitingParts;
  #queue: Array<Waiting> = [];
  /** Change ids in flight, with their submission ids. */
  readonly #inFlight = new PassingMap<string, string>();
  /** Commands before their earliest ledger time, which is the value; microseconds. */
  readonly #early = new Map<Waiting, number>();
  #alarm: Timer | undefined;
  #unanswered = 0;
  readonly #units: Quota;
  readonly #order = new FairOrder();
  #isClosed = false;

  constructor(parts: WaitingParts) {
    this.#parts = parts;
    this.#units = waitingUnits(parts.config.maxWaitingBytes);
  }

  /** Commands not taken yet. */
  get length(): number {
    return this.#queue.length;
  }

  /** Commands not answered yet, taken ones included. */
  get unanswered(): number {
    return this.#unanswered;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Rejects commands from now on, and those that wait for their earliest ledger time. */
  close(): void {
    this.#isClosed = true;
    this.#alarm?.cancel();
    const early = [...this.#early.keys()];
    this.#early.clear();
    this.answer(early, () => left(duringShutdown()));
  }

  /** @param unusable why the journal cannot be written, if so */
  add(command: LedgerCommand, unusable: string | undefined): Promise<Outcome> {
    const { clock, ids } = this.#parts;
    const changeId = command.kind === "Submit" ? changeIdOf(command.command) : undefined;
    const error = this.#error(changeId, unusable);
    if (error !== undefined) return Promise.resolve(left(error));
    const units = countedUnits(command);
    if (!this.#units.take(units, userOf(command))) return Promise.resolve(left(tooMuchWaits()));
    const submissionId =
      command.kind === "Submit" ? command.command.submissionId || ids.submissionId() : "";
    if (changeId !== undefined) this.#inFlight.set(changeId, submissionId);
    return new Promise((answer) => {
      const waiting: Waiting = {
        command,
        receivedAt: clock(),
        submissionId,
        changeId,
        units,
        answer,
        isAnswered: false,
      };
      this.#unanswered += 1;
      const earliest = this.#earliest(waiting);
      if (earliest > waiting.receivedAt) this.#hold(waiting, earliest);
      else this.#queue.push(waiting);
    });
  }

  /** When a submission can be decided; 0 for at once, also where it would wait for too long. */
  #earliest({ command, receivedAt }: Waiting): number {
    if (command.kind !== "Submit") return 0;
    const earliest = Number(earliestTimeOf(command, { receivedAt }));
    return earliest - receivedAt > this.#parts.config.ledgerTimeSkewMicros ? 0 : earliest;
  }

  #hold(waiting: Waiting, earliest: number): void {
    if (this.#early.size >= mostHeld(this.#parts.config)) {
      this.answer([waiting], () => left(backpressure(this.#early.size)));
      return;
    }
    this.#early.set(waiting, earliest);
    this.#setAlarm();
  }

  /** Looks again when the first of those that are held is due. */
  #setAlarm(): void {
    const { clock, timers = systemTimers, isClockOwn = false } = this.#parts;
    this.#alarm?.cancel();
    this.#alarm = undefined;
    if (this.#early.size === 0) return;
    const untilDueMs = Math.ceil((Math.min(...this.#early.values()) - clock()) / 1_000);
    const waitMs = isClockOwn ? Math.min(untilDueMs, ownClockPollMs) : untilDueMs;
    this.#alarm = timers.after(Math.max(1, waitMs), () => this.#takeDue());
  }

  #takeDue(): void {
    const now = this.#parts.clock();
    const due = [...this.#early].filter(([, earliest]) => earliest <= now);
    for (const [waiting] of due) {
      this.#early.delete(waiting);
      this.#queue.push(waiting);
    }
    this.#setAlarm();
    if (due.length > 0) this.#parts.onDue();
  }

  /** The first commands, up to a number; see `FairOrder`. */
  take(most: number): ReadonlyArray<Waiting> {
    const [taken, left] = this.#order.split(this.#queue, most);
    this.#queue = left;
    return taken;
  }

  /**
   * Is called with commands that were decided together.
   *
   * @param isLong true when the last of them took so long that it was the last one
   */
  decided(batch: ReadonlyArray<Waiting>, isLong: boolean): void {
    const last = batch.at(-1);
    if (last !== undefined) this.#order.decided(last, isLong);
  }

  /** Puts taken commands back at the front, those that are not answered. */
  putBack(batch: ReadonlyArray<Waiting>): void {
    this.#queue = [...batch.filter(({ isAnswered }) => !isAnswered), ...this.#queue];
  }

  /** Keeps the first of some taken commands; puts the others back at the front. */
  keep(taken: ReadonlyArray<Waiting>, count: number): ReadonlyArray<Waiting> {
    if (count >= taken.length) return taken;
    this.putBack(taken.slice(count));
    return taken.slice(0, count);
  }

  /** Answers commands; those that have an answer keep it. */
  answer(batch: ReadonlyArray<Waiting>, outcomeOf: (at: number) => Outcome): void {
    for (const [at, waiting] of batch.entries()) {
      if (waiting.isAnswered) continue;
      waiting.isAnswered = true;
      this.#unanswered -= 1;
      const { changeId, command, units, answer } = waiting;
      this.#units.give(units, userOf(command));
      if (changeId !== undefined) this.#inFlight.delete(changeId);
      answer(outcomeOf(at));
    }
  }

  /** @param unusable see `add` */
  refusal(unusable: string | undefined): LedgerError | undefined {
    if (this.#isClosed) return duringShutdown();
    if (this.#parts.config.follow) return passiveReplica();
    return unusable === undefined ? undefined : notRunning(unusable);
  }

  #error(changeId: string | undefined, unusable: string | undefined): LedgerError | undefined {
    const refusal = this.refusal(unusable);
    if (refusal !== undefined) return refusal;
    const earlier = changeId === undefined ? undefined : this.#inFlight.get(changeId);
    if (changeId !== undefined && earlier !== undefined) return alreadyInFlight(changeId, earlier);
    return this.unanswered < this.#parts.config.maxWaitingSubmissions
      ? undefined
      : backpressure(this.unanswered);
  }
}

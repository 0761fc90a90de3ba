import { nextTurn, type Timer } from "@tallystick/background";
import type { ErrorCode, Micros, PartyId } from "@tallystick/core";
import {
  type AllocationAsked,
  type Automation,
  type AutomationContext,
  automationsFor,
  type ContractsView,
  dsoSteps,
  type FindLockedDust,
  lacksTopUpFunds,
  type Submission,
  SweptMoney,
} from "@tallystick/wallet";
import { isLeft } from "fp-ts/lib/Either.js";
import { automationContext } from "./automation-context.js";
import { AutomationPolls, networkName } from "./automation-polls.js";
import { AutomationTallies } from "./automation-tallies.js";
import { CommandBackOff, isOvertaken } from "./back-off.js";
import { IntervalBounds } from "./interval-bounds.js";
import { readable } from "../contracts/readable.js";
import { knownContracts } from "../contracts/known-contracts.js";
import { knownCrowdedOwners } from "./crowded-owners.js";
import { knownLockedDust } from "./locked-dust.js";
import { movedUnits } from "./moved-units.js";
import type { SchedulerParts } from "./scheduler-parts.js";
import type { Scheduler, SchedulerStatus } from "../wallet.js";

/** Delay after a change before automations of its wallets run; milliseconds. */
const wakeMs = 20;
/** Turns of one automation for one party in one run; the rest is done in the next. */
const maxTurns = 20;
/** Parties processed before yielding. */
const partiesAtOnce = 20;
/** The most rounds of settling, and the most errors of a command that settling retries. */
const maxRounds = 1_000;
const maxTriesSettling = 5;

/** What automations see until something is waited for: nothing changes before. */
interface Moment {
  readonly now: Micros;
  readonly context: AutomationContext | undefined;
}

/**
 * Runs the automations of all parties and of the network: soon after a change, and at every poll.
 */
export class WalletScheduler implements Scheduler {
  readonly #parts: SchedulerParts;
  readonly #backOff = new CommandBackOff();
  readonly #view: ContractsView;
  readonly #crowdedOwners: () => Iterable<string>;
  readonly #findLockedDust: FindLockedDust;
  /** Read before the automations of a party run. */
  readonly #asked = new Map<PartyId, ReadonlyArray<AllocationAsked>>();
  readonly #tallies = new AutomationTallies();
  readonly #isWaiting = (commandId: string): boolean =>
    this.#backOff.isWaiting(commandId, this.#parts.timers.nowMs());
  #dirty = new Set<string>();
  /** Since when the first dirty or running party waits; milliseconds. */
  #waitingSince: number | undefined;
  #runningSince: number | undefined;
  #paused = false;
  #stopped = false;
  #running: Promise<void> | undefined;
  #wake: Timer | undefined;
  readonly #polls: AutomationPolls;
  readonly #bounds: IntervalBounds;
  readonly #swept: SweptMoney;

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
    const { config, settings, views } = parts;
    this.#view = knownContracts(views);
    this.#polls = new AutomationPolls(parts.timers, config.pollIntervalMicros / 1_000, (of) =>
      this.touched(of === networkName ? new Set([this.#dso]) : this.#parties()),
    );
    this.#bounds = new IntervalBounds(config.pollIntervalMicros);
    this.#swept = new SweptMoney(config.sweeps);
    const { operator } = settings;
    this.#crowdedOwners = knownCrowdedOwners(views, this.#view, operator, config.mergeAbove);
    this.#findLockedDust = knownLockedDust(views);
  }

  start(): void {
    this.#polls.start();
    this.touched(this.#parties());
  }

  /** Schedules a run for these parties; to be called when contracts of theirs have changed. */
  touched(parties: ReadonlySet<PartyId>): void {
    const known = this.#parties();
    for (const party of parties)
      if (party === this.#dso || known.has(party)) this.#dirty.add(party);
    if (this.#dirty.size > 0) this.#waitingSince ??= this.#parts.timers.nowMs();
    this.#schedule();
  }

  pause(): void {
    this.#paused = true;
    this.#polls.stop();
  }

  resume(): void {
    this.#paused = false;
    if (!this.#stopped) this.start();
  }

  status(): SchedulerStatus {
    return {
      paused: this.#paused,
      parties: this.#parties().size,
      waiting: this.#parts.queue.waiting(),
      lagMs: this.#lagMs(),
      restingSweeps: this.#swept.resting(),
      automations: this.#tallies.status((name) => this.#polls.nextInMs(name)),
    };
  }

  async settle(): Promise<void> {
    // all parties first, then those with changes, and all again when there are none
    let everyParty = true;
    for (let round = 0; round < maxRounds && !this.#stopped; round++) {
      await this.#parts.upToDate();
      while (this.#running !== undefined) await this.#running;
      const before = this.#tallies.total();
      if (everyParty) this.#dirty = new Set(this.#parties());
      this.#dirty.add(this.#dso);
      await this.#run();
      const rests = this.#tallies.total() === before;
      // commands that lost to others are retried now, not after their delay
      if (everyParty && rests && !this.#backOff.tryAgain(maxTriesSettling)) return;
      everyParty = rests;
    }
  }

  async stop(): Promise<void> {
    this.pause();
    this.#stopped = true;
    this.#wake?.cancel();
    await this.#running;
  }

  /** True while this node must not start work. */
  #rests(): boolean {
    return this.#paused || this.#stopped || !this.#parts.mayRun();
  }

  #lagMs(): number {
    const since = this.#runningSince ?? this.#waitingSince;
    return since === undefined ? 0 : this.#parts.timers.nowMs() - since;
  }

  get #dso(): string {
    return this.#parts.settings.dso;
  }

  #parties(): ReadonlySet<string> {
    return readable(this.#parts.parties) ?? new Set();
  }

  #schedule(): void {
    if (this.#wake !== undefined || this.#rests() || this.#dirty.size === 0) return;
    const { timers } = this.#parts;
    const waitedMs = timers.nowMs() - (this.#waitingSince ?? timers.nowMs());
    const delayMs = Math.max(0, wakeMs - waitedMs);
    this.#wake = timers.after(delayMs, () => this.#awake()).unref();
  }

  #awake(): void {
    this.#wake = undefined;
    if (!this.#rests()) void this.#run();
  }

  /** Runs, unless a run is active: two would submit the same commands. */
  #run(): Promise<void> {
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
      this.#runningSince = undefined;
      this.#schedule();
    });
    return this.#running;
  }

  /** Processes all changed parties; changes meanwhile are for the next run. */
  async #work(): Promise<void> {
    const dirty = this.#dirty;
    this.#dirty = new Set();
    this.#runningSince = this.#waitingSince ?? this.#parts.timers.nowMs();
    this.#waitingSince = undefined;
    if (dirty.delete(this.#dso)) await this.#runNetwork();
    const running: Array<Promise<void>> = [];
    for (const party of dirty) {
      running.push(this.#runParty(party));
      // wallets without work are processed synchronously: yields to other work
      if (running.length % partiesAtOnce === 0) await nextTurn(this.#parts.timers);
    }
    await Promise.all(running);
  }

  async #runNetwork(): Promise<void> {
    const { network, views, settings, now } = this.#parts;
    this.#tallies.ran(networkName, now());
    for (let turn = 0; turn < maxTurns && !this.#rests(); turn++) {
      const state = readable(network);
      if (state === undefined) return;
      const steps = this.#planned(networkName, () =>
        dsoSteps(views, state, settings.amuletPrice, now(), this.#isWaiting, this.#findLockedDust),
      ).filter(({ commandId }) => !this.#isWaiting(commandId));
      if (steps.length === 0) return;
      for (const step of steps) await this.#submit(networkName, step);
    }
  }

  async #runParty(party: PartyId): Promise<void> {
    if (!this.#parts.switchesOf(party).automations) return;
    const { askedAllocations } = this.#parts;
    if (askedAllocations !== undefined) this.#asked.set(party, await askedAllocations(party));
    let moment = this.#moment();
    for (const automation of this.#automationsFor(party)) {
      this.#tallies.ran(automation.name, moment.now);
      for (let turn = 0; turn < maxTurns && !this.#rests(); turn++) {
        if (!this.#bounds.allows(automation, party, moment.now)) break;
        const { queue, views } = this.#parts;
        const at = views.checkpoint();
        const planned = this.#plan(automation, party, moment);
        // most have no work, which is found without the queue
        if (planned.length === 0) break;
        const took = await queue.run(party, () => {
          const isCurrent = views.checkpoint() === at;
          const plan = isCurrent ? planned : this.#plan(automation, party, this.#moment());
          return this.#take(automation, party, plan);
        });
        moment = this.#moment();
        if (took !== true) break;
      }
      this.#noteLack(automation, party, moment);
    }
  }

  #noteLack({ name, lack }: Automation, party: PartyId, { context }: Moment): void {
    if (context === undefined || typeof lack !== "function") return;
    const found = this.#planned(name, () => [lack(context, party)]);
    this.#tallies.lacked(name, party, found[0]);
  }

  #automationsFor(party: PartyId): ReadonlyArray<Automation> {
    return party === this.#parts.settings.operator
      ? automationsFor("operator", this.#isShort())
      : automationsFor("party", false);
  }

  #isShort(): boolean {
    try {
      const context = readable(() => this.#context());
      return context !== undefined && lacksTopUpFunds(context);
    } catch {
      // the automation that reads the same reports the error
      return false;
    }
  }

  /** Submits a plan. @returns whether it has anything: the next turn plans what follows from it */
  async #take(
    automation: Automation,
    party: PartyId,
    planned: ReadonlyArray<Submission>,
  ): Promise<boolean> {
    for (const submission of planned) {
      if (!(await this.#submit(automation.name, submission))) continue;
      this.#bounds.took(automation, party, this.#parts.now());
      this.#swept.took(party, submission.commandId);
    }
    return planned.length > 0;
  }

  #plan(
    { name, plan }: Automation,
    party: PartyId,
    { context }: Moment,
  ): ReadonlyArray<Submission> {
    return context === undefined ? [] : this.#planned(name, () => plan(context, party));
  }

  #moment(): Moment {
    return { now: this.#parts.now(), context: readable(() => this.#context()) };
  }

  #context(): AutomationContext | undefined {
    return automationContext(this.#parts, {
      view: this.#view,
      isWaiting: this.#isWaiting,
      crowdedOwners: this.#crowdedOwners,
      swept: this.#swept,
      allocationsAsked: (party) => this.#asked.get(party) ?? [],
    });
  }

  /** The plan; an exception of one automation does not stop others. */
  #planned<A>(name: string, plan: () => ReadonlyArray<A>): ReadonlyArray<A> {
    try {
      return plan();
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown.message : String(thrown);
      this.#failed(name, "", "PLANNING", error);
      return [];
    }
  }

  /** @returns whether it took effect */
  async #submit(name: string, submission: Submission): Promise<boolean> {
    const { commandId } = submission;
    const outcome = await this.#parts.submit(submission);
    if (isLeft(outcome)) {
      const { code, cause } = outcome.left;
      this.#backOff.failed(commandId, code, this.#parts.timers.nowMs());
      if (!isOvertaken(code)) this.#failed(name, commandId, code, `${code}: ${cause}`);
      return false;
    }
    const { views } = this.#parts;
    this.#tallies.submitted(name, movedUnits(views, submission.actAs, outcome.right.updateId));
    this.#backOff.succeeded(commandId);
    return true;
  }

  #failed(name: string, commandId: string, kind: ErrorCode | "PLANNING", error: string): void {
    this.#tallies.failed(name, kind, error, this.#parts.now());
    this.#parts.onError(name, commandId, error);
  }
}

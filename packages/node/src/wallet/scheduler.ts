import { setImmediate } from "node:timers/promises";
import type { ErrorCode, PartyId } from "@tallystick/core";
import {
  type Automation,
  type AutomationContext,
  automationsFor,
  dsoSteps,
  type FindLockedDust,
  lacksTopUpFunds,
  type Submission,
} from "@tallystick/wallet";
import { isLeft } from "fp-ts/lib/Either.js";
import { AutomationTallies } from "./automation-tallies.js";
import { CommandBackOff, isOvertaken } from "./back-off.js";
import { readable } from "./readable.js";
import { rememberedDust } from "./remembered-dust.js";
import { type RememberedOwners, rememberedOwners } from "./remembered-owners.js";
import { type RememberedContracts, rememberedContracts } from "./remembered-contracts.js";
import type { SchedulerParts } from "./scheduler-parts.js";
import type { Scheduler, SchedulerStatus } from "./wallet.js";

/** How soon after a change the wallets it concerns are looked at; milliseconds. */
const wakeMs = 20;
/** How often the network's operator party looks at what is due; milliseconds. */
const networkPollMs = 1_000;
/**
 * Turns of one automation for one party before others come; what is left is done at the next look.
 */
const maxTurns = 20;
/** Parties that are gone through before other work of the process has its turn. */
const partiesAtOnce = 20;
/** Rounds of settling before it is given up, and failures after which a command is left to wait. */
const maxRounds = 1_000;
const maxTriesSettling = 5;

/** The automation of the network's operator party in status and errors. */
const networkName = "network";

/**
 * Runs the automations of all parties and of the network: soon after a change, and at every poll.
 */
export class WalletScheduler implements Scheduler {
  readonly #parts: SchedulerParts;
  readonly #backOff = new CommandBackOff();
  readonly #contracts: RememberedContracts;
  readonly #owners: RememberedOwners;
  readonly #findLockedDust: FindLockedDust;
  readonly #tallies = new AutomationTallies();
  readonly #isWaiting = (commandId: string): boolean =>
    this.#backOff.isWaiting(commandId, performance.now());
  #dirty = new Set<string>();
  /** Since when the first of those that are dirty, or are gone through, waits; milliseconds. */
  #waitingSince: number | undefined;
  #runningSince: number | undefined;
  #paused = false;
  #stopped = false;
  #running: Promise<void> | undefined;
  #wake: NodeJS.Timeout | undefined;
  readonly #polls: Array<NodeJS.Timeout> = [];

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
    this.#contracts = rememberedContracts(parts.views);
    const { config, settings } = parts;
    this.#owners = rememberedOwners(this.#contracts.view, settings.operator, config.mergeAbove);
    this.#findLockedDust = rememberedDust(parts.views);
  }

  /** Begins to look. */
  start(): void {
    const pollMs = Math.max(1, Math.round(this.#parts.config.pollIntervalMicros / 1_000));
    if (this.#polls.length === 0) {
      this.#polls.push(setInterval(() => this.touched(new Set([this.#dso])), networkPollMs));
      this.#polls.push(setInterval(() => this.touched(this.#parties()), pollMs));
    }
    this.touched(this.#parties());
  }

  /** Contracts of these parties have changed: they are looked at soon. */
  changed(parties: ReadonlySet<PartyId>): void {
    this.#contracts.changed(parties);
    this.#owners.changed(parties);
    this.touched(parties);
  }

  /** These parties are looked at soon. */
  touched(parties: ReadonlySet<PartyId>): void {
    const known = this.#parties();
    for (const party of parties)
      if (party === this.#dso || known.has(party)) this.#dirty.add(party);
    if (this.#dirty.size > 0) this.#waitingSince ??= performance.now();
    this.#schedule();
  }

  pause(): void {
    this.#paused = true;
    for (const poll of this.#polls.splice(0)) clearInterval(poll);
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
      automations: this.#tallies.status(),
    };
  }

  async settle(): Promise<void> {
    // everyone first, then whom that concerns, and everyone again when that has come to rest
    let everyParty = true;
    for (let round = 0; round < maxRounds && !this.#stopped; round++) {
      await this.#parts.upToDate();
      while (this.#running !== undefined) await this.#running;
      const before = this.#tallies.total();
      if (everyParty) this.#dirty = new Set(this.#parties());
      this.#dirty.add(this.#dso);
      await this.#run();
      const rests = this.#tallies.total() === before;
      // what another command was faster than is done now, not when a pause is over
      if (everyParty && rests && !this.#backOff.tryAgain(maxTriesSettling)) return;
      everyParty = rests;
    }
  }

  async stop(): Promise<void> {
    this.pause();
    this.#stopped = true;
    clearTimeout(this.#wake);
    await this.#running;
  }

  /** True while nothing is to be begun here. */
  #rests(): boolean {
    return this.#paused || this.#stopped || !this.#parts.mayRun();
  }

  #lagMs(): number {
    const since = this.#runningSince ?? this.#waitingSince;
    return since === undefined ? 0 : performance.now() - since;
  }

  get #dso(): string {
    return this.#parts.settings.dso;
  }

  #parties(): ReadonlySet<string> {
    return readable(this.#parts.parties) ?? new Set();
  }

  #schedule(): void {
    if (this.#wake !== undefined || this.#rests() || this.#dirty.size === 0) return;
    this.#wake = setTimeout(() => {
      this.#wake = undefined;
      if (!this.#rests()) void this.#run();
    }, wakeMs);
    this.#wake.unref();
  }

  /** Looks, unless it is looking already: two at once would submit the same commands. */
  #run(): Promise<void> {
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
      this.#runningSince = undefined;
      this.#schedule();
    });
    return this.#running;
  }

  /** Looks at everything that has changed; what changes meanwhile is for the next time. */
  async #work(): Promise<void> {
    const dirty = this.#dirty;
    this.#dirty = new Set();
    this.#runningSince = this.#waitingSince ?? performance.now();
    this.#waitingSince = undefined;
    if (dirty.delete(this.#dso)) await this.#runNetwork();
    const running: Array<Promise<void>> = [];
    for (const party of dirty) {
      running.push(this.#runParty(party));
      // wallets with nothing to do are gone through at once, which others are not to wait for
      if (running.length % partiesAtOnce === 0) await setImmediate();
    }
    await Promise.all(running);
  }

  async #runNetwork(): Promise<void> {
    const { network, views, settings, now } = this.#parts;
    this.#tallies.ran(networkName);
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
    for (const automation of this.#automationsFor(party)) {
      this.#tallies.ran(automation.name);
      for (let turn = 0; turn < maxTurns && !this.#rests(); turn++) {
        // most have nothing to do and need not wait for their turn to find that out
        if (this.#plan(automation, party).length === 0) break;
        const took = await this.#parts.queue.run(party, () => this.#turn(automation, party));
        if (took !== true) break;
      }
    }
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
      // the automation that reads the same says what went wrong
      return false;
    }
  }

  /**
   * Plans and submits once. @returns whether anything was submitted: what follows from it is
   * planned next, or what is done instead of what failed and now waits
   */
  async #turn(automation: Automation, party: PartyId): Promise<boolean> {
    const planned = this.#plan(automation, party);
    for (const submission of planned) await this.#submit(automation.name, submission);
    return planned.length > 0;
  }

  #plan(automation: Automation, party: PartyId): ReadonlyArray<Submission> {
    const context = readable(() => this.#context());
    return context === undefined
      ? []
      : this.#planned(automation.name, () => automation.plan(context, party));
  }

  #context(): AutomationContext | undefined {
    const { config, settings, memberId, network, extraTrafficLeft, now } = this.#parts;
    const state = network();
    return state === undefined
      ? undefined
      : {
          view: this.#contracts.view,
          network: state,
          operator: settings.operator,
          config,
          now: now(),
          memberId,
          synchronizerId: settings.synchronizerId,
          trafficRemainderBytes: extraTrafficLeft(),
          isWaiting: this.#isWaiting,
          isSpread: this.#parts.isSpread,
          isDone: (commandId) => this.#parts.views.outcome(commandId) !== undefined,
          crowdedOwners: this.#owners.crowded,
        };
  }

  /** What is planned; an automation that throws stops no other. */
  #planned(name: string, plan: () => ReadonlyArray<Submission>): ReadonlyArray<Submission> {
    try {
      return plan();
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown.message : String(thrown);
      this.#failed(name, "", "PLANNING", error);
      return [];
    }
  }

  async #submit(name: string, submission: Submission): Promise<void> {
    const { commandId } = submission;
    const outcome = await this.#parts.submit(submission);
    if (isLeft(outcome)) {
      const { code, cause } = outcome.left;
      this.#backOff.failed(commandId, code, performance.now());
      if (!isOvertaken(code)) this.#failed(name, commandId, code, `${code}: ${cause}`);
      return;
    }
    this.#tallies.submitted(name);
    this.#backOff.succeeded(commandId);
  }

  #failed(name: string, commandId: string, kind: ErrorCode | "PLANNING", error: string): void {
    this.#tallies.failed(name, kind, error);
    this.#parts.onError(name, commandId, error);
  }
}

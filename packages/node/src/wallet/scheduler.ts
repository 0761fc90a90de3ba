import type { LedgerError, Micros } from "@tallystick/core";
import { ViewsUnreadable, type WalletViews } from "@tallystick/views";
import {
  type Automation,
  type AutomationContext,
  automations,
  dsoSteps,
  type NetworkSettings,
  type NetworkState,
  type Submission,
  type WalletConfig,
} from "@tallystick/wallet";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { BackOff, isOvertaken } from "./back-off.js";
import type { PartyQueue } from "./party-queue.js";
import type { Scheduler, SchedulerStatus, WalletCommitted } from "./wallet.js";

/** What the scheduler works with. */
export interface SchedulerParts {
  readonly views: WalletViews;
  readonly config: WalletConfig;
  readonly settings: NetworkSettings;
  readonly memberId: string;
  readonly queue: PartyQueue;
  readonly network: () => NetworkState | undefined;
  /** Parties with a wallet. */
  readonly parties: () => ReadonlySet<string>;
  readonly extraTrafficLeft: () => bigint;
  readonly now: () => Micros;
  /** Resolves when the views have what is committed now. */
  readonly upToDate: () => Promise<void>;
  readonly submit: (submission: Submission) => Promise<Either<LedgerError, WalletCommitted>>;
  /** False while another node of the ledger runs the automations. */
  readonly mayRun: () => boolean;
  /** Called with what an automation could not do. */
  readonly onError: (automation: string, commandId: string, error: string) => void;
}

/** How soon after a change the wallets it concerns are looked at; milliseconds. */
const wakeMs = 20;
/** How often the network's operator party looks at what is due; milliseconds. */
const networkPollMs = 1_000;
/**
 * Turns of one automation for one party before others come; what is left is done at the next look.
 */
const maxTurns = 20;
/** Rounds of settling before it is given up. */
const maxRounds = 1_000;

/** The automation of the network's operator party in status and errors. */
const networkName = "network";

interface Tally {
  submitted: number;
  failed: number;
  lastError: string | undefined;
}

/**
 * Runs the automations of all parties and of the network: soon after a change, and at every poll.
 */
export class WalletScheduler implements Scheduler {
  readonly #parts: SchedulerParts;
  readonly #backOff = new BackOff();
  readonly #tallies = new Map<string, Tally>();
  #dirty = new Set<string>();
  #paused = false;
  #stopped = false;
  #running: Promise<void> | undefined;
  #wake: NodeJS.Timeout | undefined;
  #networkTimer: NodeJS.Timeout | undefined;
  #pollTimer: NodeJS.Timeout | undefined;

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
  }

  /** Begins to look. */
  start(): void {
    const pollMs = Math.max(1, Math.round(this.#parts.config.pollIntervalMicros / 1_000));
    this.#networkTimer = setInterval(() => this.touched(new Set([this.#dso])), networkPollMs);
    this.#pollTimer = setInterval(() => this.touched(this.#parties()), pollMs);
    this.touched(this.#parties());
  }

  /** Contracts of these parties have changed. */
  touched(parties: ReadonlySet<string>): void {
    const known = this.#parties();
    for (const party of parties)
      if (party === this.#dso || known.has(party)) this.#dirty.add(party);
    this.#schedule();
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.touched(this.#parties());
  }

  status(): SchedulerStatus {
    return {
      paused: this.#paused,
      parties: this.#parties().size,
      waiting: this.#parts.queue.waiting(),
      automations: Object.fromEntries([...this.#tallies].map(([name, it]) => [name, { ...it }])),
    };
  }

  async settle(): Promise<void> {
    for (let round = 0; round < maxRounds && !this.#stopped; round++) {
      await this.#parts.upToDate();
      while (this.#running !== undefined) await this.#running;
      const before = this.#submitted();
      this.#dirty = new Set([this.#dso, ...this.#parties()]);
      await this.#run();
      if (this.#submitted() === before) return;
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#wake);
    clearInterval(this.#networkTimer);
    clearInterval(this.#pollTimer);
    await this.#running;
  }

  /** True while nothing is to be begun here. */
  #rests(): boolean {
    return this.#paused || this.#stopped || !this.#parts.mayRun();
  }

  get #dso(): string {
    return this.#parts.settings.dso;
  }

  #parties(): ReadonlySet<string> {
    return readable(this.#parts.parties) ?? new Set();
  }

  #submitted(): number {
    let sum = 0;
    for (const { submitted } of this.#tallies.values()) sum += submitted;
    return sum;
  }

  #schedule(): void {
    if (this.#wake !== undefined || this.#rests() || this.#dirty.size === 0) return;
    this.#wake = setTimeout(() => {
      this.#wake = undefined;
      if (this.#rests()) return;
      void this.#run();
    }, wakeMs);
    this.#wake.unref();
  }

  /** Looks, unless it is looking already: two at once would submit the same commands. */
  #run(): Promise<void> {
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
      this.#schedule();
    });
    return this.#running;
  }

  /** Looks at everything that has changed; what changes meanwhile is for the next time. */
  async #work(): Promise<void> {
    const dirty = this.#dirty;
    this.#dirty = new Set();
    if (dirty.delete(this.#dso)) await this.#runNetwork();
    await Promise.all([...dirty].map((party) => this.#runParty(party)));
  }

  async #runNetwork(): Promise<void> {
    const { network, views, settings, now } = this.#parts;
    for (let turn = 0; turn < maxTurns && !this.#rests(); turn++) {
      const state = readable(network);
      if (state === undefined) return;
      const steps = this.#planned(networkName, () =>
        dsoSteps(views, state, settings.amuletPrice, now(), (id) => this.#isWaiting(id)),
      ).filter(({ commandId }) => !this.#isWaiting(commandId));
      if (steps.length === 0) return;
      for (const step of steps) await this.#submit(networkName, step);
    }
  }

  async #runParty(party: string): Promise<void> {
    const isOperator = party === this.#parts.settings.operator;
    for (const automation of automations) {
      if (automation.runsFor === "operator" && !isOperator) continue;
      for (let turn = 0; turn < maxTurns && !this.#rests(); turn++) {
        const took = await this.#parts.queue.run(party, () => this.#turn(automation, party));
        if (took !== true) break;
      }
    }
  }

  /**
   * Plans and submits once. @returns whether anything was submitted: what follows from it is
   * planned next, or what is done instead of what failed and now waits
   */
  async #turn(automation: Automation, party: string): Promise<boolean> {
    const context = readable(() => this.#context());
    if (context === undefined) return false;
    const planned = this.#planned(automation.name, () => automation.plan(context, party));
    for (const submission of planned) await this.#submit(automation.name, submission);
    return planned.length > 0;
  }

  #context(): AutomationContext | undefined {
    const { views, config, settings, memberId, network, extraTrafficLeft, now } = this.#parts;
    const state = network();
    return state === undefined
      ? undefined
      : {
          view: views,
          network: state,
          operator: settings.operator,
          config,
          now: now(),
          memberId,
          synchronizerId: settings.synchronizerId,
          trafficRemainderBytes: extraTrafficLeft(),
          isWaiting: (commandId) => this.#isWaiting(commandId),
        };
  }

  /** What is planned; an automation that throws stops no other. */
  #planned(name: string, plan: () => ReadonlyArray<Submission>): ReadonlyArray<Submission> {
    try {
      return plan();
    } catch (thrown) {
      this.#failed(name, "", thrown instanceof Error ? thrown.message : String(thrown));
      return [];
    }
  }

  async #submit(name: string, submission: Submission): Promise<void> {
    const { commandId } = submission;
    const outcome = await this.#parts.submit(submission);
    const tally = this.#tally(name);
    if (isLeft(outcome)) {
      const { code, cause } = outcome.left;
      this.#backOff.failed(commandId, code, performance.now());
      if (!isOvertaken(code)) this.#failed(name, commandId, `${code}: ${cause}`);
      return;
    }
    tally.submitted++;
    this.#backOff.succeeded(commandId);
  }

  #isWaiting(commandId: string): boolean {
    return this.#backOff.isWaiting(commandId, performance.now());
  }

  #failed(name: string, commandId: string, error: string): void {
    const tally = this.#tally(name);
    tally.failed++;
    tally.lastError = error;
    this.#parts.onError(name, commandId, error);
  }

  #tally(name: string): Tally {
    const known = this.#tallies.get(name);
    if (known !== undefined) return known;
    const made = { submitted: 0, failed: 0, lastError: undefined };
    this.#tallies.set(name, made);
    return made;
  }
}

/**
 * What is read; undefined while the views cannot be read: it is looked at again at the next poll.
 */
const readable = <A>(read: () => A): A | undefined => {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof ViewsUnreadable) return undefined;
    throw thrown;
  }
};

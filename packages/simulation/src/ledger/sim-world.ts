import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NaiveLedger } from "./naive-ledger.js";
import type { Plan } from "../plan/plan.js";
import { FaultyCalls } from "../world/faulty-calls.js";
import { Random } from "../plan/random.js";
import { SimDisk } from "../world/sim-disk.js";
import { Trace } from "../world/trace.js";
import { VirtualTime } from "../world/virtual-time.js";
import { Answers } from "./attempts.js";
import type { Canary } from "./canary.js";
import type { SignedNote } from "./signed-note.js";

// in memory, where the system has such a folder: nothing of it outlives a history
const memoryFolder = "/dev/shm";
const fastFolder = existsSync(memoryFolder) ? memoryFolder : tmpdir();

export const journalStream = "participant-participant";

/** What all of a history share. */
export class SimWorld {
  readonly plan: Plan;
  readonly canary: Partial<Canary>;
  readonly time: VirtualTime;
  readonly disk = new SimDisk();
  readonly trace: Trace;
  readonly calls: FaultyCalls;
  readonly random: Random;
  readonly answers = new Answers();
  /** Codes that were answered, and faults that happened. */
  readonly met = new Set<string>();
  /** The greatest offset up to which a node has said that it pruned. */
  prunedUpTo = 0;
  readonly violations: Array<string> = [];
  /** Checkpoints that nodes have signed, in order. */
  readonly signed: Array<SignedNote> = [];
  #naive = new NaiveLedger();
  #lost = 0;
  #folder: string | undefined;

  constructor(plan: Plan, canary: Partial<Canary>, keepsTrace: boolean) {
    this.plan = plan;
    this.canary = canary;
    this.time = new VirtualTime({
      files: plan.world.hasFiles,
      packages: plan.steps.some(({ operation }) => operation.kind === "upload"),
    });
    this.trace = new Trace(keepsTrace);
    this.calls = new FaultyCalls(plan, this.time, this.met);
    this.random = new Random(`world ${plan.seed}`);
  }

  /** Adds a line to the trace. @returns its number */
  say(what: string): number {
    const text = this.#folder === undefined ? what : what.replaceAll(this.#folder, "");
    return this.trace.add(`${this.time.nowMs} ${text}`);
  }

  /** True when several nodes have files. */
  get hasFilesOfSeveral(): boolean {
    const { nodes, hasFiles } = this.plan.world;
    return hasFiles && nodes > 1;
  }

  readonly violated = (what: string): void => {
    this.violations.push(what);
    this.say(`VIOLATION ${what}`);
  };

  /** The journal as it is written now. */
  naive(): NaiveLedger {
    if (this.#lost !== this.disk.lost.length) {
      this.#lost = this.disk.lost.length;
      this.#naive = new NaiveLedger();
    }
    const known = this.#naive.end();
    this.#naive.take(this.disk.writtenNow(journalStream, known));
    return this.#naive;
  }

  /** A folder that is removed with the world. */
  folder(name: string): string {
    this.#folder ??= mkdtempSync(join(fastFolder, "tallystick-simulation-"));
    return join(this.#folder, name);
  }

  end(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }
}

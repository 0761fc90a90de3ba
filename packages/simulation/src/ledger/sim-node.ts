import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { Fault } from "../plan/plan.js";
import { type Machine, ProcessLife } from "../world/process-life.js";
import type { Random } from "../plan/random.js";
import type { Happening } from "../world/virtual-time.js";
import { NodeFiles } from "./node-files.js";
import { type NotOpened, type OpenNode, openProcess } from "./open-process.js";
import { journalStream, type SimWorld } from "./sim-world.js";

/** Delay before a node that could not be opened is started again; milliseconds. */
const retryMs = 250;

class SimProcess {
  readonly life: ProcessLife;
  readonly logLife: ProcessLife;
  readonly folder: string | undefined;
  open: OpenNode | undefined;
  /** Resolves when it was killed or stopped. */
  readonly ended: Promise<void>;
  end: () => void = () => undefined;

  constructor(life: ProcessLife, logLife: ProcessLife, folder: string | undefined) {
    this.life = life;
    this.logLife = logLife;
    this.folder = folder;
    this.ended = new Promise((resolve) => {
      this.end = resolve;
    });
  }

  kill(): void {
    this.life.kill();
    this.logLife.kill();
  }
}

/** A machine with a node on it, which is started again whenever it ended. */
export class SimNode {
  readonly index: number;
  readonly #world: SimWorld;
  readonly #machine: Machine;
  readonly #random: Random;
  readonly #files: NodeFiles;
  readonly #crashes: ReadonlyArray<Extract<Fault, { kind: "crash" }>>;
  #tasks = 0;
  #starts = 0;
  #process: SimProcess | undefined;
  /** Ends of processes that are still under way. */
  readonly #ending = new Set<Promise<void>>();
  #lastError = "it was not started";
  #acceptEnd: number | undefined;
  /** The offset of the wallet's views when the node was stopped; 0 when it was killed. */
  #walletEnd = 0;
  #isStopping = false;
  #restart: Happening | undefined;

  constructor(world: SimWorld, index: number) {
    this.#world = world;
    this.index = index;
    this.#random = world.random.fork(`node ${index}`);
    this.#machine = { time: world.time, clockAheadMs: 0, onTask: () => this.#task() };
    const folder = (name: string): string => world.folder(`node-${index}-${name}`);
    this.#files = new NodeFiles(folder, this.#random.fork("files"));
    this.#crashes = world.plan.faults.flatMap((fault) =>
      fault.kind === "crash" && fault.node === index ? [fault] : [],
    );
  }

  /** The node, while it runs. */
  get open(): OpenNode | undefined {
    return this.#isStopping ? undefined : this.#process?.open;
  }

  /** Resolves when the process that runs now ends. */
  ended(): Promise<void> {
    return this.#process?.ended ?? Promise.resolve();
  }

  /** How often it was started. */
  get starts(): number {
    return this.#starts;
  }

  /** How many callbacks were run. */
  get tasks(): number {
    return this.#tasks;
  }

  /** Why it is not open. */
  get lastError(): string {
    return this.#lastError;
  }

  /** True when it is neither running nor being started. */
  get isDown(): boolean {
    return this.#process === undefined;
  }

  setClock(byMs: number): void {
    this.#machine.clockAheadMs += byMs;
    this.#say(`clock ${byMs}`);
  }

  /** Starts a process, unless there is one. */
  start(): void {
    if (this.#process !== undefined) return;
    if (this.#restart !== undefined) this.#restart.isCancelled = true;
    const start = this.#starts++;
    const { hasFiles } = this.#world.plan.world;
    const faults = this.#world.plan.faults.flatMap((fault) =>
      fault.kind === "files" && fault.node === this.index && fault.start === start
        ? [fault.what]
        : [],
    );
    if (faults.length > 0) this.#world.met.add("fault files");
    const folder = hasFiles ? this.#files.next(start, faults) : undefined;
    const life = new ProcessLife(this.#machine, hasFiles);
    const process = new SimProcess(life, new ProcessLife(this.#machine, false), folder);
    this.#process = process;
    this.#say(`start ${start} ${faults.join()}`);
    void this.#openIn(process, start);
  }

  /** Kills the process, as a loss of power does. */
  crash(downMs: number): void {
    const process = this.#process;
    if (process === undefined) return;
    this.#say(`crash for ${downMs}`);
    this.#walletEnd = 0;
    process.kill();
    if (process.folder !== undefined) this.#files.keep(process.folder);
    this.#process = undefined;
    this.#isStopping = false;
    process.end();
    // its files are closed, which nobody waits for
    if (process.folder !== undefined && process.open !== undefined)
      this.#ends(process.open.close().catch(() => undefined));
    this.#ends(this.#world.disk.loseUnflushed());
    this.#restart = this.#world.time.after(downMs, () => this.start());
  }

  /** Stops the node as an operator does. */
  stop(downMs: number | undefined): void {
    const process = this.#process;
    if (process?.open === undefined || this.#isStopping) return;
    this.#say("stop");
    this.#isStopping = true;
    const closed = process.open.close().then(
      () => this.#stopped(process, downMs),
      (thrown: unknown) =>
        this.#world.violated(`node ${this.index} cannot stop: ${String(thrown)}`),
    );
    // one that is killed meanwhile does not close
    this.#ends(Promise.race([closed, process.ended]));
  }

  /** True when no process is coming to its end. */
  isQuiet(): boolean {
    return this.#ending.size === 0;
  }

  #stopped(process: SimProcess, downMs: number | undefined): void {
    if (process !== this.#process) return;
    this.#say("stopped");
    if (process.folder !== undefined)
      this.#walletEnd = process.open?.walletViews?.checkpoint() ?? 0;
    process.kill();
    if (process.folder !== undefined) this.#files.keep(process.folder);
    this.#process = undefined;
    this.#isStopping = false;
    process.end();
    if (downMs !== undefined) this.#restart = this.#world.time.after(downMs, () => this.start());
  }

  #ends(end: Promise<void>): void {
    const ending = end.finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  async #openIn(process: SimProcess, start: number): Promise<void> {
    // the disk has lost what it loses, and the files of the process before are closed
    await Promise.all(this.#ending);
    for (let tries = 0; !process.life.isKilled; tries++) {
      const opened = await this.#tryToOpen(process, start, tries);
      if (process.life.isKilled) {
        if (process.folder !== undefined && !isLeft(opened)) await opened.right.close();
        return;
      }
      if (!isLeft(opened)) {
        this.#say("open");
        process.open = opened.right;
        return;
      }
      this.#lastError = opened.left.message;
      this.#say(`not open: ${opened.left.message}`);
      if (opened.left.isLoss && this.#world.disk.lost.length > 0)
        this.#acceptEnd = this.#world.disk.readNow(journalStream, 0).length;
      await process.life.wait(retryMs);
    }
  }

  #tryToOpen(
    { life, logLife, folder }: SimProcess,
    start: number,
    tries: number,
  ): Promise<Either<NotOpened, OpenNode>> {
    const acceptEnd = this.#acceptEnd;
    this.#acceptEnd = undefined;
    return openProcess({
      world: this.#world,
      node: this.index,
      life,
      logLife,
      folder,
      walletEnd: this.#walletEnd,
      acceptEnd,
      random: this.#random.fork(`start ${start} try ${tries}`),
      place: { start },
      torn: () => this.crash(tornDownMs),
    });
  }

  #task(): void {
    const nth = this.#tasks++;
    if (this.#world.calls.isOver) return;
    for (const { task, downMs } of this.#crashes) {
      if (task !== nth) continue;
      this.#world.met.add("fault crash");
      this.crash(downMs);
    }
  }

  #say(what: string): void {
    this.#world.say(`node ${this.index}: ${what}`);
  }
}

/** How long a machine is down that lost its power while it wrote; milliseconds. */
const tornDownMs = 500;

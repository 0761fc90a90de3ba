import { checkHistory } from "../check/check-history.js";
import { notErased } from "../check/erased-data.js";
import { partStates } from "@tallystick/node";
import { makeQuietEvents } from "../ledger/quiet-events.js";
import { checkNodes } from "../check/check-nodes.js";
import type { Fault, Plan } from "../plan/plan.js";
import type { Canary } from "../ledger/canary.js";
import { castParties } from "../ledger/cast-parties.js";
import { RentAutomation } from "../ledger/rent.js";
import { SimNode } from "../ledger/sim-node.js";
import { SimUsers } from "../ledger/sim-users.js";
import { journalStream, SimWorld } from "../ledger/sim-world.js";

interface HistoryOutcome {
  /** What is wrong; empty when all is right. */
  readonly violations: ReadonlyArray<string>;
  /** SHA-256 of everything that happened, in order. */
  readonly digest: string;
  /** The chain hash of the last event of the journal. */
  readonly journalHash: string;
  readonly events: number;
  /** Callbacks of all nodes: places where one can be killed. */
  readonly tasks: number;
  /** Error codes that were answered, and kinds of faults that happened. */
  readonly met: ReadonlySet<string>;
  /** The lines of the trace, if they were kept. */
  readonly lines: ReadonlyArray<string>;
}

interface HistoryOptions {
  readonly canary?: Partial<Canary>;
  readonly keepsTrace?: boolean;
}

/** Time limit for anything when nothing goes wrong any more; milliseconds. */
const patienceMs = 120_000;

/** Runs a history from its beginning, and checks it at its end. */
export const runHistory = async (
  plan: Plan,
  { canary = {}, keepsTrace = false }: HistoryOptions = {},
): Promise<HistoryOutcome> => {
  const world = new SimWorld(plan, canary, keepsTrace);
  try {
    const nodes = Array.from({ length: plan.world.nodes }, (_, index) => new SimNode(world, index));
    await new HistoryRun(world, nodes).run();
    const tasks = nodes.reduce((sum, node) => sum + node.tasks, 0);
    return outcomeOf(world, tasks);
  } finally {
    world.end();
  }
};

const outcomeOf = (world: SimWorld, tasks: number): HistoryOutcome => {
  const events = world.disk.readNow(journalStream, 0);
  return {
    violations: world.violations,
    digest: world.trace.digest(),
    journalHash: events.at(-1)?.hash ?? "",
    events: events.length,
    tasks,
    met: world.met,
    lines: world.trace.lines(),
  };
};

/** Time limit for events of which each is written by itself; milliseconds. */
const quietMs = 3_600_000;

/** Why parts of a node are not ready. */
const unreadyPartsOf = (node: SimNode): ReadonlyArray<string> =>
  node.open === undefined
    ? [node.lastError]
    : partStates(node.open).flatMap(({ name, unready }) =>
        unready === undefined ? [] : [`${name}: ${unready}`],
      );

class HistoryRun {
  readonly #world: SimWorld;
  readonly #nodes: ReadonlyArray<SimNode>;

  constructor(world: SimWorld, nodes: ReadonlyArray<SimNode>) {
    this.#world = world;
    this.#nodes = nodes;
  }

  async run(): Promise<void> {
    const { plan, time, met, hasFilesOfSeveral } = this.#world;
    if (hasFilesOfSeveral) met.add("files of several nodes");
    this.#each((node) => node.start());
    for (const fault of plan.faults) this.#schedule(fault);
    const parties = await this.#parties();
    if (parties === undefined) return;
    const users = new SimUsers(this.#world, this.#nodes, parties);
    const rent = new RentAutomation(this.#world, users, parties[1] ?? parties[0] ?? "");
    if (plan.world.paysRent) for (const node of this.#nodes) rent.begin(node);
    for (const step of plan.steps) time.after(step.atMs, () => users.begin(step));
    const lastMs = Math.max(0, ...plan.steps.map(({ atMs }) => atMs));
    await this.#pass(() => false, lastMs + 1);
    this.#heal();
    await this.#until("all users have their answers", () => users.isQuiet && this.#areReady());
    rent.isOver = true;
    await this.#until("automations rest", () => rent.isQuiet);
    if (this.#world.disk.lost.length === 0)
      await this.#until("pruned data is erased", () => notErased(this.#world) === undefined);
    await this.#look(users, parties);
    if (plan.world.hasFiles) await this.#lookAgain(users, parties);
    await this.#stop();
    await checkHistory(this.#world);
  }

  /** The parties of users; undefined when they cannot be made. */
  async #parties(): Promise<ReadonlyArray<string> | undefined> {
    let parties: ReadonlyArray<string> | undefined;
    void castParties(this.#world, this.#nodes).then((made) => {
      parties = made;
    });
    await this.#until("there are parties", () => parties !== undefined);
    return parties;
  }

  #schedule(fault: Fault): void {
    const { time, disk, calls, met } = this.#world;
    const unlessOver = (run: () => void) => () => {
      if (calls.isOver) return;
      met.add(`fault ${fault.kind}`);
      run();
    };
    switch (fault.kind) {
      case "stop":
        time.after(
          fault.atMs,
          unlessOver(() => this.#nodes[fault.node]?.stop(fault.downMs)),
        );
        return;
      case "clock":
        time.after(
          fault.atMs,
          unlessOver(() => this.#nodes[fault.node]?.setClock(fault.byMs)),
        );
        return;
      case "unflushed":
        time.after(
          fault.atMs,
          unlessOver(() => disk.stopFlushing()),
        );
        time.after(
          fault.atMs + fault.forMs,
          unlessOver(() => this.#nodes[0]?.crash(fault.downMs)),
        );
        return;
      default:
        return;
    }
  }

  /** From now on no faults are injected. */
  #heal(): void {
    this.#world.say("healed");
    this.#world.calls.isOver = true;
    this.#world.disk.flush();
    this.#each((node) => node.start());
  }

  /**
   * Does something with each node, one after the other: operations of files that two of them begin
   * at a time would end in any order.
   */
  #each(run: (node: SimNode) => void): void {
    for (const node of this.#nodes) this.#world.time.after(0, () => run(node));
  }

  /** Whether each part of each node is ready. */
  #areReady(): boolean {
    return this.#nodes.every((node) => node.isQuiet() && unreadyPartsOf(node).length === 0);
  }

  /** Asks each node for everything, and looks at its state. */
  async #look(users: SimUsers, parties: ReadonlyArray<string>): Promise<void> {
    await this.#until("all nodes know the whole journal", () => this.#areUpToDate());
    const looking = checkNodes(this.#world, this.#nodes, users, parties);
    let isDone = false;
    void looking.then(
      () => {
        isDone = true;
      },
      (thrown: unknown) => {
        isDone = true;
        this.#world.violated(`looking threw: ${thrown instanceof Error ? thrown.stack : ""}`);
      },
    );
    await this.#until("all nodes have answered", () => isDone);
  }

  #areUpToDate(): boolean {
    const end = this.#world.naive().end();
    return this.#nodes.every(({ open }) => open?.ledger.ledgerEnd() === end);
  }

  /**
   * Stops and starts nodes, so that they read what they have written; and again after events that
   * concern none of their views.
   */
  async #lookAgain(users: SimUsers, parties: ReadonlyArray<string>): Promise<void> {
    await this.#restart();
    await this.#look(users, parties);
    const { quietEvents } = this.#world.plan.world;
    if (quietEvents === 0) return;
    let isDone = false;
    void makeQuietEvents(this.#world, this.#nodes[0], quietEvents).then(() => {
      isDone = true;
    });
    await this.#until("quiet events are written", () => isDone, quietMs);
    await this.#restart();
    await this.#look(users, parties);
  }

  async #restart(): Promise<void> {
    await this.#stop();
    this.#each((node) => node.start());
    await this.#until("each part of all nodes is ready again", () => this.#areReady());
  }

  async #stop(): Promise<void> {
    this.#each((node) => node.stop(undefined));
    await this.#until("all nodes have stopped", () =>
      this.#nodes.every((node) => node.isDown && node.isQuiet()),
    );
  }

  async #until(what: string, holds: () => boolean, ms = patienceMs): Promise<void> {
    if (await this.#pass(holds, ms)) return;
    const errors = this.#nodes.map(
      (node) => `node ${node.index}: ${unreadyPartsOf(node).join(", ")}`,
    );
    const { open } = this.#world.answers;
    this.#world.violated(`waited in vain until ${what}; ${open} calls open; ${errors.join("; ")}`);
  }

  #pass(holds: () => boolean, ms: number): Promise<boolean> {
    return this.#world.time.pass(holds, this.#world.time.nowMs + ms);
  }
}

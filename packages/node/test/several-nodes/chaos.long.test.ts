import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { lastingPort, testSeed, testSize } from "@tallystick/dev";
import { verifyStream } from "@tallystick/event-store";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { expect } from "chai";
import { isRight } from "fp-ts/lib/Either.js";
import { journalOf, rightOf, streamName, tempFolder } from "../test-ledger.js";
import { type ChaoticProxy, chaoticProxy, randomNumbers } from "./chaotic-proxy.js";
import type { FromNode, ToNode } from "./process-messages.js";
import { type RestartedProcess, restartedProcess } from "./restarted-process.js";

const SECONDS = testSize("CHAOS_SECONDS");
const COMMANDS = testSize("CHAOS_COMMANDS");
const NODES = testSize("CHAOS_NODES");
const SEED = testSeed();

/** Commands under way at once for each node. */
const LANES = testSize("CHAOS_LANES");

/** How long a node may take for an answer before the command is given to another. */
const PATIENCE_MS = 4_000;

/** Pieces of the network that do not pass as they are. */
const SHARE = 0.04;

/** A run that takes longer says now and then how far it is. */
const IS_LONG = SECONDS > 10;
const PROGRESS_MS = 15_000;

/** Shortest time between two kills, and how much longer it may be; milliseconds. */
const LULL = IS_LONG ? { least: 1_500, more: 3_000 } : { least: 500, more: 1_500 };

/** How long a process may take to begin its work, or to say what it sees; milliseconds. */
const START_MS = 240_000;
const DIGEST_MS = 180_000;

/** How long commands may continue: those that are left after the storm come in the calm. */
const WORK_MS = SECONDS * 2_000 + 300_000;

/** Rejects when something takes too long, with what that was. */
const within = async <A>(work: Promise<A>, ms: number, what: string): Promise<A> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${ms} ms: ${what}`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

type Seen = Extract<FromNode, { kind: "digest" | "failed" }>;

type Answer = Extract<FromNode, { kind: "accepted" | "refused" }>;

/** A node in a process of its own. */
class Node {
  readonly #process: RestartedProcess;
  readonly #args: ReadonlyArray<string>;
  readonly #waiting = new Map<string, (answer: Answer | undefined) => void>();
  #onSeen: (seen: Seen) => void = () => undefined;

  constructor(proxy: ChaoticProxy, folder: string) {
    this.#args = [`esdb://127.0.0.1:${proxy.port}?tls=false`, folder];
    mkdirSync(folder);
    this.#process = restartedProcess(
      "./node-process.js",
      (message) => this.#heard(message),
      () => this.#died(),
    );
  }

  /** Starts it, again when it is not ready in time: a storm may hold it up. */
  async start(tries = 3): Promise<void> {
    const started = this.#process.start(this.#args);
    started.catch(() => undefined);
    try {
      await within(started, START_MS, "a node that is ready");
    } catch (thrown) {
      if (tries <= 1) throw thrown;
      await this.kill();
      await this.start(tries - 1);
    }
  }

  kill(): Promise<void> {
    return this.#process.kill();
  }

  /** Undefined when the node died over it, or said nothing for long. */
  submit(commandId: string): Promise<Answer | undefined> {
    const message: ToNode = { kind: "submit", commandId };
    return new Promise((resolve) => {
      const settle = (answer: Answer | undefined): void => {
        clearTimeout(timer);
        this.#waiting.delete(commandId);
        resolve(answer);
      };
      const timer = setTimeout(() => settle(undefined), PATIENCE_MS);
      this.#waiting.set(commandId, settle);
      if (!this.#process.send(message)) settle(undefined);
    });
  }

  /** What it sees at an offset. */
  async digest(offset: number): Promise<Extract<Seen, { kind: "digest" }>> {
    const message: ToNode = { kind: "digest", offset };
    const said = new Promise<Seen>((resolve) => {
      this.#onSeen = resolve;
      if (!this.#process.send(message)) resolve({ kind: "failed", reason: "the node is down" });
    });
    const seen = await within(said, DIGEST_MS, `a node that sees offset ${offset}`);
    if (seen.kind === "failed") throw new Error(seen.reason);
    return seen;
  }

  get isUp(): boolean {
    return this.#process.isUp();
  }

  #heard(message: unknown): void {
    // border: the process is ours
    const said = message as FromNode;
    if (said.kind === "digest" || said.kind === "failed") this.#onSeen(said);
    else if (said.kind !== "ready") this.#waiting.get(said.commandId)?.(said);
  }

  #died(): void {
    for (const settle of this.#waiting.values()) settle(undefined);
    this.#onSeen({ kind: "failed", reason: "the node died" });
  }
}

/** What became of every command. */
interface Outcomes {
  /** Offsets of those that were acknowledged at first hand. */
  readonly acknowledged: Map<string, number>;
  /** Those whose repetition was refused as one of a command that had taken effect. */
  readonly duplicates: Set<string>;
  /** Those that were refused for certain, and not tried again. */
  readonly refused: Set<string>;
  /** Those of which nothing was certain when the time was over. */
  readonly undecided: Set<string>;
  repeated: number;
}

const startServer = async (file: string) => {
  const server = restartedProcess("./server-process.js");
  const port = await lastingPort();
  const again = () => server.start([file, String(port)]);
  await again();
  return { port, kill: () => server.kill(), again };
};

/** Kills and restarts nodes and the server until it is over, and counts it. */
const disturb = async (
  nodes: ReadonlyArray<Node>,
  server: Awaited<ReturnType<typeof startServer>>,
  random: () => number,
  isOver: () => boolean,
  killed: { nodes: number; server: number },
): Promise<void> => {
  while (!isOver()) {
    await sleep(LULL.least + random() * LULL.more);
    if (isOver()) break;
    if (random() < 0.4) {
      killed.server += 1;
      await server.kill();
      await sleep(random() * 300);
      await within(server.again(), START_MS, "a server that is ready");
    } else {
      const node = nodes[Math.floor(random() * nodes.length)];
      killed.nodes += 1;
      await node?.kill();
      await sleep(random() * 300);
      await node?.start();
    }
  }
};

/** Everything a run works with. */
interface Storm {
  readonly nodes: ReadonlyArray<Node>;
  readonly server: Awaited<ReturnType<typeof startServer>>;
  readonly proxy: ChaoticProxy;
  readonly random: () => number;
  readonly outcomes: Outcomes;
  readonly killed: { nodes: number; server: number };
  submitted: number;
  /** When commands are given up; milliseconds since the Unix epoch. */
  workEndsAt: number;
}

/** Gives a command to one node after the other until its outcome is certain, or time is over. */
const decide = async (storm: Storm, commandId: string): Promise<void> => {
  const { nodes, random, outcomes } = storm;
  // an earlier try may take effect yet, whatever a later one is answered
  let isCertain = true;
  while (Date.now() < storm.workEndsAt) {
    const node = nodes[Math.floor(random() * nodes.length)];
    const answer = node?.isUp === true ? await node.submit(commandId) : undefined;
    if (answer?.kind === "accepted") {
      outcomes.acknowledged.set(commandId, answer.offset);
      return;
    }
    if (answer?.code === "DUPLICATE_COMMAND") {
      outcomes.duplicates.add(commandId);
      return;
    }
    // now and then a command that certainly had no effect is left at that
    if (answer?.isDefinite === true && isCertain && random() < 0.2) {
      outcomes.refused.add(commandId);
      return;
    }
    if (node?.isUp === true && answer?.isDefinite !== true) isCertain = false;
    outcomes.repeated += 1;
    await sleep(20);
  }
  outcomes.undecided.add(commandId);
};

const counts = ({ acknowledged, duplicates, refused, undecided, repeated }: Outcomes) => ({
  acknowledged: acknowledged.size,
  duplicates: duplicates.size,
  refused: refused.size,
  undecided: undecided.size,
  repeated,
});

const tell = ({ nodes, proxy, outcomes, killed, submitted }: Storm, what: string): void => {
  if (!IS_LONG) return;
  const up = nodes.filter((node) => node.isUp).length;
  const report = { what, seed: SEED, submitted, ...counts(outcomes), killed, up };
  process.stdout.write(`${JSON.stringify({ ...report, network: proxy.tally })}\n`);
};

/** Submits the commands, while everything fails that can, and then the rest in the calm. */
const rage = async (storm: Storm): Promise<void> => {
  const { nodes, server, proxy, random, killed } = storm;
  const startAt = Date.now();
  const stormEndsAt = startAt + SECONDS * 1_000;
  storm.workEndsAt = startAt + WORK_MS;
  const isOver = (): boolean => Date.now() > Math.min(stormEndsAt, storm.workEndsAt);
  const mayBegin = (): boolean =>
    Date.now() < storm.workEndsAt && (storm.submitted < COMMANDS || !isOver());
  const lane = async (): Promise<void> => {
    while (mayBegin()) {
      storm.submitted += 1;
      await decide(storm, `c${storm.submitted}`);
      // spread over the time there is
      if (storm.submitted > COMMANDS) await sleep(20);
    }
  };
  const progress = setInterval(() => {
    const seconds = Math.round((Date.now() - startAt) / 1_000);
    tell(storm, `${seconds} s, ${isOver() ? "calm" : "storm"}`);
  }, PROGRESS_MS);
  const calmed = disturb(nodes, server, random, isOver, killed).then(async () => {
    proxy.calm();
    await Promise.all(nodes.filter((node) => !node.isUp).map((node) => node.start()));
  });
  try {
    const lanes = Array.from({ length: LANES * NODES }, lane);
    await Promise.all([calmed, Promise.all(lanes)]);
  } finally {
    storm.workEndsAt = 0;
    clearInterval(progress);
  }
};

/** The answer of a node that is up, however long it takes. */
const answerOf = async (node: Node, commandId: string): Promise<Answer> =>
  (await node.submit(commandId)) ?? answerOf(node, commandId);

/** Every node refuses to repeat what any of them has done, and sees what the others see. */
const compare = async ({ nodes, outcomes }: Storm): Promise<number> => {
  const done = [...outcomes.acknowledged.keys()];
  const sample = done.filter((_, at) => at % Math.ceil(done.length / 40) === 0);
  for (const node of nodes) {
    const again = await Promise.all(sample.map((commandId) => answerOf(node, commandId)));
    const codes = new Set(again.map((answer) => answer.kind === "refused" && answer.code));
    expect(codes, "every node knows what was done").to.deep.equal(new Set(["DUPLICATE_COMMAND"]));
  }
  const ends = await Promise.all(nodes.map((node) => node.digest(1)));
  const end = Math.max(...ends.map(({ ledgerEnd }) => ledgerEnd));
  const digests = await Promise.all(nodes.map((node) => node.digest(end)));
  expect(new Set(digests.map(({ text }) => text)).size, "all nodes see the same").to.equal(1);
  expect(new Set(digests.map(({ ledgerEnd }) => ledgerEnd))).to.deep.equal(new Set([end]));
  return end;
};

const checkJournal = async (
  file: string,
  end: number,
  { acknowledged, duplicates, refused }: Outcomes,
): Promise<void> => {
  const store = rightOf(await sqliteStore({ file }));
  try {
    expect(isRight(await verifyStream(store, streamName)), "the chain is whole").to.equal(true);
    const journal = await journalOf(store);
    expect(journal).to.have.length(end);
    const places = new Map<string, number>();
    for (const [at, { type, data }] of journal.entries()) {
      const [, commandId] = /"commandId":"([^"]+)"/.exec(data) ?? [];
      // a repetition is refused, and that may be in the journal too
      if (commandId === undefined || type !== "TransactionCommitted") continue;
      const before = journal[(places.get(commandId) ?? 0) - 1];
      expect(before, `${commandId} is there once: ${type} ${data}`).to.equal(undefined);
      places.set(commandId, at + 1);
    }
    for (const [id, offset] of acknowledged) expect(places.get(id), id).to.equal(offset);
    for (const id of duplicates) expect(places.has(id), id).to.equal(true);
    for (const id of refused) expect(places.has(id), id).to.equal(false);
    expect(places.size).to.equal(acknowledged.size + duplicates.size);
    expect(acknowledged.size + duplicates.size).to.be.greaterThan(COMMANDS / 2);
  } finally {
    await store.close();
  }
};

describe("Nodes and a server that are killed, over a network with a will of its own", () => {
  it(`do every command once and see the same (seed ${SEED})`, async () => {
    const random = randomNumbers(SEED);
    const folder = tempFolder();
    const file = join(folder, "journal.db");
    const server = await startServer(file);
    const proxy = await chaoticProxy(server.port, random, SHARE);
    const nodes = Array.from({ length: NODES }, (_, at) => new Node(proxy, join(folder, `n${at}`)));
    const outcomes: Outcomes = {
      acknowledged: new Map(),
      duplicates: new Set(),
      refused: new Set(),
      undecided: new Set(),
      repeated: 0,
    };
    const killed = { nodes: 0, server: 0 };
    const storm: Storm = {
      nodes,
      server,
      proxy,
      random,
      outcomes,
      killed,
      submitted: 0,
      workEndsAt: 0,
    };
    let verdict = "failed";
    try {
      await Promise.all(nodes.map((node) => node.start()));
      await rage(storm);
      tell(storm, "all commands are answered");
      expect([...outcomes.undecided], "every command has an outcome").to.deep.equal([]);
      const end = await compare(storm);
      await Promise.all(nodes.map((node) => node.kill()));
      await server.kill();
      await checkJournal(file, end, outcomes);
      verdict = "passed";
    } finally {
      tell(storm, verdict);
    }
  });
});

import { randomInt } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { verifyStream } from "@tallystick/event-store";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { expect } from "chai";
import { isRight } from "fp-ts/lib/Either.js";
import { journalOf, rightOf, streamName, tempFolder } from "../test-ledger.js";
import { type ChaoticProxy, chaoticProxy, randomNumbers } from "./chaotic-proxy.js";
import type { FromNode, ToNode } from "./process-messages.js";
import { type RestartedProcess, restartedProcess } from "./restarted-process.js";

/** The run of every night has 4 nodes, 600 seconds and 50,000 commands. */
const SECONDS = Number(process.env["TALLYSTICK_CHAOS_SECONDS"] ?? "2");
const COMMANDS = Number(process.env["TALLYSTICK_CHAOS_COMMANDS"] ?? "200");
const NODES = Number(process.env["TALLYSTICK_CHAOS_NODES"] ?? "2");
const SEED = Number(process.env["TALLYSTICK_CHAOS_SEED"] ?? randomInt(2 ** 31));

/** Commands under way at once on each node. */
const LANES = 16;

/** How long a node may take for an answer before the command is given to another. */
const PATIENCE_MS = 4_000;

/** Pieces of the network that do not pass as they are. */
const SHARE = 0.04;

type Answer = Extract<FromNode, { kind: "accepted" | "refused" }>;

/** A node in a process of its own. */
class Node {
  readonly #process: RestartedProcess;
  readonly #args: ReadonlyArray<string>;
  readonly #waiting = new Map<string, (answer: Answer | undefined) => void>();
  #onDigest: (digest: Extract<FromNode, { kind: "digest" }>) => void = () => undefined;

  constructor(proxy: ChaoticProxy, folder: string) {
    this.#args = [`esdb://127.0.0.1:${proxy.port}?tls=false`, folder];
    mkdirSync(folder);
    this.#process = restartedProcess(
      "./node-process.js",
      (message) => this.#heard(message),
      () => this.#died(),
    );
  }

  async start(): Promise<void> {
    await this.#process.start(this.#args);
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

  digest(offset: number): Promise<Extract<FromNode, { kind: "digest" }>> {
    const message: ToNode = { kind: "digest", offset };
    return new Promise((resolve) => {
      this.#onDigest = resolve;
      this.#process.send(message);
    });
  }

  get isUp(): boolean {
    return this.#process.isUp();
  }

  #heard(message: unknown): void {
    // border: the process is ours
    const said = message as FromNode;
    if (said.kind === "digest") this.#onDigest(said);
    else if (said.kind !== "ready") this.#waiting.get(said.commandId)?.(said);
  }

  #died(): void {
    for (const settle of this.#waiting.values()) settle(undefined);
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
  repeated: number;
}

/** Gives a command to one node after the other until its outcome is certain. */
const decide = async (
  nodes: ReadonlyArray<Node>,
  random: () => number,
  commandId: string,
  outcomes: Outcomes,
): Promise<void> => {
  // an earlier try may take effect yet, whatever a later one is answered
  let isCertain = true;
  for (;;) {
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
};

const startServer = async (file: string) => {
  const server = restartedProcess("./server-process.js");
  // border: the process is ours
  const { port } = (await server.start([file])) as { readonly port: number };
  return { port, kill: () => server.kill(), again: () => server.start([file, String(port)]) };
};

/** Kills and restarts nodes and the server until it is over; counts what it did. */
const disturbing = async (
  nodes: ReadonlyArray<Node>,
  server: Awaited<ReturnType<typeof startServer>>,
  random: () => number,
  isOver: () => boolean,
) => {
  const kills = { nodes: 0, server: 0 };
  while (!isOver()) {
    await sleep(500 + random() * 1_500);
    if (isOver()) break;
    if (random() < 0.4) {
      kills.server += 1;
      await server.kill();
      await sleep(random() * 300);
      await server.again();
    } else {
      const node = nodes[Math.floor(random() * nodes.length)];
      kills.nodes += 1;
      await node?.kill();
      await sleep(random() * 300);
      await node?.start();
    }
  }
  return kills;
};

describe("Nodes and a server that are killed, over a network with a will of its own", () => {
  it(`do every command once and see the same (seed ${SEED})`, async () => {
    const random = randomNumbers(SEED);
    const folder = tempFolder();
    const file = join(folder, "journal.db");
    const server = await startServer(file);
    const proxy = await chaoticProxy(server.port, random, SHARE);
    const nodes = Array.from({ length: NODES }, (_, at) => new Node(proxy, join(folder, `n${at}`)));
    await Promise.all(nodes.map((node) => node.start()));
    const outcomes: Outcomes = {
      acknowledged: new Map(),
      duplicates: new Set(),
      refused: new Set(),
      repeated: 0,
    };
    const endAt = Date.now() + SECONDS * 1_000;
    let next = 0;
    const isOver = (): boolean => Date.now() > endAt && next >= COMMANDS;
    let isDone = false;
    const lane = async (): Promise<void> => {
      while (!isOver()) {
        next += 1;
        await decide(nodes, random, `c${next}`, outcomes);
        // spread over the time there is
        if (next > COMMANDS) await sleep(20);
      }
    };
    const kills = disturbing(nodes, server, random, () => isDone);
    await Promise.all(Array.from({ length: LANES * NODES }, lane));
    isDone = true;
    const killed = await kills;
    proxy.calm();
    await Promise.all(nodes.filter((node) => !node.isUp).map((node) => node.start()));

    const first = await nodes[0]?.digest(Math.max(...outcomes.acknowledged.values()));
    const end = first?.ledgerEnd ?? 0;
    const digests = await Promise.all(nodes.map((node) => node.digest(end)));
    expect(new Set(digests.map(({ text }) => text)).size, "all nodes see the same").to.equal(1);
    expect(new Set(digests.map(({ ledgerEnd }) => ledgerEnd))).to.deep.equal(new Set([end]));
    await Promise.all(nodes.map((node) => node.kill()));
    await server.kill();
    await checkJournal(file, end, outcomes);
    const report = { seed: SEED, ...counts(outcomes), killed, network: proxy.tally };
    if (SECONDS > 10) process.stdout.write(`${JSON.stringify(report)}\n`);
  }).timeout(SECONDS * 4_000 + 120_000);
});

const counts = ({ acknowledged, duplicates, refused, repeated }: Outcomes) => ({
  acknowledged: acknowledged.size,
  duplicates: duplicates.size,
  refused: refused.size,
  repeated,
});

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

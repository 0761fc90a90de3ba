import { testSize } from "@tallystick/dev";
import { type EventStore, inMemoryStore, verifyStream } from "@tallystick/event-store";
import { type EventServer, eventStoreDb } from "@tallystick/event-store-eventstoredb";
import { startWritableServer } from "@tallystick/event-store-eventstoredb/writable-server";
import { expect } from "chai";
import { isRight } from "fp-ts/lib/Either.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import { iouId } from "../iou-package.js";
import {
  activeFor,
  afterwards,
  allocate,
  codeOf,
  commandsBy,
  commit,
  completionsFor,
  contractAt,
  exerciseOf,
  iouBy,
  journalOf,
  openTest,
  pingBy,
  rightOf,
  streamName,
  until,
} from "../test-ledger.js";

/** Races on one contract; a longer run by the environment. */
const races = testSize("RACES");

/** Times short enough that a restart of the server is met by many of them. */
const limits = { appendTimeoutMs: 1_000, readStallMs: 1_000, idleCheckMs: 500 };

const serve = async (store: EventStore, port = 0): Promise<EventServer> => {
  const server = rightOf(await startWritableServer({ store, port }));
  afterwards(() => server.close());
  return server;
};

const openNode = async ({ port }: EventServer): Promise<Ledger> => {
  const connectionString = `esdb://127.0.0.1:${port}?tls=false`;
  const store = rightOf(await eventStoreDb({ connectionString, limits }));
  afterwards(() => store.close());
  return openTest({ store, config: { sharedJournal: true } });
};

/** Nodes that share one journal through one server. */
const openNodes = async (count: number) => {
  const behind = inMemoryStore();
  const server = await serve(behind);
  const nodes = await Promise.all(Array.from({ length: count }, () => openNode(server)));
  const [first] = nodes;
  if (first === undefined) throw new Error("no node");
  const alice = await allocate(first, "alice");
  const meet = (): Promise<void> =>
    until(
      () => nodes.every((node) => node.ledgerEnd() === first.ledgerEnd()),
      "all nodes have read the same",
    );
  await meet();
  return { behind, server, nodes, first, alice, meet };
};

describe("Several nodes on one journal, over EventStoreDB's protocol", function several() {
  it(`have one winner in each of ${races} races for a contract`, async () => {
    const { nodes, first, alice, meet } = await openNodes(2);
    for (let round = 0; round < races; round++) {
      const { completionOffset } = await commit(first, iouBy(alice, alice, `issue-${round}`));
      await meet();
      const iou = await contractAt(first, alice, completionOffset);
      const spend = (commandId: string) =>
        commandsBy(alice, commandId, exerciseOf(iouId, iou, "Transfer", { newOwner: alice }));
      const answers = await Promise.all(
        nodes.map((node, at) => node.submitAndWait(spend(`spend-${round}-${at}`))),
      );
      expect(answers.map(codeOf).toSorted()).to.deep.equal(["CONTRACT_NOT_FOUND", "ok"]);
    }
    await meet();
    for (const node of nodes) expect(await activeFor(node, alice)).to.have.length(races);
  });

  it("commit everything once, at one offset, and see the same", async () => {
    const { behind, nodes, first, alice, meet } = await openNodes(4);
    const start = first.ledgerEnd();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        commit(nodes[at % nodes.length] ?? first, pingBy(alice, `c${at}`)),
      ),
    );
    const offsets = answers.map(({ completionOffset }) => completionOffset);
    expect(offsets.toSorted((a, b) => a - b)).to.deep.equal(offsets.map((_, at) => start + 1 + at));
    expect(await journalOf(behind)).to.have.length(start + 200);
    await meet();
    const seen = await Promise.all(nodes.map((node) => completionsFor(node, alice)));
    for (const completions of seen) expect(completions).to.deep.equal(seen[0]);
    expect(isRight(await verifyStream(behind, streamName))).to.equal(true);
  });

  it("take a command that reaches all of them once", async () => {
    const { nodes, alice } = await openNodes(3);
    const answers = await Promise.all(
      nodes.map((node) => node.submitAndWait(pingBy(alice, "same"))),
    );
    expect(answers.map(codeOf).toSorted()).to.deep.equal([
      "DUPLICATE_COMMAND",
      "DUPLICATE_COMMAND",
      "ok",
    ]);
  });

  it("hold a user to its quota of parties when it asks all of them at once", async () => {
    const { nodes, first } = await openNodes(3);
    rightOf(await first.createUser({ userId: "plain" }));
    const answers = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((at) =>
        (nodes[at % nodes.length] ?? first).allocateParty({
          partyIdHint: `own-${at}`,
          userId: "plain",
          maxPartiesOfUser: 2,
        }),
      ),
    );
    const denied = Array.from({ length: 4 }, () => "PERMISSION_DENIED");
    expect(answers.map(codeOf).toSorted()).to.deep.equal([...denied, "ok", "ok"]);
    expect(first.user("plain")?.rights).to.have.length(2);
  });

  it("lose nothing and do nothing twice when the server is restarted under them", async () => {
    const { behind, server, nodes, first, alice } = await openNodes(3);
    let present = server;
    let isOver = false;
    const accepted = new Map<string, number>();
    const restarting = (async () => {
      while (!isOver) {
        const before = accepted.size;
        // it lives until it has done something, however slow the machine is
        do await new Promise((resolve) => setTimeout(resolve, 120));
        while (accepted.size === before && !isOver);
        await present.close();
        present = await serve(behind, server.port);
      }
    })();
    const refused = new Set<string>();
    const submit = async (node: Ledger, name: string): Promise<void> => {
      for (let count = 0; count < 25; count++) {
        const commandId = `${name}-${count}`;
        const answer = await node.submitAndWait(pingBy(alice, commandId));
        if (isRight(answer)) accepted.set(commandId, answer.right.completionOffset);
        else if (answer.left.context["definite_answer"] !== "false") refused.add(commandId);
      }
    };
    await Promise.all(
      nodes.flatMap((node, at) => [submit(node, `a${at}`), submit(node, `b${at}`)]),
    );
    isOver = true;
    await restarting;
    const journal = await journalOf(behind);
    const commandIdAt = (offset: number): unknown =>
      /"commandId":"([^"]+)"/.exec(journal[offset - 1]?.data ?? "")?.[1];
    for (const [commandId, offset] of accepted) expect(commandIdAt(offset)).to.equal(commandId);
    const committed = journal.map((_, at) => commandIdAt(at + 1)).filter((id) => id !== undefined);
    expect(new Set(committed).size).to.equal(committed.length);
    for (const commandId of refused) expect(committed).to.not.include(commandId);
    expect(accepted.size).to.be.greaterThan(50);
    await until(
      () => nodes.every((node) => node.ledgerEnd() === journal.length),
      "all nodes have read everything",
    );
    const seen = await Promise.all(nodes.map((node) => activeFor(node, alice)));
    for (const active of seen) expect(active).to.deep.equal(seen[0]);
    expect(first.ledgerEnd()).to.equal(journal.length);
  });
});

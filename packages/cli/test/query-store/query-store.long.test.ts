import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { inMemoryStore } from "@tallystick/event-store";
import { startWritableServer } from "@tallystick/event-store-eventstoredb/writable-server";
import { lastingPort } from "@tallystick/dev";
import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import pg from "pg";
import { get, type Node, post, scratchFolder, start, type Started, startNode } from "../process.js";

const holding = "#splice-api-token-holding-v1:Splice.Api.Token.HoldingV1:Holding";

describe("tallystick query-store", () => {
  let folder: string;
  let remove: () => Promise<void>;
  const running: Array<Started> = [];
  beforeEach(async () => {
    [folder, remove] = await scratchFolder();
  });
  afterEach(async () => {
    for (const { child, ended } of running.splice(0)) {
      child.kill("SIGKILL");
      await ended;
    }
    await remove();
  });

  const kept = <S extends Started>(process: S): S => {
    running.push(process);
    return process;
  };
  /** The node, or the node again at the address it had. */
  const nodeAt = async (base: string): Promise<Node> => {
    const { port } = new URL(base);
    const process = kept(start(["serve", "--port", port, "--data", join(folder, "data")]));
    return { ...process, base, readyLine: await process.firstLine };
  };
  const newNode = async (): Promise<Node> => nodeAt(`http://127.0.0.1:${await lastingPort()}`);
  const follower = (base: string, ...more: ReadonlyArray<string>): Started => {
    const to = ["--to", join(folder, "store"), "--port", "0", "--interface", holding];
    return kept(start(["query-store", "--url", base, ...to, ...more]));
  };
  const killed = async (process: Started): Promise<void> => {
    process.child.kill("SIGKILL");
    await process.ended;
  };

  const query = async (process: Started, text: string): Promise<ReadonlyArray<unknown>> => {
    const connectionString = /postgres:\/\/\S+/.exec(await process.firstLine)?.[0] ?? "";
    const client = new pg.Client({ connectionString });
    await client.connect();
    const { rows } = await client.query({ text, rowMode: "array" });
    await client.end();
    return rows;
  };
  const endOf = async ({ base }: Node): Promise<number> =>
    Number(Object(await get(`${base}/v2/state/ledger-end`)).offset);
  /** Waits until it has all that the node has; throws what it said when it ends before. */
  const caughtUp = async (process: Started, node: Node): Promise<void> => {
    const end = await endOf(node);
    let isOver = false;
    void process.ended.then(() => {
      isOver = true;
    });
    while (Number(Object(await query(process, "select latest_offset()"))[0][0]) < end) {
      if (isOver) throw new Error(`ended: ${process.out()}${process.log()}`);
      await new Promise((resume) => setTimeout(resume, 50));
    }
  };
  const tap = ({ base }: Node, amount: string) => post(`${base}/v0/wallet/tap`, { amount });

  it("has each transaction once and the active contracts, whoever is killed", async () => {
    let node = await newNode();
    await tap(node, "1");
    let store = follower(node.base);
    await caughtUp(store, node);
    for (const amount of ["2", "3"]) await tap(node, amount);
    await killed(store);
    await tap(node, "4");

    store = follower(node.base);
    await caughtUp(store, node);
    await killed(node);
    node = await nodeAt(node.base);
    await tap(node, "5");
    await caughtUp(store, node);

    const shown = async (): Promise<unknown> => {
      const readings = await post(`${node.base}/v2/instruments/readings`, { points: 1 });
      return Object(Array.from(Object(readings)).at(-1)).listed["tallystick_follower_lag_events"];
    };
    const untilShown = async (wanted: unknown): Promise<void> => {
      while (JSON.stringify(await shown()) !== JSON.stringify(wanted))
        await new Promise((resume) => setTimeout(resume, 200));
    };
    await untilShown({ "query-store": 0 });

    const counts = 'select count(*), count(distinct "offset"), max(ix) from _transaction';
    const [[all, offsets, last] = []] = Object(await query(store, counts));
    expect([offsets, last]).to.deep.equal([all, all]);
    const amounts =
      "select sum((payload->'amount'->>'initialAmount')::numeric / 200) from active('Splice.Amulet:Amulet')";
    const views = "select sum((payload->>'amount')::numeric / 200) from active('Holding')";
    const balance = Object(await get(`${node.base}/v0/wallet/balance`)).effective_unlocked_qty;
    for (const each of [amounts, views]) {
      expect(Number(Object(await query(store, each))[0][0]), each).to.be.closeTo(
        Number(balance) / 200,
        1,
      );
    }

    store.child.kill("SIGTERM");
    expect((await store.ended).code).to.equal(0);
    await untilShown(undefined);
    const again = await follower(node.base, "--once").ended;
    expect([again.code, again.out]).to.deep.equal([
      0,
      `${again.out.split("\n")[0]}\nquery-store: stored up to offset ${await endOf(node)}\n`,
    ]);
    const other = await follower(node.base, "--blobs").ended;
    expect(other.code).to.equal(1);
    expect(other.err).to.contain("another scope needs another database");
  });

  it("has the contracts that the node has, after each of ten random histories with kills of both", async () => {
    let node = await newNode();
    let store = follower(node.base);
    await caughtUp(store, node);
    const user = Object(await get(`${node.base}/v2/users/ledger-api-user`)).user;
    const party: string = user.primaryParty;
    const there = async (activeAtOffset: number): Promise<ReadonlyMap<string, string>> => {
      const eventFormat = { filtersByParty: { [party]: {} }, verbose: false };
      const body = { activeAtOffset, eventFormat };
      const found = Array.from(Object(await post(`${node.base}/v2/state/active-contracts`, body)));
      return new Map(
        found.map((each) => {
          const { contractId, templateId } =
            Object(each).contractEntry.JsActiveContract.createdEvent;
          return [contractId, templateId];
        }),
      );
    };
    const submit = (command: object): Promise<unknown> =>
      post(`${node.base}/v2/commands/submit-and-wait`, {
        commands: [command],
        commandId: randomUUID(),
        actAs: [party],
      });
    const templateId = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";
    const createArguments = { id: "ping", initiator: party, responder: party };
    const actions = {
      create: () => submit({ CreateCommand: { templateId, createArguments } }),
      archive: async () => {
        const found = [...(await there(await endOf(node)))];
        const [contractId] = found.find(([, template]) => template.endsWith(":Ping")) ?? [];
        const exercise = { templateId, contractId, choice: "Archive", choiceArgument: {} };
        if (contractId !== undefined) await submit({ ExerciseCommand: exercise });
      },
      tap: () => tap(node, "1"),
      "kill the store": async () => {
        await killed(store);
        store = follower(node.base);
      },
      "kill the node": async () => {
        await killed(node);
        node = await nodeAt(node.base);
      },
    } as const;
    // border: the keys of the object above
    const kinds = Object.keys(actions) as ReadonlyArray<keyof typeof actions>;
    const history = fc.array(fc.constantFrom(...kinds), { minLength: 4, maxLength: 8 });
    for (const steps of fc.sample(history, { numRuns: 10, seed: 1 })) {
      for (const kind of steps) await actions[kind]();
      await caughtUp(store, node);
      const end = await endOf(node);
      await caughtUp(store, node);
      const stored = `select contract_id from active(null, ${end}) where payload_type = 'template'`;
      const rows = await query(store, stored);
      expect(rows.map(String).sort(), steps.join()).to.deep.equal(
        [...(await there(end)).keys()].sort(),
      );
    }
    const counts =
      'select count(*), count(distinct "offset"), count(distinct transaction_id) from _transaction';
    const [[all, ...others] = []] = Object(await query(store, counts));
    expect(others).to.deep.equal([all, all]);
  });

  it("follows the journal of an EventStoreDB beside the nodes on it", async () => {
    const server = await startWritableServer({ store: inMemoryStore(), port: 0 });
    if (isLeft(server)) throw new Error(JSON.stringify(server.left));
    const address = `esdb://127.0.0.1:${server.right.port}?tls=false`;
    const node = kept(await startNode(join(folder, "data"), ["--store", address]));
    await tap(node, "1");
    const to = ["--to", join(folder, "store"), "--port", "0"];
    const store = kept(start(["query-store", "--store", address, ...to]));
    await tap(node, "2");
    await caughtUp(store, node);
    const [[count = 0] = []] = Object(await query(store, "select count(*) from active('Amulet')"));
    expect(Number(count)).to.be.above(0);
    await killed(store);
    await killed(node);
    await server.right.close();
  });
});

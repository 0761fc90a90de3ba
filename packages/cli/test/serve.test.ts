import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { sameSignalMs } from "../src/stop-on-signal.js";
import { developmentToken, type Node, post, scratchFolder, start, startNode } from "./process.js";

const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>((inner, key) => Object(inner)[key], value);

const allocate = async (base: string): Promise<string> => {
  const body = { partyIdHint: "alice", userId: "ledger-api-user" };
  return String(at(await post(`${base}/v2/parties`, body), "partyDetails", "party"));
};

const createPing = (party: string, id: string) => ({
  commands: [
    {
      CreateCommand: {
        templateId: "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping",
        createArguments: { id, initiator: party, responder: party },
      },
    },
  ],
  commandId: id,
  actAs: [party],
});

const submit = async (base: string, party: string, id: string): Promise<unknown> =>
  post(`${base}/v2/commands/submit-and-wait`, createPing(party, id));

/** Every transaction of a party, page by page: command id -> update id, offset and contract id. */
const transactions = async (base: string, party: string): Promise<Map<string, object[]>> => {
  const found = new Map<string, object[]>();
  let beginExclusive = 0;
  for (;;) {
    const page = await post(`${base}/v2/updates?limit=200&stream_idle_timeout_ms=100`, {
      beginExclusive,
      filter: { filtersByParty: { [party]: {} } },
    });
    const updates = Array.isArray(page) ? page : [];
    for (const update of updates) {
      const value = at(update, "update", "Transaction", "value");
      if (value === undefined) continue;
      const { commandId, updateId, offset } = Object(value);
      const contractId = at(value, "events", 0, "CreatedEvent", "contractId");
      found.set(commandId, [...(found.get(commandId) ?? []), { updateId, offset, contractId }]);
      beginExclusive = Number(offset);
    }
    if (updates.length < 200) return found;
  }
};

describe("tallystick serve", () => {
  let data: string;
  let remove: () => Promise<void>;
  const running: Node[] = [];

  const node = async (args: ReadonlyArray<string> = [], folder = data): Promise<Node> => {
    const started = await startNode(folder, args);
    running.push(started);
    return started;
  };

  beforeEach(async () => {
    [data, remove] = await scratchFolder();
  });
  afterEach(async () => {
    for (const { child, ended } of running.splice(0)) {
      child.kill("SIGKILL");
      await ended;
    }
    await remove();
  });

  it("prints one line with address, data and login, and logs JSON lines with the warning", async () => {
    const { readyLine, child, ended } = await node();
    expect(readyLine).to.match(
      /^Tallystick is ready at http:\/\/127\.0\.0\.1:\d+ \| data: \S+ \| UNSAFE/,
    );
    child.kill("SIGTERM");
    const { out, err } = await ended;
    expect(out).to.equal(`${readyLine}\n`);
    const lines = err
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ msg }) => String(msg)).join("\n")).to.contain("UNSAFE DEVELOPMENT LOGIN");
  });

  it("serves metrics on an address of their own when one is configured", async () => {
    const { log, child, ended } = await node(["--metrics-port", "0"]);
    let address: string | undefined;
    while (address === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      address = /"metrics":"([^"]+)"/.exec(log())?.[1];
    }
    expect(address).to.match(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    const metrics = await (await fetch(address)).text();
    expect(metrics).to.match(/^tallystick_ledger_end_offset [1-9]\d*$/m);
    child.kill("SIGTERM");
    expect((await ended).code).to.equal(0);
  });

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    it(`stops cleanly on ${signal} and finds everything again`, async () => {
      const first = await node();
      const party = await allocate(first.base);
      await submit(first.base, party, "one");
      const before = await transactions(first.base, party);
      first.child.kill(signal);
      expect((await first.ended).code).to.equal(0);
      const second = await node();
      expect(await transactions(second.base, party)).to.deep.equal(before);
      expect(before.size).to.equal(1);
    });
  }

  it("answers every request it accepted before it stops", async () => {
    const { base, child, ended } = await node();
    const party = await allocate(base);
    const calls = Array.from({ length: 50 }, (_, index) => submit(base, party, `c${index}`));
    await calls[0];
    child.kill("SIGTERM");
    const results = await Promise.allSettled(calls);
    const answered = results.filter(({ status }) => status === "fulfilled").length;
    expect((await ended).code).to.equal(0);
    const again = await node();
    const found = await transactions(again.base, party);
    expect(found.size).to.equal(answered);
  });

  it("loses no acknowledged command and applies none twice when killed under load", async () => {
    const first = await node();
    const party = await allocate(first.base);
    const acknowledged = new Map<string, unknown>();
    let count = 0;
    let killed = false;
    const worker = async (): Promise<void> => {
      while (!killed) {
        count += 1;
        const id = `command-${count}`;
        try {
          acknowledged.set(id, await submit(first.base, party, id));
        } catch {
          return;
        }
      }
    };
    const workers = Array.from({ length: 16 }, worker);
    while (acknowledged.size <= 50) await new Promise((resolve) => setTimeout(resolve, 20));
    first.child.kill("SIGKILL");
    killed = true;
    await Promise.all(workers);
    await first.ended;
    const second = await node();
    const found = await transactions(second.base, party);
    expect(acknowledged.size).to.be.greaterThan(50);
    for (const [id, answer] of acknowledged) {
      const records = found.get(id) ?? [];
      expect(records, id).to.have.length(1);
      expect(at(records[0], "updateId")).to.equal(at(answer, "updateId"));
      expect(at(records[0], "offset")).to.equal(at(answer, "completionOffset"));
    }
    for (const [id, records] of found) expect(records, id).to.have.length(1);
    const [known = ""] = acknowledged.keys();
    const again = await submit(second.base, party, known).catch((error: unknown) => String(error));
    expect(again).to.contain("DUPLICATE_COMMAND");
  });

  it("refuses a second process on the same data, and leaves the first alone", async () => {
    const { base } = await node();
    const second = await start(["serve", "--port", "0", "--data", data]).ended;
    expect(second.code).to.equal(3);
    expect(second.err).to.contain("in use").and.to.contain(data);
    expect(second.out).to.equal("");
    expect((await fetch(`${base}/readyz`)).status).to.equal(200);
  });

  it("names a setting of the ledger that is out of order", async () => {
    const config = join(data, "config.yaml");
    await writeFile(config, "ledger: { tapsMaxPassesDefault: 9 }");
    const refused = await start(["serve", "--data", ":memory:", "--config", config]).ended;
    expect(refused.code).to.equal(2);
    expect(refused.err).to.contain("ledger.tapsMaxPassesDefault: expected at most");
  });

  it("says what to do about a journal that lost its end, and that works", async () => {
    const first = await node();
    first.child.kill("SIGTERM");
    await first.ended;
    await rm(join(data, "journal.db"));
    const refused = await start(["serve", "--port", "0", "--data", data]).ended;
    expect(refused.code).to.equal(5);
    expect(refused.err)
      .to.contain("restore the newest copy")
      .and.to.contain("--accept-journal-end");
    await rm(join(data, "journal.db.head"));
    const beside = await start(["serve", "--port", "0", "--data", data]).ended;
    expect(beside.code).to.equal(5);
    expect(beside.err).to.contain("ends at offset 0").and.to.contain("snapshot");
    const again = await node(["--accept-journal-end", "0"]);
    expect((await fetch(`${again.base}/readyz`)).status).to.equal(200);
  });

  it("says so when the port is taken", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const port = String(typeof address === "object" ? address?.port : "");
    const refused = await start(["serve", "--port", port, "--data", data]).ended;
    await new Promise((resolve) => other.close(resolve));
    expect(refused.code).to.equal(4);
    expect(refused.err).to.contain(`port ${port}`).and.to.contain("taken");
  });

  it("refuses the development login on an address others can reach", async () => {
    const refused = await start(["serve", "--port", "0", "--data", data, "--host", "0.0.0.0"])
      .ended;
    expect(refused.code).to.equal(2);
    expect(refused.err).to.contain("loopback");
  });

  it("keeps nothing with --data :memory:", async () => {
    const { base, readyLine } = await node([], ":memory:");
    expect(readyLine).to.contain("data: in memory");
    const headers = { authorization: `Bearer ${developmentToken()}` };
    const version = await fetch(`${base}/v2/version`, { headers });
    expect(version.status).to.equal(200);
  });

  /** A node in the middle of a request that takes so long, asked to stop. */
  const stopping = async (minOffsetTimeoutMs: number) => {
    const config = join(data, "stopping.json");
    await writeFile(config, JSON.stringify({ server: { minOffsetTimeoutMs } }));
    const started = await node(["--config", config]);
    const { base, child } = started;
    // a request that waits for what does not come; reads are not waited for
    const asked = request(`${base}/v2/state/ledger-end`, {
      headers: {
        authorization: `Bearer ${developmentToken()}`,
        "X-Tallystick-Min-Offset": "1000000",
        // the node says that it has come
        Expect: "100-continue",
      },
    });
    const pending = new Promise<number | string | undefined>((resolve) => {
      asked.on("response", (response) => resolve(response.resume().statusCode));
      asked.on("error", () => resolve("cut off"));
    });
    asked.flushHeaders();
    await once(asked, "continue");
    asked.end();
    child.kill("SIGINT");
    while (!started.log().includes('"stopping"'))
      await new Promise((resolve) => setTimeout(resolve, 5));

    return { ...started, pending };
  };

  it("ends at once on a second signal", async () => {
    const { child, ended, pending } = await stopping(10_000);
    await new Promise((resolve) => setTimeout(resolve, sameSignalMs + 100));
    child.kill("SIGTERM");
    expect((await ended).code).to.equal(143);
    expect(await pending).to.equal("cut off");
  });

  it("takes a signal sent twice, as npm does, for one", async () => {
    const { child, ended, pending } = await stopping(3_000);
    child.kill("SIGINT");
    expect(await pending).to.equal(400);
    expect((await ended).code).to.equal(0);
  });
});

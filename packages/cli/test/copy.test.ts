import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type EventStore, inMemoryStore, type RecordedEvent } from "@tallystick/event-store";
import { startWritableServer } from "@tallystick/event-store-eventstoredb/writable-server";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { endedLedger, invoked, openIn, tempFolder } from "./ledger-folder.js";
import { developmentToken, post, scratchFolder, start, startNode } from "./process.js";

const STREAM = "participant-participant";

const streamIn = async (store: EventStore): Promise<ReadonlyArray<RecordedEvent>> => {
  const events: RecordedEvent[] = [];
  for await (const page of store.readStream(STREAM)) if (!isLeft(page)) events.push(...page.right);
  return events;
};

const ledgerEnd = async (base: string): Promise<unknown> => {
  const response = await fetch(`${base}/v2/state/ledger-end`, {
    headers: { authorization: `Bearer ${developmentToken()}` },
  });
  return response.json();
};

/** A folder with the journal of a node that has ended. */
const journal = async (parties: ReadonlyArray<string>) => {
  const [data, remove] = await scratchFolder();
  const node = await startNode(data, ["--network", "off"]);
  for (const partyIdHint of parties)
    await post(`${node.base}/v2/parties`, { partyIdHint, userId: "ledger-api-user" });
  const end = await ledgerEnd(node.base);
  node.child.kill("SIGTERM");
  await node.ended;
  return { data, remove, end };
};

describe("tallystick copy", () => {
  it("moves a ledger to a server of EventStoreDB's protocol and back, and a node continues there", async () => {
    const { data, remove, end } = await journal(["alice", "bob"]);
    const [back, removeBack] = await scratchFolder();
    const [views, removeViews] = await scratchFolder();
    const store = inMemoryStore();
    const server = await startWritableServer({ store, port: 0 });
    if (isLeft(server)) throw new Error(server.left.message);
    const address = `esdb://127.0.0.1:${server.right.port}?tls=false`;
    try {
      const there = await start(["copy", "--from", data, "--to", address]).ended;
      expect(there.err).to.equal("");
      expect(there.code).to.equal(0);
      expect(there.out).to.match(
        /participant-participant: \d+ events, 0 of them copied earlier; both journals end with the hash [0-9a-f]{64}/,
      );
      const again = await start(["copy", "--from", data, "--to", address]).ended;
      expect(again.out).to.match(/(\d+) events, \1 of them copied earlier/);

      const onServer = ["--network", "off", "--store", address];
      const node = await startNode(views, onServer, undefined, {
        XDG_CACHE_HOME: join(views, "caches"),
      });
      expect(await ledgerEnd(node.base)).to.deep.equal(end);
      await post(`${node.base}/v2/parties`, { partyIdHint: "carol", userId: "ledger-api-user" });
      node.child.kill("SIGTERM");
      expect((await node.ended).code).to.equal(0);

      const returned = await start(["copy", "--from", address, "--to", back]).ended;
      expect(returned.code, returned.err).to.equal(0);
      const home = await startNode(back, ["--network", "off"]);
      expect(await ledgerEnd(home.base)).to.deep.equal({ offset: (await streamIn(store)).length });
      home.child.kill("SIGTERM");
      await home.ended;
    } finally {
      await server.right.close();
      await Promise.all([remove(), removeBack(), removeViews()]);
    }
  });

  it("makes the folder it copies to, for its user alone", async () => {
    const { data, end } = await endedLedger();
    const to = join(tempFolder(), "backups", "monday");
    const { code, out, err } = await invoked(["copy", "--from", data, "--to", to]);
    expect([code, err]).to.deep.equal([0, ""]);
    expect(out.at(-1)).to.contain(`${end} events`);
    expect(statSync(to).mode & 0o777).to.equal(0o700);
    const ledger = await openIn(to);
    expect(ledger.ledgerEnd()).to.equal(end);
    // nothing is made where there is nothing to copy
    const other = join(tempFolder(), "other");
    expect((await invoked(["copy", "--from", "./no-such-folder", "--to", other])).code).to.equal(1);
    expect(existsSync(other)).to.equal(false);
  });

  it("cannot copy to a folder that cannot be made", async () => {
    const { data } = await endedLedger();
    const file = join(tempFolder(), "file");
    writeFileSync(file, "x");
    const { code, err } = await invoked(["copy", "--from", data, "--to", join(file, "new")]);
    expect(code).to.equal(2);
    expect(err).to.match(/--to: expected a folder; \S+file is a file/);
  });

  it("names the events that the target does not take, before it writes anything", async () => {
    const data = tempFolder();
    const ledger = await openIn(data, {
      config: { maxEventBytes: 4 * 1024 * 1024, maxRightsPerUser: 100_000 },
    });
    const offsets: number[] = [];
    for (const count of [1, 20_000, 1, 30_000]) {
      const rights = Array.from({ length: count }, (_, n) => ({
        kind: "CanActAs" as const,
        party: `party${n}::${"ab".repeat(34)}`,
      }));
      const made = await ledger.createUser({ userId: `u${offsets.length}-${count}`, rights });
      if (isLeft(made)) throw new Error(made.left.cause);
      offsets.push(ledger.ledgerEnd());
    }
    await ledger.close();
    const store = inMemoryStore();
    const server = await startWritableServer({ store, port: 0 });
    if (isLeft(server)) throw new Error(server.left.message);
    const address = `esdb://127.0.0.1:${server.right.port}?tls=false`;
    const { code, err } = await invoked(["copy", "--from", data, "--to", address]);
    expect(code).to.equal(1);
    expect(err).to.contain(
      `the events at the offsets ${offsets[1]}, ${offsets[3]} of ${STREAM} are larger than`,
    );
    expect(await streamIn(store)).to.deep.equal([]);
    await server.right.close();
    const to = join(tempFolder(), "copy");
    expect((await invoked(["copy", "--from", data, "--to", to])).code).to.equal(0);
  });

  it("does not write into another journal", async () => {
    const [one, two] = [await journal(["alice"]), await journal(["bob"])];
    const { code, err } = await start(["copy", "--from", one.data, "--to", two.data]).ended;
    expect(code).to.equal(1);
    expect(err).to.contain("another stream");
    await Promise.all([one.remove(), two.remove()]);
  });

  it("copies the journal of the participant that is named", async () => {
    const { data, remove } = await journal([]);
    const args = ["copy", "--from", data, "--to", "memory:", "--participant", "other"];
    const { code, err } = await start(args).ended;
    expect(code).to.equal(1);
    expect(err).to.contain("no stream participant-other");
    await remove();
  });

  it("says what is missing", async () => {
    const { code, err } = await start(["copy", "--from", "x"]).ended;
    expect(code).to.equal(2);
    expect(err).to.contain("--from and --to");
    const nothing = await start(["copy", "--from", "./no-such-folder", "--to", "memory:"]).ended;
    expect(nothing.code).to.equal(1);
    expect(nothing.err).to.contain("--from");
  });
});

import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Command, decodeLedgerEvent, type PastEvent } from "@tallystick/core";
import { type EventStore, inMemoryStore, type RecordedEvent } from "@tallystick/event-store";
import { startWritableServer } from "@tallystick/event-store-eventstoredb/writable-server";
import { openStore } from "@tallystick/node";
import { everythingFor } from "@tallystick/wire";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { endedLedger, invoked, openIn, tempFolder } from "./ledger-folder.js";

const STREAM = "participant-participant";

const eventsIn = async (data: string): Promise<ReadonlyArray<RecordedEvent>> => {
  const config = { journal: `sqlite:${data}`, sharedJournal: false };
  const opened = await openStore({ data: undefined, stores: [], config, readOnly: true });
  if (isLeft(opened)) throw new Error(opened.left.message);
  const store: EventStore = opened.right;
  const events: RecordedEvent[] = [];
  for await (const page of store.readStream(STREAM)) if (!isLeft(page)) events.push(...page.right);
  await store.close();
  return events;
};

const lastOf = (events: ReadonlyArray<RecordedEvent>): PastEvent => {
  const last = events.at(-1);
  if (last === undefined) throw new Error("no event");
  const event = decodeLedgerEvent(last.type, last.data, last.revision + 1);
  if (isLeft(event)) throw new Error(event.left.reason);
  return event.right;
};

describe("tallystick fork", () => {
  it("copies a journal into a new folder, where it says what it is and goes its own way", async () => {
    const { data, end } = await endedLedger();
    const to = join(tempFolder(), "fork");
    const { code, out, err } = await invoked(["fork", "--from", data, "--to", to]);
    expect([code, err]).to.deep.equal([0, ""]);
    expect(out.at(-1)).to.equal(
      `${to} continues after offset ${end}; offset ${end + 1} records it`,
    );
    expect(statSync(to).mode & 0o777).to.equal(0o700);
    const [parent, fork] = [await eventsIn(data), await eventsIn(to)];
    expect(fork.slice(0, end)).to.deep.equal(parent);
    expect(fork).to.have.length(end + 1);
    expect(lastOf(fork)).to.include({
      type: "JournalForked",
      offset: end,
      hash: parent.at(-1)?.hash,
      reason: `forked from ${data}`,
    });
    const ledger = await openIn(to);
    expect(ledger.ledgerEnd()).to.equal(end + 1);
    expect(isLeft(await ledger.allocateParty({ partyIdHint: "carol" }))).to.equal(false);
    await ledger.close();
    expect((await invoked(["audit", "verify", "--data", to])).code).to.equal(0);
    expect(await eventsIn(data)).to.deep.equal(parent);
  });

  for (const at of [1, 3]) {
    it(`copies the events up to offset ${at}`, async () => {
      const { data } = await endedLedger();
      const to = join(tempFolder(), "fork");
      const reason = "trying out the next release";
      const args = ["fork", "--from", data, "--to", to, "--at", String(at), "--reason", reason];
      expect((await invoked(args)).code).to.equal(0);
      const [parent, fork] = [await eventsIn(data), await eventsIn(to)];
      expect(fork.slice(0, at)).to.deep.equal(parent.slice(0, at));
      expect(lastOf(fork)).to.include({
        type: "JournalForked",
        offset: at,
        hash: parent[at - 1]?.hash,
        reason,
      });
      expect(lastOf(fork).recordTime).to.be.at.least(lastOf(parent.slice(0, at)).recordTime);
    });
  }

  it("does not reach behind the end", async () => {
    const { data, end } = await endedLedger();
    const to = join(tempFolder(), "fork");
    const { code, err } = await invoked(["fork", "--from", data, "--to", to, "--at", "999"]);
    expect(code).to.equal(1);
    expect(err).to.include(`the journal ends at offset ${end}`);
  });

  /** A folder whose journal was pruned: nothing of one command is left, all of another. */
  const prunedFolder = async (): Promise<{ readonly data: string; readonly party: string }> => {
    const data = tempFolder();
    const ledger = await openIn(data);
    const allocated = await ledger.allocateParty({ partyIdHint: "alice" });
    if (isLeft(allocated)) throw new Error(allocated.left.cause);
    const { party } = allocated.right;
    const templateId = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";
    const createArguments = { id: "1", initiator: party, responder: party };
    const kind = "CreateAndExerciseCommand";
    const gone: Command = {
      kind,
      templateId,
      createArguments,
      choice: "Archive",
      choiceArgument: {},
    };
    const submit = async (commandId: string, command: Command): Promise<number> => {
      const commands = { commands: [command], commandId, actAs: [party], userId: "tester" };
      const submitted = await ledger.submitAndWait(commands);
      if (isLeft(submitted)) throw new Error(submitted.left.cause);
      return submitted.right.completionOffset;
    };
    await submit("kept", { kind: "CreateCommand", templateId, createArguments });
    const last = await submit("1", gone);
    await ledger.allocateParty({ partyIdHint: "bob" });
    await ledger.prune(last);
    while (!(await eventsIn(data)).some(({ erased }) => erased !== undefined))
      await new Promise<void>((resume) => setTimeout(resume, 20));

    await ledger.close();
    return { data, party };
  };

  it("copies a pruned journal with what is left of its erased events", async () => {
    const { data, party } = await prunedFolder();
    const to = join(tempFolder(), "fork");
    const { code, err } = await invoked(["fork", "--from", data, "--to", to]);
    expect([code, err]).to.deep.equal([0, ""]);
    const [parent, fork] = [await eventsIn(data), await eventsIn(to)];
    expect(fork.slice(0, -1)).to.deep.equal(parent);
    expect(fork.filter(({ erased }) => erased !== undefined)).to.have.length(1);
    expect((await invoked(["audit", "verify", "--data", to, "--level", "chain"])).code).to.equal(0);
    const ledger = await openIn(to);
    const active = [];
    const query = { activeAtOffset: ledger.ledgerEnd(), eventFormat: everythingFor(party) };
    for await (const found of ledger.queries.activeContracts(query)) active.push(isLeft(found));
    expect(active).to.deep.equal([false]);
    expect(ledger.prunedUpTo()).to.be.above(0);
    await ledger.close();
  });

  it("does not end before the event that says what was pruned", async () => {
    const { data } = await prunedFolder();
    const to = join(tempFolder(), "fork");
    const events = await eventsIn(data);
    const said = events.findIndex(({ type }) => type === "JournalPruned") + 1;
    const refused = await invoked(["fork", "--from", data, "--to", to, "--at", String(said - 1)]);
    expect(refused.code).to.equal(1);
    expect(refused.err).to.include(
      `of these events is recorded at offset ${said}; expected ${said} or a later`,
    );
    const again = join(tempFolder(), "fork");
    const forked = await invoked(["fork", "--from", data, "--to", again, "--at", String(said)]);
    expect(forked.code).to.equal(0);
    expect((await invoked(["audit", "verify", "--data", again, "--level", "chain"])).code).to.equal(
      0,
    );
  });
});

describe("tallystick restore", () => {
  it("copies a copy of a journal, which says what was lost", async () => {
    const { data, end } = await endedLedger();
    const to = join(tempFolder(), "restored");
    const args = ["restore", "--from", data, "--to", to, "--lost-offset", "57"];
    const { code, err } = await invoked([...args, "--reason", "disk lost"]);
    expect([code, err]).to.deep.equal([0, ""]);
    const restored = await eventsIn(to);
    expect(lastOf(restored)).to.include({
      type: "JournalRestored",
      offset: end,
      hash: restored[end - 1]?.hash,
      lostOffset: 57,
      reason: "disk lost",
    });
    const ledger = await openIn(to);
    expect(ledger.ledgerEnd()).to.equal(end + 1);
  });

  it("says nothing of what no one knows", async () => {
    const { data } = await endedLedger();
    const to = join(tempFolder(), "restored");
    expect((await invoked(["restore", "--from", data, "--to", to])).code).to.equal(0);
    const last = lastOf(await eventsIn(to));
    expect(last).to.include({ type: "JournalRestored", reason: `restored from ${data}` });
    expect(last).to.not.have.property("lostOffset");
  });
});

describe("tallystick disclosure-key", () => {
  it("gives a journal a key, another one each time", async () => {
    const { data, end } = await endedLedger();
    const keys: unknown[] = [];
    for (const offset of [end + 1, end + 2]) {
      const { code, out } = await invoked(["disclosure-key", "--data", data]);
      expect([code, out]).to.deep.equal([0, [`the key applies from offset ${offset} on`]]);
      const last = lastOf(await eventsIn(data));
      if (last.type !== "DisclosureKeyDrawn") throw new Error(`a ${last.type} was added`);
      expect(last.key).to.match(/^[0-9a-f]{64}$/);
      keys.push(last.key);
    }
    expect(new Set(keys).size).to.equal(2);
    const ledger = await openIn(data);
    expect(ledger.ledgerEnd()).to.equal(end + 2);
  });

  it("does not touch a folder that a node is using", async () => {
    const data = tempFolder();
    const ledger = await openIn(data);
    const { code, err } = await invoked(["disclosure-key", "--data", data]);
    expect(code).to.equal(3);
    expect(err).to.include("in use");
    await ledger.close();
  });

  it("makes no journal where there is none", async () => {
    const data = tempFolder();
    const { code, err } = await invoked(["disclosure-key", "--data", data]);
    expect([code, readdirSync(data)]).to.deep.equal([1, []]);
    expect(err).to.include("no journal.db");
  });
});

describe("A command on a journal", () => {
  const MISUSED: ReadonlyArray<readonly [string, ReadonlyArray<string>, string]> = [
    ["a fork from nowhere", ["fork", "--to", "x"], "--from and --to"],
    ["a fork to nowhere", ["fork", "--from", "x"], "--from and --to"],
    ["a restore to nowhere", ["restore", "--from", "x"], "--from and --to"],
    ["a key for nothing", ["disclosure-key"], "--data"],
    ["an offset that is a word", ["fork", "--from", "x", "--to", "NEW", "--at", "x"], "--at"],
    ["offset 0", ["fork", "--from", "x", "--to", "NEW", "--at", "0"], "--at"],
    [
      "half an offset",
      ["restore", "--from", "x", "--to", "NEW", "--lost-offset", "1.5"],
      "--lost-offset",
    ],
  ];
  for (const [name, args, message] of MISUSED) {
    it(`is used wrongly for ${name}`, async () => {
      const fresh = join(tempFolder(), "new");
      const { code, err } = await invoked(args.map((arg) => (arg === "NEW" ? fresh : arg)));
      expect(code).to.equal(2);
      expect(err).to.include(message);
    });
  }

  it("does not write to a store, which may have the journal of nodes that run", async () => {
    const { data } = await endedLedger();
    const store = inMemoryStore();
    const server = await startWritableServer({ store, port: 0 });
    if (isLeft(server)) throw new Error(server.left.message);
    const address = `esdb://127.0.0.1:${server.right.port}?tls=false`;
    const copied = await invoked(["copy", "--from", data, "--to", address]);
    expect(copied.err).to.equal("");
    const before = await store.lastEvent(STREAM);
    const here = readdirSync(".");
    for (const command of ["fork", "restore"]) {
      for (const to of [address, address.toUpperCase(), `sqlite:${data}`, "memory:", "esdb:x"]) {
        const { code, err } = await invoked([command, "--from", data, "--to", to]);
        expect(code).to.equal(2);
        expect(err).to.equal(
          "tallystick: --to: expected a new folder, found the address of a store",
        );
      }
      const fresh = join(tempFolder(), "from-store");
      const { code, err } = await invoked([command, "--from", address, "--to", fresh]);
      expect([code, err]).to.deep.equal([0, ""]);
      expect(lastOf(await eventsIn(fresh)))
        .to.have.property("reason")
        .that.contains("127.0.0.1");
    }
    expect(await store.lastEvent(STREAM)).to.deep.equal(before);
    expect(readdirSync(".")).to.deep.equal(here);
    await server.right.close();
  });

  it("has no password in its reason, nor in what it says", async () => {
    const from = "esdb://me:secret@127.0.0.1:1?tls=false";
    for (const command of ["fork", "restore"]) {
      const to = join(tempFolder(), "new");
      const { code, err } = await invoked([command, "--from", from, "--to", to]);
      expect(code).to.equal(1);
      expect(err).to.match(/--from: the store is unavailable: esdb:\/\/127.0.0.1:1\?tls=false: /);
      expect(err).to.not.contain("secret");
    }
  });

  it("does not write into a folder that has something in it", async () => {
    const { data } = await endedLedger();
    const to = tempFolder();
    writeFileSync(join(to, "theirs"), "x");
    for (const command of ["fork", "restore"]) {
      const { code, err } = await invoked([command, "--from", data, "--to", to]);
      expect(code).to.equal(2);
      expect(err).to.include("expected a new folder");
    }
    expect(readdirSync(to)).to.deep.equal(["theirs"]);
  });

  it("is an error where there is nothing to copy", async () => {
    const from = tempFolder();
    mkdirSync(join(from, "empty"));
    const to = join(tempFolder(), "new");
    const { code, err } = await invoked(["fork", "--from", join(from, "empty"), "--to", to]);
    expect(code).to.equal(1);
    expect(err).to.include("--from");
    const { data } = await endedLedger();
    const other = join(tempFolder(), "other");
    const args = ["fork", "--from", data, "--to", other, "--participant", "nobody"];
    expect((await invoked(args)).err).to.include("no stream participant-nobody");
  });
});

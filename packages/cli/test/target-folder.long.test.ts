import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "@tallystick/background";
import { type EventStore, inMemoryStore, type StoreError } from "@tallystick/event-store";
import { startWritableServer } from "@tallystick/event-store-eventstoredb/writable-server";
import { Database } from "@tallystick/sqlite";
import { expect } from "chai";
import { isLeft, left, right } from "fp-ts/lib/Either.js";
import { CommandError } from "../src/command-error.js";
import { copyAll } from "../src/copy.js";
import { openAddress } from "../src/open-address.js";
import { inTargetFolder } from "../src/target-folder.js";
import { endedLedger, invoked, openIn, tempFolder } from "./ledger-folder.js";

const commands = ["copy", "fork", "restore"] as const;

/** More parties than a journal's opening checks events. */
const manyParties = Array.from({ length: 1_100 }, (_, n) => `party${n}`);

/** Everything below a folder: files with their contents, folders. */
const everythingIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? name : `${name}: ${readFileSync(path, "base64")}`;
    })
    .sort();

const servers: Array<() => Promise<void>> = [];
afterEach(async () => {
  for (const close of servers.splice(0)) await close();
});

/** The address of a server of a store. */
const served = async (store: EventStore, users?: { name: string; password: string }) => {
  const access = users === undefined ? {} : { access: { users: [users] } };
  const server = await startWritableServer({ store, port: 0, ...access });
  if (isLeft(server)) throw new Error(server.left.message);
  servers.push(() => server.right.close());
  return `127.0.0.1:${server.right.port}?tls=false`;
};

/** The journal of a folder in a store in memory. */
const inMemory = async (data: string): Promise<EventStore> => {
  const store = inMemoryStore();
  const copied = await invoked(["copy", "--from", data, "--to", `esdb://${await served(store)}`]);
  expect(copied.err).to.equal("");
  return store;
};

/** A store that gives the first events of a stream and then an error. */
const failing = (store: EventStore, error: StoreError, events: number): EventStore => ({
  ...store,
  async *readStream(stream, how = {}) {
    if (how.maxCount === 1) return yield* store.readStream(stream, how);
    const maxCount = Math.max(0, events - (how.from ?? 0));
    yield* store.readStream(stream, { ...how, maxCount });
    yield left(error);
  },
});

interface Refusal {
  /** What is copied. */
  readonly from: () => Promise<string>;
  readonly more?: ReadonlyArray<string>;
  readonly code: number;
  readonly says: RegExp;
  readonly only?: ReadonlyArray<string>;
}

const fileIn = (folder: string, name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return folder;
};

/** Changes bytes of the first party's event. */
const damaged = (data: string): string => {
  const file = join(data, "journal.db");
  const bytes = readFileSync(file);
  const text = '"party":"party0::';
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text)) bytes.write("#", at + 2);
  writeFileSync(file, bytes);
  return data;
};

const ofSources: Readonly<Record<string, Refusal>> = {
  "a folder that does not exist": {
    from: async () => join(tempFolder(), "none"),
    code: 1,
    says: /--from: .*the folder \S+none does not exist; expected the folder of a journal/,
  },
  "a file": {
    from: async () => join(fileIn(tempFolder(), "file", "x"), "file"),
    code: 1,
    says: /--from: .*file is a file; expected the folder of a journal/,
  },
  "a folder without a journal": {
    from: async () => fileIn(tempFolder(), "theirs", "x"),
    code: 1,
    says: /--from: .*has no journal\.db; expected the folder of a journal/,
  },
  "a journal without an event": {
    from: async () => {
      const data = tempFolder();
      await (await openAddress(`sqlite:${data}`, false)).close();
      return data;
    },
    code: 1,
    says: /--from has no stream participant-participant; use --participant for another one/,
  },
  "the journal of another participant": {
    from: async () => (await endedLedger()).data,
    more: ["--participant", "nobody"],
    code: 1,
    says: /--from has no stream participant-nobody; use --participant for another one/,
  },
  "a database of another program": {
    from: async () => {
      const data = tempFolder();
      const db = new Database(join(data, "journal.db"));
      db.exec("CREATE TABLE theirs (a)");
      db.close();
      return data;
    },
    code: 1,
    says: /--from: .*not a journal of this program/,
  },
  "a file that is no database": {
    from: async () => fileIn(tempFolder(), "journal.db", "text of another kind ".repeat(500)),
    code: 5,
    says: /--from: the journal is damaged/,
  },
  "a journal whose end is damaged": {
    from: async () => damaged((await endedLedger(["party0"])).data),
    code: 5,
    says: /--from: the journal is damaged/,
  },
  "a journal that is damaged before its end": {
    from: async () => damaged((await endedLedger(manyParties)).data),
    code: 5,
    says: /--from: the journal is damaged at offset \d+/,
  },
  "an offset that the journal does not reach": {
    from: async () => (await endedLedger()).data,
    more: ["--at", "999"],
    code: 1,
    says: /--at 999: the journal ends at offset \d+/,
    only: ["fork"],
  },
  "a store that nobody answers for": {
    from: async () => "esdb://127.0.0.1:1?tls=false",
    code: 1,
    says: /--from: the store is unavailable: esdb:\/\/127\.0\.0\.1:1/,
  },
  "a store that refuses the password": {
    from: async () => {
      const store = await inMemory((await endedLedger()).data);
      return `esdb://me:wrong@${await served(store, { name: "me", password: "right" })}`;
    },
    code: 1,
    says: /--from: the store is unavailable: (?!.*wrong)/,
  },
  "an address of no kind": { from: async () => "tape://1", code: 2, says: /--from: .*"tape"/ },
};

/** Whole folders as targets, from the one in which all of a test is. */
const targets: Readonly<Record<string, (top: string) => string>> = {
  "a new folder": (top) => join(top, "new"),
  "new folders in each other": (top) => join(top, "a", "b", "c"),
  "an empty folder": (top) => {
    mkdirSync(join(top, "empty"));
    return join(top, "empty");
  },
};

describe("A copy, a fork or a restore that is refused", () => {
  for (const [source, { from, more = [], code, says, only }] of Object.entries(ofSources)) {
    it(`leaves nothing behind when it is of ${source}`, async () => {
      const given = await from();
      const { data } = await endedLedger(["alice"]);
      for (const command of only ?? commands) {
        for (const [target, place] of Object.entries(targets)) {
          const top = tempFolder();
          const to = place(top);
          const before = everythingIn(top);
          const refused = await invoked([command, "--from", given, "--to", to, ...more]);
          const which = `${command} to ${target}: ${refused.err}`;
          expect(refused.err, which).to.match(says);
          expect(refused.code, which).to.equal(code);
          expect(everythingIn(top), which).to.deep.equal(before);
          const again = await invoked([command, "--from", data, "--to", to]);
          expect(again.code, `${which}\n${again.err}`).to.equal(0);
        }
      }
    });
  }

  it("keeps the files of others, also those that came meanwhile", async () => {
    const from = damaged((await endedLedger(manyParties)).data);
    const top = tempFolder();
    const to = join(top, "a", "b");
    mkdirSync(join(top, "a"));
    fileIn(join(top, "a"), "theirs", "x");
    expect((await invoked(["copy", "--from", from, "--to", to])).code).to.equal(5);
    expect(everythingIn(top)).to.deep.equal(
      everythingIn(top).filter((name) => !name.endsWith("b")),
    );
    mkdirSync(to);
    fileIn(to, "theirs", "y");
    const before = everythingIn(top);
    expect((await invoked(["copy", "--from", from, "--to", to])).code).to.equal(5);
    expect(everythingIn(top)).to.deep.equal(before);
  });

  const ofTargets: Readonly<Record<string, (top: string) => string>> = {
    "a file": (top) => join(fileIn(top, "file", "x"), "file"),
    "a place below a file": (top) => join(fileIn(top, "file", "x"), "file", "new"),
    "no name": () => "",
  };
  for (const [target, place] of Object.entries(ofTargets)) {
    it(`says what is in the way and touches nothing when its target is ${target}`, async () => {
      const { data } = await endedLedger(["alice"]);
      for (const command of commands) {
        const top = tempFolder();
        const to = place(top);
        const before = everythingIn(top);
        const { code, err } = await invoked([command, "--from", data, "--to", to]);
        expect(err).to.match(
          /--to: expected (?:a (?:new )?folder[;,] \S+file is a file|(?:PLACE|FOLDER), found an empty text)/,
        );
        expect(code).to.equal(2);
        expect(everythingIn(top)).to.deep.equal(before);
      }
      expect(existsSync("journal.db")).to.equal(false);
    });
  }

  it("touches no folder with something in it", async () => {
    const { data } = await endedLedger(["alice"]);
    const other = await endedLedger(["bob"]);
    const names = readdirSync(other.data);
    for (const command of commands) {
      const { code, err } = await invoked([command, "--from", data, "--to", other.data]);
      expect(code, err).to.equal(command === "copy" ? 1 : 2);
      expect(err).to.match(/--to has another stream|expected a new folder/);
      expect(readdirSync(other.data)).to.deep.equal(names);
    }
    expect((await openIn(other.data)).ledgerEnd()).to.equal(other.end);
  });

  it("takes nothing from a process that has the target", async () => {
    const { data } = await endedLedger(["alice"]);
    const held = tempFolder();
    const ledger = await openIn(held);
    const { code, err } = await invoked(["copy", "--from", data, "--to", held]);
    expect([code, err]).to.deep.equal([3, err]);
    expect(err).to.match(/--to: the data is in use/);
    expect(isLeft(await ledger.allocateParty({ partyIdHint: "carol" }))).to.equal(false);
    const end = ledger.ledgerEnd();
    await ledger.close();
    expect((await openIn(held)).ledgerEnd()).to.equal(end);
  });

  it("is resumed when the source goes away while it is read", async () => {
    const source = await inMemory((await endedLedger()).data);
    const gone: StoreError = { kind: "unavailable", outcome: "known", reason: "gone" };
    const read = failing(source, gone, 2);
    const target = inMemoryStore();
    const copied = await copyAll(read, target, "participant", () => undefined).catch(messageOf);
    expect(copied).to.match(
      /--from: the store is unavailable: gone; run the same command again to resume$/,
    );
    const last = await target.lastEvent("participant-participant");
    expect(last).to.have.nested.property("right.revision", 1);
    const lines: Array<string> = [];
    await copyAll(source, target, "participant", (line) => lines.push(line));
    expect(lines.at(-1)).to.contain("2 of them copied earlier");
  });

  it("keeps what was written when it can be resumed", async () => {
    for (const isKept of [true, false]) {
      const folder = join(tempFolder(), "new");
      const write = async () => {
        fileIn(folder, "journal.db", "");
        throw new CommandError("it ended");
      };
      const ended = await inTargetFolder("--to", folder, write, () => isKept).catch(messageOf);
      expect(ended).to.equal("it ended");
      expect(existsSync(join(folder, "journal.db"))).to.equal(isKept);
    }
  });

  it("leaves nothing when a store of another kind has a broken chain", async () => {
    const store = await inMemory((await endedLedger()).data);
    const broken: EventStore = {
      ...store,
      async *readStream(stream, how) {
        for await (const page of store.readStream(stream, how)) {
          yield isLeft(page)
            ? page
            : right(page.right.map((event) => ({ ...event, hash: "00".repeat(32) })));
        }
      },
    };
    const from = `esdb://${await served(broken)}`;
    for (const command of commands) {
      const top = tempFolder();
      const { code, err } = await invoked([command, "--from", from, "--to", join(top, "new")]);
      expect([code, err]).to.deep.equal([5, err]);
      expect(everythingIn(top)).to.deep.equal([]);
    }
  });
});

import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { right } from "fp-ts/lib/Either.js";
import { openLedger } from "../../../src/open/open-ledger.js";
import {
  activeFor,
  allocate,
  commit,
  journalOf,
  leftOf,
  openTest,
  optionsOf,
  pingBy,
  tempFolder,
} from "../../test-ledger.js";
import { storeProvider } from "@tallystick/event-store-sqlite";
import { rightOf } from "../../test-ledger.js";

/**
 * A data folder with a ledger of some pings, and a copy of its journal from before the last of
 * them.
 */
const cutFolder = async () => {
  const [data, older] = [tempFolder(), tempFolder()];
  const first = await openTest({ data });
  const alice = await allocate(first, "alice");
  await commit(first, pingBy(alice, "one"));
  const end = first.ledgerEnd();
  await first.close();
  cpSync(data, older, { recursive: true });
  const second = await openTest({ data });
  await commit(second, pingBy(alice, "two"));
  await commit(second, pingBy(alice, "three"));
  const lostEnd = second.ledgerEnd();
  await second.close();
  return { data, older, alice, end, lostEnd };
};

const files = (folder: string, pattern: RegExp): ReadonlyArray<string> =>
  readdirSync(folder)
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name));

const putBack = (data: string, older: string, pattern: RegExp): void => {
  for (const file of files(data, pattern)) rmSync(file);
  for (const file of files(older, pattern)) cpSync(file, file.replace(older, data));
};

describe("A journal that ends earlier than it once did", () => {
  for (const [what, lose] of [
    ["beside a newer snapshot and views", () => undefined],
    [
      "beside newer views",
      (data: string) => {
        rmSync(join(data, "snapshot"), { recursive: true });
      },
    ],
    [
      "beside a newer snapshot",
      (data: string) => {
        for (const file of files(data, /^views-/)) rmSync(file);
      },
    ],
  ] as const) {
    it(`is an error ${what}, until the operator accepts its end, which the journal then says`, async () => {
      const { data, older, alice, end, lostEnd } = await cutFolder();
      putBack(data, older, /^journal\.db/);
      lose(data);
      const error = leftOf(await openLedger(optionsOf({ data })));
      expect(error.kind).to.equal("store");
      expect(error.message).to.match(new RegExp(`ends at offset ${end}.*offset ${lostEnd}`));
      expect(error.message).to.contain(`--accept-journal-end ${end}`);
      const wrong = leftOf(await openLedger(optionsOf({ data, acceptJournalEnd: end + 1 })));
      expect(wrong.message).to.contain(`ends at offset ${end}`);
      const ledger = await openTest({ data, acceptJournalEnd: end });
      expect(await activeFor(ledger, alice)).to.have.length(1);
      await ledger.close();
      const store = rightOf(await storeProvider.open(data, { shared: false }));
      const journal = await journalOf(store);
      await store.close();
      expect(journal[end]?.type).to.equal("JournalRestored");
      expect(JSON.parse(journal[end]?.data ?? "")).to.include({ offset: end, lostOffset: lostEnd });
      await (await openTest({ data })).close();
    });
  }

  it("that is gone altogether is an error too, not a new ledger", async () => {
    const { data, alice } = await cutFolder();
    for (const file of files(data, /^journal\.db/)) rmSync(file);
    expect(leftOf(await openLedger(optionsOf({ data }))).message).to.match(/ends at offset 0/);
    rmSync(join(data, "snapshot"), { recursive: true });
    expect(leftOf(await openLedger(optionsOf({ data }))).message).to.match(/ends at offset 0/);
    const ledger = await openTest({ data, acceptJournalEnd: 0 });
    expect(ledger.party(alice)).to.equal(undefined);
  });

  it("that is gone but for a view of others is an error too, not a new ledger", async () => {
    const view = (offset: number) => ({
      name: "wallet-views",
      file: "wallet.db",
      begin: () => undefined,
      checkpoint: () => offset,
      checkpointHash: () => "",
      fold: () => Promise.resolve(right(offset)),
      onWait: () => undefined,
      onRewind: () => undefined,
      onNotice: () => undefined,
    });
    const data = tempFolder();
    const error = leftOf(await openLedger(optionsOf({ data, projections: [view(7)] })));
    expect(error.message).to.match(/ends at offset 0, but wallet\.db beside it .*offset 7/);
    expect(error.message).to.contain("--accept-journal-end 0");
    await (await openTest({ data, projections: [view(0)] })).close();
  });
});

/** The files next to a journal that tell how far it went, by what is in their names. */
const evidence = {
  ".head": /^journal\.db\.head$/,
  snapshot: /^snapshot$/,
  views: /^views-/,
} as const;

type Kept = "newest" | "older" | "missing";

const kepts: ReadonlyArray<Kept> = ["newest", "older", "missing"];

/** What is in the folder after its journal was replaced by an older copy. */
const keep = (data: string, older: string, pattern: RegExp, kept: Kept): void => {
  if (kept === "newest") return;
  for (const file of files(data, pattern)) rmSync(file, { recursive: true });
  if (kept === "older") {
    for (const file of files(older, pattern))
      cpSync(file, file.replace(older, data), { recursive: true });
  }
};

describe("An older copy of a journal", () => {
  let folder: Awaited<ReturnType<typeof cutFolder>>;
  let newest: string;

  beforeEach(async () => {
    folder = await cutFolder();
    newest = tempFolder();
    cpSync(folder.data, newest, { recursive: true });
  });

  const combination = (kept: Readonly<Record<keyof typeof evidence, Kept>>): string => {
    const data = tempFolder();
    cpSync(newest, data, { recursive: true });
    keep(data, folder.older, /^journal\.db($|-)/, "older");
    for (const [name, pattern] of Object.entries(evidence))
      keep(data, folder.older, pattern, kept[name as keyof typeof evidence]); // border: its keys
    return data;
  };

  it("is not opened next to anything newer, and is next to what is older or gone", async () => {
    for (const head of kepts) {
      for (const snapshot of kepts) {
        for (const views of kepts) {
          const kept = { ".head": head, snapshot, views };
          const data = combination(kept);
          const opened = await openLedger(optionsOf({ data }));
          const name = JSON.stringify(kept);
          if ([head, snapshot, views].includes("newest")) {
            const error = leftOf(opened);
            expect(error.kind, name).to.equal("store");
            expect(error.message, name).to.include("--accept-journal-end");
          } else {
            const ledger = rightOf(opened);
            expect(ledger.ledgerEnd(), name).to.equal(folder.end);
            await ledger.close();
          }
          rmSync(data, { recursive: true });
        }
      }
    }
  });

  it("is opened next to all that is newer once its end is accepted", async () => {
    const data = combination({ ".head": "newest", snapshot: "newest", views: "newest" });
    const ledger = await openTest({ data, acceptJournalEnd: folder.end });
    expect(await activeFor(ledger, folder.alice)).to.have.length(1);
    await ledger.close();
    await (await openTest({ data })).close();
  });

  it("that cannot be compared with its .head is said to be so", async () => {
    for (const [content, isSaid] of [
      ["", true],
      ["garbage", true],
      [`${"head 5 nonsense".padEnd(127)}\n`.repeat(3), true],
      [undefined, false],
    ] as const) {
      const data = combination({ ".head": "missing", snapshot: "missing", views: "missing" });
      if (content !== undefined) writeFileSync(join(data, "journal.db.head"), content);
      const notices: Array<string> = [];
      const ledger = await openTest({
        data,
        onNotice: ({ kind, message }) => {
          if (kind === "journal") notices.push(message);
        },
      });
      expect(notices.length, content).to.equal(isSaid ? 1 : 0);
      if (isSaid) expect(notices[0]).to.include("journal.db.head cannot be read");
      await ledger.close();
    }
  });

  for (const [left, lost] of [
    ["a snapshot and views", /^journal\.db/],
    ["a snapshot", /^(journal\.db|views-)/],
    ["views", /^(journal\.db|snapshot)/],
  ] as const) {
    it(`that is gone with its .head next to ${left} is not a new ledger`, async () => {
      for (const file of files(folder.data, lost)) rmSync(file, { recursive: true });
      const error = leftOf(await openLedger(optionsOf({ data: folder.data })));
      expect(error.message).to.match(/ends at offset 0.*--accept-journal-end 0/);
    });
  }
});

describe("A journal that may not be written", () => {
  // no one but root may do what a mode forbids
  const asAnother = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = fileURLToPath(new URL("../open-child.js", import.meta.url));

  const openedByChild = (data: string) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [child, data], {
      ...asAnother,
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  };

  for (const [name, change, message] of [
    ["", () => undefined, undefined],
    ["its file", (data: string) => chmodSync(join(data, "journal.db"), 0o444), /EACCES|READONLY/],
    ["its lock", (data: string) => chmodSync(join(data, "journal.db.lock"), 0o444), /EACCES/],
    ["its folder", (data: string) => chmodSync(data, 0o555), /cannot be written/],
  ] as const) {
    const title = message === undefined ? "is opened while it may" : `is not opened: ${name}`;
    it(title, async () => {
      const data = tempFolder();
      await (await openTest({ data })).close();
      const { uid, gid } = asAnother;
      if (uid !== undefined && gid !== undefined) {
        for (const each of [".", ...readdirSync(data, { recursive: true, encoding: "utf8" })])
          chownSync(join(data, each), uid, gid);
      }
      change(data);
      const { status, stdout, stderr } = openedByChild(data);
      chmodSync(data, 0o700);
      if (message === undefined) {
        expect([status, stdout], stderr).to.deep.equal([0, "ready true\n"]);
      } else {
        expect(status, stderr).to.equal(1);
        expect(stdout).to.match(message);
      }
    });
  }
});

describe("The files of a data folder", () => {
  it("are read by their owner alone", async () => {
    const data = join(tempFolder(), "data");
    const ledger = await openTest({ data });
    await commit(ledger, pingBy(await allocate(ledger, "alice"), "one"));
    await ledger.close();
    const found = readdirSync(data, { recursive: true, encoding: "utf8" });
    expect(found.length).to.be.above(6);
    for (const name of [".", ...found]) {
      const stats = statSync(join(data, name));
      expect(stats.mode & 0o777, name).to.equal(stats.isDirectory() ? 0o700 : 0o600);
    }
  });

  it("may be in a folder that others made wider", async () => {
    const data = tempFolder();
    mkdirSync(join(data, "other"));
    await (await openTest({ data })).close();
  });
});

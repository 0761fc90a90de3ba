import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type EventStore, inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { eventAt } from "../../src/journal/journal.js";
import {
  copySnapshot,
  fetchSnapshot,
  sharedPlace,
  shareSnapshots,
} from "../../src/snapshot/shared-snapshot.js";
import {
  activeFor,
  afterwards,
  allocate,
  codeOf,
  commit,
  openTest,
  pingBy,
  rightOf,
  tempFolder,
} from "../test-ledger.js";

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(folder, "snapshot")).toSorted();

const config = { sharedJournal: true, snapshotEveryEvents: 5, writerBeatMs: 5 };

/** A ledger with some contracts, closed, so that its folder has a snapshot. */
const writtenBy = async (store: EventStore, data: string, snapshotFolder = "") => {
  const ledger = await openTest({ store, data, config: { ...config, snapshotFolder } });
  await new Promise<void>((resolve) => ledger.onPreferredWriter(resolve));
  const alice = await allocate(ledger, "alice");
  for (let count = 0; count < 20; count++) await commit(ledger, pingBy(alice, `c${count}`));
  const active = await activeFor(ledger, alice);
  const end = ledger.ledgerEnd();
  await ledger.close();
  return { alice, active, end };
};

/** The store, and where unlimited reads of the journal began. */
const watched = (inner: EventStore) => {
  const reads: Array<number> = [];
  const store: EventStore = {
    ...inner,
    readStream: (stream, read) => {
      if (read?.maxCount === undefined && stream.startsWith("participant-"))
        reads.push(read?.from ?? 0);
      return inner.readStream(stream, read);
    },
  };
  return { store, reads };
};

describe("A snapshot that nodes share", () => {
  it("lets a new node begin where it ends, with the same contracts and change ids", async () => {
    const inner = inMemoryStore();
    const shared = tempFolder();
    const { alice, active, end } = await writtenBy(inner, tempFolder(), shared);
    const { store, reads } = watched(inner);
    const data = tempFolder();
    const node = await openTest({ store, data, config: { ...config, snapshotFolder: shared } });
    expect(reads[0], "the state is read from the snapshot on").to.equal(end);
    expect(node.ledgerEnd()).to.equal(end);
    expect(await activeFor(node, alice)).to.deep.equal(active);
    expect(codeOf(await node.submitAndWait(pingBy(alice, "c3")))).to.equal("DUPLICATE_COMMAND");
    await commit(node, pingBy(alice, "another"));
  });

  it("of another journal is not begun with", async () => {
    const shared = tempFolder();
    await writtenBy(inMemoryStore(), tempFolder(), shared);
    const other = inMemoryStore();
    const { active, alice } = await writtenBy(other, tempFolder());
    const data = tempFolder();
    const opened = { store: other, data, config: { ...config, snapshotFolder: shared } };
    const node = await openTest(opened);
    expect(await activeFor(node, alice)).to.deep.equal(active);
  });

  it("that is damaged costs nothing but time", async () => {
    const store = inMemoryStore();
    const shared = tempFolder();
    const { alice, active } = await writtenBy(store, tempFolder(), shared);
    const [place = ""] = readdirSync(shared);
    const manifest = join(shared, place, "snapshot", "manifest");
    writeFileSync(manifest, readFileSync(manifest, "utf8").replace("format", "tamrof"));
    const data = tempFolder();
    const node = await openTest({ store, data, config: { ...config, snapshotFolder: shared } });
    expect(await activeFor(node, alice)).to.deep.equal(active);
  });

  it("replaces the one of another journal in a data folder", async () => {
    const [shared, data] = [tempFolder(), tempFolder()];
    await writtenBy(inMemoryStore(), data);
    const inner = inMemoryStore();
    const { alice, active, end } = await writtenBy(inner, tempFolder(), shared);
    const { store, reads } = watched(inner);
    const node = await openTest({ store, data, config: { ...config, snapshotFolder: shared } });
    expect(reads[0], "the state is read from the snapshot on").to.equal(end);
    expect(await activeFor(node, alice)).to.deep.equal(active);
  });

  it("without one of its runs costs nothing but time, and is made good", async () => {
    const store = inMemoryStore();
    const shared = tempFolder();
    const { alice, active } = await writtenBy(store, tempFolder(), shared);
    const place = join(shared, readdirSync(shared)[0] ?? "");
    const lost = filesIn(place).find((name) => name.endsWith(".run")) ?? "";
    rmSync(join(place, "snapshot", lost));
    const data = tempFolder();
    const node = await openTest({ store, data, config: { ...config, snapshotFolder: shared } });
    expect(await activeFor(node, alice)).to.deep.equal(active);
    await new Promise<void>((resolve) => node.onPreferredWriter(resolve));
    await node.close();
    expect(filesIn(place)).to.deep.equal(filesIn(data));
  });

  it("is shared by one of two nodes that write at once, and a third begins with it", async () => {
    const inner = inMemoryStore();
    const options = () => ({
      store: inner,
      data: tempFolder(),
      config: { ...config, snapshotFolder: shared },
    });
    const shared = tempFolder();
    const [one, two] = [await openTest(options()), await openTest(options())];
    const alice = await allocate(one, "alice");
    for (let count = 0; count < 20; count++) {
      const both = [
        commit(one, pingBy(alice, `one-${count}`)),
        commit(two, pingBy(alice, `two-${count}`)),
      ];
      await Promise.all(both);
    }
    await new Promise<void>((resolve) => one.onPreferredWriter(resolve));
    await Promise.all([one.close(), two.close()]);
    expect(readdirSync(shared)).to.have.length(1);
    const { store, reads } = watched(inner);
    const third = await openTest({ ...options(), store });
    expect(reads[0], "the state is read from the snapshot on").to.be.greaterThan(0);
    expect(await activeFor(third, alice)).to.have.length(40);
  });

  it("is named after its journal", () => {
    const place = sharedPlace("/s", "participant-p", "ab".repeat(32));
    expect(place).to.equal(join("/s", `participant-p-${"ab".repeat(8)}`));
  });
});

describe("The copy of a snapshot", () => {
  it("takes no room of its own beside the snapshot", async () => {
    const [data, to] = [tempFolder(), tempFolder()];
    await writtenBy(inMemoryStore(), data);
    await copySnapshot(data, to);
    const inodes = (folder: string) =>
      filesIn(folder)
        .filter((name) => name !== "manifest")
        .map((name) => statSync(join(folder, "snapshot", name)).ino);
    expect(inodes(to)).to.deep.equal(inodes(data));
  });

  it("is the same files, without those that it no longer names", async () => {
    const [data, to] = [tempFolder(), tempFolder()];
    await writtenBy(inMemoryStore(), data);
    mkdirSync(join(to, "snapshot"));
    writeFileSync(join(to, "snapshot", "old.run"), "");
    const manifest = await copySnapshot(data, to);
    expect(manifest).to.equal(readFileSync(join(data, "snapshot", "manifest"), "utf8"));
    expect(filesIn(to)).to.deep.equal(filesIn(data));
    for (const name of filesIn(data)) {
      expect(readFileSync(join(to, "snapshot", name))).to.deep.equal(
        readFileSync(join(data, "snapshot", name)),
      );
    }
  });

  it("is not made of a folder without a snapshot, nor of one that lacks a run", async () => {
    const [data, to] = [tempFolder(), tempFolder()];
    expect(await copySnapshot(data, to)).to.equal(undefined);
    await writtenBy(inMemoryStore(), data);
    const run = filesIn(data).find((name) => name.endsWith(".run")) ?? "";
    rmSync(join(data, "snapshot", run));
    expect(await copySnapshot(data, to)).to.equal(undefined);
    expect(filesIn(to)).to.not.include("manifest");
  });

  it("is not taken over by a folder that has a snapshot of the journal", async () => {
    const [data, shared] = [tempFolder(), tempFolder()];
    const store = inMemoryStore();
    await writtenBy(store, data);
    const first = rightOf(await eventAt({ store, stream: "participant-participant" }, 1));
    await writtenBy(inMemoryStore(), shared);
    const before = filesIn(data);
    expect(await fetchSnapshot(shared, data, first?.hash ?? "")).to.equal(false);
    expect(filesIn(data)).to.deep.equal(before);
    expect(await fetchSnapshot(tempFolder(), tempFolder(), "")).to.equal(false);
  });

  it("is made when there is a newer one, by the node that may", async () => {
    const [data, shared] = [tempFolder(), tempFolder()];
    const store = inMemoryStore();
    const { alice } = await writtenBy(store, data);
    let isWriter = false;
    const sharing = shareSnapshots(data, shared, 1, () => isWriter);
    afterwards(() => sharing.stop());
    await new Promise((resolve) => setTimeout(resolve, 15));
    expect(readdirSync(shared)).to.deep.equal([]);
    isWriter = true;
    while (readdirSync(shared).length === 0 || !filesIn(shared).includes("manifest"))
      await new Promise((resolve) => setTimeout(resolve, 2));
    await sharing.share();
    const first = readFileSync(join(shared, "snapshot", "manifest"), "utf8");
    const again = await openTest({ store, data, config });
    for (let count = 0; count < 10; count++)
      rightOf(await again.submitAndWait(pingBy(alice, `d${count}`)));
    await again.close();
    await sharing.share();
    await sharing.share();
    expect(readFileSync(join(shared, "snapshot", "manifest"), "utf8")).to.not.equal(first);
    expect(filesIn(shared)).to.deep.equal(filesIn(data));
  });
});

import { hash, randomUUID } from "node:crypto";
import { type EventStore, faultyStore, inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { left, right } from "fp-ts/lib/Either.js";
import { archivePartBytes, archiveStore } from "../../src/administration/archive-store.js";
import { codeOf, leftOf, openTest, rightOf } from "../test-ledger.js";

const roomy = { maxPackages: 10, maxBytes: 10 * archivePartBytes };
const nobody = () => [];

const archiveOf = (text: string) => {
  const payload = new TextEncoder().encode(text);
  return { packageId: hash("sha256", payload, "hex"), payload };
};
const [one, two] = [archiveOf("one"), archiveOf("two")];
const streamOf = ({ packageId }: { readonly packageId: string }) => `package-${packageId}`;

const countOf = async (store: EventStore, stream: string): Promise<number> =>
  (rightOf(await store.lastEvent(stream))?.revision ?? -1) + 1;

describe("Archives in the store of the journal", () => {
  it("are given back as they came, and written once", async () => {
    const store = inMemoryStore();
    const archives = archiveStore(store, roomy, nobody, randomUUID);
    expect(codeOf(await archives.read(one.packageId))).to.equal("PACKAGE_NOT_FOUND");
    for (const kept of [[one, two], [one], []])
      expect(codeOf(await archives.keep(kept))).to.equal("ok");
    expect(Buffer.from(rightOf(await archives.read(one.packageId))).toString()).to.equal("one");
    expect(Buffer.from(rightOf(await archives.read(two.packageId))).toString()).to.equal("two");
    expect(await countOf(store, streamOf(one))).to.equal(1);
  });

  it("are read by another node on the same store", async () => {
    const store = inMemoryStore();
    rightOf(await archiveStore(store, roomy, nobody, randomUUID).keep([one]));
    const other = archiveStore(store, roomy, nobody, randomUUID);
    expect(Buffer.from(rightOf(await other.read(one.packageId))).toString()).to.equal("one");
  });

  it("that are large are kept in parts", async () => {
    const store = inMemoryStore();
    const large = archiveOf("x".repeat(2 * archivePartBytes + 1));
    const archives = archiveStore(store, roomy, nobody, randomUUID);
    rightOf(await archives.keep([large]));
    expect(await countOf(store, streamOf(large))).to.equal(3);
    expect(rightOf(await archives.read(large.packageId)).length).to.equal(large.payload.length);
  });

  it("are read once, also the last part, by which one sees whether they are whole", async () => {
    const inner = inMemoryStore();
    const large = archiveOf("w".repeat(2 * archivePartBytes + 1));
    rightOf(await archiveStore(inner, roomy, nobody, randomUUID).keep([one, large]));
    let events = 0;
    const store: EventStore = {
      ...inner,
      readStream: (stream, options) => {
        events += options?.maxCount ?? Number.POSITIVE_INFINITY;
        return inner.readStream(stream, options);
      },
    };
    const archives = archiveStore(store, roomy, nobody, randomUUID);
    expect(codeOf(await archives.read(one.packageId))).to.equal("ok");
    expect(events).to.equal(0);
    expect(codeOf(await archives.read(large.packageId))).to.equal("ok");
    expect(events).to.equal(2);
  });

  it("whose bytes are others than their name says are damaged", async () => {
    const store = inMemoryStore();
    const archives = archiveStore(store, roomy, nobody, randomUUID);
    rightOf(await archives.keep([{ ...two, packageId: one.packageId }]));
    expect(leftOf(await archives.read(one.packageId)).cause).to.match(/damaged/);
  });

  it("of which only some parts were written do not exist, and are written again", async () => {
    const inner = inMemoryStore();
    const large = archiveOf("y".repeat(2 * archivePartBytes));
    const cut = archiveStore(
      faultyStore(inner, [{ kind: "pass" }, { kind: "refused" }]),
      roomy,
      nobody,
      randomUUID,
    );
    const error = leftOf(await cut.keep([large]));
    expect(error.code).to.equal("INDEX_DB_SQL_TRANSIENT_ERROR");
    expect(error.cause).to.contain("planned fault");
    const archives = archiveStore(inner, roomy, nobody, randomUUID);
    expect(codeOf(await archives.read(large.packageId))).to.equal("PACKAGE_NOT_FOUND");
    rightOf(await archives.keep([large]));
    expect(rightOf(await archives.read(large.packageId)).length).to.equal(large.payload.length);
    expect(await countOf(inner, streamOf(large))).to.equal(3);
  });

  it("uploaded by two nodes at once are there once they have answered", async () => {
    const inner = inMemoryStore();
    const rival = archiveStore(inner, roomy, nobody, randomUUID);
    const store = faultyStore(inner, [{ kind: "race", before: () => rival.keep([one]) }]);
    rightOf(await archiveStore(store, roomy, nobody, randomUUID).keep([one]));
    expect(await countOf(inner, streamOf(one))).to.equal(1);
    expect(codeOf(await rival.read(one.packageId))).to.equal("ok");
  });

  for (const limits of [
    { maxPackages: 1, maxBytes: 1_000 },
    { maxPackages: 10, maxBytes: 5 },
  ]) {
    it(`are bounded: ${JSON.stringify(limits)}, those of an earlier run included`, async () => {
      const store = inMemoryStore();
      rightOf(await archiveStore(store, limits, nobody, randomUUID).keep([one]));
      const archives = archiveStore(store, limits, () => [one.packageId, "no archive"], randomUUID);
      const error = leftOf(await archives.keep([two]));
      expect(error.code).to.equal("INVALID_ARGUMENT");
      expect(error.cause).to.match(/2 package archives of 6 bytes/);
      expect(codeOf(await archives.read(two.packageId))).to.equal("PACKAGE_NOT_FOUND");
      expect(codeOf(await archives.keep([one]))).to.equal("ok");
    });
  }

  it("are read only under names that are hashes", async () => {
    const archives = archiveStore(inMemoryStore(), roomy, nobody, randomUUID);
    rightOf(await archives.keep([one]));
    for (const name of ["../packages", "", ".", "a\nb", one.packageId.toUpperCase()])
      expect(codeOf(await archives.read(name))).to.equal("PACKAGE_NOT_FOUND");
  });

  for (const [what, damage] of [
    [
      "cannot be read",
      left({ kind: "damaged", stream: "s", revision: 0, position: 1, reason: "flipped" } as const),
    ],
    ["are other bytes", right([])],
  ] as const) {
    it(`that ${what} are an error that says so, and are written again`, async () => {
      const inner = inMemoryStore();
      let isDamaged = true;
      const store: EventStore = {
        ...inner,
        readStream: (stream, read) =>
          isDamaged && read?.from === 0
            ? (async function* () {
                yield damage;
              })()
            : inner.readStream(stream, read),
      };
      const archives = archiveStore(store, roomy, nobody, randomUUID);
      const large = archiveOf("z".repeat(archivePartBytes + 1));
      rightOf(await archives.keep([large]));
      expect(leftOf(await archives.read(large.packageId)).cause).to.match(
        /damaged.*Upload its DAR again/,
      );
      rightOf(await archives.keep([large]));
      expect(rightOf(await archives.read(large.packageId)).at(-1)).to.equal("z".charCodeAt(0));
      isDamaged = false;
      expect(codeOf(await archives.read(large.packageId))).to.equal("ok");
    });
  }

  it("without an event are not served: an upload that did not come to its end left them", async () => {
    const store = inMemoryStore();
    const ledger = await openTest({ store });
    rightOf(await archiveStore(store, roomy, nobody, randomUUID).keep([one]));
    expect(codeOf(await ledger.packageArchive(one.packageId))).to.equal("PACKAGE_NOT_FOUND");
  });
});

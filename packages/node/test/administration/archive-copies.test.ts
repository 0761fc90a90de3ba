import { hash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { privateFile } from "@tallystick/background";
import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { withCopies } from "../../src/administration/archive-copies.js";
import { archiveStore } from "../../src/administration/archive-store.js";
import { readDar } from "../../src/ledger/dar-file.js";
import {
  allocate,
  codeOf,
  commandsBy,
  commit,
  createOf,
  openTest,
  rightOf,
  tempFolder,
} from "../test-ledger.js";

const archiveOf = (text: string) => {
  const payload = Buffer.from(text);
  return { packageId: hash("sha256", payload, "hex"), payload };
};
const [one, two] = [archiveOf("one archive"), archiveOf("another")];

/** Archives with copies in a new folder, and how often the store was read. */
const opened = (maxPackages = 10) => {
  const data = tempFolder();
  const limits = { maxPackages, maxBytes: 1_000 };
  const store = archiveStore(inMemoryStore(), limits, () => [], randomUUID);
  const reads: Array<string> = [];
  const counted: typeof store = {
    ...store,
    read: (packageId) => {
      reads.push(packageId);
      return store.read(packageId);
    },
  };
  const copyOf = ({ packageId }: { readonly packageId: string }) =>
    join(data, "archives", packageId);
  return { data, store, reads, copyOf, copied: withCopies(counted, data) };
};

/** What may have become of a copy. */
const damages: Readonly<Record<string, (path: string) => void>> = {
  empty: (path) => writeFileSync(path, ""),
  "cut off": (path) => writeFileSync(path, readFileSync(path).subarray(0, -1)),
  "longer by a byte": (path) =>
    writeFileSync(path, Buffer.concat([readFileSync(path), one.payload])),
  "changed in a bit": (path) => {
    const bytes = readFileSync(path);
    bytes[3] = (bytes[3] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  },
  "another archive": (path) => writeFileSync(path, two.payload),
  "what another program wrote": (path) => writeFileSync(path, '{"v":0,"checked":true}'),
};

describe("Copies of archives", () => {
  it("are made of what is kept, readable by the owner alone, and read instead of the store", async () => {
    const { reads, copied, copyOf, data } = opened();
    rightOf(await copied.keep([one, two]));
    expect(rightOf(await copied.read(one.packageId))).to.deep.equal(one.payload);
    expect(reads).to.deep.equal([]);
    expect(statSync(copyOf(one)).mode & 0o777).to.equal(privateFile);
    expect(readdirSync(join(data, "archives"))).to.have.members([one.packageId, two.packageId]);
  });

  it("are made of what was read, as another node kept it", async () => {
    const { store, reads, copied } = opened();
    rightOf(await store.keep([one]));
    for (const _ of [1, 2])
      expect(Buffer.from(rightOf(await copied.read(one.packageId)))).to.deep.equal(one.payload);
    expect(reads).to.deep.equal([one.packageId]);
  });

  for (const [what, damage] of Object.entries(damages)) {
    it(`are read from the store and written again: ${what}`, async () => {
      const { reads, copied, copyOf } = opened();
      rightOf(await copied.keep([one]));
      damage(copyOf(one));
      expect(Buffer.from(rightOf(await copied.read(one.packageId)))).to.deep.equal(one.payload);
      expect(reads).to.deep.equal([one.packageId]);
      expect(readFileSync(copyOf(one))).to.deep.equal(one.payload);
      damage(copyOf(one));
      rightOf(await copied.keep([one]));
      expect(readFileSync(copyOf(one))).to.deep.equal(one.payload);
    });
  }

  it("are written where a process ended while it wrote them, and nothing is left of that", async () => {
    const { data, store, copied, copyOf } = opened();
    rightOf(await store.keep([one, two]));
    mkdirSync(join(data, "archives"));
    writeFileSync(`${copyOf(one)}.1.draft`, one.payload.subarray(0, 3));
    expect(Buffer.from(rightOf(await copied.read(one.packageId)))).to.deep.equal(one.payload);
    expect(readdirSync(join(data, "archives"))).to.deep.equal([one.packageId]);
    expect(Buffer.from(rightOf(await copied.read(two.packageId)))).to.deep.equal(two.payload);
  });

  it("are done without where none can be made", async () => {
    const { data, copied, copyOf } = opened();
    writeFileSync(join(data, "archives"), "a file");
    rightOf(await copied.keep([one]));
    expect(Buffer.from(rightOf(await copied.read(one.packageId)))).to.deep.equal(one.payload);
    const other = opened();
    mkdirSync(other.copyOf(one), { recursive: true });
    rightOf(await other.copied.keep([one]));
    expect(Buffer.from(rightOf(await other.copied.read(one.packageId)))).to.deep.equal(one.payload);
    expect(existsSync(copyOf(one))).to.equal(false);
  });

  it("are not made of what the store does not keep, or does not have", async () => {
    const { copied, copyOf } = opened(0);
    expect(codeOf(await copied.keep([one]))).to.equal("INVALID_ARGUMENT");
    for (const packageId of [one.packageId, "../packages", "", one.packageId.toUpperCase()])
      expect(codeOf(await copied.read(packageId))).to.equal("PACKAGE_NOT_FOUND");
    expect(existsSync(dirname(copyOf(one)))).to.equal(false);
  });
});

describe("A ledger on a folder with copies of archives", () => {
  const file = fileURLToPath(new URL("../../../../../examples/daml/iou.dar", import.meta.url));
  const iou = "#iou-example:Iou:Iou";

  it("answers the same whatever became of them", async () => {
    const data = tempFolder();
    const first = await openTest({ data, packages: [await readDar(file)] });
    const alice = await allocate(first, "alice");
    await first.close();
    const folder = join(data, "archives");
    const copies = readdirSync(folder).map((name) => join(folder, name));
    expect(copies).to.not.deep.equal([]);
    const contents = copies.map((path) => readFileSync(path));
    for (const [what, damage] of Object.entries(damages)) {
      for (const path of copies) damage(path);
      const ledger = await openTest({ data });
      const payload = { issuer: alice, owner: alice, currency: "USD", amount: "10.0" };
      await commit(ledger, commandsBy(alice, what, createOf(iou, payload)));
      await ledger.close();
      expect(copies.map((path) => readFileSync(path))).to.deep.equal(contents);
    }
  });
});

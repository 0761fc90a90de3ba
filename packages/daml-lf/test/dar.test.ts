import { hash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { LedgerError } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { type Dar, type DarLimits, readDar } from "../src/index.js";
import { stablePackages } from "../src/stable-packages.js";
import {
  dalfOf,
  darOf,
  manifestOf,
  manifestPath,
  message,
  packageIdOf,
  payloadOf,
  type ZipEntry,
  zipOf,
} from "./dar-writer.js";

const library = payloadOf({ name: "library" });
const libraryId = packageIdOf(library);
const main = payloadOf({ name: "main", imports: [libraryId], templates: [{ name: "Iou" }] });
const mainId = packageIdOf(main);
const good = darOf([main, library]);

const read = async (bytes: Uint8Array, limits?: Partial<DarLimits>): Promise<Dar> => {
  const dar = await readDar(bytes, limits);
  if (isLeft(dar)) throw new Error(`${dar.left.code}: ${dar.left.cause}`);
  return dar.right;
};

const refused = async (bytes: Uint8Array, limits?: Partial<DarLimits>): Promise<LedgerError> => {
  const dar = await readDar(bytes, limits);
  if (isRight(dar)) throw new Error("the DAR was taken");
  return dar.left;
};

const expectRefused = async (
  bytes: Uint8Array,
  code: string,
  reason: RegExp,
  limits?: Partial<DarLimits>,
): Promise<LedgerError> => {
  const error = await refused(bytes, limits);
  const text = `${error.code} ${error.cause} ${error.context["throwable"] ?? ""}`;
  expect(text).to.match(new RegExp(`^${code} .*${reason.source}`));
  return error;
};

/** A DAR of one package under a manifest of these lines. */
const withManifest = (lines: ReadonlyArray<string>, lineEnd?: string): Uint8Array =>
  zipOf([
    { name: manifestPath, data: manifestOf(lines, lineEnd) },
    { name: "a.dalf", data: dalfOf(library) },
  ]);

describe("A DAR", () => {
  it("gives its packages, the main one first, under the hashes of their payloads", async () => {
    const dar = await read(good);
    expect(dar.packages.map((each) => each.packageId)).to.deep.equal([mainId, libraryId]);
    expect(dar.main).to.include({ name: "main", version: "1.0.0", languageVersion: "2.2" });
    expect(dar.main.dependencies).to.deep.equal([libraryId]);
    for (const { packageId, payload } of dar.packages)
      expect(hash("sha256", payload, "hex")).to.equal(packageId);
  });

  it("is read under a manifest that is folded, ends its lines either way, and spells its keys in any case", async () => {
    const long = `${"folder/".repeat(20)}a.dalf`;
    for (const lineEnd of ["\n", "\r\n"]) {
      const bytes = zipOf([
        {
          name: manifestPath,
          data: manifestOf([`main-dalf: ${long}`, `DALFS:  ${long} ,`, "Format: daml-lf"], lineEnd),
        },
        { name: long, data: dalfOf(library) },
      ]);
      expect((await read(bytes)).main.packageId).to.equal(libraryId);
    }
  });

  it("may name its main package at any place of the list", async () => {
    const bytes = zipOf([
      {
        name: manifestPath,
        data: manifestOf(["Main-Dalf: b.dalf", "Dalfs: a.dalf, b.dalf", "Format: daml-lf"]),
      },
      { name: "a.dalf", data: dalfOf(library) },
      { name: "b.dalf", data: dalfOf(main) },
    ]);
    expect((await read(bytes)).main.packageId).to.equal(mainId);
  });

  it("has of several entries with one name the last", async () => {
    const entries: ReadonlyArray<ZipEntry> = [
      { name: manifestPath, data: manifestOf(["Main-Dalf: a", "Dalfs: a", "Format: daml-lf"]) },
      { name: "a", data: Uint8Array.of(1, 2, 3) },
      { name: "a", data: dalfOf(library) },
    ];
    expect((await read(zipOf(entries))).main.packageId).to.equal(libraryId);
  });

  it("may hold anything else, under any name", async () => {
    const strange = ["../../etc/passwd", "/root", "C:\\x", "__proto__", "constructor", "a\u0000b"];
    const more = [
      ...strange.map((name): ZipEntry => ({ name, data: Uint8Array.of(1), store: true })),
      { name: Uint8Array.of(0xff, 0xfe), data: new Uint8Array() },
    ];
    expect((await read(darOf([main, library], more))).main.packageId).to.equal(mainId);
  });

  const manifestCases: ReadonlyArray<readonly [ReadonlyArray<string>, RegExp]> = [
    [["Dalfs: a.dalf", "Format: daml-lf"], /lacks Main-Dalf/],
    [["Main-Dalf: a.dalf", "Format: daml-lf"], /lacks Dalfs/],
    [["Main-Dalf: a.dalf", "Dalfs: a.dalf"], /lacks Format/],
    [["Main-Dalf: a.dalf", "Dalfs: a.dalf", "Format: zip"], /Format "zip"/],
    [["Main-Dalf: a.dalf", "Dalfs: a.dalf", "", "Format: daml-lf"], /lacks Format/],
    [["nonsense"], /not Key: value/],
  ];
  for (const [lines, reason] of manifestCases) {
    it(`is refused with the manifest ${lines.join("; ")}`, async () => {
      const error = await expectRefused(withManifest(lines), "INVALID_DAR", reason);
      expect(error.context).to.have.all.keys("entries", "throwable");
      expect(error.context["entries"]).to.contain("a.dalf");
    });
  }

  for (const [what, bytes] of [
    ["nothing", new Uint8Array()],
    ["text", new TextEncoder().encode("not a zip file at all, but long enough to be one")],
    ["an empty zip", zipOf([])],
    ["no manifest", zipOf([{ name: "a", data: Uint8Array.of(1) }])],
  ] as const) {
    it(`is refused when it is ${what}, in words that clients compare`, async () => {
      const error = await expectRefused(bytes, "INVALID_DAR", /zip|manifest|META-INF/i);
      expect(error.cause).to.equal("Dar file is corrupt");
    });
  }

  it("is refused when its manifest names an entry that is not there", async () => {
    const lines = ["Main-Dalf: a.dalf", "Dalfs: a.dalf, b.dalf", "Format: daml-lf"];
    const error = await expectRefused(withManifest(lines), "INVALID_ZIP_ENTRY", /b\.dalf/);
    expect(error.context["name"]).to.equal("b.dalf");
  });

  for (const minor of ["dev", "4-rc1"]) {
    it(`is refused in Daml-LF 2.${minor}`, async () => {
      const payload = payloadOf({ minor });
      const error = await expectRefused(
        darOf([payload]),
        "ALLOWED_LANGUAGE_VERSIONS",
        /List\(2\.1, 2\.2, 2\.3\) but got 2/,
      );
      expect(error.context["packageId"]).to.equal(packageIdOf(payload));
    });
  }

  it("is refused in Daml-LF 1, whatever else is in it", () =>
    expectRefused(
      darOf([message([3, "15"], [2, Uint8Array.of(255, 255)])]),
      "ALLOWED_LANGUAGE_VERSIONS",
      /got 1\.15/,
    ));

  for (const minor of ["1", "2", "3"]) {
    it(`is read in Daml-LF 2.${minor}`, async () => {
      const dar = await read(darOf([payloadOf({ minor })]));
      expect(dar.main.languageVersion).to.equal(`2.${minor}`);
    });
  }

  it("is refused without a package it needs, also when another package needs it", async () => {
    const error = await expectRefused(darOf([main]), "DAR_DEPENDENCIES_NOT_VALID", /missing/);
    expect(error.context).to.deep.equal({
      mainPackageId: mainId,
      missingDependencies: libraryId,
      extraDependencies: "",
    });
    const top = payloadOf({ name: "top", imports: [mainId] });
    await expectRefused(darOf([top, main]), "DAR_DEPENDENCIES_NOT_VALID", /missing/);
  });

  it("may bring more than it needs up to Daml-LF 2.1, and no more from 2.2 on", async () => {
    const extra = await expectRefused(
      darOf([library, main]),
      "DAR_DEPENDENCIES_NOT_VALID",
      /extra/,
    );
    expect(extra.context["extraDependencies"]).to.equal(mainId);
    expect((await read(darOf([payloadOf({ minor: "1" }), library]))).packages).to.have.length(2);
  });

  it("need not hold the stable packages it refers to", async () => {
    const [stable = ""] = stablePackages.keys();
    expect((await read(darOf([payloadOf({ imports: [stable] })]))).main.dependencies).to.deep.equal(
      [stable],
    );
  });
});

describe("A zip file", () => {
  const zeros = new Uint8Array(4_000_000);
  const manifest = manifestOf(["Main-Dalf: a", "Dalfs: a", "Format: daml-lf"]);
  const bomb = (entry: Partial<ZipEntry>, manifestEntry: Partial<ZipEntry> = {}): Uint8Array =>
    zipOf([
      { name: manifestPath, data: manifest, ...manifestEntry },
      { name: "a", data: zeros, ...entry },
    ]);

  it("is a bomb when it declares more than it may hold, in one entry or in all together", async () => {
    await expectRefused(bomb({}), "ZIP_BOMB", /4000000/, { maxEntryBytes: 4_000_000 });
    await expectRefused(bomb({}), "ZIP_BOMB", /together/, { maxTotalBytes: 4_000_000 });
    await expectRefused(bomb({ declaredBytes: 2 ** 30 }), "ZIP_BOMB", /1073741824/);
  });

  it("is a bomb when an entry unpacks to more than it declares", async () => {
    for (const declaredBytes of [0, 1, 3_999_999])
      await expectRefused(bomb({ declaredBytes }), "ZIP_BOMB", /more than the/);
    await expectRefused(bomb({}, { data: zeros, declaredBytes: 5 }), "ZIP_BOMB", /MANIFEST/);
  });

  it("is a bomb when its manifest is one", () =>
    expectRefused(bomb({}, { data: zeros }), "ZIP_BOMB", /MANIFEST/, { maxManifestBytes: 1_000 }));

  it("is a bomb when it has too many entries", async () => {
    const entry = (_: unknown, at: number): ZipEntry => ({ name: `${at}`, data: new Uint8Array() });
    const many = zipOf(Array.from({ length: 101 }, entry));
    await expectRefused(many, "ZIP_BOMB", /entries/, { maxEntries: 100 });
    expect((await refused(many, { maxEntries: 101 })).code).to.equal("INVALID_DAR");
  });

  it("is a bomb when packages that share one entry's data come to too much", async () => {
    const names = Array.from({ length: 50 }, (_, at) => `${at}.dalf`);
    const lines = ["Main-Dalf: 0.dalf", `Dalfs: ${names.join(",")}`, "Format: daml-lf"];
    const entries = names.map((name): ZipEntry => ({ name, data: dalfOf(library) }));
    const bytes = zipOf([{ name: manifestPath, data: manifestOf(lines) }, ...entries]);
    expect((await read(bytes)).packages).to.have.length(1);
    await expectRefused(bytes, "ZIP_BOMB", /together/, { maxTotalBytes: 3_000 });
    await expectRefused(bytes, "INVALID_DAR", /more than 49/, { maxPackages: 49 });
  });

  /** What a call takes of the processor, whatever else it is busy with; the least of some tries. */
  const cpuMicros = async (run: () => unknown, tries: number): Promise<number> => {
    let least = Number.POSITIVE_INFINITY;
    for (let n = 0; n < tries; n += 1) {
      const before = process.cpuUsage();
      await run();
      const { user, system } = process.cpuUsage(before);
      least = Math.min(least, user + system);
    }
    return least;
  };

  it("is left early when it is a bomb: 256 MiB of zeros take neither their memory nor their time", async () => {
    const lying = bomb({ data: new Uint8Array(256 * 1024 ** 2), declaredBytes: 100 });
    const before = process.memoryUsage().arrayBuffers;
    const leftMicros = await cpuMicros(() => expectRefused(lying, "ZIP_BOMB", /100 bytes/), 3);
    expect(process.memoryUsage().arrayBuffers - before).to.be.below(8 * 1024 ** 2);
    const deflated = deflateRawSync(new Uint8Array(256 * 1024 ** 2));
    expect(leftMicros).to.be.below((await cpuMicros(() => inflateRawSync(deflated), 1)) / 3);
  });

  for (const [what, entry, reason] of [
    ["a wrong checksum", { crc: 1 }, /checksum/],
    ["a size too large", { declaredBytes: 4_000_001 }, /4000001/],
    ["an unknown compression", { method: 12 }, /compression method 12/],
    ["encryption", { flags: 1 }, /encrypted/],
    ["strong encryption", { flags: 0x41 }, /encryption/],
    [
      "data that is not deflated",
      { data: Uint8Array.of(255, 1), store: true, method: 8 },
      /damaged/,
    ],
  ] as const)
    it(`is refused with ${what}`, () => expectRefused(bomb(entry), "DAR_PARSE_ERROR", reason));

  it("is refused wherever it is cut off", async () => {
    for (let length = 0; length < good.length; length++) {
      const { code } = await refused(good.slice(0, length));
      expect(["INVALID_DAR", "DAR_PARSE_ERROR"], `at ${length}`).to.include(code);
    }
  });

  it("is either read or refused with an error of a DAR, whatever its bytes are changed to", () => {
    const change = fc.tuple(fc.nat(good.length - 1), fc.nat(255));
    const codes = [
      "INVALID_DAR",
      "INVALID_ZIP_ENTRY",
      "ZIP_BOMB",
      "DAR_PARSE_ERROR",
      "ALLOWED_LANGUAGE_VERSIONS",
      "DAR_DEPENDENCIES_NOT_VALID",
    ];
    return fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        const bytes = good.slice();
        for (const [at, byte] of changes) bytes[at] = byte;
        const dar = await readDar(bytes);
        if (isLeft(dar)) expect(codes).to.include(dar.left.code);
        else expect(dar.right.packages[0]?.packageId).to.equal(dar.right.main.packageId);
      }),
      { numRuns: 1_500 },
    );
  });
});

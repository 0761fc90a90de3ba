import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { type Dar, readDar } from "../../src/dar.js";
import { evaluateDar } from "../../src/inspect/evaluate-dar.js";
import { inspectDar } from "../../src/inspect/dar-report.js";
import { validateDar } from "../../src/validate-dar.js";
import { dalfOf, darOf, manifestOf, manifestPath, packageIdOf, zipOf } from "../dar-writer.js";

// what a stranger may upload: seeded, so that each run asks the same

const file = (name: string): Buffer => readFileSync(fileURLToPath(new URL(name, import.meta.url)));
const corpus = "../../../test/corpus/data";

const iou = file("../../../../../examples/daml/iou.dar");
const recorded = file(`${corpus}/eval-2.2-text.dar`);

const darCodes = [
  "ALLOWED_LANGUAGE_VERSIONS",
  "DAR_DEPENDENCIES_NOT_VALID",
  "DAR_PARSE_ERROR",
  "DAR_VALIDATION_ERROR",
  "INVALID_DAR",
  "INVALID_ZIP_ENTRY",
  "ZIP_BOMB",
];

const limits = { maxEntryBytes: 4_000_000, maxTotalBytes: 8_000_000 };

const budget = { steps: 2_000, bytes: 1_000_000 };

/** What becomes of a DAR: an error, or all of it is compiled and its values are evaluated. */
const outcomeOf = async (bytes: Uint8Array): Promise<string> => {
  const read = await readDar(bytes, limits);
  if (isLeft(read)) return read.left.code;
  const valid = await validateDar(read.right, () => false);
  if (isLeft(valid)) return valid.left.code;
  return ran(read.right);
};

const ran = async (dar: Dar): Promise<string> => {
  const report = await inspectDar(dar);
  if (isLeft(report)) return report.left.code;
  const errors = report.right.packages.flatMap(({ code }) => code.errors);
  expect(errors, "what passes the checks compiles").to.deep.equal([]);
  const evaluated = evaluateDar(dar, { budget });
  if (isLeft(evaluated)) throw new Error("no values");
  return "runs";
};

interface Change {
  readonly at: number;
  readonly kind: number;
  readonly byte: number;
  readonly length: number;
}

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(),
  kind: fc.nat({ max: 4 }),
  byte: fc.nat({ max: 255 }),
  length: fc.integer({ min: 1, max: 64 }),
});

/** Bytes with one byte set, one bit flipped, some cut out, some twice, or the end cut off. */
const changed = (bytes: Buffer, { at, kind, byte, length }: Change): Buffer => {
  const from = at % bytes.length;
  const [front, rest] = [bytes.subarray(0, from), bytes.subarray(from)];
  const first = rest[0] ?? 0;
  const part = rest.subarray(0, length);
  switch (kind) {
    case 0:
      return Buffer.concat([front, Buffer.of(byte), rest.subarray(1)]);
    case 1:
      return Buffer.concat([front, Buffer.of(first ^ (1 << (byte % 8))), rest.subarray(1)]);
    case 2:
      return Buffer.concat([front, rest.subarray(length)]);
    case 3:
      return Buffer.concat([front, part, rest]);
    default:
      return Buffer.from(front);
  }
};

const changes = fc.array(change, { minLength: 1, maxLength: 4 });

const applied = (bytes: Buffer, all: ReadonlyArray<Change>): Buffer =>
  all.reduce((before, each) => (before.length === 0 ? before : changed(before, each)), bytes);

/** Tries changed bytes; counts what became of them. */
const tried = async (
  bytes: Buffer,
  darFrom: (changed: Buffer) => Uint8Array,
  numRuns: number,
): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(changes, async (all) => {
      const outcome = await outcomeOf(darFrom(applied(bytes, all)));
      expect([...darCodes, "runs"]).to.include(outcome);
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    }),
    { numRuns, seed: 28 },
  );
  return counts;
};

const payloadIn = async (dar: Buffer): Promise<Buffer> => {
  const read = await readDar(dar);
  if (isLeft(read)) throw new Error(read.left.cause);
  return Buffer.from(read.right.main.payload);
};

describe("A DAR of a stranger", () => {
  it("is refused or runs, whatever its bytes are changed to", async () => {
    const counts = await tried(iou, (bytes) => bytes, 1_500);
    expect(counts.get("DAR_PARSE_ERROR")).to.be.greaterThan(100);
    expect(counts.get("INVALID_DAR")).to.be.greaterThan(10);
  });

  it("is refused or runs, whatever its manifest says", async () => {
    const payload = await payloadIn(iou);
    const name = `package-${packageIdOf(payload)}.dalf`;
    const manifest = manifestOf([
      "Manifest-Version: 1.0",
      `Main-Dalf: ${name}`,
      `Dalfs: ${name}`,
      "Format: daml-lf",
    ]);
    const entry = { name, data: dalfOf(payload) };
    const counts = await tried(
      Buffer.from(manifest),
      (bytes) => zipOf([{ name: manifestPath, data: bytes }, entry]),
      1_000,
    );
    expect(counts.get("runs")).to.be.greaterThan(10);
    expect(counts.get("INVALID_ZIP_ENTRY")).to.be.greaterThan(10);
  });

  it("is refused or runs, whatever the bytes of its package with the right hash are", async () => {
    for (const [dar, numRuns] of [
      [iou, 1_500],
      [recorded, 250],
    ] as const) {
      const counts = await tried(await payloadIn(dar), (bytes) => darOf([bytes]), numRuns);
      expect(counts.get("DAR_PARSE_ERROR")).to.be.greaterThan(numRuns / 10);
      expect(counts.get("DAR_VALIDATION_ERROR")).to.be.greaterThan(0);
      expect(counts.get("runs")).to.be.greaterThan(0);
    }
  });
});

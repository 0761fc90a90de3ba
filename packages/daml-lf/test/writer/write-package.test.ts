import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { readDar } from "../../src/dar.js";
import { decodePackage } from "../../src/decode/decode-package.js";
import { inspectDar } from "../../src/inspect/dar-report.js";
import type { LfPackage } from "../../src/syntax/package.js";
import { assetsApi, assetsPackage } from "./assets-packages.js";
import { iouPackage } from "./iou-package.js";
import { darOfPackages } from "./write-package.js";

const example = (name: string): string =>
  fileURLToPath(new URL(`../../../../../examples/daml/${name}`, import.meta.url));

const data = (name: string): string =>
  fileURLToPath(new URL(`../../../test/writer/data/${name}`, import.meta.url));

const source = readFileSync(example("Iou.daml"), "utf8");

/** A package with one id in place of another in all its references, without what is lazy. */
const plain = (of: LfPackage, id: string): unknown =>
  JSON.parse(
    JSON.stringify(of, (_, part: unknown) => {
      if (part instanceof Map) return [...part.values()];
      return part === of.id ? id : typeof part === "bigint" ? String(part) : part;
    }),
  );

describe("The writer of packages", () => {
  const bytes = darOfPackages([iouPackage(source)]);

  it("writes what the reader reads", async () => {
    const read = await readDar(bytes);
    if (isLeft(read)) throw new Error(read.left.cause);
    const decoded = decodePackage(read.right.main);
    if (isLeft(decoded)) throw new Error(decoded.left.cause);
    expect(plain(decoded.right, "self")).to.deep.equal(plain(iouPackage(source), "self"));
  });

  it("writes a DAR that passes the checks and runs, though it brings no stable package", async () => {
    const read = await readDar(bytes);
    if (isLeft(read)) throw new Error(read.left.cause);
    const report = await inspectDar(read.right);
    if (isLeft(report)) throw new Error(report.left.cause);
    const { refused, packages } = report.right;
    expect(refused?.context).to.equal(undefined);
    expect(packages.map(({ name, code }) => [name, code.errors])).to.deep.equal([
      ["iou-example", []],
    ]);
  });

  for (const version of ["1.0.0", "1.1.0"] as const) {
    const written = darOfPackages([assetsPackage(version), assetsApi]);

    it(`writes assets ${version} with interfaces of another package, which pass the checks`, async () => {
      const read = await readDar(written);
      if (isLeft(read)) throw new Error(read.left.cause);
      const report = await inspectDar(read.right);
      if (isLeft(report)) throw new Error(report.left.cause);
      const { refused, packages } = report.right;
      expect(refused?.context).to.equal(undefined);
      expect(packages.map(({ name, code }) => [name, code.errors])).to.deep.equal([
        ["assets", []],
        ["assets-api", []],
      ]);
    });

    it(`wrote assets-${version}.dar for tests over HTTP; UPDATE_DOCS=1 writes it again`, () => {
      const file = data(`assets-${version}.dar`);
      if (process.env["UPDATE_DOCS"] === "1" || !existsSync(file)) writeFileSync(file, written);
      expect(Buffer.from(written).equals(readFileSync(file))).to.equal(true);
    });
  }

  it("wrote examples/daml/iou.dar; UPDATE_DOCS=1 writes it again", () => {
    const file = example("iou.dar");
    if (process.env["UPDATE_DOCS"] === "1" || !existsSync(file)) writeFileSync(file, bytes);
    expect(Buffer.from(bytes).equals(readFileSync(file))).to.equal(true);
  });
});

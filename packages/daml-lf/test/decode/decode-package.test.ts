import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { withoutPause } from "@tallystick/core";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { defaultDarLimits, readDar } from "../../src/index.js";
import { atOnce, onFirstUse, type WhenRead } from "../../src/decode/when-read.js";
import { decodingPackage } from "../../src/decode/decode-package.js";
import { TypeDecoder } from "../../src/decode/decode-types.js";
import { Message } from "../../src/decode/message.js";
import { packageParts } from "../../src/package-tables.js";
import type { Type } from "../../src/syntax/type.js";
import { message, packageBytes, typeRef0 } from "../dar-writer.js";
import { assetsApi, assetsPackage } from "../writer/assets-packages.js";
import { iouPackage } from "../writer/iou-package.js";
import { darOfPackages } from "../writer/write-package.js";

const source = readFileSync(
  fileURLToPath(new URL("../../../../../examples/daml/Iou.daml", import.meta.url)),
  "utf8",
);

/** All definitions of a package, as text. */
const decoded = async (dar: Uint8Array, whenRead: WhenRead): Promise<string> => {
  const read = await readDar(dar);
  if (isLeft(read)) throw new Error(read.left.cause);
  const found = withoutPause(decodingPackage(read.right.main, whenRead));
  if (isLeft(found)) throw new Error(found.left.cause);
  return JSON.stringify(found.right, (_, part: unknown) => {
    if (part instanceof Map) return [...part];
    return typeof part === "bigint" ? String(part) : part;
  });
};

/** How many type applications are around the head of a type. */
const applicationsIn = (type: Type): number => {
  let count = 0;
  for (let of = type; of.tag === "application"; of = of.function) count++;
  return count;
};

describe("Definitions of a package", () => {
  const dars = {
    iou: darOfPackages([iouPackage(source)]),
    assets: darOfPackages([assetsPackage("1.0.0"), assetsApi]),
  };
  for (const [name, dar] of Object.entries(dars)) {
    it(`are the same when they are read on first use: ${name}`, async () => {
      const whole = await decoded(dar, atOnce);
      expect(whole).to.contain('"choices"').and.to.contain('"update"');
      expect(await decoded(dar, onFirstUse)).to.equal(whole);
    });
  }

  it("may have types that each refer to the one before", () => {
    const entries = 100_000;
    const chain = Array.from({ length: entries }, (_, before): readonly [number, Uint8Array] => [
      5,
      message([9, message([1, message([8, before])], [2, typeRef0])]),
    ]);
    const bytes = packageBytes({ minor: "3", inPackage: () => message(...chain) });
    const types = new TypeDecoder("p", packageParts(bytes, 3, "3", defaultDarLimits));
    const typeAt = (index: number): Type => {
      const reference = message([8, index]);
      return types.type(Message.at(reference, 0, reference.length));
    };
    expect(applicationsIn(typeAt(entries))).to.equal(entries);
    expect(applicationsIn(typeAt(3))).to.equal(3);
    expect(() => typeAt(entries + 1)).to.throw("invalid table index 100001");
  });
});

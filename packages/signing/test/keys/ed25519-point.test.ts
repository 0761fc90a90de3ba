import { generateKeyPairSync } from "node:crypto";
import { expect } from "chai";
import { isUsableEd25519Key } from "../../src/keys/ed25519-point.js";
import { rawEd25519Key } from "../../src/keys/public-key.js";

const P = 2n ** 255n - 19n;

const littleEndian = (y: bigint): Uint8Array =>
  Uint8Array.from(Buffer.from(y.toString(16).padStart(64, "0"), "hex").reverse());

describe("isUsableEd25519Key", () => {
  it("is true for keys that are generated", () => {
    for (let i = 0; i < 20; i++) {
      const { publicKey } = generateKeyPairSync("ed25519");
      const raw = rawEd25519Key(publicKey.export({ format: "der", type: "spki" }));
      expect(isUsableEd25519Key(raw)).to.equal(true);
    }
  });

  // the y of the points of order 1, 2, 4 and 8, as RFC 8032's curve has them
  for (const [order, y] of [
    [1, 1n],
    [2, P - 1n],
    [4, 0n],
    [8, 0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n],
    [8, P - 0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n],
  ] as const) {
    it(`is false for a point of order ${order}`, () => {
      const raw = littleEndian(y);
      expect(isUsableEd25519Key(raw)).to.equal(false);
      raw[31] = (raw[31] ?? 0) | 0x80;
      expect(isUsableEd25519Key(raw)).to.equal(false);
    });
  }

  it("is false for a y without a point, for a y that is not reduced, and for another length", () => {
    expect(isUsableEd25519Key(littleEndian(2n))).to.equal(false);
    expect(isUsableEd25519Key(littleEndian(P + 3n))).to.equal(false);
    expect(isUsableEd25519Key(new Uint8Array(31))).to.equal(false);
  });

  it("is true for the base point", () => {
    expect(
      isUsableEd25519Key(Uint8Array.from([0x58, ...Array.from({ length: 31 }, () => 0x66)])),
    ).to.equal(true);
  });
});

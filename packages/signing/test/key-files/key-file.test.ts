import { generateKeyPairSync } from "node:crypto";
import { expect } from "chai";
import * as fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import {
  keyFileRandomBytes,
  openKeyFile,
  readKeyFile,
  sealKey,
} from "../../src/key-files/key-file.js";
import { privateKeyFrom, signMessage } from "../../src/keys/private-key.js";
import { verifySignature } from "../../src/keys/signature.js";
import { expectMessage, expectRight } from "../support/expect-right.js";

const cost = 2 ** 10;
const random = {
  salt: new Uint8Array(keyFileRandomBytes.salt).fill(1),
  nonce: new Uint8Array(keyFileRandomBytes.nonce).fill(2),
};
const key = expectRight(privateKeyFrom(generateKeyPairSync("ed25519").privateKey));
const text = sealKey(key, "correct horse", random, cost);
const fields: Record<string, unknown> = JSON.parse(text);

describe("a key file", () => {
  it("opens with its passphrase, and the key signs", () => {
    const opened = expectRight(openKeyFile(text, "correct horse"));
    const message = new Uint8Array(32);
    expectRight(verifySignature(key.publicKey, message, signMessage(opened, message)));
  });

  it("opens with the same passphrase in another Unicode form", () => {
    const composed = sealKey(key, "caf\u00e9 caf\u00e9", random, cost);
    expectRight(openKeyFile(composed, "cafe\u0301 cafe\u0301"));
  });

  it("shows its public part without the passphrase", () => {
    const file = expectRight(readKeyFile(text));
    expect(file.fingerprint).to.equal(key.publicKey.fingerprint);
    expect(file.keySpec).to.equal("SIGNING_KEY_SPEC_EC_CURVE25519");
    expect(text).not.to.contain("correct horse");
  });

  it("does not open with another passphrase", () => {
    expect(expectMessage(openKeyFile(text, "wrong horse"))).to.contain("passphrase is wrong");
  });

  it("does not open with any field changed", () => {
    for (const name of Object.keys(fields)) {
      const value = fields[name];
      const changed = typeof value === "number" ? value * 2 : `${String(value).slice(0, -4)}AAAA`;
      const altered = JSON.stringify({ ...fields, [name]: changed });
      expect(isLeft(openKeyFile(altered, "correct horse")), name).to.equal(true);
      const { [name]: _taken, ...rest } = fields;
      expect(isLeft(openKeyFile(JSON.stringify(rest), "correct horse")), name).to.equal(true);
    }
  });

  for (const scryptCost of [0, -1024, 1000, 2 ** 9, 2 ** 21, 2 ** 40, 1.5]) {
    it(`is refused with a scrypt cost of ${scryptCost}, before anything is computed`, () => {
      const altered = JSON.stringify({ ...fields, scryptCost });
      expect(expectMessage(readKeyFile(altered))).to.contain("scryptCost");
    });
  }

  it("is refused when it is too long, no JSON or anything else", () => {
    expect(expectMessage(readKeyFile(" ".repeat(10_001)))).to.contain("at most 10000");
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (other) => {
        expect(isLeft(readKeyFile(other))).to.equal(true);
      }),
    );
  });
});

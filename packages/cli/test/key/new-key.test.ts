import { openKeyFile, readKeyFile } from "@tallystick/signing";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { keyKinds, newPrivateKey, sealedKeyFile } from "../../src/key/new-key.js";

const quickCost = 2 ** 10;

const keyOf = (kind: string) => {
  const spec = keyKinds.get(kind);
  if (spec === undefined) throw new Error(`no kind ${kind}`);
  const key = newPrivateKey(spec);
  if (isLeft(key)) throw new Error(key.left.message);
  return key.right;
};

describe("A new key", () => {
  for (const kind of keyKinds.keys()) {
    it(`of the kind ${kind} is another one each time`, () => {
      const [one, two] = [keyOf(kind), keyOf(kind)];
      expect(JSON.stringify(one)).to.not.equal(JSON.stringify(two));
      expect(one.publicKey).to.not.deep.equal(two.publicKey);
    });

    it(`of the kind ${kind} is sealed differently each time, and opens with its passphrase`, () => {
      const key = keyOf(kind);
      const sealed = sealedKeyFile(key, "a good passphrase", quickCost);
      expect(sealedKeyFile(key, "a good passphrase", quickCost)).to.not.equal(sealed);
      const read = readKeyFile(sealed);
      expect(!isLeft(read) && read.right.keySpec).to.equal(keyKinds.get(kind));
      const opened = openKeyFile(sealed, "a good passphrase");
      if (isLeft(opened)) throw new Error(opened.left.message);
      expect(JSON.stringify(opened.right)).to.equal(JSON.stringify(key));
      expect(isLeft(openKeyFile(sealed, "a good passphrase "))).to.equal(true);
    });
  }

  it("has the kinds that the command names", () => {
    expect([...keyKinds.keys()]).to.deep.equal(["ed25519", "p256", "secp256k1"]);
  });
});

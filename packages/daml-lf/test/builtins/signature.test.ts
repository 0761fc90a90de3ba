import { expect } from "chai";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { isSecp256k1Key, verifiesDigest, verifiesMessage } from "../../src/builtins/signature.js";
import { LfError } from "../../src/values/lf-error.js";

// what is accepted follows the engine of Canton 3.5.8; the key and signature are from its answers
const key =
  "3056301006072a8648ce3d020106052b8104000a0342000476b3c9d67f76f6d053ae89a2293daecac59c1150c75269d1b82012f88cad71a11a79e2b4e8a8f33d9ac24ef573ac1ca58541f6a4547956307b3a2bcdb1044d80";
const compressed =
  "3036301006072a8648ce3d020106052b8104000a0322000276b3c9d67f76f6d053ae89a2293daecac59c1150c75269d1b82012f88cad71a1";
const message = "6d6573736167652030";
const lowS =
  "304402203b247ce2cebeb6ea8ece5f5570b91dce5d4292a8f90e7bbdfc747b043f18d46502203cf43160213f02ba73b7515d3f9c0449e3ec77b888d14a92d08d28c7decfc7d7";
const highS =
  "304502203b247ce2cebeb6ea8ece5f5570b91dce5d4292a8f90e7bbdfc747b043f18d465022100c30bce9fdec0fd458c48aea2c063fbb4d6c2652e267755a8ef4535c4f166796a";
const order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";

const failureOf = (verify: () => boolean): string | undefined => {
  try {
    return String(verify());
  } catch (thrown) {
    return thrown instanceof LfError && thrown.failure.kind === "Crypto"
      ? `${thrown.failure.crypto}: ${thrown.failure.reason}`
      : undefined;
  }
};

const kindOf = (verify: () => boolean): string | undefined => failureOf(verify)?.split(":")[0];

describe("signatures", () => {
  it("are verified with a high S, a compressed key and bytes after the key too", () => {
    for (const signature of [lowS, highS]) {
      expect(verifiesMessage(signature, message, key)).to.equal(true);
      expect(verifiesMessage(signature, message, compressed)).to.equal(true);
      expect(verifiesMessage(signature, message, `${key}00`)).to.equal(true);
      expect(verifiesMessage(signature, `${message}00`, key)).to.equal(false);
    }
  });

  it("are verified over a digest, of which the first 32 bytes count", () => {
    const digest = createHash("sha256").update(Buffer.from(message, "hex")).digest("hex");
    expect(verifiesDigest(lowS, digest, key)).to.equal(true);
    expect(verifiesDigest(lowS, `${digest}ff`, key)).to.equal(true);
    expect(verifiesDigest(lowS, message, key)).to.equal(false);
  });

  it("are verified on the curve that the key names", () => {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const der = publicKey.export({ type: "spki", format: "der" }).toString("hex");
    const signed = sign("sha256", Buffer.from(message, "hex"), privateKey).toString("hex");
    expect(verifiesMessage(signed, message, der)).to.equal(true);
    expect(isSecp256k1Key(der)).to.equal(false);
    expect([key, compressed].map(isSecp256k1Key)).to.deep.equal([true, true]);
  });

  it("fail to verify with a zero, and are malformed beyond the order or with bytes after them", () => {
    const withS = (s: string): string =>
      `302502203b247ce2cebeb6ea8ece5f5570b91dce5d4292a8f90e7bbdfc747b043f18d465${s}`;
    expect(verifiesMessage(withS("020100"), message, key)).to.equal(false);
    const beyond = `${highS.slice(0, 78)}${order}`;
    for (const signature of [`${lowS}00`, beyond, "", "00", `3081${lowS.slice(2)}`])
      expect(kindOf(() => verifiesMessage(signature, message, key))).to.equal("MalformedSignature");
  });

  it("say which argument is no hexadecimal, each function in its order", () => {
    expect(failureOf(() => verifiesMessage("zz", "zz", "zz"))).to.include("message");
    expect(failureOf(() => verifiesDigest("zz", "zz", "zz"))).to.include("signature");
    expect(failureOf(() => verifiesDigest(lowS, message, "zz"))).to.include("public key");
  });

  it("need an elliptic curve key, whose point is on its curve", () => {
    const off = `${key.slice(0, -2)}81`;
    expect(kindOf(() => verifiesMessage("00", message, off))).to.equal("MalformedByteEncoding");
    expect(isSecp256k1Key(off)).to.equal(false);
    const { publicKey } = generateKeyPairSync("ed25519");
    const ed25519 = publicKey.export({ type: "spki", format: "der" }).toString("hex");
    for (const other of [ed25519, "", "00", key.slice(-130)])
      expect(kindOf(() => isSecp256k1Key(other))).to.equal("MalformedKey");
  });
});

import { randomBytes } from "node:crypto";
import { generateKeyPairSync } from "node:crypto";
import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { isSignedBy, signingKey, signingKeyFile } from "../../src/pruning/signing-key.js";
import { leftOf, rightOf, tempFolder } from "../test-ledger.js";

const newSeed = (): string => randomBytes(32).toString("hex");

describe("The key of a participant", () => {
  it("is drawn once for a folder, and only its owner reads it", async () => {
    const data = tempFolder();
    const [one, two] = [
      rightOf(await signingKey(data, newSeed)),
      rightOf(await signingKey(data, newSeed)),
    ];
    expect(one.publicKey).to.match(/^[0-9a-f]{64}$/);
    expect(two.publicKey).to.equal(one.publicKey);
    expect(statSync(join(data, signingKeyFile)).mode & 0o777).to.equal(0o600);
    expect(readFileSync(join(data, signingKeyFile), "utf8")).to.include("PRIVATE KEY");
  });

  it("is another one in every folder, and without a folder", async () => {
    const keys = [
      await signingKey(tempFolder(), newSeed),
      await signingKey(tempFolder(), newSeed),
      await signingKey(undefined, newSeed),
      await signingKey(undefined, newSeed),
    ].map((key) => rightOf(key).publicKey);
    expect(new Set(keys).size).to.equal(4);
  });

  it("signs what its public half verifies", async () => {
    const { publicKey, sign } = rightOf(await signingKey(undefined, newSeed));
    const signature = sign("a text");
    expect(isSignedBy(publicKey, "a text", signature)).to.equal(true);
    const other = rightOf(await signingKey(undefined, newSeed));
    for (const [key, text, by] of [
      [publicKey, "a text ", signature],
      [other.publicKey, "a text", signature],
      [publicKey, "a text", other.sign("a text")],
      [publicKey, "a text", ""],
      [publicKey, "a text", signature.slice(2)],
      [publicKey, "a text", signature.toUpperCase()],
      ["", "a text", signature],
      ["zz".repeat(32), "a text", signature],
      [publicKey.slice(2), "a text", signature],
    ] as const)
      expect(isSignedBy(key, text, by), `${key} ${text} ${by}`).to.equal(false);
  });

  it("verifies the example of RFC 8032", () => {
    const publicKey = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
    const signature =
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b";
    expect(isSignedBy(publicKey, "", signature)).to.equal(true);
  });

  const p256 = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  for (const [name, text] of [
    ["garbage", "garbage"],
    ["nothing", ""],
    ["a key of another kind", p256.export({ type: "pkcs8", format: "pem" }).toString()],
  ] as const) {
    it(`is an error that names the file when that holds ${name}, and the file stays`, async () => {
      const data = tempFolder();
      writeFileSync(join(data, signingKeyFile), text);
      expect(leftOf(await signingKey(data, newSeed)).message).to.include(
        join(data, signingKeyFile),
      );
      expect(readFileSync(join(data, signingKeyFile), "utf8")).to.equal(text);
    });
  }

  it("is an error where the folder is gone", async () => {
    expect(leftOf(await signingKey(join(tempFolder(), "gone"), newSeed)).message).to.include(
      "ENOENT",
    );
  });

  it("is read although someone made the file readable to others", async () => {
    const data = tempFolder();
    const { publicKey } = rightOf(await signingKey(data, newSeed));
    chmodSync(join(data, signingKeyFile), 0o644);
    expect(rightOf(await signingKey(data, newSeed)).publicKey).to.equal(publicKey);
  });
});

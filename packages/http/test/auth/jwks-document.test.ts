import { expect } from "chai";
import { isRight } from "fp-ts/lib/Either.js";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { maxJwksKeys, readJwks } from "../../src/auth/jwks-document.js";
import { leftOf, rightOf } from "../fixtures/outcomes.js";

const bytes = (value: unknown): Buffer =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value));

describe("a document of keys", () => {
  let key: JWK;
  before(async () => {
    const { publicKey } = await generateKeyPair("ES256", { extractable: true });
    key = { ...(await exportJWK(publicKey)), kid: "one" };
  });

  /** How many of the keys can verify something. */
  const usable = async (...keys: unknown[]): Promise<boolean> => {
    try {
      await rightOf(readJwks(bytes({ keys })))({ alg: "ES256", kid: "one" });
      return true;
    } catch {
      return false;
    }
  };

  it("gives the key that a token names", async () => {
    expect(await usable(key)).to.equal(true);
    expect(await usable({ ...key, kid: "two" })).to.equal(false);
  });

  it("may have no keys, and other members", () => {
    expect(isRight(readJwks(bytes({ keys: [], issuer: "x" })))).to.equal(true);
  });

  it("passes over what cannot verify a signature", async () => {
    const symmetric = { kty: "oct", k: "c2VjcmV0", kid: "one", alg: "ES256" };
    const others = [symmetric, { ...key, d: "AAAA" }, { ...key, kty: "ec" }, {}, null, 7, "x", []];
    for (const other of others) {
      expect(await usable(other), JSON.stringify(other)).to.equal(false);
      expect(await usable(other, key), JSON.stringify(other)).to.equal(true);
    }
  });

  it(`has up to ${maxJwksKeys} keys`, () => {
    const many = (count: number) =>
      readJwks(bytes({ keys: Array.from({ length: count }, () => key) }));
    expect(isRight(many(maxJwksKeys))).to.equal(true);
    expect(leftOf(many(maxJwksKeys + 1)).message).to.equal(
      `there are more than ${maxJwksKeys} keys`,
    );
  });

  const bad: ReadonlyArray<readonly [what: string, document: unknown, reason: string]> = [
    ["nothing", "", "the keys are expected JSON, found nothing"],
    ["no JSON", "<html>", "the keys are not JSON: "],
    ["JSON that is too deep", "[".repeat(1_000), "the keys are JSON nested deeper than 100 levels"],
    ["a list", [], "the response is not a JSON Web Key Set"],
    ["null", "null", "the response is not a JSON Web Key Set"],
    ["an object without keys", { key: [] }, "the response is not a JSON Web Key Set"],
    ["keys that are no list", { keys: {} }, "the response is not a JSON Web Key Set"],
  ];
  for (const [what, document, reason] of bad) {
    it(`is none with ${what}`, () => {
      expect(leftOf(readJwks(bytes(document))).message).to.contain(reason);
    });
  }

  it("is none in another encoding than UTF-8", () => {
    expect(leftOf(readJwks(Buffer.from([0xff]))).message).to.contain("not valid UTF-8");
  });
});

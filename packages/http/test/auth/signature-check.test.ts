import { systemTimers } from "@tallystick/background";
import { expect } from "chai";
import {
  exportJWK,
  exportPKCS8,
  exportSPKI,
  generateKeyPair,
  type GenerateKeyPairResult,
} from "jose";
import { type AuthService, defaultJwksConfig } from "../../src/auth/auth-config.js";
import { signatureCheck } from "../../src/auth/signature-check.js";
import { base64, type KeyServer, keyServer, published, signed } from "../fixtures/key-server.js";
import { leftOf, rightOf } from "../fixtures/outcomes.js";

const nowMs = 1_767_225_600_000;
const seconds = nowMs / 1000;
const surroundings = {
  config: defaultJwksConfig({ kind: "development" }),
  now: () => nowMs,
  timers: systemTimers,
  report: () => undefined,
};
const claims = { sub: "alice", exp: seconds + 60 };

describe("the check of a signature by one key", () => {
  let keys: GenerateKeyPairResult;
  let other: GenerateKeyPairResult;
  let pem: string;
  before(async () => {
    keys = await generateKeyPair("ES256", { extractable: true });
    other = await generateKeyPair("ES256", { extractable: true });
    pem = await exportSPKI(keys.publicKey);
  });

  const service = (key: string): AuthService => ({ kind: "key", key, algorithm: "ES256" });
  const outcomeOf = async (token: string, key = pem) =>
    rightOf(await signatureCheck(service(key), surroundings))(token);
  const token = (more: object = {}, by = keys) =>
    signed({ ...claims, ...more }, by.privateKey, { alg: "ES256" });

  it("accepts a token of that key, for as long as no one takes the key away", async () => {
    const verified = rightOf(await outcomeOf(await token()));
    expect(verified.payload).to.include(claims);
    expect(verified.goodUntilMs).to.equal(Number.POSITIVE_INFINITY);
  });

  it("takes the key as a JWK too", async () => {
    const jwk = JSON.stringify(await exportJWK(keys.publicKey));
    expect(rightOf(await outcomeOf(await token(), jwk)).payload.sub).to.equal("alice");
  });

  it("refuses what another key has signed, and what was changed since", async () => {
    const wrong = leftOf(await outcomeOf(await token({}, other)));
    expect(wrong).to.deep.include({ kind: "refused" });
    expect(wrong.reason).to.match(/^ERR_JWS_SIGNATURE_VERIFICATION_FAILED: /);
    const [head = "", , tail = ""] = (await token()).split(".");
    const forged = `${head}.${base64({ ...claims, sub: "bob" })}.${tail}`;
    expect(leftOf(await outcomeOf(forged)).kind).to.equal("refused");
  });

  it("refuses a token without a signature, and one of another algorithm", async () => {
    const unsigned = `${base64({ alg: "none" })}.${base64(claims)}.`;
    expect(leftOf(await outcomeOf(unsigned)).kind).to.equal("refused");
    // the public key as a shared secret is a well-known confusion
    const secret = new TextEncoder().encode(pem);
    const confused = await signed(claims, secret, { alg: "HS256" });
    expect(leftOf(await outcomeOf(confused)).reason).to.contain("ERR_JOSE_ALG_NOT_ALLOWED");
  });

  it("does not judge the times of a token, which is done by its claims", async () => {
    for (const times of [{ exp: seconds - 9_999 }, { nbf: seconds + 9_999 }, { exp: 1.5 }])
      expect(rightOf(await outcomeOf(await token(times))).payload).to.deep.include(times);
  });

  it("is not made of a private key, a shared secret, or other text", async () => {
    const rows: ReadonlyArray<readonly [key: string, reason: RegExp]> = [
      [await exportPKCS8(keys.privateKey), /found a private key, expected a public key/],
      [JSON.stringify(await exportJWK(keys.privateKey)), /the key is not a public key/],
      ['{"kty":"oct","k":"c2VjcmV0"}', /the key is not a public key/],
      ["secret", /neither a PEM public key nor a PEM certificate nor a JWK/],
      ["{}", /./],
      ["-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----", /./],
    ];
    for (const [key, reason] of rows) {
      const { message } = leftOf(await signatureCheck(service(key), surroundings));
      expect(message, key).to.match(reason);
    }
  });
});

describe("the check of a signature by a shared secret", () => {
  const unsafe: AuthService = { kind: "unsafe", secret: "unsafe" };
  const bytes = (text: string) => new TextEncoder().encode(text);

  it("accepts HS256 with that secret alone", async () => {
    const check = rightOf(await signatureCheck(unsafe, surroundings));
    const good = await check(await signed(claims, bytes("unsafe"), { alg: "HS256" }));
    expect(rightOf(good).payload.sub).to.equal("alice");
    for (const [secret, alg] of [
      ["Unsafe", "HS256"],
      ["", "HS256"],
      ["unsafe", "HS512"],
    ] as const) {
      // the library signs with no empty secret, so its token has a signature of another one
      const token = await signed(claims, bytes(secret === "" ? "x" : secret), { alg });
      expect(leftOf(await check(token)).kind, `${alg} ${secret}`).to.equal("refused");
    }
  });
});

describe("the check of a signature by published keys", () => {
  let server: KeyServer;
  let keys: GenerateKeyPairResult;
  before(async () => {
    server = await keyServer();
    keys = await generateKeyPair("EdDSA", { extractable: true });
  });
  after(() => server.close());

  it("trusts the address in the configuration, without TLS and on this machine", async () => {
    server.publish([await published(keys.publicKey, "one", "EdDSA")]);
    const service: AuthService = { kind: "jwks", url: server.url, algorithms: ["EdDSA"] };
    const config = { ...surroundings.config, allowHttp: false, allowPrivateAddresses: false };
    const check = rightOf(await signatureCheck(service, { ...surroundings, config }));
    const token = await signed(claims, keys.privateKey, { alg: "EdDSA", kid: "one" });
    const verified = rightOf(await check(token));
    expect(verified.goodUntilMs).to.equal(nowMs + config.cacheMs);
    const unknown = await signed(claims, keys.privateKey, { alg: "EdDSA", kid: "two" });
    expect(leftOf(await check(unknown)).kind).to.equal("refused");
  });

  it("says nothing of a token while no keys can be had, and reports why", async () => {
    server.publish((response) => response.writeHead(503).end());
    const reported: string[] = [];
    const service: AuthService = { kind: "jwks", url: server.url, algorithms: ["EdDSA"] };
    const check = rightOf(
      await signatureCheck(service, { ...surroundings, report: (reason) => reported.push(reason) }),
    );
    const token = await signed(claims, keys.privateKey, { alg: "EdDSA", kid: "one" });
    expect(leftOf(await check(token))).to.deep.equal({
      kind: "unavailable",
      reason: "HTTP status 503",
    });
    expect(reported).to.deep.equal(["HTTP status 503"]);
  });
});

import { type Ledger, openLedger } from "@tallystick/node";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { type GenerateKeyPairResult, generateKeyPair } from "jose";
import type { HttpConfig } from "../../../src/index.js";
import {
  type Claims,
  type KeyServer,
  keyServer,
  published,
  signed,
} from "../../fixtures/key-server.js";
import { type ProviderLedger, providerLedger } from "../../fixtures/provider-ledger.js";
import {
  developmentToken,
  type Reply,
  type RunningServer,
  runServer,
} from "../../fixtures/running-server.js";

const issuer = "https://idp.example";

describe("An identity provider of the ledger", () => {
  let ledger: ProviderLedger;
  let keys: KeyServer;
  let rsa: GenerateKeyPairResult;
  let other: GenerateKeyPairResult;
  let nowMs: number;
  const started: RunningServer[] = [];

  const start = async (config: Partial<HttpConfig> = {}): Promise<RunningServer> => {
    const jwks = { allowHttp: true, allowPrivateAddresses: true };
    const running = await runServer(ledger, { jwks, now: () => nowMs, ...config });
    started.push(running);
    return running;
  };
  const token = (more: Claims = {}, key = rsa, header: object = {}): Promise<string> => {
    const exp = Math.floor(nowMs / 1000) + 36_000;
    const claims = { iss: issuer, sub: "worker", scope: "daml_ledger_api", exp, ...more };
    return signed(claims, key.privateKey, { alg: "RS256", kid: "one", ...header });
  };
  const ask = (running: RunningServer, presented: string): Promise<Reply> =>
    running.call("GET", "/v2/state/ledger-end", { token: presented });
  const statusFor = async (running: RunningServer, presented: string): Promise<number> =>
    (await ask(running, presented)).status;
  const configure = (more: object = {}) => {
    const provider = { identityProviderId: "idp", issuer, jwksUrl: keys.url, audience: "" };
    ledger.setProvider({ ...provider, isDeactivated: false, ...more });
  };

  before(async () => {
    rsa = await generateKeyPair("RS256", { extractable: true });
    other = await generateKeyPair("RS256", { extractable: true });
  });
  beforeEach(async () => {
    // tokens made during a test are not of the future
    nowMs = Date.now() + 60_000;
    ledger = await providerLedger();
    keys = await keyServer();
    keys.publish([await published(rsa.publicKey, "one", "RS256")]);
    configure();
    ledger.setUser({ userId: "worker", identityProviderId: "idp" });
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map(({ server }) => server.close()));
    await ledger.close();
    await keys.close();
  });

  it("lets its users in, by RS256, ES256 and EdDSA, and no one by a shared secret", async () => {
    const running = await start();
    for (const alg of ["RS256", "ES256", "EdDSA"]) {
      const pair = await generateKeyPair(alg, { extractable: true });
      keys.publish([await published(pair.publicKey, alg, alg)]);
      nowMs += 5_000;
      expect(await statusFor(running, await token({}, pair, { alg, kid: alg }))).to.equal(200);
    }
    for (const alg of ["RS512", "PS256", "ES384"]) {
      const pair = await generateKeyPair(alg, { extractable: true });
      keys.publish([await published(pair.publicKey, alg, alg)]);
      nowMs += 5_000;
      expect(await statusFor(running, await token({}, pair, { alg, kid: alg }))).to.equal(401);
    }
    const secret = new TextEncoder().encode("a secret everybody can read in the set of keys");
    keys.publish([{ kty: "oct", kid: "s", k: Buffer.from(secret).toString("base64url") }]);
    nowMs += 60_000;
    const symmetric = { iss: issuer, sub: "worker", scope: "daml_ledger_api" };
    expect(
      await statusFor(running, await signed(symmetric, secret, { alg: "HS256", kid: "s" })),
    ).to.equal(401);
  });

  it("keeps its users to itself, and does not speak for those of others", async () => {
    const running = await start();
    ledger.setUser({ userId: "default" });
    ledger.setUser({ userId: "elsewhere", identityProviderId: "other" });
    for (const presented of [
      await token({ sub: "default" }),
      await token({ sub: "elsewhere" }),
      await developmentToken("worker"),
    ]) {
      const reply = await ask(running, presented);
      expect(reply.status).to.equal(403);
      expect(reply.json).to.have.deep.property("context", { ledger_api_error: "invalid token" });
    }
    expect(await statusFor(running, await developmentToken("default"))).to.equal(200);
  });

  it("has its audience checked when it has one", async () => {
    const running = await start();
    configure({ audience: "ledger" });
    const expected: ReadonlyArray<readonly [unknown, number]> = [
      ["ledger", 200],
      [["x", "ledger"], 200],
      ["x", 401],
      [["ledgers"], 401],
      [undefined, 401],
    ];
    for (const [aud, status] of expected)
      expect(await statusFor(running, await token({ aud })), String(aud)).to.equal(status);
  });

  const ends: ReadonlyArray<readonly [string, () => void]> = [
    ["deactivated", () => configure({ isDeactivated: true })],
    ["deleted", () => ledger.deleteProvider("idp")],
    ["given another issuer", () => configure({ issuer: "https://moved.example" })],
    ["given an audience", () => configure({ audience: "ledger" })],
  ];
  for (const [what, end] of ends) {
    it(`has its tokens refused at once when it is ${what}, those known too, and accepted when that is undone`, async () => {
      const running = await start();
      const presented = await token();
      expect(await statusFor(running, presented)).to.equal(200);
      end();
      const reply = await ask(running, presented);
      expect(reply.status).to.equal(401);
      expect(reply.json).to.include({ code: "NA", grpcCodeValue: 16 });
      configure();
      expect(await statusFor(running, presented)).to.equal(200);
    });
  }

  it("is fetched again when its address of keys changes, so that a token by the old keys fails at once", async () => {
    const running = await start();
    const presented = await token();
    expect(await statusFor(running, presented)).to.equal(200);
    const moved = await keyServer();
    moved.publish([await published(other.publicKey, "one", "RS256")]);
    configure({ jwksUrl: moved.url });
    expect(await statusFor(running, presented)).to.equal(401);
    expect(await statusFor(running, await token({}, other))).to.equal(200);
    await moved.close();
  });

  it("is refused a token that was being verified while it was deactivated", async () => {
    const running = await start();
    keys.publish((response) => {
      configure({ isDeactivated: true });
      published(rsa.publicKey, "one", "RS256").then(
        (key) => response.end(JSON.stringify({ keys: [key] })),
        () => response.destroy(),
      );
    });
    expect(await statusFor(running, await token())).to.equal(401);
  });

  it("may change its keys: the new one works after the cooldown, the old one no longer than the cache lives", async () => {
    const running = await start();
    const old = await token();
    expect(await statusFor(running, old)).to.equal(200);
    keys.publish([await published(other.publicKey, "two", "RS256")]);
    const fresh = await token({}, other, { kid: "two" });
    nowMs += 4_999;
    expect(await statusFor(running, fresh)).to.equal(401);
    nowMs += 1;
    expect(await statusFor(running, fresh)).to.equal(200);
    nowMs += 60_000;
    expect(await statusFor(running, old)).to.equal(401);
  });

  it("is fetched once for a storm of unknown keys", async () => {
    const running = await start();
    const storm = Array.from({ length: 100 }, (_, n) => token({}, other, { kid: `unknown ${n}` }));
    const statuses = await Promise.all(storm.map(async (each) => statusFor(running, await each)));
    expect(new Set(statuses)).to.deep.equal(new Set([401]));
    expect(keys.asked()).to.equal(1);
    nowMs += 5_000;
    await Promise.all(storm.map(async (each) => statusFor(running, await each)));
    expect(keys.asked()).to.equal(2);
  });

  it("is not asked for tokens that are refused anyway", async () => {
    const running = await start();
    for (const presented of [
      await token({ exp: 1 }),
      await token({ nbf: Math.floor(nowMs / 1000) + 60 }),
      await token({ scope: "other" }),
      "not.a.token",
    ])
      expect(await statusFor(running, presented)).to.equal(401);
    expect(keys.asked()).to.equal(0);
  });

  it("answers 503 while it is out, never 401, continues with the keys it gave before, and recovers", async () => {
    const running = await start();
    keys.publish((response) => response.writeHead(500).end());
    const outage = await ask(running, await token());
    expect(outage.status).to.equal(503);
    expect(outage.json).to.include({
      code: "IDENTITY_PROVIDER_UNAVAILABLE",
      retryInfo: "1 second",
    });
    keys.publish([await published(rsa.publicKey, "one", "RS256")]);
    nowMs += 5_000;
    expect(await statusFor(running, await token())).to.equal(200);
    keys.publish((response) => response.destroy());
    nowMs += 60_000;
    expect(await statusFor(running, await token())).to.equal(200);
    expect(await statusFor(running, await token({}, other, { kid: "unknown" }))).to.equal(503);
    expect(await statusFor(running, await developmentToken())).to.equal(200);
    nowMs += 600_000;
    expect(await statusFor(running, await token())).to.equal(503);
  });

  it("is not asked at an address that is not public, nor without TLS, unless that is allowed", async () => {
    const services = [{ kind: "unsafe", secret: "s", audience: "x" }] as const;
    const auth = { kind: "services", services } as const;
    const refused: ReadonlyArray<readonly [Partial<HttpConfig>, string]> = [
      [{ jwks: {} }, "auth.jwks.allowPrivateAddresses"],
      [{ jwks: { allowHttp: true }, auth }, "auth.jwks.allowPrivateAddresses"],
      [{ jwks: { allowPrivateAddresses: true }, auth }, "auth.jwks.allowHttp"],
    ];
    for (const [config, named] of refused) {
      const running = await start(config);
      const reply = await ask(running, await token());
      expect(reply.status).to.equal(503);
      expect(reply.text).to.not.contain("127.0.0.1");
      const line = running.log.find(({ login }) => login === "identity provider idp");
      expect(line).to.have.property("reason").that.contains(named);
    }
    expect(keys.asked()).to.equal(0);
    const allowed = await start({ jwks: { allowHttp: true, allowPrivateAddresses: true }, auth });
    expect(await statusFor(allowed, await token())).to.equal(200);
  });
});

describe("An identity provider made over the interface", () => {
  let ledger: Ledger;
  let keys: KeyServer;
  let running: RunningServer;
  before(async () => {
    const opened = await openLedger({});
    if (isLeft(opened)) throw new Error(opened.left.message);
    ledger = opened.right;
    keys = await keyServer();
    running = await runServer(ledger, { jwks: { allowPrivateAddresses: true } });
  });
  after(async () => {
    await running.server.close();
    await ledger.close();
    await keys.close();
  });

  const done = async (method: string, path: string, body?: object) => {
    const reply = await running.call(method, path, body === undefined ? {} : { body });
    expect(reply.status, reply.text).to.equal(200);
  };

  it("lets its users in while it is there and active, and not a moment longer", async () => {
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
    keys.publish([await published(publicKey, "k", "ES256")]);
    const config = { identityProviderId: "idp", issuer, jwksUrl: keys.url, audience: "" };
    const identityProviderConfig = { ...config, isDeactivated: false };
    await done("POST", "/v2/idps", { identityProviderConfig });
    const user = {
      id: "worker",
      identityProviderId: "idp",
      primaryParty: "",
      isDeactivated: false,
    };
    await done("POST", "/v2/users", { user, rights: [] });
    const exp = Math.floor(Date.now() / 1_000) + 3_600;
    const claims = { iss: issuer, sub: "worker", scope: "daml_ledger_api", exp };
    const token = await signed(claims, privateKey, { alg: "ES256", kid: "k" });
    const status = async () =>
      (await running.call("GET", "/v2/authenticated-user", { token })).status;
    const deactivate = (isDeactivated: boolean) =>
      done("PATCH", "/v2/idps/idp", {
        identityProviderConfig: { ...config, isDeactivated },
        updateMask: { paths: ["is_deactivated"] },
      });
    expect([await status(), await status()]).to.deep.equal([200, 200]);
    // What happens elsewhere on the ledger does not make a known token unknown.
    await done("POST", "/v2/parties", { partyIdHint: "p", identityProviderId: "" });
    expect(await status()).to.equal(200);
    await deactivate(true);
    expect(await status()).to.equal(401);
    await deactivate(false);
    expect(await status()).to.equal(200);
    expect(
      (await running.call("GET", "/v2/users/worker", { token: await developmentToken("worker") }))
        .status,
    ).to.equal(403);
    const move = { sourceIdentityProviderId: "idp", targetIdentityProviderId: "" };
    await done("PATCH", "/v2/users/worker/identity-provider-id", { userId: "worker", ...move });
    expect(await status()).to.equal(403);
    await done("DELETE", "/v2/idps/idp");
    expect(await status()).to.equal(401);
    expect(keys.asked()).to.equal(1);
  });
});

describe("The development login explains in a header", () => {
  let ledger: ProviderLedger;
  let running: RunningServer;
  before(async () => {
    ledger = await providerLedger();
    running = await runServer(ledger);
  });
  after(async () => {
    await running.server.close();
    await ledger.close();
  });
  const explanation = (reply: Reply) => reply.headers.get("x-tallystick-explanation");

  it("which right is missing for which party", async () => {
    ledger.setUser({ userId: "idle" });
    const body = { parties: ["pärty::1220"], beginExclusive: 0 };
    const named = { parties: ["alice::1220"], beginExclusive: 0 };
    const as = { token: await developmentToken("idle") };
    const reply = await running.call("POST", "/v2/commands/completions", { ...as, body: named });
    expect(reply.status).to.equal(403);
    expect(explanation(reply)).to.equal(
      "User idle lacks CanReadAs or CanActAs for party alice::1220",
    );
    const odd = await running.call("POST", "/v2/commands/completions", { ...as, body });
    expect(odd.headers.get("x-tallystick-explanation") ?? "").to.match(/^[\x20-\x7e]*$/);
  });

  it("what is wrong with a token, in visible ASCII and at bounded length", async () => {
    expect(
      explanation(await running.call("GET", "/v2/state/ledger-end", { token: null })),
    ).to.equal("The request carries no token");
    const stranger = await developmentToken("nobody");
    expect(
      explanation(await running.call("GET", "/v2/state/ledger-end", { token: stranger })),
    ).to.equal("the user nobody does not exist");
    const aud = `https://daml.com/jwt/aud/participant/${"é\r\nX: y".repeat(100)}`;
    ledger.setProvider({
      identityProviderId: "é\r\nSet-Cookie: x=1",
      issuer: "odd",
      jwksUrl: "x",
      audience: "é\r\nSet-Cookie: y=1".repeat(100),
      isDeactivated: false,
    });
    const reply = await running.call("GET", "/v2/state/ledger-end", {
      token: await developmentToken("nobody", { iss: "odd", aud }),
    });
    const text = explanation(
      await running.call("GET", "/v2/state/ledger-end", { token: await signedBy("odd", aud) }),
    );
    expect(reply.headers.get("set-cookie")).to.equal(null);
    expect(text)
      .to.contain("identity provider ???Set-Cookie")
      .and.to.match(/^[\x20-\x7e]{100,500}$/);
  });

  const signedBy = (iss: string, aud: string) =>
    signed({ iss, aud, sub: "nobody" }, new TextEncoder().encode("unsafe"), { alg: "HS256" });

  it("and nothing of it elsewhere", async () => {
    const services = [{ kind: "unsafe", secret: "s" }] as const;
    const other = await runServer(ledger, { auth: { kind: "services", services } });
    const reply = await other.call("GET", "/v2/state/ledger-end", { token: null });
    await other.server.close();
    expect(reply.status).to.equal(401);
    expect(explanation(reply)).to.equal(null);
  });
});

import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import { expect } from "chai";
import {
  exportJWK,
  exportPKCS8,
  exportSPKI,
  type GenerateKeyPairResult,
  generateKeyPair,
  importPKCS8,
  SignJWT,
} from "jose";
import type { AuthService } from "../../../src/index.js";
import { type FakeLedger, fakeLedger, participantId } from "../../fixtures/fake-ledger.js";
import {
  developmentToken,
  type RunningServer,
  runServer,
  unsafeSecret,
} from "../../fixtures/running-server.js";

const base64 = (value: unknown): string =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

const audience = "https://canton.network.global";
const path = "/v2/state/ledger-end";

interface Claims {
  readonly [claim: string]: unknown;
}

const sign = (
  claims: Claims,
  key: Parameters<SignJWT["sign"]>[0],
  header: { alg: string; kid?: string },
): Promise<string> => new SignJWT({ ...claims }).setProtectedHeader(header).sign(key);

/** Asks for the ledger end with a token and tells status and body. */
const ask = (running: RunningServer, token: string | null, headers = {}) =>
  running.call("GET", path, { token, headers });

const expectRedacted401 = (reply: Awaited<ReturnType<typeof ask>>) => {
  expect(reply.status).to.equal(401);
  expect(reply.json).to.include({ code: "NA", errorCategory: -1, grpcCodeValue: 16 });
  expect(reply.json).to.have.deep.property("context", {});
  expect(reply.headers.get("www-authenticate")).to.contain("Bearer");
};

describe("The development login", () => {
  let ledger: FakeLedger;
  let running: RunningServer;
  let nowMs = Date.now();
  before(async () => {
    ledger = await fakeLedger();
    running = await runServer(ledger, { now: () => nowMs });
  });
  beforeEach(() => {
    // tokens made during a test are not of the future
    nowMs = Date.now() + 60_000;
  });
  after(async () => {
    await running.server.close();
    await ledger.close();
  });

  it("lets in the token existing clients make", async () => {
    expect((await ask(running, await developmentToken())).status).to.equal(200);
  });

  it("creates ledger-api-user as a participant admin", () => {
    const rights = ledger.userRights("ledger-api-user");
    expect(rights).to.deep.include({ right: [{ kind: "ParticipantAdmin" }] });
  });

  it("takes the token from Sec-WebSocket-Protocol, with entries in any order", async () => {
    const token = await developmentToken();
    for (const protocol of [
      `jwt.token.${token}, daml.ws.auth`,
      `daml.ws.auth, jwt.token.${token}`,
    ]) {
      const reply = await ask(running, null, { "sec-websocket-protocol": protocol });
      expect(reply.status).to.equal(200);
    }
  });

  it("prefers the bearer header over Sec-WebSocket-Protocol", async () => {
    const good = await developmentToken();
    const bad = { "sec-websocket-protocol": "jwt.token.nonsense" };
    expect((await ask(running, good, bad)).status).to.equal(200);
    const reversed = { "sec-websocket-protocol": `jwt.token.${good}` };
    expect((await ask(running, "nonsense", reversed)).status).to.equal(401);
  });

  it("asks for a token on every endpoint under /v2", async () => {
    for (const [method, target] of [
      ["GET", "/v2/state/ledger-end"],
      ["GET", "/v2/parties/participant-id"],
      ["GET", "/v2/users/u/rights"],
      ["POST", "/v2/users/u/rights"],
      ["POST", "/v2/parties"],
      ["POST", "/v2/updates"],
      ["POST", "/v2/state/active-contracts"],
      ["POST", "/v2/commands/completions"],
      ["POST", "/v2/commands/async/submit"],
      ["POST", "/v2/commands/submit-and-wait"],
    ] as const) {
      const body = method === "POST" ? { body: {} } : {};
      expect((await running.call(method, target, { token: null, ...body })).status).to.equal(401);
    }
  });

  it("asks for no token for health and documents", async () => {
    for (const target of ["/livez", "/readyz", "/docs/openapi"])
      expect((await running.call("GET", target, { token: null })).status).to.equal(200);
  });

  const payload = () => ({
    sub: "ledger-api-user",
    aud: audience,
    exp: Math.floor(nowMs / 1000) + 3600,
  });

  /** Signed by hand: what the library would not sign. */
  const signedAs = (claims: object, behind = ""): string => {
    const content = `${base64({ alg: "HS256" })}.${base64(claims)}${behind}`;
    return `${content}.${createHmac("sha256", "unsafe").update(content).digest("base64url")}`;
  };

  const forged: ReadonlyArray<readonly [string, () => Promise<string> | string]> = [
    ["nothing but a word", () => "nonsense"],
    ["the algorithm none", () => `${base64({ alg: "none" })}.${base64(payload())}.`],
    ["the algorithm NONE in odd case", () => `${base64({ alg: "nOnE" })}.${base64(payload())}.`],
    ["an empty signature", () => `${base64({ alg: "HS256" })}.${base64(payload())}.`],
    ["another secret", () => sign(payload(), new TextEncoder().encode("other"), { alg: "HS256" })],
    ["HS512 with the right secret", () => sign(payload(), unsafeSecret, { alg: "HS512" })],
    [
      "a changed subject",
      async () => {
        const [header, , signature] = (await developmentToken()).split(".");
        return `${header}.${base64({ ...payload(), sub: "other" })}.${signature}`;
      },
    ],
    [
      "an expiry in the past",
      () =>
        sign({ ...payload(), exp: Math.floor(nowMs / 1000) - 6 }, unsafeSecret, { alg: "HS256" }),
    ],
    [
      "a beginning in the future",
      () =>
        sign({ ...payload(), nbf: Math.floor(nowMs / 1000) + 60 }, unsafeSecret, { alg: "HS256" }),
    ],
    [
      "another audience",
      () => sign({ ...payload(), aud: "other" }, unsafeSecret, { alg: "HS256" }),
    ],
    [
      "no audience",
      () => {
        const { aud: _aud, ...rest } = payload();
        return sign({ ...rest, scope: "daml_ledger_api" }, unsafeSecret, { alg: "HS256" });
      },
    ],
    ...[1e18, -1, 253_402_300_800, Number.MAX_VALUE].map(
      (exp) =>
        [
          `the expiry ${exp}`,
          () => sign({ ...payload(), exp }, unsafeSecret, { alg: "HS256" }),
        ] as const,
    ),
    ["a text as its expiry", () => signedAs({ ...payload(), exp: "never" })],
    ["a beginning before 1970", () => signedAs({ ...payload(), nbf: -1 })],
    ["a padded signature", async () => `${await developmentToken()}=`],
    ["a padded payload", () => signedAs(payload(), "=")],
    [
      "other bits beyond the last byte of its signature",
      async () => {
        const token = await developmentToken();
        const bits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        return `${token.slice(0, -1)}${bits[bits.indexOf(token.slice(-1)) + 1]}`;
      },
    ],
    ["eight thousand characters", () => "x".repeat(8_000)],
    [
      "a critical header nobody knows",
      () => {
        const head = base64({ alg: "HS256", crit: ["wonder"], wonder: 1 });
        const content = `${head}.${base64(payload())}`;
        const mac = createHmac("sha256", "unsafe").update(content).digest("base64url");
        return `${content}.${mac}`;
      },
    ],
  ];
  for (const [what, make] of forged) {
    it(`refuses a token with ${what}, and does not say why in the context`, async () => {
      expectRedacted401(await ask(running, await make()));
    });
  }

  it("refuses a request without a token", async () => {
    expectRedacted401(await ask(running, null));
  });

  it("stops believing a cached token once it has expired", async () => {
    const token = await developmentToken();
    expect((await ask(running, token)).status).to.equal(200);
    nowMs += 3_700_000;
    expectRedacted401(await ask(running, token));
  });

  it("answers INVALID_TOKEN for a subject that is not a user id", async () => {
    const reply = await ask(running, await developmentToken("white space"));
    expect(reply.status).to.equal(400);
    expect(reply.json).to.include({ code: "INVALID_TOKEN", errorCategory: 8 });
    expect(reply.json).to.have.nested.property("context.ledger_api_error", "invalid token");
  });

  it("answers 403 with ledger_api_error for an unknown and for a deactivated user", async () => {
    ledger.setUser({ userId: "sleeper", isDeactivated: true });
    for (const user of ["nobody", "sleeper"]) {
      const reply = await ask(running, await developmentToken(user));
      expect(reply.status).to.equal(403);
      expect(reply.json).to.include({ code: "NA", grpcCodeValue: 7 });
      expect(reply.json).to.have.deep.property("context", { ledger_api_error: "invalid token" });
    }
  });

  it("denies a user from the moment it is deactivated, cached token or not", async () => {
    ledger.setUser({ userId: "worker" });
    const token = await developmentToken("worker");
    expect((await ask(running, token)).status).to.equal(200);
    ledger.setUser({ userId: "worker", isDeactivated: true });
    expect((await ask(running, token)).status).to.equal(403);
  });

  it("explains an error in its cause and logs the reason, without the token", async () => {
    ledger.setUser({ userId: "idle" });
    const token = await developmentToken("idle");
    const reply = await running.call("GET", "/v2/users/other/rights", { token });
    expect(reply.status).to.equal(403);
    expect(reply.json).to.have.property("cause").that.contains("ParticipantAdmin");
    const traceId: unknown = Object(reply.json).traceId;
    const line = running.log.find((each) => each.traceId === traceId);
    expect(line).to.have.property("reason").that.contains("idle lacks");
    expect(JSON.stringify(running.log)).to.not.contain(token.slice(-20));
  });

  it("turns away a page that reaches loopback under another name", async () => {
    const { port } = new URL(running.base);
    const { request } = await import("node:http");
    const token = await developmentToken();
    const statusFor = (host: string) =>
      new Promise<number | undefined>((resolve) => {
        const headers = { host, authorization: `Bearer ${token}` };
        request({ port, path, headers, host: "127.0.0.1" }, (reply) => {
          reply.resume();
          resolve(reply.statusCode);
        }).end();
      });
    expect(await statusFor("evil.example:7575")).to.equal(401);
    expect(await statusFor("localhost:7575")).to.equal(200);
    expect(await statusFor("json-ledger-api.localhost")).to.equal(200);
  });

  it("does not listen on an address other machines can reach", async () => {
    const outcome = await runServer(ledger, { host: "0.0.0.0" }).then(() => "it listened", String);
    expect(outcome).to.contain("loopback");
  });
});

describe("Configured logins", () => {
  let rsa: GenerateKeyPairResult;
  let ec: GenerateKeyPairResult;
  let edwards: GenerateKeyPairResult;
  let keys: object[] = [];
  let jwks: Server;
  let jwksUrl: string;
  let ledger: FakeLedger;
  const running: RunningServer[] = [];
  const claims = (more: Claims = {}) => ({
    sub: "participant_admin",
    scope: "daml_ledger_api",
    exp: Math.floor(Date.now() / 1000) + 3600,
    ...more,
  });

  const start = async (...services: AuthService[]) => {
    const server = await runServer(ledger, { auth: { kind: "services", services } });
    running.push(server);
    return server;
  };

  before(async () => {
    ledger = await fakeLedger();
    rsa = await generateKeyPair("RS256", { extractable: true });
    ec = await generateKeyPair("ES256", { extractable: true });
    edwards = await generateKeyPair("EdDSA", { extractable: true });
    keys = [{ ...(await exportJWK(rsa.publicKey)), kid: "one", alg: "RS256" }];
    jwks = createServer((_request, response) => response.end(JSON.stringify({ keys })));
    await new Promise<void>((resolve) => jwks.listen(0, "127.0.0.1", resolve));
    const address = jwks.address();
    jwksUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/keys`;
  });
  after(async () => {
    await Promise.all(running.map(({ server }) => server.close()));
    await ledger.close();
    jwks.closeAllConnections();
    await new Promise((resolve) => jwks.close(resolve));
  });

  it("verify RS256, ES256 and EdDSA with a local PEM or JWK", async () => {
    const pairs = [
      ["RS256", rsa],
      ["ES256", ec],
      ["EdDSA", edwards],
    ] as const;
    for (const [algorithm, { publicKey, privateKey }] of pairs) {
      const token = await sign(claims(), privateKey, { alg: algorithm });
      for (const key of [await exportSPKI(publicKey), JSON.stringify(await exportJWK(publicKey))]) {
        const server = await start({ kind: "key", key, algorithm });
        expect((await ask(server, token)).status).to.equal(200);
      }
    }
  });

  it("do not take a public key for a shared secret", async () => {
    const key = await exportSPKI(rsa.publicKey);
    const server = await start({ kind: "key", key, algorithm: "RS256" });
    for (const secret of [key, key.trim()]) {
      const token = await sign(claims(), new TextEncoder().encode(secret), { alg: "HS256" });
      expectRedacted401(await ask(server, token));
    }
  });

  it("refuse an algorithm other than the configured one, whatever the token's header says", async () => {
    const key = await exportSPKI(rsa.publicKey);
    const server = await start({ kind: "key", key, algorithm: "RS256" });
    expectRedacted401(await ask(server, await sign(claims(), ec.privateKey, { alg: "ES256" })));
    const sameKey = await importPKCS8(await exportPKCS8(rsa.privateKey), "PS256");
    expectRedacted401(await ask(server, await sign(claims(), sameKey, { alg: "PS256" })));
  });

  it("verify by JWKS, and refuse unknown key ids", async () => {
    const server = await start({ kind: "jwks", url: jwksUrl, algorithms: ["RS256"] });
    const good = await sign(claims(), rsa.privateKey, { alg: "RS256", kid: "one" });
    expect((await ask(server, good)).status).to.equal(200);
    const other = await generateKeyPair("RS256");
    expectRedacted401(
      await ask(server, await sign(claims(), other.privateKey, { alg: "RS256", kid: "two" })),
    );
    expectRedacted401(
      await ask(server, await sign(claims(), other.privateKey, { alg: "RS256", kid: "one" })),
    );
  });

  it("answer 503 when the keys cannot be fetched, tell no one why, and log it", async () => {
    const url = "http://127.0.0.1:1/keys";
    const server = await start({ kind: "jwks", url, algorithms: ["RS256"] });
    const reply = await ask(server, await sign(claims(), rsa.privateKey, { alg: "RS256" }));
    expect(reply.status).to.equal(503);
    expect(reply.json).to.include({
      code: "IDENTITY_PROVIDER_UNAVAILABLE",
      errorCategory: 1,
      grpcCodeValue: 14,
      retryInfo: "1 second",
    });
    expect(reply.text).to.not.contain("ECONNREFUSED");
    expect(server.log.find(({ login }) => login === "the jwks login"))
      .to.have.property("reason")
      .that.contains("ECONNREFUSED");
  });

  it("know the development secret only when told so", async () => {
    const server = await start({ kind: "jwks", url: jwksUrl, algorithms: ["RS256"] });
    expectRedacted401(await ask(server, await developmentToken("participant_admin")));
  });

  const kinds: ReadonlyArray<readonly [string, Claims, number]> = [
    ["the ledger scope", { scope: "openid daml_ledger_api" }, 200],
    ["the ledger scope as a list in scp", { scope: "", scp: ["daml_ledger_api"] }, 200],
    ["the ledger scope and this participant as audience", { aud: participantId }, 200],
    ["the ledger scope and another participant as audience", { aud: "other::1220" }, 403],
    ["the ledger scope and two audiences", { aud: [participantId, "x"] }, 401],
    [
      "this participant's audience URL",
      { scope: "", aud: `https://daml.com/jwt/aud/participant/${participantId}` },
      200,
    ],
    [
      "another participant's audience URL",
      { scope: "", aud: "https://daml.com/jwt/aud/participant/other" },
      403,
    ],
    [
      "two participants' audience URLs",
      {
        aud: [
          "https://daml.com/jwt/aud/participant/a",
          `https://daml.com/jwt/aud/participant/${participantId}`,
        ],
      },
      401,
    ],
    ["neither scope nor audience", { scope: "openid" }, 401],
    ["no subject", { sub: undefined }, 401],
  ];
  for (const [what, more, status] of kinds) {
    it(`answer ${status} to a token with ${what}`, async () => {
      const algorithm = "RS256";
      const own = await start({ kind: "key", key: await exportSPKI(rsa.publicKey), algorithm });
      const reply = await ask(own, await sign(claims(more), rsa.privateKey, { alg: algorithm }));
      expect(reply.status).to.equal(status);
    });
  }

  it("check a configured audience, scope and issuer", async () => {
    const key = { kind: "key", key: await exportSPKI(rsa.publicKey), algorithm: "RS256" } as const;
    const token = (more: Claims) => sign(claims(more), rsa.privateKey, { alg: "RS256" });
    const byAudience = await start({ ...key, audience: "mine" });
    expect((await ask(byAudience, await token({ aud: ["x", "mine"] }))).status).to.equal(200);
    expect((await ask(byAudience, await token({ aud: "x" }))).status).to.equal(401);
    const byScope = await start({ ...key, scope: "special" });
    expect((await ask(byScope, await token({ scope: "a special" }))).status).to.equal(200);
    expect((await ask(byScope, await token({}))).status).to.equal(401);
    const byIssuer = await start({ ...key, issuer: "https://idp" });
    expect((await ask(byIssuer, await token({ iss: "https://idp" }))).status).to.equal(200);
    expect((await ask(byIssuer, await token({ iss: "https://other" }))).status).to.equal(401);
  });

  it("try one service after the other", async () => {
    const server = await start(
      { kind: "unsafe", secret: "s" },
      { kind: "key", key: await exportSPKI(ec.publicKey), algorithm: "ES256" },
    );
    const byKey = await sign(claims(), ec.privateKey, { alg: "ES256" });
    const bySecret = await sign(claims(), new TextEncoder().encode("s"), { alg: "HS256" });
    expect((await ask(server, byKey)).status).to.equal(200);
    expect((await ask(server, bySecret)).status).to.equal(200);
  });

  it("keep their reasons to themselves outside of development", async () => {
    const server = await start({ kind: "unsafe", secret: "s" });
    const reply = await ask(server, "x.y.z");
    expect(reply.text).to.not.contain("JWS");
  });

  const unusable: ReadonlyArray<readonly [string, () => Promise<string>, string]> = [
    ["a private key where a public one belongs", () => exportPKCS8(rsa.privateKey), "private key"],
    ["a key in no known form", async () => "nonsense", "nor a JWK"],
  ];
  for (const [name, keyText, reason] of unusable) {
    it(`do not start with ${name}`, async () => {
      const key = await keyText();
      const outcome = await start({ kind: "key", key, algorithm: "RS256" }).then(
        () => "it started",
        String,
      );
      expect(outcome).to.contain("the key login").and.to.contain(reason);
    });
  }
});

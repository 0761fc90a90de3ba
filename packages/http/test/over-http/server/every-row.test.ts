import { createPublicKey } from "node:crypto";
import { expect } from "chai";
import {
  exportJWK,
  exportSPKI,
  type GenerateKeyPairResult,
  generateKeyPair,
  importPKCS8,
  exportPKCS8,
} from "jose";
import { type AuthConfig, type Endpoint, endpoints } from "../../../src/index.js";
import {
  base64,
  type Claims,
  type KeyServer,
  keyServer,
  published,
  signed,
} from "../../fixtures/key-server.js";
import { type ProviderLedger, providerLedger } from "../../fixtures/provider-ledger.js";
import { type RowSample, rowSamples } from "../../fixtures/row-samples.js";
import { type RunningServer, runServer } from "../../fixtures/running-server.js";
import { ask, type Told } from "../../fixtures/plain-request.js";

/** What each error answer looks like (ledger-api 9.5). */
const errorAnswers = {
  unauthenticated: { status: 401, code: "NA", errorCategory: -1, grpcCodeValue: 16, context: {} },
  denied: { status: 403, code: "NA", errorCategory: -1, grpcCodeValue: 7, context: {} },
  "bad token": {
    status: 403,
    code: "NA",
    errorCategory: -1,
    grpcCodeValue: 7,
    context: { ledger_api_error: "invalid token" },
  },
  "invalid token": { status: 400, code: "INVALID_TOKEN", errorCategory: 8, grpcCodeValue: 3 },
  "keys out of reach": {
    status: 503,
    code: "IDENTITY_PROVIDER_UNAVAILABLE",
    errorCategory: 1,
    grpcCodeValue: 14,
  },
} as const;

type ErrorAnswer = keyof typeof errorAnswers;

const keyOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

const targetOf = ({ path }: Endpoint, { parameters = {}, query = "" }: RowSample): string =>
  path.replace(/\{([^}]+)\}/g, (_all, name: string) =>
    encodeURIComponent(parameters[name] ?? "sample"),
  ) + query;

const defaultIssuer = "https://default.example";
const audience = "https://ledger.example";
const party = "alice::1220aa";
const otherParty = "bob::1220bb";

describe("Every row of the endpoint table", () => {
  const nowMs = Date.now();
  const now = Math.floor(nowMs / 1000);
  let ledger: ProviderLedger;
  let running: RunningServer;
  let own: GenerateKeyPairResult;
  let foreign: GenerateKeyPairResult;
  let ec: GenerateKeyPairResult;
  let servers: { main: KeyServer; provider: KeyServer; rotated: KeyServer };

  const claims = (more: Claims = {}): Claims => ({
    iss: defaultIssuer,
    aud: audience,
    sub: "chief",
    exp: now + 3600,
    ...more,
  });
  const byOwnKey = (more: Claims = {}, header: object = {}): Promise<string> =>
    signed(claims(more), own.privateKey, { alg: "RS256", kid: "one", ...header });
  const ofProvider = (more: Claims = {}): Promise<string> =>
    byOwnKey({ iss: "https://provider.example", sub: "insider", ...more });

  const hs256 = async (secret: string | Uint8Array): Promise<string> => {
    const key = typeof secret === "string" ? new TextEncoder().encode(secret) : secret;
    return signed(claims(), key, { alg: "HS256", kid: "one" });
  };
  const publicPem = () => exportSPKI(own.publicKey);
  const publicDer = async () =>
    new Uint8Array(createPublicKey(await publicPem()).export({ type: "spki", format: "der" }));
  const withoutSignature = (alg: string, tail = "") =>
    `${base64({ alg, kid: "one" })}.${base64(claims())}.${tail}`;
  const sameKeyFor = async (alg: string) =>
    signed(claims(), await importPKCS8(await exportPKCS8(own.privateKey), alg), {
      alg,
      kid: "one",
    });

  /** Tokens, and what each is answered with on every row. */
  const tokens: ReadonlyArray<
    readonly [string, ErrorAnswer, () => Promise<string> | string | null]
  > = [
    ["no token", "unauthenticated", () => null],
    ["garbage", "unauthenticated", () => "garbage"],
    ["three parts of garbage", "unauthenticated", () => "a.b.c"],
    [
      "a token of 8,000 characters",
      "unauthenticated",
      () => byOwnKey({ padding: "x".repeat(5_000), exp: now - 60 }),
    ],
    ["an expired token", "unauthenticated", () => byOwnKey({ exp: now - 60 })],
    ["an expiry that is a text", "unauthenticated", () => byOwnKey({ exp: `${now + 60}` })],
    ["a token not yet valid", "unauthenticated", () => byOwnKey({ nbf: now + 60 })],
    ["another audience", "unauthenticated", () => byOwnKey({ aud: "https://other.example" })],
    [
      "no audience",
      "unauthenticated",
      () => byOwnKey({ aud: undefined, scope: "daml_ledger_api" }),
    ],
    ["another issuer", "unauthenticated", () => byOwnKey({ iss: "https://other.example" })],
    ["no issuer", "unauthenticated", () => byOwnKey({ iss: undefined })],
    ["the algorithm none", "unauthenticated", () => withoutSignature("none")],
    ["the algorithm nOnE", "unauthenticated", () => withoutSignature("nOnE")],
    ["RS256 without a signature", "unauthenticated", () => withoutSignature("RS256")],
    ["RS256 with a made-up signature", "unauthenticated", () => withoutSignature("RS256", "AAAA")],
    ["PS256 by the right key", "unauthenticated", () => sameKeyFor("PS256")],
    ["RS512 by the right key", "unauthenticated", () => sameKeyFor("RS512")],
    [
      "ES256 by a published key",
      "unauthenticated",
      () => signed(claims(), ec.privateKey, { alg: "ES256", kid: "ec" }),
    ],
    ["HS256 by the public key as PEM", "unauthenticated", async () => hs256(await publicPem())],
    [
      "HS256 by the public key as PEM without its last line end",
      "unauthenticated",
      async () => hs256((await publicPem()).trimEnd()),
    ],
    ["HS256 by the public key as DER", "unauthenticated", async () => hs256(await publicDer())],
    [
      "HS256 by the public key as JWK",
      "unauthenticated",
      async () => hs256(JSON.stringify(await exportJWK(own.publicKey))),
    ],
    [
      "HS256 by the modulus",
      "unauthenticated",
      async () => hs256(Buffer.from((await exportJWK(own.publicKey)).n ?? "", "base64url")),
    ],
    ["HS256 by the development secret", "unauthenticated", () => hs256("unsafe")],
    [
      "a foreign key under the same id",
      "unauthenticated",
      () => signed(claims(), foreign.privateKey, { alg: "RS256", kid: "one" }),
    ],
    [
      "a foreign key under an unknown id",
      "unauthenticated",
      () => signed(claims(), foreign.privateKey, { alg: "RS256", kid: `${Math.random()}` }),
    ],
    [
      "a foreign key that brings itself along",
      "unauthenticated",
      async () =>
        signed(claims(), foreign.privateKey, {
          alg: "RS256",
          kid: "one",
          jwk: await exportJWK(foreign.publicKey),
        }),
    ],
    [
      "a foreign key that says where it is",
      "unauthenticated",
      () =>
        signed(claims(), foreign.privateKey, {
          alg: "RS256",
          kid: "one",
          jku: servers.rotated.url,
        }),
    ],
    [
      "a withdrawn key",
      "unauthenticated",
      () => byOwnKey({ iss: "https://rotated.example", sub: "mover" }),
    ],
    [
      "a deactivated provider",
      "unauthenticated",
      () => byOwnKey({ iss: "https://off.example", sub: "sleepless" }),
    ],
    [
      "a provider's token by another provider's key",
      "unauthenticated",
      () =>
        signed(
          { ...claims(), iss: "https://provider.example", sub: "insider" },
          foreign.privateKey,
          { alg: "RS256", kid: "two" },
        ),
    ],
    [
      "a provider's token for another audience",
      "unauthenticated",
      () => ofProvider({ aud: "https://other.example" }),
    ],
    [
      "a provider out of reach",
      "keys out of reach",
      () => byOwnKey({ iss: "https://gone.example", sub: "lost" }),
    ],
    ["an unknown user", "bad token", () => byOwnKey({ sub: "ghost" })],
    ["a deactivated user", "bad token", () => byOwnKey({ sub: "sleeper" })],
    ["a provider's user by the default login", "bad token", () => byOwnKey({ sub: "insider" })],
    ["a default user by a provider", "bad token", () => ofProvider({ sub: "chief" })],
    ["another provider's user by a provider", "bad token", () => ofProvider({ sub: "mover" })],
    ["a subject that is no user id", "invalid token", () => byOwnKey({ sub: "white space" })],
    ["no subject", "unauthenticated", () => byOwnKey({ sub: undefined })],
  ];

  const provider = (name: string, jwksUrl: string, more: { isDeactivated?: boolean } = {}) =>
    ledger.setProvider({
      identityProviderId: name,
      issuer: `https://${name}.example`,
      jwksUrl,
      audience,
      isDeactivated: false,
      ...more,
    });

  const settle = () => {
    const chiefRights = [
      { kind: "ParticipantAdmin" },
      { kind: "CanActAs", party },
      { kind: "CanReadAsAnyParty" },
    ] as const;
    const otherRights = [
      { kind: "CanActAs", party: otherParty },
      { kind: "CanReadAs", party: otherParty },
      { kind: "CanExecuteAs", party: otherParty },
    ] as const;
    ledger.setUser({ userId: "chief", rights: chiefRights });
    ledger.setUser({ userId: "pauper" });
    ledger.setUser({ userId: "stranger" });
    ledger.setUser({ userId: "neighbour", rights: otherRights });
    ledger.setUser({ userId: "sleeper", rights: chiefRights, isDeactivated: true });
    for (const [userId, identityProviderId] of [
      ["insider", "provider"],
      ["mover", "rotated"],
      ["sleepless", "off"],
      ["lost", "gone"],
    ] as const)
      ledger.setUser({ userId, identityProviderId, rights: chiefRights });
    provider("provider", servers.provider.url);
    provider("rotated", servers.rotated.url);
    provider("off", servers.provider.url, { isDeactivated: true });
    provider("gone", "http://127.0.0.1:1/keys");
  };

  before(async () => {
    own = await generateKeyPair("RS256", { extractable: true });
    foreign = await generateKeyPair("RS256", { extractable: true });
    ec = await generateKeyPair("ES256", { extractable: true });
    servers = {
      main: await keyServer(),
      provider: await keyServer(),
      rotated: await keyServer(),
    };
    const one = await published(own.publicKey, "one", "RS256");
    servers.main.publish([one, await published(ec.publicKey, "ec", "ES256")]);
    servers.provider.publish([one]);
    servers.rotated.publish([await published(foreign.publicKey, "two", "RS256")]);
    ledger = await providerLedger();
    settle();
    const { url } = servers.main;
    const service = {
      kind: "jwks",
      url,
      algorithms: ["RS256"],
      issuer: defaultIssuer,
      audience,
    } as const;
    const auth: AuthConfig = { kind: "services", services: [service] };
    const jwks = { allowHttp: true, allowPrivateAddresses: true };
    running = await runServer(ledger, { auth, jwks, now: () => nowMs, listIdleTimeoutMs: 1 });
  });
  after(async () => {
    await running.server.close();
    await ledger.close();
    await Promise.all(Object.values(servers).map((each) => each.close()));
  });

  const samples = rowSamples({
    party,
    otherUser: "stranger",
    synchronizerId: () => ledger.synchronizerId,
  });
  const guarded = endpoints.filter(({ access }) => access === "token");
  const open = endpoints.filter(({ access }) => access === "open");

  const askRow = (row: Endpoint, token: string | null): Promise<Told> => {
    const sample = samples.get(keyOf(row)) ?? { needs: "any" };
    return ask(running.base, row.method, targetOf(row, sample), { token, ...sample });
  };

  const expectError = (told: Told, answer: ErrorAnswer, about: string) => {
    const { status, ...body } = errorAnswers[answer];
    expect(told.status, `${about}: ${told.text}`).to.equal(status);
    // every 400 of async/submit is plain text, which then holds the same object
    const asText = status === 400 && about.startsWith("POST /v2/commands/async/submit ");
    const type = asText ? "text/plain; charset=UTF-8" : "application/json";
    expect(told.type, about).to.equal(type);
    expect(told.json, about).to.deep.include(body);
    const challenged = told.headers["www-authenticate"] !== undefined;
    expect(challenged, about).to.equal(answer === "unauthenticated");
    expect(told.headers["x-tallystick-explanation"], about).to.equal(undefined);
  };

  /** Neither refused for its token nor broken by what follows. */
  const expectEntry = (told: Told, about: string) => {
    expect([401, 403], `${about}: ${told.text}`).to.not.include(told.status);
    expect(told.status, `${about}: ${told.text}`).to.be.lessThan(500);
    expect(told.text, about).to.not.match(/^Invalid value for/);
  };

  it("needs a token, except those that tell of health and documents", () => {
    const paths = open.map(({ path }) => path);
    expect(
      paths.filter((path) => !/^\/(?:livez|readyz|v2\/version|docs\/[a-z.]+)$/.test(path)),
    ).to.deep.equal([]);
    expect(open.map(({ method }) => method).filter((method) => method !== "GET")).to.deep.equal([]);
  });

  it("has a sample of a request, so that none is left out below", () => {
    const missing = guarded.map(keyOf).filter((key) => !samples.has(key));
    expect(missing, "add these to row-samples.ts").to.deep.equal([]);
  });

  for (const row of guarded) {
    it(`refuses invalid tokens: ${keyOf(row)}`, async () => {
      const end = ledger.ledgerEnd();
      for (const [what, answer, make] of tokens)
        expectError(await askRow(row, await make()), answer, `${keyOf(row)} with ${what}`);
      expect(ledger.ledgerEnd()).to.equal(end);
    });

    const needsRight = samples.get(keyOf(row))?.needs === "right";
    it(`${needsRight ? "refuses callers without the right" : "lets every user in"}: ${keyOf(row)}`, async () => {
      const end = ledger.ledgerEnd();
      for (const sub of ["pauper", "neighbour"]) {
        const told = await askRow(row, await byOwnKey({ sub }));
        const about = `${keyOf(row)} by ${sub}`;
        if (needsRight) expectError(told, "denied", about);
        else expectEntry(told, about);
      }
      expect(ledger.ledgerEnd()).to.equal(end);
    });

    it(`lets callers with the right in, by the default login and by a provider: ${keyOf(row)}`, async () => {
      expectEntry(await askRow(row, await byOwnKey()), `${keyOf(row)} by chief`);
      expectEntry(await askRow(row, await ofProvider()), `${keyOf(row)} by insider`);
    });
  }

  it("took no more than one look at the keys of each provider for all of that", () => {
    for (const [name, server] of Object.entries(servers)) expect(server.asked(), name).to.equal(1);
  });
});

import type { IdentityProviderConfig } from "@tallystick/core";
import { expect } from "chai";
import { left, right } from "fp-ts/lib/Either.js";
import { decodeJwt } from "jose";
import type { AuthService } from "../../src/auth/auth-config.js";
import type { CheckError, SignatureCheck } from "../../src/auth/signature-check.js";
import { type PreparedService, tokenVerifier } from "../../src/auth/token-verifier.js";
import { base64 } from "../fixtures/key-server.js";
import { leftOf, rightOf } from "../fixtures/outcomes.js";

const nowMs = 1_767_225_600_000;
const now = nowMs / 1000;
const participantId = "participant::1220aa";
const provider: IdentityProviderConfig = {
  identityProviderId: "theirs",
  issuer: "https://theirs.example",
  jwksUrl: "https://theirs.example/keys",
  audience: "",
  isDeactivated: false,
};

/** A token whose signature no one looks at: the checks of these tests do not. */
const tokenOf = (claims: object): string => `${base64({ alg: "RS256" })}.${base64(claims)}.c2ln`;
const own = { sub: "alice", aud: "mine" };

/** A check that accepts everything, or nothing; with how often it was called. */
const checkOf = (error?: CheckError, goodUntilMs = 7) => {
  const calls: string[] = [];
  const check: SignatureCheck = (token) => {
    calls.push(token);
    return Promise.resolve(
      error === undefined ? right({ payload: decodeJwt(token), goodUntilMs }) : left(error),
    );
  };
  return { check, calls };
};
const serviceWith = (
  check: SignatureCheck,
  target: object = { audience: "mine" },
): PreparedService => {
  const service: AuthService = { kind: "unsafe", secret: "s", ...target };
  return { service, check };
};
const verifierOf = (services: ReadonlyArray<PreparedService>, check?: SignatureCheck) =>
  tokenVerifier({
    services,
    participantId,
    leeway: { defaultMs: 5_000 },
    providerOf: (issuer) =>
      check !== undefined && issuer === provider.issuer ? { provider, check } : undefined,
  });

describe("the verifier of tokens", () => {
  it("gives what a good token says, and how long its key may be relied on", async () => {
    const good = rightOf(
      await verifierOf([serviceWith(checkOf().check)])(tokenOf({ ...own, exp: now + 1 }), nowMs),
    );
    expect(good).to.deep.equal({
      claims: { userId: "alice", times: { exp: nowMs + 1000 } },
      goodUntilMs: 7,
    });
  });

  const [head = "", body = "", tail = ""] = tokenOf(own).split(".");
  const noTokens: ReadonlyArray<readonly [what: string, token: string]> = [
    ["nothing", ""],
    ["a word", "garbage"],
    ["two parts", `${head}.${body}`],
    ["padding", `${head}.${body}=.${tail}`],
    ["the other alphabet of Base64", `${head}.${body}.a+b/`],
    ["bits beyond the last byte", `${head}.${body}.c2lnAB`],
    ["a space", `${head}. ${body}.${tail}`],
    ["claims that are no JSON", `${head}.${base64("{")}.${tail}`],
    ["claims that are a list", `${head}.${base64([])}.${tail}`],
  ];
  for (const [what, token] of noTokens) {
    it(`takes ${what} as invalid, and fetches no keys`, async () => {
      const { check, calls } = checkOf();
      const error = leftOf(await verifierOf([serviceWith(check)])(token, nowMs));
      expect(error).to.include({ code: "UNAUTHENTICATED", cause: "The token is not a JWT" });
      expect(calls).to.deep.equal([]);
    });
  }

  const unworthy: ReadonlyArray<readonly [what: string, claims: object, reason: string]> = [
    ["for another audience", { ...own, aud: "other" }, "not meant for the audience mine"],
    [
      "that is over",
      { ...own, exp: now - 5 },
      "unsafe: the token's exp (2025-12-31T23:59:55Z) is 5 s behind this node's clock (2026-01-01T00:00:00Z); auth.jwtTimestampLeeway allows 5 s",
    ],
    [
      "that has not begun",
      { ...own, nbf: now + 5.25 },
      "the token's nbf (2026-01-01T00:00:05.250Z) is 5.25 s ahead of this node's clock",
    ],
    [
      "that is not issued yet",
      { ...own, iat: now + 3_600, nbf: now },
      "the token's iat (2026-01-01T01:00:00Z) is 3600 s ahead of this node's clock",
    ],
    ["whose issuer is a number", { ...own, iss: 7 }, "the token's iss is not text"],
    ["with a time that is none", { ...own, exp: "soon" }, "the token's exp is not a time"],
  ];
  for (const [what, claims, reason] of unworthy) {
    it(`fetches no keys for a token ${what}`, async () => {
      const { check, calls } = checkOf();
      const error = leftOf(await verifierOf([serviceWith(check)])(tokenOf(claims), nowMs));
      expect(error.code).to.equal("UNAUTHENTICATED");
      expect(error.cause).to.contain(reason);
      expect(calls).to.deep.equal([]);
    });
  }

  it("allows for clocks that are off by as much as is configured", async () => {
    const verify = verifierOf([serviceWith(checkOf().check)]);
    const near = { iat: now + 1, nbf: now + 5, exp: now - 4.5 };
    for (const [claim, at] of Object.entries(near))
      rightOf(await verify(tokenOf({ ...own, [claim]: at }), nowMs));
    rightOf(await verify(tokenOf({ ...own, ...near }), nowMs));
  });

  it("tries the services in their order, until one accepts", async () => {
    const refusing = checkOf({ kind: "refused", reason: "bad signature" });
    const [good, never] = [checkOf(), checkOf()];
    const services = [refusing, good, never].map(({ check }) => serviceWith(check));
    expect(rightOf(await verifierOf(services)(tokenOf(own), nowMs)).claims.userId).to.equal(
      "alice",
    );
    expect([refusing, good, never].map(({ calls }) => calls.length)).to.deep.equal([1, 1, 0]);
  });

  it("says for each way why it was not accepted", async () => {
    const services = [
      serviceWith(checkOf({ kind: "refused", reason: "bad signature" }).check),
      serviceWith(checkOf().check, { audience: "other" }),
    ];
    const error = leftOf(await verifierOf(services)(tokenOf(own), nowMs));
    expect(error.cause).to.equal(
      "No configured service accepts the token (unsafe: bad signature; " +
        "unsafe: the token is not meant for the audience other)",
    );
  });

  it("does not call a token bad while keys cannot be had, and keeps the reason inside", async () => {
    const unavailable = checkOf({ kind: "unavailable", reason: "no route to 10.0.0.1" });
    const refusing = checkOf({ kind: "refused", reason: "bad" });
    for (const checks of [
      [unavailable, refusing],
      [refusing, unavailable],
    ]) {
      const services = checks.map(({ check }) => serviceWith(check));
      const error = leftOf(await verifierOf(services)(tokenOf(own), nowMs));
      expect(error.code).to.equal("IDENTITY_PROVIDER_UNAVAILABLE");
      expect(error.cause).to.not.contain("10.0.0.1");
    }
    // and is no hindrance where another way accepts it
    const services = [unavailable, checkOf()].map(({ check }) => serviceWith(check));
    expect(rightOf(await verifierOf(services)(tokenOf(own), nowMs)).claims.userId).to.equal(
      "alice",
    );
  });

  it("asks the identity provider of the issuer first, and says whose user it is", async () => {
    const theirs = checkOf();
    const ours = checkOf();
    const claims = { sub: "bob", iss: provider.issuer, scope: "daml_ledger_api" };
    const verify = verifierOf([serviceWith(ours.check, {})], theirs.check);
    const good = rightOf(await verify(tokenOf(claims), nowMs));
    expect(good.claims).to.deep.include({ userId: "bob", provider });
    expect([theirs.calls.length, ours.calls.length]).to.deep.equal([1, 0]);
    const other = rightOf(await verify(tokenOf({ ...claims, iss: "x" }), nowMs));
    expect(other.claims).to.not.have.property("provider");
  });

  it("falls back on the services for a token of that issuer that the provider does not accept", async () => {
    const theirs = checkOf({ kind: "refused", reason: "no such key" });
    const claims = { sub: "bob", iss: provider.issuer, aud: "mine", scope: "daml_ledger_api" };
    const verify = verifierOf([serviceWith(checkOf().check)], theirs.check);
    expect(rightOf(await verify(tokenOf(claims), nowMs)).claims).to.not.have.property("provider");
  });

  it("ends with a good token that is for another participant, or whose subject is none", async () => {
    for (const [claims, code] of [
      [{ sub: "alice", aud: "https://daml.com/jwt/aud/participant/other" }, "PERMISSION_DENIED"],
      [{ sub: "no user!", scope: "daml_ledger_api" }, "INVALID_TOKEN"],
    ] as const) {
      const [first, second] = [checkOf(), checkOf()];
      const services = [serviceWith(first.check, {}), serviceWith(second.check, {})];
      expect(leftOf(await verifierOf(services)(tokenOf(claims), nowMs)).code).to.equal(code);
      expect(second.calls).to.deep.equal([]);
    }
  });

  it("accepts nothing without services and providers", async () => {
    expect(leftOf(await verifierOf([])(tokenOf(own), nowMs)).code).to.equal("UNAUTHENTICATED");
  });
});

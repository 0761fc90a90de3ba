import { expect } from "chai";
import fc from "fast-check";
import { isLeft, right } from "fp-ts/lib/Either.js";
import type { JWTPayload } from "jose";
import type { TokenTarget } from "../../src/auth/auth-config.js";
import {
  readClaims,
  tokenContext,
  tokenRefused,
  unauthenticated,
} from "../../src/auth/token-claims.js";
import { leftOf, rightOf } from "../fixtures/outcomes.js";

const participant = "participant::1220aa";
const audience = `https://daml.com/jwt/aud/participant/${participant}`;
const codeOf = (payload: JWTPayload, target: TokenTarget = {}): string => {
  const claims = readClaims(payload, target, participant);
  return isLeft(claims) ? claims.left.code : "good";
};

describe("the kind of a token", () => {
  const rows: ReadonlyArray<
    readonly [what: string, payload: JWTPayload, target: TokenTarget, code: string]
  > = [
    ["this participant as audience", { aud: audience }, {}, "good"],
    ["it beside another audience", { aud: ["x", audience] }, {}, "good"],
    ["another participant as audience", { aud: `${audience}b` }, {}, "PERMISSION_DENIED"],
    ["two participants as audience", { aud: [audience, `${audience}b`] }, {}, "UNAUTHENTICATED"],
    ["the ledger scope", { scope: "daml_ledger_api" }, {}, "good"],
    ["the ledger scope among others", { scope: "openid daml_ledger_api profile" }, {}, "good"],
    ["the ledger scope in a list", { scope: ["daml_ledger_api"] }, {}, "good"],
    ["the ledger scope as scp", { scp: ["daml_ledger_api"] }, {}, "good"],
    ["a scope that only contains the word", { scope: "xdaml_ledger_api" }, {}, "UNAUTHENTICATED"],
    ["the scope and this participant", { scope: "daml_ledger_api", aud: participant }, {}, "good"],
    [
      "the scope and another audience",
      { scope: "daml_ledger_api", aud: "x" },
      {},
      "PERMISSION_DENIED",
    ],
    [
      "the scope and two audiences",
      { scope: "daml_ledger_api", aud: ["a", "b"] },
      {},
      "UNAUTHENTICATED",
    ],
    ["no audience and no scope", {}, {}, "UNAUTHENTICATED"],
    ["a scope that is no text", { scope: 7 }, {}, "UNAUTHENTICATED"],
    ["the configured audience", { aud: "mine" }, { audience: "mine" }, "good"],
    ["it among others", { aud: ["x", "mine"] }, { audience: "mine" }, "good"],
    [
      "another than the configured audience",
      { aud: audience },
      { audience: "mine" },
      "UNAUTHENTICATED",
    ],
    ["no audience where one is configured", {}, { audience: "mine" }, "UNAUTHENTICATED"],
    ["the configured scope", { scope: "ledger" }, { scope: "ledger" }, "good"],
    [
      "another than the configured scope",
      { scope: "daml_ledger_api" },
      { scope: "ledger" },
      "UNAUTHENTICATED",
    ],
    [
      "audience and scope configured, of which the audience counts",
      { aud: "mine" },
      { audience: "mine", scope: "s" },
      "good",
    ],
    ["the configured issuer", { iss: "me", aud: audience }, { issuer: "me" }, "good"],
    ["another issuer", { iss: "you", aud: audience }, { issuer: "me" }, "UNAUTHENTICATED"],
    ["no issuer where one is configured", { aud: audience }, { issuer: "me" }, "UNAUTHENTICATED"],
  ];
  for (const [what, payload, target, code] of rows) {
    it(`is ${code} with ${what}`, () => {
      expect(codeOf({ sub: "alice", ...payload }, target)).to.equal(code);
    });
  }

  it("is judged before its subject", () => {
    expect(codeOf({ sub: "no user!", aud: "x" })).to.equal("UNAUTHENTICATED");
  });
});

describe("the subject of a token", () => {
  const subjects: ReadonlyArray<readonly [sub: unknown, code: string]> = [
    ["alice", "good"],
    ["a".repeat(128), "good"],
    ["a".repeat(129), "INVALID_TOKEN"],
    ["", "INVALID_TOKEN"],
    ["a b", "INVALID_TOKEN"],
    ["a/b", "INVALID_TOKEN"],
    ["auth0|12-3@x.example", "good"],
    [undefined, "UNAUTHENTICATED"],
    [7, "UNAUTHENTICATED"],
    [["alice"], "UNAUTHENTICATED"],
  ];
  for (const [sub, code] of subjects) {
    it(`${JSON.stringify(sub) ?? "absent"} is ${code}`, () => {
      const payload: JWTPayload = { aud: audience };
      // a payload that was parsed has whatever its issuer wrote
      Object.assign(payload, { sub });
      expect(codeOf(payload)).to.equal(code);
    });
  }

  it("that is malformed is marked as an error of the token on the wire too", () => {
    const error = leftOf(readClaims({ aud: audience, sub: "" }, {}, participant));
    expect(error.context).to.deep.equal(tokenContext);
    expect(error.definiteAnswer).to.equal(true);
  });
});

describe("the times of a token", () => {
  const good: ReadonlyArray<readonly [claim: number, ms: number]> = [
    [0, 0],
    [1_767_225_600, 1_767_225_600_000],
    [1_767_225_600.5, 1_767_225_600_500],
    [253_402_300_799, 253_402_300_799_000],
  ];
  for (const [claim, ms] of good) {
    for (const name of ["exp", "nbf", "iat"] as const) {
      it(`may be ${name} = ${claim}`, () => {
        const payload: JWTPayload = { aud: audience, sub: "alice", [name]: claim };
        expect(readClaims(payload, {}, participant)).to.deep.equal(
          right({ userId: "alice", times: { [name]: ms } }),
        );
      });
    }
  }

  it("may be missing", () => {
    const payload: JWTPayload = { aud: audience, sub: "alice" };
    expect(rightOf(readClaims(payload, {}, participant)).times).to.deep.equal({});
  });

  for (const claim of [-1, 253_402_300_800, 1e300, Number.NaN, "1767225600", null, true, {}]) {
    for (const name of ["exp", "nbf", "iat"]) {
      it(`are refused with ${name} = ${JSON.stringify(claim)}`, () => {
        const payload: JWTPayload = { aud: audience, sub: "alice" };
        Object.assign(payload, { [name]: claim });
        const error = leftOf(readClaims(payload, {}, participant));
        expect(error.code).to.equal("UNAUTHENTICATED");
        expect(error.cause).to.contain(`the token's ${name} is not a time`);
      });
    }
  }

  it("are milliseconds of the seconds in the token", () => {
    fc.assert(
      fc.property(fc.nat({ max: 4_000_000_000 }), (exp) => {
        const payload = { aud: audience, sub: "alice", exp };
        const claims = rightOf(readClaims(payload, {}, participant));
        expect(claims.times).to.deep.equal({ exp: exp * 1000 });
      }),
    );
  });
});

describe("the issuer of a token", () => {
  for (const iss of [7, null, true, ["me"], { name: "me" }]) {
    it(`is refused where it is ${JSON.stringify(iss)}, whatever is configured`, () => {
      for (const target of [{}, { issuer: "7" }, { issuer: "me" }]) {
        const payload: JWTPayload = { aud: audience, sub: "alice" };
        Object.assign(payload, { iss });
        const error = leftOf(readClaims(payload, target, participant));
        expect(error).to.include({ code: "UNAUTHENTICATED" });
        expect(error.cause).to.contain("the token's iss is not text");
      }
    });
  }
});

describe("the errors of tokens", () => {
  it("are definite, and say whether the token was resolved", () => {
    expect(unauthenticated("why")).to.include({ code: "UNAUTHENTICATED", cause: "why" });
    expect(unauthenticated("why").context).to.deep.equal({});
    expect(tokenRefused("why")).to.include({ code: "PERMISSION_DENIED", definiteAnswer: true });
    expect(tokenRefused("why").context).to.deep.equal({ ledger_api_error: "invalid token" });
  });

  it("shorten the participant that a token names", () => {
    const long = `https://daml.com/jwt/aud/participant/${"p".repeat(5_000)}`;
    const error = leftOf(readClaims({ aud: long, sub: "alice" }, {}, participant));
    expect(error.cause).to.have.length.below(400);
  });
});

import type { IncomingHttpHeaders } from "node:http";
import { expect } from "chai";
import { presentedToken } from "../../src/auth/presented-token.js";

describe("the token a request presents", () => {
  const protocol = (text: string): IncomingHttpHeaders => ({ "sec-websocket-protocol": text });
  const rows: ReadonlyArray<
    readonly [what: string, headers: IncomingHttpHeaders, token: string | undefined]
  > = [
    ["nothing", {}, undefined],
    ["a bearer header", { authorization: "Bearer a.b.c" }, "a.b.c"],
    ["the scheme in any case", { authorization: "bEaReR a.b.c" }, "a.b.c"],
    ["more spaces than one", { authorization: "Bearer   a.b.c " }, "a.b.c"],
    ["another scheme", { authorization: "Basic YTpi" }, undefined],
    ["a token without a scheme", { authorization: "a.b.c" }, undefined],
    ["the scheme alone", { authorization: "Bearer" }, undefined],
    ["a scheme that only begins so", { authorization: "BearerX a.b.c" }, undefined],
    ["a tab after the scheme", { authorization: "Bearer\ta.b.c" }, "a.b.c"],
    ["a sub-protocol", protocol("jwt.token.a.b.c, daml.ws.auth"), "a.b.c"],
    ["the sub-protocols in the other order", protocol("daml.ws.auth,jwt.token.a.b.c"), "a.b.c"],
    ["a sub-protocol without spaces", protocol("jwt.token.a.b.c,daml.ws.auth"), "a.b.c"],
    ["two tokens, of which the first counts", protocol("jwt.token.a, jwt.token.b"), "a"],
    ["no token among its sub-protocols", protocol("daml.ws.auth"), undefined],
    ["a sub-protocol in other case", protocol("JWT.TOKEN.a.b.c"), undefined],
    ["an empty token", protocol("jwt.token., daml.ws.auth"), ""],
    [
      "both, of which the bearer header counts (ledger-api 9.1)",
      { authorization: "Bearer a", ...protocol("jwt.token.b, daml.ws.auth") },
      "a",
    ],
    [
      "another scheme beside a sub-protocol",
      { authorization: "Basic YTpi", ...protocol("jwt.token.b") },
      "b",
    ],
  ];
  for (const [what, headers, token] of rows) {
    it(`is ${token === undefined ? "absent" : JSON.stringify(token)} with ${what}`, () => {
      expect(presentedToken(headers)).to.equal(token);
    });
  }
});

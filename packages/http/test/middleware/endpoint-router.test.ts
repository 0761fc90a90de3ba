import { expect } from "chai";
import { textAnswer } from "../../src/answers/answer.js";
import { ledgerApiFamily } from "../../src/endpoints/endpoint-family.js";
import { endpointRouter, unknownEndpoint } from "../../src/middleware/endpoint-router.js";
import { defaultHttpConfig } from "../../src/endpoints/http-config.js";
import { handler } from "../../src/middleware/handler.js";
import { type BareApp, bareApp } from "../fixtures/bare-app.js";
import { type SampleEndpoint, sampleEndpoint } from "../fixtures/sample-endpoint.js";

describe("the router of endpoints", () => {
  let app: BareApp;
  const users = sampleEndpoint({ path: "/v2/users" });
  const newUser = sampleEndpoint({ method: "POST", path: "/v2/users" });
  const self = sampleEndpoint({ path: "/v2/users/self" });
  const user = sampleEndpoint({ path: "/v2/users/{user-id}" });
  const rights = sampleEndpoint({ path: "/v2/users/{user-id}/rights/{right}" });
  const oldRemoval = sampleEndpoint({ method: "DELETE", path: "/v2/users/{user-id}" });
  const prefixed = sampleEndpoint({
    path: "/v0/balance",
    family: {
      ...ledgerApiFamily,
      prefixes: ["", "/api/validator"],
      undecodableAnswer: ({ part, path }) => textAnswer(418, `${part} ${path}`),
    },
  });
  const prefixedUser = sampleEndpoint({ path: "/v0/users/{name}", family: prefixed.family });
  const all: ReadonlyArray<SampleEndpoint> = [
    users,
    newUser,
    self,
    user,
    rights,
    oldRemoval,
    prefixed,
    prefixedUser,
  ];

  before(async () => {
    app = await bareApp(
      ...endpointRouter(all, (endpoint) => [handler(defaultHttpConfig, endpoint)]),
      (ctx) => {
        if (ctx.path === "/own") ctx.body = "of the application";
      },
    );
  });
  after(() => app.close());

  const rows: ReadonlyArray<
    readonly [method: string, path: string, endpoint: SampleEndpoint, parameters: object]
  > = [
    ["GET", "/v2/users", users, {}],
    ["GET", "/v2/users?x=/v2/other", users, {}],
    ["POST", "/v2/users", newUser, {}],
    ["HEAD", "/v2/users", users, {}],
    ["GET", "/v2/users/self", self, {}],
    ["GET", "/v2/users/alice", user, { "user-id": "alice" }],
    ["DELETE", "/v2/users/alice", oldRemoval, { "user-id": "alice" }],
    ["GET", "/v2/users/a%20b%2Fc", user, { "user-id": "a b/c" }],
    ["GET", "/v2/users/alice/rights/x", rights, { "user-id": "alice", right: "x" }],
    ["GET", "//v2///users", users, {}],
    ["GET", "/v2//users/alice", user, { "user-id": "alice" }],
    ["GET", "/v2/users/", users, {}],
    ["GET", "/v2/users/alice/", user, { "user-id": "alice" }],
    ["GET", "/v0/balance", prefixed, {}],
    ["GET", "/api/validator/v0/balance", prefixed, {}],
    ["GET", "/api/validator/v0/users/alice", prefixedUser, { name: "alice" }],
  ];
  for (const [method, path, endpoint, parameters] of rows) {
    it(`leads ${method} ${path} to ${endpoint.method} ${endpoint.path}`, async () => {
      endpoint.requests.length = 0;
      const { status, exchange } = await app.call({ method, path });
      expect(status).to.equal(200);
      expect(exchange.endpoint).to.equal(endpoint);
      expect(endpoint.requests).to.have.lengthOf(1);
      expect({ ...endpoint.requests[0]?.parameters }).to.deep.equal(parameters);
    });
  }

  it("leads the same path to the same endpoint each time", async () => {
    for (let time = 0; time < 3; time += 1)
      expect((await app.call({ path: "/v2/users" })).text).to.equal('{"path":"/v2/users"}');
  });

  const others = [
    "/",
    "/own/",
    "/V2/users",
    "/v2/users/alice/rights",
    "/v2",
    "/v2/users/alice/rights/x/y",
    "/api/validator/v2/users",
    "/api/v0/balance",
  ];
  for (const path of others) {
    it(`leaves ${path} to the application`, async () => {
      const { status, exchange, text } = await app.call({ path });
      expect([status, text]).to.deep.equal([404, "Not Found"]);
      expect([exchange.endpoint, exchange.error]).to.deep.equal([undefined, undefined]);
    });
  }

  it("lets the application answer what is its own", async () => {
    expect((await app.call({ path: "/own" })).text).to.equal("of the application");
  });

  const methods: ReadonlyArray<readonly [method: string, path: string, allow: string]> = [
    ["DELETE", "/v2/users", "GET, POST, HEAD"],
    ["PUT", "/v2/users", "GET, POST, HEAD"],
    ["POST", "/v2/users/alice", "GET, DELETE, HEAD"],
    ["POST", "/v2/users/self", "GET, HEAD"],
    ["DELETE", "/v2/users/self", "GET, HEAD"],
    ["POST", "//v0/balance", "GET, HEAD"],
    ["OPTIONS", "/v2/users", "GET, POST, HEAD"],
  ];
  for (const [method, path, allow] of methods) {
    it(`answers 405 to ${method} ${path}, which takes ${allow}`, async () => {
      const { exchange } = await app.call({ method, path });
      expect(exchange.error?.error).to.include({
        code: "METHOD_NOT_ALLOWED",
        definiteAnswer: true,
      });
      const allowed = (exchange.error?.headers?.["Allow"] ?? "").split(", ");
      expect(new Set(allowed)).to.deep.equal(new Set(allow.split(", ")));
      expect(allowed.at(-1)).to.equal("HEAD");
      expect(exchange.error?.error.cause).to.contain(`does not take ${method}`);
    });
  }

  it("names the path parameter that is not encoded properly", async () => {
    for (const [path, name] of [
      ["/v2/users/a%ZZ", "user-id"],
      ["/v2/users/a%", "user-id"],
      ["/v2/users/%FF", "user-id"],
      ["/v2/users/alice/rights/%E0%A4", "right"],
    ] as const) {
      const { status, text } = await app.call({ path });
      expect([status, text]).to.deep.equal([400, `Invalid value for: path parameter ${name}`]);
    }
    const own = await app.call({ path: "/v0/users/%ZZ" });
    expect([own.status, own.text]).to.deep.equal([418, "path name"]);
  });
});

describe("the middleware for paths that no endpoint has", () => {
  it("answers 404 and shows the path cut", async () => {
    const app = await bareApp(unknownEndpoint());
    const short = await app.call({ path: "/nowhere" });
    expect(short.exchange.error?.error).to.include({
      code: "ENDPOINT_NOT_FOUND",
      cause: "No endpoint has the path /nowhere",
      definiteAnswer: true,
    });
    const long = await app.call({ path: `/${"x".repeat(5_000)}` });
    expect(long.exchange.error?.error.cause).to.have.length.below(300);
    await app.close();
  });
});

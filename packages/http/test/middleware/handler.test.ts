import { expect } from "chai";
import { jsonAnswer, textAnswer } from "../../src/answers/answer.js";
import type { ServedEndpoint } from "../../src/endpoints/endpoint.js";
import type { LedgerApiMiddleware } from "../../src/middleware/exchange.js";
import { defaultHttpConfig } from "../../src/endpoints/http-config.js";
import { handler } from "../../src/middleware/handler.js";
import { type BareCall, bareApp } from "../fixtures/bare-app.js";
import { callerWith } from "../fixtures/callers.js";
import { sampleEndpoint } from "../fixtures/sample-endpoint.js";

const handled = async (
  endpoint: ServedEndpoint,
  call: BareCall = {},
  before: LedgerApiMiddleware = (_ctx, next) => next(),
  requestTimeoutMs = 5_000,
) => {
  const app = await bareApp(before, handler({ ...defaultHttpConfig, requestTimeoutMs }, endpoint));
  const reply = await app.call(call);
  await app.close();
  return { ...reply, thrown: app.thrown };
};

describe("the middleware that lets the endpoint answer", () => {
  it("passes it who asks, the body, and nothing else where nothing else came", async () => {
    const endpoint = sampleEndpoint();
    const caller = callerWith([], { userId: "alice" });
    await handled(endpoint, {}, (ctx, next) => {
      Object.assign(ctx.state.ledgerApi, { caller, body: { a: 1 } });
      return next();
    });
    expect(endpoint.requests).to.deep.equal([
      {
        parameters: {},
        query: {},
        body: { a: 1 },
        caller,
        read: undefined,
        traceParent: undefined,
        traceState: undefined,
      },
    ]);
  });

  const queries: ReadonlyArray<readonly [query: string, read: object]> = [
    ["", {}],
    ["?", {}],
    ["?a=1", { a: "1" }],
    ["?a", { a: "" }],
    ["?a=1&b=2", { a: "1", b: "2" }],
    ["?a=1&a=2&a=1", { a: ["1", "2", "1"] }],
    ["?a=x%20y+z", { a: "x y z" }],
    ["?a=%C3%BC", { a: "ü" }],
    ["?a=b=c", { a: "b=c" }],
    ["?toString=1", { toString: "1" }],
  ];
  for (const [query, read] of queries) {
    it(`reads the query "${query}"`, async () => {
      const endpoint = sampleEndpoint();
      await handled(endpoint, { path: `/v2/sample${query}` });
      expect(endpoint.requests[0]?.query).to.deep.equal(read);
    });
  }

  it("keeps a parameter named like the prototype an ordinary one", async () => {
    const endpoint = sampleEndpoint();
    await handled(endpoint, { path: "/?__proto__=1&a=2" });
    const query = endpoint.requests[0]?.query ?? {};
    expect(Object.hasOwn(query, "__proto__")).to.equal(true);
    expect(Object.getPrototypeOf(query)).to.equal(Object.prototype);
  });

  it("passes a well-formed trace parent on, and drops any other", async () => {
    const header = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const endpoint = sampleEndpoint();
    await handled(endpoint, { headers: { traceparent: header } });
    await handled(endpoint, { headers: { traceparent: "00-x" } });
    expect(endpoint.requests.map(({ traceParent }) => traceParent)).to.deep.equal([
      header,
      undefined,
    ]);
  });

  for (const later of [false, true]) {
    const when = later ? "later" : "at once";
    it(`writes what the endpoint answers ${when}`, async () => {
      const answer = textAnswer(203, "done");
      const serve = () => (later ? Promise.resolve(answer) : answer);
      const reply = await handled(sampleEndpoint({ serve }));
      expect([reply.status, reply.text]).to.deep.equal([203, "done"]);
    });

    it(`leaves an error that the endpoint throws ${when} to the middleware of errors`, async () => {
      const error = new Error("no");
      const serve = () => {
        if (later) return Promise.reject(error);
        throw error;
      };
      const reply = await handled(sampleEndpoint({ serve }));
      expect(reply.thrown).to.deep.equal([error]);
    });
  }

  it("times out an endpoint that takes too long", async () => {
    const serve = () => new Promise<never>(() => undefined);
    const reply = await handled(sampleEndpoint({ serve }), {}, undefined, 5);
    expect(reply.thrown).to.have.length(1);
    expect(reply.thrown[0])
      .to.have.property("error")
      .that.includes({ code: "REQUEST_TIME_OUT", definiteAnswer: false });
  });

  it("has the parameters that the router decoded", async () => {
    const endpoint = sampleEndpoint({
      serve: (raw) => jsonAnswer(JSON.stringify(raw.parameters)),
    });
    const reply = await handled(endpoint, {}, (ctx, next) => {
      ctx["params"] = { "user-id": "a b" };
      return next();
    });
    expect(JSON.parse(reply.text)).to.deep.equal({ "user-id": "a b" });
  });
});

import { expect } from "chai";
import { systemIds } from "../../src/sessions/http-ids.js";
import { requestTraceId } from "../../src/answers/trace-id.js";
import { type BareApp, bareApp } from "../fixtures/bare-app.js";

const trace = "0af7651916cd43dd8448eb211c80319c";

describe("the middleware that begins an exchange", () => {
  let app: BareApp;
  let seen: string[];
  beforeEach(async () => {
    seen = [];
    app = await bareApp((ctx) => {
      seen.push(ctx.state.ledgerApi.traceId(), ctx.state.ledgerApi.traceId());
      seen.push(requestTraceId(ctx.req, systemIds));
      ctx.body = "x";
    });
  });
  afterEach(() => app.close());

  it("gives each request a trace id of its own, the same throughout", async () => {
    await app.call();
    await app.call();
    const [first, again, ofRequest, second] = seen;
    expect(first).to.match(/^[0-9a-f]{32}$/);
    expect([again, ofRequest]).to.deep.equal([first, first]);
    expect(second).to.not.equal(first);
  });

  it("takes the trace id of the traceparent header", async () => {
    await app.call({ headers: { traceparent: `00-${trace}-b7ad6b7169203331-01` } });
    expect(seen[0]).to.equal(trace);
  });

  it("does not take one that is malformed", async () => {
    await app.call({ headers: { traceparent: `00-${trace}` } });
    expect(seen[0]).to.not.equal(trace);
  });

  it("calls the next middleware", async () => {
    expect((await app.call()).text).to.equal("x");
  });
});

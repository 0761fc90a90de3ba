import { invalidArgument } from "@tallystick/core";
import { expect } from "chai";
import { pino } from "pino";
import type { HttpObserver, RequestSeen } from "../../src/metrics/http-observer.js";
import type { LedgerApiMiddleware } from "../../src/middleware/exchange.js";
import { requestMetrics } from "../../src/middleware/request-metrics.js";
import { bareApp } from "../fixtures/bare-app.js";
import { sampleEndpoint } from "../fixtures/sample-endpoint.js";

/** What is reported of one request, to the observer and to the log. */
const reported = async (middleware: LedgerApiMiddleware, level = "debug") => {
  const seen: RequestSeen[] = [];
  const lines: Array<Readonly<Record<string, unknown>>> = [];
  const logger = pino({ level }, { write: (line) => void lines.push(JSON.parse(line)) });
  const observer: HttpObserver = {
    opened: () => undefined,
    answered: (request) => seen.push(request),
    refused: () => undefined,
  };
  const app = await bareApp(requestMetrics(logger, observer), middleware);
  const { status } = await app.call({ path: "/v2/users/alice" }).catch(() => ({ status: 0 }));
  await app.close();
  return { seen, lines, status };
};
const endpoint = sampleEndpoint({ path: "/v2/users/{user-id}" });

describe("the middleware of metrics", () => {
  it("reports an answer by the path of its endpoint, which has no ids of callers", async () => {
    const { seen, lines } = await reported((ctx) => {
      ctx.state.ledgerApi.endpoint = endpoint;
      ctx.status = 201;
      ctx.body = "x";
    });
    expect(seen).to.have.lengthOf(1);
    expect(seen[0]).to.include({ route: "/v2/users/{user-id}", method: "GET", status: 201 });
    expect(seen[0]?.durationMs).to.be.within(0, 120_000);
    expect(lines[0]).to.include({ msg: "answered", status: 201, path: "/v2/users/alice" });
    expect(lines[0]?.["traceId"]).to.match(/^[0-9a-f]{32}$/);
  });

  it("reports an error that was made before an endpoint was found", async () => {
    const { seen } = await reported((ctx) => {
      ctx.state.ledgerApi.error = { error: invalidArgument("no") };
      ctx.status = 405;
    });
    expect(seen).to.have.lengthOf(1);
    expect(seen[0]).to.include({ route: undefined, method: undefined, status: 405 });
  });

  it("does not count what is not for the interface", async () => {
    const { seen, lines, status } = await reported((ctx) => {
      ctx.body = "of the application";
    });
    expect(status).to.equal(200);
    expect([seen, lines]).to.deep.equal([[], []]);
  });

  it("reports a caller who went away, without a status", async () => {
    const { seen, lines } = await reported((ctx) => {
      ctx.state.ledgerApi.endpoint = endpoint;
      ctx.respond = false;
      ctx.req.socket.destroy();
    });
    expect(seen[0]).to.include({ route: "/v2/users/{user-id}", status: undefined });
    expect(lines[0]).to.include({ msg: "caller gone" });
  });

  it("writes to the log at level debug alone", async () => {
    const { seen, lines } = await reported((ctx) => {
      ctx.state.ledgerApi.endpoint = endpoint;
      ctx.body = "x";
    }, "info");
    expect(seen).to.have.lengthOf(1);
    expect(lines).to.deep.equal([]);
  });

  it("works without an observer", async () => {
    const app = await bareApp(requestMetrics(pino({ level: "silent" }), undefined), (ctx) => {
      ctx.state.ledgerApi.endpoint = endpoint;
      ctx.body = "x";
    });
    expect((await app.call()).text).to.equal("x");
    await app.close();
  });
});

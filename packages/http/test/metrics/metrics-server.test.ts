import { expect } from "chai";
import type { Metrics } from "../../src/metrics/metrics.js";
import { type MetricsServer, serveMetrics } from "../../src/metrics/metrics-server.js";
import { leftOf, rightOf } from "../fixtures/outcomes.js";
import { sendBytes } from "../fixtures/running-server.js";

const metricsWith = (text: Metrics["text"]) => ({
  contentType: "text/plain; version=0.0.4",
  text,
});

describe("the server of metrics", () => {
  let server: MetricsServer;
  let text: Metrics["text"];
  beforeEach(async () => {
    text = async () => "a 1\n";
    const address = { host: "127.0.0.1", port: 0 };
    server = rightOf(
      await serveMetrics(
        metricsWith(() => text()),
        address,
      ),
    );
  });
  afterEach(() => server.close());

  const get = (path: string, method = "GET") => fetch(`${server.base}${path}`, { method });

  it("answers what there is to measure", async () => {
    const reply = await get("/metrics");
    expect([reply.status, await reply.text()]).to.deep.equal([200, "a 1\n"]);
    expect(reply.headers.get("content-type")).to.equal("text/plain; version=0.0.4");
    expect((await get("/metrics?x=1")).status).to.equal(200);
    const head = await get("/metrics", "HEAD");
    expect([head.status, await head.text()]).to.deep.equal([200, ""]);
  });

  it("has nothing at other paths, and says where it is", async () => {
    for (const path of ["/", "/metrics/", "/v2/version", "/Metrics"]) {
      const reply = await get(path);
      expect([reply.status, await reply.text()], path).to.deep.equal([
        404,
        "Metrics are at /metrics\n",
      ]);
    }
  });

  it("takes no other methods", async () => {
    for (const method of ["POST", "PUT", "DELETE"]) {
      const reply = await get("/metrics", method);
      expect([reply.status, reply.headers.get("allow")]).to.deep.equal([405, "GET, HEAD"]);
    }
  });

  it("answers 500 without a word when the text cannot be made", async () => {
    text = async () => {
      throw new Error("secret");
    };
    const reply = await get("/metrics");
    expect([reply.status, await reply.text()]).to.deep.equal([500, ""]);
  });

  it("reads headers up to 8 KiB", async () => {
    const long = `GET /metrics HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(9_000)}\r\n\r\n`;
    expect(await sendBytes(server.base, long)).to.match(/^HTTP\/1\.1 431 /);
  });

  it("says why it does not listen", async () => {
    const port = Number(new URL(server.base).port);
    const taken = await serveMetrics(metricsWith(text), { host: "127.0.0.1", port });
    expect(leftOf(taken).kind).to.equal("port-taken");
  });
});

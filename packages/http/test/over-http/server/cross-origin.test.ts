import { expect } from "chai";
import { corsOriginError } from "../../../src/middleware/cross-origin.js";
import type { HttpSettings } from "../../../src/endpoints/http-config.js";
import { memoryLedger } from "../../fixtures/fake-ledger.js";
import { developmentToken, type RunningServer, runServer } from "../../fixtures/running-server.js";

const secret = "a secret for the tests alone";
const logins: HttpSettings = {
  auth: { kind: "services", services: [{ kind: "unsafe", secret, audience: "x" }] },
};

describe("pages of other origins", () => {
  const closing: Array<() => Promise<unknown>> = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  const server = async (config: HttpSettings): Promise<RunningServer> => {
    const ledger = await memoryLedger();
    const running = await runServer(ledger, config);
    closing.push(
      () => running.server.close(),
      () => ledger.close(),
    );
    return running;
  };
  const preflight = ({ base }: RunningServer, origin: string, path = "/v2/parties") =>
    fetch(`${base}${path}`, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization, content-type",
      },
    });

  it("of this machine may read answers with the development login, errors too; others may not", async () => {
    const running = await server({});
    const authorization = `Bearer ${await developmentToken()}`;
    const allowed = async (origin: string, path: string, headers = {}) => {
      const reply = await fetch(`${running.base}${path}`, { headers: { origin, ...headers } });
      await reply.text();
      return [reply.status, reply.headers.get("access-control-allow-origin")];
    };
    for (const page of ["http://localhost:3000", "http://127.0.0.1:5173", "http://[::1]"]) {
      expect(await allowed(page, "/v2/parties", { authorization })).to.deep.equal([200, page]);
      expect(await allowed(page, "/v2/parties")).to.deep.equal([401, page]);
      expect(await allowed(page, "/v2/nothing")).to.deep.equal([404, page]);
    }
    for (const page of ["https://example.com", "null", "http://localhost.example.com"])
      expect((await allowed(page, "/v2/parties", { authorization }))[1]).to.equal(null);
  });

  it("learn by a preflight which methods a path takes, and may send no cookies", async () => {
    const running = await server({});
    const reply = await preflight(running, "http://localhost:3000");
    expect(reply.status).to.equal(200);
    const { headers } = reply;
    expect(headers.get("access-control-allow-origin")).to.equal("http://localhost:3000");
    expect(headers.get("access-control-allow-methods")).to.include("POST");
    expect(headers.get("access-control-allow-headers")).to.equal("authorization, content-type");
    expect(headers.get("access-control-allow-credentials")).to.equal(null);
    expect(headers.get("vary")).to.equal("Origin");
    const other = await preflight(running, "https://example.com");
    expect([other.status, other.headers.get("access-control-allow-origin")]).to.deep.equal([
      405,
      null,
    ]);
    expect((await preflight(running, "http://localhost:3000", "/v2/nothing")).status).to.equal(404);
  });

  it("are none where users have logins of their own, but for those that are named", async () => {
    const page = "https://wallet.example.com";
    const table: ReadonlyArray<readonly [HttpSettings, string, number]> = [
      [logins, "http://localhost:3000", 405],
      [{ ...logins, corsOrigins: [page] }, page, 200],
      [{ ...logins, corsOrigins: [page] }, `${page}:8443`, 405],
      [{ corsOrigins: [] }, "http://localhost:3000", 405],
    ];
    for (const [config, origin, status] of table)
      expect((await preflight(await server(config), origin)).status, origin).to.equal(status);
  });

  it("are named exactly, or the interface is not served", () => {
    expect(corsOriginError(["https://a.example", "http://b.example:8080"])).to.equal(undefined);
    for (const wrong of ["*", "https://a.example/", "a.example", "https://*.example", ""])
      expect(corsOriginError([wrong])).to.match(/^corsOrigins: found .*, expected an origin/);
  });
});

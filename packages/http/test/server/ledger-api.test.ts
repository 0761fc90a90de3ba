import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { JsLedgerError } from "@tallystick/wire";
import { expect } from "chai";
import { isLeft, right } from "fp-ts/lib/Either.js";
import Koa from "koa";
import { pino } from "pino";
import { type LedgerApi, ledgerApi, type LedgerApiOptions } from "../../src/index.js";
import { type FakeLedger, fakeLedger } from "../fixtures/fake-ledger.js";
import { developmentToken } from "../fixtures/running-server.js";
import { openStream, refusedUpgrade } from "../fixtures/stream-reader.js";

const logger = pino({ level: "silent" });

/** A shop's own application that serves the interface together with a page of its own. */
interface Shop {
  readonly api: LedgerApi;
  readonly server: Server;
  readonly base: string;
  /** Statuses its own outermost middleware saw. */
  readonly seen: number[];
}

describe("The interface in an application of someone else", () => {
  let ledger: FakeLedger;
  let shop: Shop;
  let token: string;

  const open = async (options: LedgerApiOptions = {}): Promise<Shop> => {
    const api = ledgerApi(ledger, { logger, ...options });
    const seen: number[] = [];
    const app = new Koa();
    app.silent = true;
    app.use(async (ctx, next) => {
      await next();
      seen.push(ctx.status);
    });
    app.use(api.routes());
    app.use((ctx) => {
      if (ctx.path === "/broken") throw new Error("of the shop itself");
      if (ctx.path === "/prices") ctx.body = { apples: 3 };
    });
    const handle = app.callback();
    const server = createServer((request, response) => void handle(request, response));
    api.webSockets(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // border: a server that listens on an address has one
    const { port } = server.address() as AddressInfo;
    return { api, server, seen, base: `http://127.0.0.1:${port}` };
  };
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${shop.base}${path}`, { headers });

  before(async () => {
    ledger = await fakeLedger();
    token = await developmentToken();
  });
  beforeEach(async () => {
    shop = await open();
  });
  afterEach(async () => {
    await shop.api.close(0);
    shop.server.closeAllConnections();
    await new Promise((resolve) => shop.server.close(resolve));
  });

  it("answers its endpoints, seen by the middlewares around it", async () => {
    const answer = await get("/v2/version", { authorization: `Bearer ${token}` });
    expect(answer.status).to.equal(200);
    expect(await answer.json()).to.have.property("version");
    const denied = await get("/v2/state/ledger-end");
    expect(denied.status).to.equal(401);
    expect(JsLedgerError.is(await denied.json())).to.equal(true);
    expect(shop.seen).to.deep.equal([200, 401]);
  });

  it("leaves every other path to the application", async () => {
    expect(await (await get("/prices")).json()).to.deep.equal({ apples: 3 });
    const unknown = await get("/nowhere");
    expect([unknown.status, await unknown.text()]).to.deep.equal([404, "Not Found"]);
    const broken = await get("/broken");
    expect([broken.status, await broken.text()]).to.deep.equal([500, "Internal Server Error"]);
  });

  it("opens its websockets by one more call, until it is closed", async () => {
    const stream = await openStream(shop.base, "/v2/updates");
    await shop.api.close(1_000);
    expect(await stream.closed).to.equal(1001);
    const late = await refusedUpgrade(shop.base, "/v2/updates");
    expect(late.status).to.equal(503);
    expect(late.json).to.have.property("code", "SERVICE_NOT_RUNNING");
  });

  it("leaves upgrades of other paths to the application", async () => {
    const taken = new Promise<string | undefined>((resolve) => {
      shop.server.once("upgrade", (request, socket) => {
        resolve(request.url);
        socket.destroy();
      });
    });
    await refusedUpgrade(shop.base, "/chat").catch(() => undefined);
    expect(await taken).to.equal("/chat");
  });

  it("says what is wrong with its configuration, and answers 503 until that is changed", async () => {
    const services = [{ kind: "key", key: "no key", algorithm: "RS256" }] as const;
    const wrong = await open({ config: { auth: { kind: "services", services } } });
    const ready = await wrong.api.ready();
    expect(isLeft(ready) ? ready.left.message : "").to.contain("the key login");
    const answer = await fetch(`${wrong.base}/v2/version`);
    expect(answer.status).to.equal(503);
    expect(await answer.json()).to.have.property("code", "SERVICE_NOT_RUNNING");
    wrong.server.closeAllConnections();
    await new Promise((resolve) => wrong.server.close(resolve));
  });

  it("is ready at the latest with its first answer", async () => {
    const fresh = ledgerApi(ledger, { logger });
    expect(await fresh.ready()).to.deep.equal(right(undefined));
  });
});

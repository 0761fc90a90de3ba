import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLedger } from "@tallystick/node";
import { expect } from "chai";
import express from "express";
import Koa from "koa";
import { ledgerApi } from "../../src/server/ledger-api.js";
import { rightOf } from "../fixtures/outcomes.js";

const html = { Accept: "text/html,application/xhtml+xml" };

describe("the site", () => {
  const folder = mkdtempSync(join(tmpdir(), "site-"));
  const servers: Server[] = [];
  let base = "";
  let mounted = "";

  const listen = async (server: Server): Promise<string> => {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // border: a server that listens on a port has an address
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  before(async () => {
    mkdirSync(join(folder, "assets"));
    writeFileSync(join(folder, "index.html"), '<script src="./assets/index-abc.js"></script>');
    writeFileSync(join(folder, "index.de.html"), '<html lang="de">');
    writeFileSync(join(folder, "index.ar.html"), '<html lang="ar" dir="rtl">');
    writeFileSync(join(folder, "assets/index-abc.js"), "plain");
    writeFileSync(join(folder, "assets/index-abc.js.br"), "brotli");
    writeFileSync(join(folder, "secret.txt"), "secret");
    const ledger = rightOf(await openLedger({ packages: [] }));
    after(() => ledger.close());
    const api = ledgerApi(ledger, {
      site: folder,
      config: {
        browserLogin: { issuer: "https://login.example.com/realms/a", clientId: "wallet" },
      },
    });
    after(() => api.close(0));
    const handle = new Koa().use(api.routes()).use(api.unknownEndpoint()).callback();
    base = await listen(createServer((request, response) => void handle(request, response)));
    const outer = express().use("/ledger", (request, response) => void handle(request, response));
    mounted = await listen(createServer(outer));
  });
  after(() => {
    for (const server of servers) server.close();
    rmSync(folder, { recursive: true });
  });

  for (const path of ["/wallet", "/wallet/", "/wallet/history/x:1", "/console/ledger"]) {
    it(`sends the page to browsers that go to ${path}, and caches nothing`, async () => {
      const answer = await fetch(`${base}${path}`, { headers: html });
      expect(await answer.text()).to.equal('<script src="/wallet/assets/index-abc.js"></script>');
      expect(answer.headers.get("Cache-Control")).to.equal("no-store");
      expect(answer.headers.get("Content-Type")).to.equal("text/html; charset=utf-8");
    });
  }

  const languageOf = async (headers: Readonly<Record<string, string>>): Promise<string> => {
    const answer = await fetch(`${base}/wallet`, { headers: { ...html, ...headers } });
    return /lang="(\w+)"/.exec(await answer.text())?.[1] ?? "en";
  };

  it("sends the page in the language that the browser wants most, in English without one", async () => {
    for (const [wanted, language] of [
      ["de-CH,de;q=0.9,en;q=0.8", "de"],
      ["fr-FR,ar;q=0.9,en;q=0.8", "ar"],
      ["en-US,en;q=0.9,de;q=0.8", "en"],
      ["fr", "en"],
      ["*", "en"],
    ] as const)
      expect(await languageOf({ "Accept-Language": wanted }), wanted).to.equal(language);
    expect(await languageOf({})).to.equal("en");
  });

  it("sends the page in the language that was chosen, if there is one", async () => {
    const wanted = { "Accept-Language": "ar" };
    const chosen = (tag: string) =>
      languageOf({ ...wanted, Cookie: `a=b; tallystick-language=${tag}` });
    expect(await chosen("de")).to.equal("de");
    expect(await chosen("en")).to.equal("en");
    expect(await chosen("tlh")).to.equal("ar");
    expect(await chosen("")).to.equal("ar");
  });

  it("names its files below the path where it is mounted", async () => {
    const answer = await fetch(`${mounted}/ledger/wallet/send`, { headers: html });
    expect(await answer.text()).to.include('"/ledger/wallet/assets/index-abc.js"');
    const config = await fetch(`${mounted}/ledger/wallet/config.json`);
    expect(await config.json()).to.include({ basePath: "/ledger" });
  });

  for (const path of ["/wallet/nothing", "/v3/unknown", "/wallet/assets/none.js", "/wallets"]) {
    it(`leaves ${path} to the interface, whose answer is an error object`, async () => {
      const answer = await fetch(`${base}${path}`, { headers: { Accept: "*/*" } });
      expect(answer.status).to.equal(404);
      expect(answer.headers.get("Content-Type")).to.include("json");
    });
  }

  for (const path of ["/wallet/assets/..%2fsecret.txt", "/wallet/assets/%2e%2e/secret.txt"]) {
    it(`does not send what is outside of its files: ${path}`, async () => {
      const answer = await fetch(`${base}${path}`);
      expect(await answer.text())
        .not.to.include("secret\n")
        .and.not.to.equal("secret");
      expect(answer.status).to.equal(404);
    });
  }

  it("sends compressed files that may be kept for ever", async () => {
    const url = `${base}/wallet/assets/index-abc.js`;
    const compressed = await fetch(url, { headers: { "Accept-Encoding": "br" }, method: "HEAD" });
    expect(compressed.headers.get("Content-Encoding")).to.equal("br");
    const plain = await fetch(url, { headers: { "Accept-Encoding": "identity" } });
    expect(await plain.text()).to.equal("plain");
    expect(plain.headers.get("Cache-Control")).to.equal("max-age=31536000,immutable");
    expect(plain.headers.get("Vary")).to.include("Accept-Encoding");
    expect(plain.headers.get("Content-Type")).to.include("javascript");
  });

  it("lets pages load its own files alone, and ask the provider of the login", async () => {
    const { headers } = await fetch(`${base}/wallet/`, { headers: html });
    const host = new URL(base).host;
    expect(headers.get("Content-Security-Policy")).to.equal(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
        `font-src 'self'; connect-src 'self' ws://${host} wss://${host} ` +
        "https://login.example.com; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers.get("X-Frame-Options")).to.equal("DENY");
    expect(headers.get("X-Content-Type-Options")).to.equal("nosniff");
    expect(headers.get("Referrer-Policy")).to.equal("no-referrer");
    expect(headers.get("Cross-Origin-Opener-Policy")).to.equal("same-origin");
  });

  it("lets the page that opened an approval hear of it", async () => {
    for (const path of ["/wallet/connect", "/wallet/approve/1"]) {
      const { headers } = await fetch(`${base}${path}`, { headers: html });
      expect(headers.get("Cross-Origin-Opener-Policy")).to.equal("unsafe-none");
    }
  });

  it("says how to log in", async () => {
    const answer = await fetch(`${base}/wallet/config.json`);
    expect(answer.headers.get("Cache-Control")).to.equal("no-store");
    expect(await answer.json()).to.deep.equal({
      auth: { kind: "development", secret: "unsafe", audience: "https://canton.network.global" },
      network: "off",
      devNet: false,
      manualClock: false,
      ledgerTime: null,
      audit: false,
      names: { coin: "CC", nameService: "ANS" },
      basePath: "",
    });
  });

  it("leads browsers from the top to the wallet", async () => {
    const answer = await fetch(`${base}/`, { headers: html, redirect: "manual" });
    expect(answer.status).to.equal(302);
    expect(answer.headers.get("Location")).to.equal("/wallet/");
  });
});

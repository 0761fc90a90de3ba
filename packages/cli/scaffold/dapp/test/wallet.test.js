import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { accounts, connect, tokenFrom } from "../page/wallet.js";

let child;
const found = {};
const data = mkdtempSync(join(tmpdir(), "dapp-"));

// browsers say themselves of which origin a page is
const { fetch: plainFetch } = globalThis;
globalThis.fetch = (url, { headers, ...options } = {}) =>
  plainFetch(url, { ...options, headers: { ...headers, Origin: found.page } });

before(async () => {
  child = spawn(process.execPath, ["start.js", "--port", "0", "--data", data], {
    stdio: ["ignore", "pipe", 2],
  });
  for await (const line of createInterface(child.stdout)) {
    found.node ??= /ready at (http:\S+)/.exec(line)?.[1];
    found.page ??= /page at (http:\S+)/.exec(line)?.[1];
    if (found.page !== undefined) break;
  }
});
after(async () => {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill();
  await ended;
  rmSync(data, { recursive: true });
});

void test("the page is there and knows its node", async () => {
  assert.match(await (await fetch(found.page)).text(), /Connect the wallet/);
  assert.equal(await (await fetch(`${found.page}/node`)).text(), found.node);
});

void test("the wallet asks its user before the page sees anything", async () => {
  assert.match(await connect(found.node), /\/wallet\/connect\?request=/);
  await assert.rejects(accounts(found.node), /listAccounts/);
});

void test("a token comes from the wallet alone", async () => {
  const page = new EventTarget();
  const token = tokenFrom(page, found.node);
  const message = (origin, given) =>
    page.dispatchEvent(
      Object.assign(new Event("message"), {
        origin,
        data: { type: "SPLICE_WALLET_IDP_AUTH_SUCCESS", token: given },
      }),
    );
  message("https://other.example.com", "theirs");
  message(new URL(found.node).origin, "ours");
  assert.equal(await token, "ours");
});

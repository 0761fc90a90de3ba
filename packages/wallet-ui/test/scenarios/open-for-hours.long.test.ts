import { testSize } from "@tallystick/dev";
import { expect } from "chai";
import type { CDPSession, Page } from "playwright-core";
import { rightOf } from "../browser/app-contracts.js";
import { type Browser, logIn, openBrowser } from "../browser/browser.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";
import { tourUser } from "../browser/tour.js";

/** What a page has in memory after what is garbage has been collected. */
interface Held {
  readonly heapBytes: number;
  readonly nodes: number;
  readonly listeners: number;
}

/**
 * By how much a page may hold more after the last quarter than after the first one. What drives the
 * browser keeps of each request some hundred bytes in the page's heap.
 */
const mostGrowth = (updates: number): Held => ({
  heapBytes: 1_000_000 + 150 * updates,
  nodes: 200,
  listeners: 40,
});

const quarters = 4;
const atOnce = 64;

const measures = 5;

/** The least of a few measures: a list that is drawn again holds the old one until it is done. */
const heldBy = async (page: Page, devTools: CDPSession): Promise<Held> => {
  let held: Held = { heapBytes: Infinity, nodes: Infinity, listeners: Infinity };
  for (let times = 0; times < measures; times++) {
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => new Promise((drawn) => requestIdleCallback(drawn)));
    await devTools.send("HeapProfiler.collectGarbage");
    const { usedSize } = await devTools.send("Runtime.getHeapUsage");
    const { nodes, jsEventListeners } = await devTools.send("Memory.getDOMCounters");
    held = {
      heapBytes: Math.min(held.heapBytes, usedSize),
      nodes: Math.min(held.nodes, nodes),
      listeners: Math.min(held.listeners, jsEventListeners),
    };
  }
  return held;
};

/** The pages that stay open, and what shows that they are there. */
const opened: ReadonlyArray<readonly [path: string, heading: string]> = [
  ["/wallet", "Home"],
  ["/wallet/history", "History"],
  ["/console", "Console"],
  ["/console/ledger", "Updates"],
];

describe("pages that are open while thousands of updates arrive", () => {
  let node: TestNode;
  let browser: Browser;
  let operator: string;
  before(async () => {
    node = await startTestNode();
    ({ operator } = node.validator.wallet.settings);
    // more rows than a list draws at once
    for (let taps = 0; taps < 60; taps++)
      await node.api(tourUser, "POST", "/v0/wallet/tap", { amount: "100" });
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  let sent = 0;
  const create = async (): Promise<void> => {
    sent += 1;
    const id = `ping ${sent}`;
    rightOf(
      await node.validator.ledger.submitAndWait({
        commandId: id,
        userId: tourUser,
        actAs: [operator],
        commands: [
          {
            kind: "CreateCommand",
            templateId: "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping",
            createArguments: { id, initiator: operator, responder: operator },
          },
        ],
      }),
    );
  };
  const updates = async (count: number): Promise<void> => {
    for (let done = 0; done < count; done += atOnce) {
      await Promise.all(Array.from({ length: Math.min(atOnce, count - done) }, create));
      // a coin comes too, now and then, so that balance, curve and history change
      if (done % (atOnce * 10) === 0)
        await node.api(tourUser, "POST", "/v0/wallet/tap", { amount: "1" });
    }
  };

  it("hold no more after the last quarter than after the first", async () => {
    const each = testSize("UPDATES_WHILE_OPEN") / quarters;
    const pages: Array<readonly [string, Page, CDPSession]> = [];
    for (const [path, heading] of opened) {
      const page = await browser.page();
      await page.goto(`${node.base}${path}`);
      await logIn(page, tourUser);
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
      pages.push([path, page, await browser.context.newCDPSession(page)]);
    }
    const held: Array<ReadonlyMap<string, Held>> = [];
    for (let quarter = 0; quarter < quarters; quarter += 1) {
      await updates(each);
      const now = new Map<string, Held>();
      for (const [path, page, devTools] of pages) now.set(path, await heldBy(page, devTools));
      held.push(now);
    }
    const bound = mostGrowth((quarters - 1) * each);
    for (const [path] of opened) {
      const [first, last] = [held[0]?.get(path), held.at(-1)?.get(path)];
      for (const what of ["heapBytes", "nodes", "listeners"] as const) {
        const grown = (last?.[what] ?? Number.NaN) - (first?.[what] ?? Number.NaN);
        const all = held.map((one) => one.get(path)?.[what]).join(", ");
        expect(grown, `${what} of ${path}: ${all}`).to.be.at.most(bound[what]);
      }
    }
  });
});

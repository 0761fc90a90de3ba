import type { CDPSession, Page } from "playwright-core";
import type { Contender, OpenContender, Sample } from "../../contender.js";
import { browserSizes, fullSizes } from "../../sizes.js";
import { percentiles } from "../../work.js";
import {
  growHistory,
  growInbox,
  logIn,
  onboarded,
  openWalletBrowser,
  tap,
  type WalletBrowser,
} from "./wallet-browser.js";

const user = "alice";

/** What a side needs besides the browser. */
interface Opened {
  readonly browser: WalletBrowser;
  readonly party: string;
  readonly isQuick: boolean;
}

const contender =
  (prepare: (opened: Opened) => Promise<() => Promise<Sample>>): OpenContender =>
  async ({ folder, commands }): Promise<Contender> => {
    const browser = await openWalletBrowser(folder);
    try {
      const party = await onboarded(browser.validator, user);
      const isQuick = commands < fullSizes.commands;
      return {
        info: {},
        run: await prepare({ browser, party, isQuick }),
        close: () => browser.close(),
      };
    } catch (thrown) {
      await browser.close();
      throw thrown;
    }
  };

const loggedIn = async ({ browser }: Opened, path: string): Promise<Page> => {
  const page = await browser.context.newPage();
  await page.goto(`${browser.url}${path}`);
  await logIn(page, user);
  return page;
};

/** From the submission of a tap to the frame in which its amount is drawn; 95th percentile. */
export const eventToScreen = contender(async (opened) => {
  const { browser, party, isQuick } = opened;
  const page = await loggedIn(opened, "/wallet");
  await page.getByRole("heading", { name: "Last transactions" }).waitFor();
  let count = 0;
  const once = async (): Promise<number> => {
    const amount = `1.${String(++count).padStart(6, "0")}9`;
    const drawn = page.evaluate(async (text) => {
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      while (!(document.body.textContent ?? "").includes(text)) await nextFrame();
      return Date.now();
    }, amount);
    const begun = Date.now();
    await tap(browser.validator, party, [amount]);
    return (await drawn) - begun;
  };
  return async () => {
    const times: Array<number> = [];
    for (let event = 0; event < (isQuick ? 5 : browserSizes.events); event++)
      times.push(await once());
    const { p50Ms, p95Ms } = percentiles(times);
    return { value: p95Ms, notes: { p50: Math.round(p50Ms), events: times.length } };
  };
});

/** What the browser has reported about a page so far. */
interface Vitals {
  readonly lcp: number;
  readonly blocked: number;
  readonly longest: number;
  readonly shift: number;
}

/** Begins to gather what `vitalsOf` returns, before anything of a page runs. */
const gather = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const vitals = { lcp: 0, blocked: 0, longest: 0, shift: 0 };
    Reflect.set(window, "vitals", vitals);
    const watch = (type: string, take: (entry: PerformanceEntry) => void): void =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
        type,
        buffered: true,
      });
    watch("largest-contentful-paint", ({ startTime }) => (vitals.lcp = startTime));
    watch("longtask", ({ duration }) => {
      vitals.blocked += duration - 50;
      vitals.longest = Math.max(vitals.longest, duration);
    });
    watch("layout-shift", (entry) => {
      if (Reflect.get(entry, "hadRecentInput") !== true)
        vitals.shift += Number(Reflect.get(entry, "value"));
    });
  });

const vitalsOf = (page: Page): Promise<Vitals> =>
  // border: set by `gather`
  page.evaluate(() => Reflect.get(window, "vitals") as Vitals);

const throttled = async (page: Page): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 200_000,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  return session;
};

/** The largest paint of the first load, on a slow connection and a quarter of the processor. */
export const firstLoad = contender(async ({ browser }) => async () => {
  const page = await browser.context.newPage();
  try {
    await gather(page);
    await throttled(page);
    await page.goto(`${browser.url}/wallet`);
    await page.getByLabel("User name").waitFor();
    await page.waitForLoadState("networkidle");
    const { lcp, blocked } = await vitalsOf(page);
    const bytes = await page.evaluate(() =>
      ["navigation", "resource"]
        .flatMap((type) => performance.getEntriesByType(type))
        .reduce((sum, entry) => sum + Number(Reflect.get(entry, "encodedBodySize")), 0),
    );
    const begun = Date.now();
    await logIn(page, user);
    await page.getByRole("heading", { name: "Balance" }).waitFor();
    const homeMs = Date.now() - begun;
    await page.waitForLoadState("networkidle");
    const { shift } = await vitalsOf(page);
    const notes = {
      blockedMs: Math.round(blocked),
      layoutShift: shift.toFixed(3),
      kilobytes: Math.round(bytes / 1_000),
      loginToHomeMs: homeMs,
    };
    return { value: lcp, notes };
  } finally {
    await page.close();
  }
});

const clearLongest = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Reflect.set(Object(Reflect.get(window, "vitals")), "longest", 0);
  });

/** The longest task while an inbox is scrolled to its end, and while lines of it are chosen. */
const inboxLongest = async (page: Page, offers: number) => {
  await page
    .getByRole("link", { name: /^Inbox/ })
    .first()
    .click();
  const all = page.getByRole("checkbox", { name: `Choose all ${offers}` });
  await all.waitFor();
  await clearLongest(page);
  const last = page.locator(`[aria-posinset="${offers}"]`);
  await page.locator("[data-line]").first().hover();
  while (!(await last.isVisible())) await page.mouse.wheel(0, 2_000);
  const { longest: scrolled } = await vitalsOf(page);
  await clearLongest(page);
  await last.getByRole("checkbox").check();
  await page.getByRole("checkbox", { name: "1 chosen" }).check();
  await page.getByRole("checkbox", { name: `${offers} chosen` }).uncheck();
  await all.waitFor();
  const { longest: chosen } = await vitalsOf(page);
  return { inboxScrolled: scrolled, inboxChosen: chosen };
};

/** The longest task while a long history is scrolled; 0 when none took 50 ms. Notes: an inbox. */
export const scrolling = contender(async (opened) => {
  const { browser, party, isQuick } = opened;
  const rows = isQuick ? browserSizes.quickRows : browserSizes.rows;
  const offers = Math.min(rows, browserSizes.offers);
  await growHistory(browser.validator, party, rows);
  const other = await onboarded(browser.validator, "bob");
  await growInbox(browser.validator, other, party, offers);
  return async () => {
    const page = await browser.context.newPage();
    try {
      await gather(page);
      await page.goto(`${browser.url}/wallet/history`);
      await logIn(page, user);
      const frame = page.getByRole("rowgroup", { name: "Rows of Transactions" });
      await frame.hover();
      const before = await vitalsOf(page);
      await clearLongest(page);
      const whole = page.getByText(/^All [0-9]+ transactions\.$/);
      let wheels = 0;
      while (!(await whole.isVisible())) {
        await page.mouse.wheel(0, 2_000);
        wheels += 1;
      }
      const { longest, blocked } = await vitalsOf(page);
      const shown = (await whole.textContent()) ?? "";
      const blockedMs = Math.round(blocked - before.blocked);
      const notes = { wheels, shown, blockedMs, ...(await inboxLongest(page, offers)) };
      return { value: longest, notes };
    } finally {
      await page.close();
    }
  };
});

const warm = ["Inbox", "Send", "Request", "History", "Holdings", "Rewards", "Settings", "Home"];

/** From the click on a link to the frame with the heading of a page that was open before. */
export const routeChange = contender(async (opened) => {
  const page = await loggedIn(opened, "/wallet");
  const to = (name: string): Promise<number> =>
    page.evaluate(async (title) => {
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const link = [...document.querySelectorAll("nav a")].find(
        ({ textContent }) => (textContent ?? "").trim() === title,
      );
      if (!(link instanceof HTMLElement)) throw new Error(`there is no link to ${title}`);
      const begun = performance.now();
      link.click();
      while (document.querySelector("h1")?.textContent !== title) await nextFrame();
      return performance.now() - begun;
    }, name);
  for (const name of warm) {
    await to(name);
    await page.waitForLoadState("networkidle");
  }
  return async () => {
    const times: Array<number> = [];
    for (const name of warm) times.push(await to(name));
    const { p50Ms, p95Ms } = percentiles(times);
    return { value: p95Ms, notes: { p50: Math.round(p50Ms) } };
  };
});

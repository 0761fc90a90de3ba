import axe from "axe-core";
import { type Browser as Program, type BrowserContext, chromium, type Page } from "playwright-core";
import { patienceMs } from "./patience.js";

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The one program of all tests of this process; each person's browser is a context in it. */
let program: Promise<Program> | undefined;

const startedProgram = (): Promise<Program> => {
  const executablePath = process.env["TALLYSTICK_CHROMIUM"];
  if (executablePath === undefined)
    throw new Error("TALLYSTICK_CHROMIUM names no browser; `npm test -- scenarios` finds one");
  program ??= chromium.launch({ executablePath, headless: true, args: flags });
  return program;
};

after(async () => (await program)?.close());

/** A person's browser: a context with an empty profile. */
export interface Browser {
  readonly context: BrowserContext;
  /** A new page; it is watched for errors. */
  page(): Promise<Page>;
  /** What went wrong so far: errors of console and pages, refused loads, requests outside. */
  readonly errors: ReadonlyArray<string>;
  close(): Promise<void>;
}

const isLocal = (url: string): boolean =>
  /^(data|blob|about|chrome-error):/.test(url) ||
  /^(https?|wss?):\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/.test(url);

/** How a browser differs. */
interface BrowserOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: "light" | "dark";
  readonly locale?: string;
  /** The language of the texts, as if chosen in this browser; "": the one that the locale wants. */
  readonly language?: string;
  /** Errors of the console that the test provokes. */
  readonly expected?: RegExp;
}

/**
 * Starts a browser. Call `close` in `after`, and compare `errors` with an empty list at the end of
 * each test.
 */
export const openBrowser = async (options: BrowserOptions = {}): Promise<Browser> => {
  const { width = 1_280, height = 900, colorScheme = "light", locale = "en-US" } = options;
  const { language = "en" } = options;
  const context = await (await startedProgram()).newContext({
    viewport: { width, height },
    colorScheme,
    locale,
  });
  context.setDefaultTimeout(patienceMs);
  const kept = { name: "tallystick-language", domain: "127.0.0.1", path: "/" };
  if (language !== "") await context.addCookies([{ ...kept, value: language }]);
  const errors: string[] = [];
  await context.route("**/*", (route) => {
    const url = route.request().url();
    if (isLocal(url)) return route.continue();
    errors.push(`a request left this machine: ${url}`);
    return route.abort();
  });
  const watch = (page: Page): void => {
    page.on("console", (message) => {
      const text = `${message.text()} (${message.location().url})`;
      if (message.type() === "error" && options.expected?.test(text) !== true)
        errors.push(`console: ${text}`);
    });
    page.on("pageerror", (error) => errors.push(`page: ${error.message}`));
  };
  context.on("page", watch);
  context.pages().forEach(watch);
  return {
    context,
    page: () => context.newPage(),
    errors,
    close: async () => {
      // what a handler still waits for comes no more
      for (const routed of [...context.pages(), context])
        await routed.unrouteAll({ behavior: "ignoreErrors" });
      await context.close();
    },
  };
};

/** Logs in with the development login, on the page that is open. */
export const logIn = async (page: Page, user: string): Promise<void> => {
  await page.getByLabel("User name").fill(user);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("button", { name: "Log out" }).waitFor();
  // until it is known whose wallet it is, there is a frame without a page, and what is opened in it
  // closes with it
  await page.getByRole("heading", { level: 1 }).first().waitFor({ state: "attached" });
};

/** Goes to a page of the wallet without a reload, which would end the login. */
export const goTo = async (page: Page, path: string, heading: string): Promise<void> => {
  await page.evaluate((to) => history.pushState(null, "", to), path);
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  await page.waitForFunction(
    () => document.querySelector('[role=status][aria-label="Loading"]') === null,
  );
};

/** Closes what is said above a page of what was done; of a success it may be gone by itself. */
export const closeSaid = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Close" }).evaluateAll((buttons: HTMLElement[]) => {
    for (const each of buttons) each.click();
  });

/**
 * Presses `g` and a letter until the page is where they lead: they count together within a moment,
 * which may be over between them.
 */
export const goByKeys = async (page: Page, letter: string, path: string): Promise<void> => {
  do {
    await page.keyboard.press("g");
    await page.keyboard.press(letter);
  } while ((await page.evaluate(() => location.pathname)) !== path);
};

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Ends what moves on a page: letters that fade in have their colours only then. */
const endMotion = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const motion of document.getAnimations())
      if (Number.isFinite(motion.effect?.getComputedTiming().endTime)) motion.finish();
  });

/** What axe finds on a page as it is at this moment, a line each. */
const foundByAxe = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(async (wanted) => {
    const checker: unknown = Reflect.get(window, "axe");
    const run = Reflect.get(Object(checker), "run") as (
      root: Document,
      options: object,
    ) => Promise<{ violations: Array<{ id: string; nodes: Array<{ html: string }> }> }>;
    const { violations } = await run(document, { runOnly: { type: "tag", values: wanted } });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, tags);

/** How often a page is looked at that may not be drawn to the end; what is wrong stays. */
const mostLooks = 10;

/** What axe finds on a page once it moves no more, a line each; empty when all is well. */
export const accessibilityErrors = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(axe.source);
  let found: ReadonlyArray<string> = [];
  for (let looks = 0; looks < mostLooks; looks += 1) {
    await endMotion(page);
    found = await foundByAxe(page);
    if (found.length === 0) break;
  }
  return found;
};

/**
 * By how much a page is wider than its window once it is drawn; 0 when it does not scroll sideways.
 */
export const sidewaysOverflow = (page: Page): Promise<number> =>
  page.evaluate(async (most) => {
    const overflow = () => Math.max(0, document.documentElement.scrollWidth - window.innerWidth);
    for (let looks = 0; looks < most && overflow() > 0; looks += 1)
      await new Promise((drawn) => requestIdleCallback(drawn, { timeout: 1_000 }));
    return overflow();
  }, mostLooks);

import { expect } from "chai";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { type Browser, closeSaid, goTo, logIn, openBrowser } from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { type ExternalParty, proposeDelegation, servedParty } from "../browser/external-party.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";
import { stoppedClock, tourUser } from "../browser/tour.js";
import { askForAllocations, tradeApp } from "../browser/trade-app.js";
import { askForPartsV2, tradeAppV2 } from "../browser/trade-app-v2.js";

const tickSeconds = 600;
const microsPerHour = 3_600_000_000;

/** A button of a row, and what someone else may do with the row meanwhile. */
interface Row {
  readonly path: string;
  readonly heading: string;
  /** The heading of the part of the page that has the button, where several have such rows. */
  readonly within?: string;
  /** Makes the row; answers the id of its contract. */
  readonly make: () => Promise<string>;
  /** The button of the row, and that of its question. */
  readonly button: string | RegExp;
  readonly verb: string;
  /** Fills the question in. */
  readonly fill?: (page: Page) => Promise<void>;
  /** What the button requests: method and path. */
  readonly request: (cid: string) => readonly [method: string, path: string];
  /** What ends the row elsewhere; undefined: the same request. */
  readonly elsewhere?: (cid: string) => readonly [method: string, path: string];
  readonly body?: object;
  readonly said: string;
  readonly failed: string;
  readonly end: string;
  /** What is said where it can be done though the row is over; undefined: it fails. */
  readonly raced?: string;
}

/** The buttons of rows, by the names that the sources give them. */
const namesInSources = (): ReadonlyArray<string> => {
  const folder = join(import.meta.dirname, "..", "..", "..", "src");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .flatMap((file) => readFileSync(join(folder, file), "utf8").split("<ActButton").slice(1))
    .filter((button) => /^[^>]*\sabout=/.test(button))
    .map((button) => /name=\{`([a-z.-]+)\.\$/.exec(button)?.[1] ?? button);
};

describe("what became of a row of a list", () => {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let operator = "";
  let shop = "";
  let saver: ExternalParty;
  let made = 0;
  before(async () => {
    node = await startTestNode({
      manualClock: true,
      packages: [tradeApp, tradeAppV2],
      http: stoppedClock(),
    });
    ({ operator } = node.validator.wallet.settings);
    shop = await node.userWith("shop", "1");
    await node.api(tourUser, "POST", "/v0/wallet/tap", { amount: "100" });
    // rounds, of whose issuance a part is the development fund's
    for (let tick = 0; tick < 6; tick++) await node.pass(tickSeconds);
    saver = await servedParty(node, "saver");
    // refused actions, and answers that do not come
    browser = await openBrowser({ expected: /\/v[02]\/(wallet|allocations)/ });
    page = await browser.page();
    await page.goto(`${node.base}/wallet/delegations`);
    await logIn(page, tourUser);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const inHours = (hours: number): number => node.validator.wallet.now() + hours * microsPerHour;

  const askForAllocation = (): Promise<string> => {
    made += 1;
    const pay = { sender: operator, receiver: shop, amount: "1.5" };
    return askForAllocations(node, shop, `trade ${made}`, { pay });
  };

  const allocate = async (): Promise<string> => {
    made += 1;
    await node.api(tourUser, "POST", "/v0/allocations", {
      settlement: {
        executor: shop,
        settlement_ref: { id: `trade ${made}` },
        requested_at: inHours(0),
        allocate_before: inHours(1),
        settle_before: inHours(2),
        meta: {},
      },
      transfer_leg_id: "pay",
      transfer_leg: { receiver: shop, amount: "1.5", meta: {} },
    });
    const { allocations } = await node.api<{
      allocations: ReadonlyArray<{ contract: { contract_id: string } }>;
    }>(tourUser, "GET", "/v0/allocations");
    return allocations.at(-1)?.contract.contract_id ?? "";
  };

  const askForPart = (): Promise<string> => {
    made += 1;
    const part = { from: operator, sends: "1.5", receives: "0.5", other: shop };
    return askForPartsV2(node, shop, `swap ${made}`, [part]);
  };

  const allocatePart = async (): Promise<string> => {
    made += 1;
    await node.api(tourUser, "POST", "/v2/allocations", {
      settlement: { executors: [shop], settlement_ref: { id: `swap ${made}` } },
      transfer_leg_sides: [
        { transfer_leg_id: "pay", side: "SENDERSIDE", otherside: shop, amount: "1.5" },
      ],
      committed: false,
    });
    const { allocations: all } = await node.api<{
      allocations: ReadonlyArray<{ contract: { contract_id: string } }>;
    }>(tourUser, "GET", "/v0/allocations");
    return all.at(-1)?.contract.contract_id ?? "";
  };

  const idOf = async (path: string, list: string): Promise<string> => {
    const found = await node.api<
      Record<string, ReadonlyArray<{ contract: { contract_id: string } }>>
    >(tourUser, "GET", path);
    return found[list]?.[0]?.contract.contract_id ?? "";
  };

  const propose = async (): Promise<string> => {
    await proposeDelegation(node, saver, operator);
    return idOf("/v0/wallet/minting-delegation-proposals", "proposals");
  };

  const delegate = async (): Promise<string> => {
    const cid = await propose();
    await node.api(tourUser, "POST", `/v0/wallet/minting-delegation-proposals/${cid}/accept`);
    return idOf("/v0/wallet/minting-delegations", "delegations");
  };

  const subscribe = async (): Promise<string> => {
    made += 1;
    const { subscriptionRequestCid: cid } = await node.api<{ subscriptionRequestCid: string }>(
      tourUser,
      "POST",
      "/v0/entry/create",
      { name: `name-${made}.unverified.ans`, url: "", description: "" },
    );
    await node.api(tourUser, "POST", `/v0/wallet/subscription-requests/${cid}/accept`);
    await node.pass(1);
    const { subscriptions } = await node.api<{
      subscriptions: ReadonlyArray<{ state: { idle?: { contract_id: string } } }>;
    }>(tourUser, "GET", "/v0/wallet/subscriptions");
    return subscriptions[0]?.state.idle?.contract_id ?? "";
  };

  const give = async (): Promise<string> => {
    await node.api(tourUser, "POST", "/v0/wallet/development-fund-coupons/allocate", {
      beneficiary: saver.partyId,
      amount: "1",
      expiresAt: inHours(48),
      reason: "tools",
    });
    const { active_development_fund_coupons: active } = await node.api<{
      active_development_fund_coupons: ReadonlyArray<{ contract_id: string }>;
    }>(tourUser, "GET", "/v0/wallet/development-fund-coupons");
    return active[0]?.contract_id ?? "";
  };

  const allow = async (): Promise<string> => {
    const { transfer_preapproval_contract_id: cid = "" } = await node.api<{
      transfer_preapproval_contract_id?: string;
    }>(tourUser, "POST", "/v0/wallet/transfer-preapproval");
    return cid;
  };

  const proposals = "/v0/wallet/minting-delegation-proposals";
  const requests = "/v0/wallet/token-standard/allocation-requests";
  const requestsV2 = "/v2/wallet/token-standard/allocation-requests";
  const delegations = { path: "/wallet/delegations", heading: "Delegations" };
  const allocations = { path: "/wallet/allocations", heading: "Allocations" };
  // accepting leaves something behind: it is last of its page, and delegations after the fund,
  // of which they mint
  const rows: Readonly<Record<string, Row>> = {
    "fund.withdraw": {
      path: "/wallet/fund",
      heading: "Development fund",
      make: give,
      button: "Withdraw",
      verb: "Withdraw",
      fill: (shown) => shown.getByRole("alertdialog").getByLabel("Reason").fill("not needed"),
      request: (cid) => ["POST", `/v0/wallet/development-fund-coupons/${cid}/withdraw`],
      body: { reason: "not needed" },
      said: "The coupon is back in the fund.",
      failed: "The coupon could not be withdrawn.",
      end: "It was withdrawn.",
    },
    "delegation.withdraw": {
      ...delegations,
      make: delegate,
      button: "Withdraw",
      verb: "Withdraw",
      request: (cid) => ["POST", `/v0/wallet/minting-delegations/${cid}/withdraw`],
      said: "The delegation is withdrawn.",
      failed: "The delegation could not be withdrawn.",
      end: "It was rejected.",
    },
    "delegation.reject": {
      ...delegations,
      make: propose,
      button: "Reject",
      verb: "Reject",
      request: (cid) => ["POST", `${proposals}/${cid}/reject`],
      said: "The proposal is rejected.",
      failed: "The proposal could not be rejected.",
      end: "It was rejected.",
    },
    "delegation.accept": {
      ...delegations,
      make: propose,
      button: "Accept",
      verb: "Accept",
      request: (cid) => ["POST", `${proposals}/${cid}/accept`],
      elsewhere: (cid) => ["POST", `${proposals}/${cid}/reject`],
      said: "The delegation is active.",
      failed: "The delegation could not be accepted.",
      end: "It was rejected.",
    },
    "allocation.reject": {
      ...allocations,
      make: askForAllocation,
      button: "Reject",
      verb: "Reject",
      request: (cid) => ["POST", `${requests}/${cid}/reject`],
      said: "The request is rejected.",
      failed: "The request could not be rejected.",
      end: "It was rejected.",
    },
    "allocation.withdraw": {
      ...allocations,
      make: allocate,
      button: "Withdraw",
      verb: "Withdraw",
      request: (cid) => ["POST", `/v0/allocations/${cid}/withdraw`],
      said: "The coins are yours again.",
      failed: "The allocation could not be withdrawn.",
      end: "It was withdrawn.",
    },
    "part.reject": {
      ...allocations,
      make: askForPart,
      button: "Reject",
      verb: "Reject",
      request: (cid) => ["POST", `${requestsV2}/${cid}/reject`],
      said: "The request is rejected.",
      failed: "The request could not be rejected.",
      end: "It was rejected.",
    },
    "part.withdraw": {
      ...allocations,
      make: allocatePart,
      button: "Withdraw",
      verb: "Withdraw",
      request: (cid) => ["POST", `/v2/allocations/${cid}/withdraw`],
      said: "The coins are yours again.",
      failed: "The allocation could not be withdrawn.",
      end: "It was withdrawn.",
    },
    "allocation.accept": {
      ...allocations,
      make: askForAllocation,
      button: /^Allocate leg/,
      verb: "Allocate",
      request: () => ["POST", "/v0/allocations"],
      elsewhere: (cid) => ["POST", `${requests}/${cid}/reject`],
      said: "The coins are allocated.",
      failed: "The coins were not allocated.",
      // whoever settles takes it without a request too
      raced: "The coins are allocated.",
      end: "It was rejected.",
    },
    "part.accept": {
      ...allocations,
      make: askForPart,
      button: "Allocate",
      within: "Requests",
      verb: "Allocate",
      request: () => ["POST", "/v2/allocations"],
      elsewhere: (cid) => ["POST", `${requestsV2}/${cid}/reject`],
      said: "The coins are allocated.",
      failed: "The coins were not allocated.",
      raced: "The coins are allocated.",
      end: "It was rejected.",
    },
    "subscription.cancel": {
      path: "/wallet/subscriptions",
      heading: "Subscriptions",
      make: subscribe,
      button: /^Cancel subscription/,
      verb: "Cancel subscription",
      request: (cid) => ["DELETE", `/v0/wallet/subscription-requests/${cid}`],
      said: "The subscription is cancelled.",
      failed: "The subscription could not be cancelled.",
      end: "It was cancelled.",
    },
    "preapproval.cancel": {
      path: "/wallet/settings",
      heading: "Settings",
      make: allow,
      button: "Cancel direct transfers",
      verb: "Cancel direct transfers",
      request: () => ["DELETE", "/v0/wallet/transfer-preapproval"],
      said: "Direct transfers are cancelled.",
      failed: "Direct transfers could not be cancelled.",
      end: "It was cancelled.",
    },
  };

  it("is tried below for each button that is about a contract", () => {
    // those of one request that an app leads to stay where they are until they are answered
    // and who pays by a signature is in external-payments.test.ts
    const others = ["confirm.accept", "confirm.reject", "subscription.pay"];
    expect(namesInSources().toSorted()).to.deep.equal([...Object.keys(rows), ...others].toSorted());
  });

  /** Waits for a text; what is there instead is in the error. */
  const saying = async (text: string): Promise<void> => {
    try {
      await page.getByText(text).waitFor();
    } catch (cause) {
      const shown = await page.locator("body").innerText();
      throw new Error(`"${text}" is not said, but: ${shown}`, { cause });
    }
  };

  for (const [name, row] of Object.entries(rows)) {
    const place = () =>
      row.within === undefined
        ? page
        : page.locator("section").filter({
            has: page.getByRole("heading", { level: 2, name: row.within }),
          });
    const dialog = () => page.getByRole("alertdialog");
    // not the one of its question, which may have the same name
    const button = () =>
      place()
        .getByRole("button", { name: row.button, exact: true })
        .and(page.locator("main button"));
    const endElsewhere = async (cid: string): Promise<void> => {
      const [method, path] = (row.elsewhere ?? row.request)(cid);
      await node.api(tourUser, method, path, row.body);
    };
    /** Makes the row, and opens its question. */
    const asked = async (): Promise<string> => {
      await goTo(page, row.path, row.heading);
      const cid = await row.make();
      await button().click();
      await row.fill?.(page);
      await dialog().waitFor();
      return cid;
    };
    const confirm = () => dialog().getByRole("button", { name: row.verb }).click();
    /** Requests of the button, not those that try what it would do. */
    const globOf =
      (cid: string) =>
      ({ pathname, searchParams }: URL): boolean =>
        pathname.endsWith(row.request(cid)[1]) && searchParams.get("dry_run") !== "true";

    it(`${name}: is said when it ended elsewhere while the question was open`, async () => {
      const cid = await asked();
      await endElsewhere(cid);
      await saying(`is over. You did nothing. ${row.end}`);
      await eventually(async () => expect(await button().count()).to.equal(0));
      await closeSaid(page);
    });

    it(`${name}: is said when someone else was faster, though the row is gone`, async () => {
      const cid = await asked();
      let isRaced = false;
      const requests = globOf(cid);
      await page.route(requests, async (route) => {
        if (route.request().method() !== row.request(cid)[0]) return route.continue();
        if (!isRaced) {
          isRaced = true;
          await endElsewhere(cid);
          await button().waitFor({ state: "detached" });
        }
        return route.continue();
      });
      await confirm();
      await saying(row.raced ?? `${row.failed} ${row.end}`);
      if (row.raced === undefined) await saying("No money was moved.");
      await page.unroute(requests);
      await closeSaid(page);
    });

    it(`${name}: is found out when the answer was lost and the row is gone`, async () => {
      const cid = await asked();
      let isLost = false;
      const requests = globOf(cid);
      await page.route(requests, async (route) => {
        if (isLost || route.request().method() !== row.request(cid)[0]) return route.continue();
        isLost = true;
        await route.fetch();
        await button().waitFor({ state: "detached" });
        return route.abort();
      });
      await confirm();
      await page.getByRole("status").getByText(row.said).waitFor();
      expect(isLost).to.equal(true);
      await page.unroute(requests);
      await closeSaid(page);
    });
  }
});

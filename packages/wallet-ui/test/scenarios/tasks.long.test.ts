import { expect } from "chai";
import type { Locator, Page, Route } from "playwright-core";
import { type Browser, logIn, openBrowser } from "../browser/browser.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";
import { tourUser } from "../browser/tour.js";

/** The most steps of a task: a click, a key or keys pressed together, a text typed or pasted. */
const mostSteps = 6;

const microsPerHour = 3_600_000_000;
const secondsPerDay = 86_400;

/** One person at a page, whose steps are counted. */
class Person {
  steps: Array<string> = [];
  constructor(readonly page: Page) {}

  async click(target: Locator): Promise<void> {
    this.steps.push("click");
    await target.click();
  }

  /** Chooses from a list, which is one click on it and one in it. */
  async choose(list: Locator, label: string): Promise<void> {
    this.steps.push("click", "click");
    await list.selectOption({ label });
  }

  async press(keys: string): Promise<void> {
    this.steps.push(keys);
    await this.page.keyboard.press(keys);
  }

  /** What is typed or pasted where the keyboard is. */
  async type(text: string): Promise<void> {
    this.steps.push(`"${text}"`);
    await this.page.keyboard.insertText(text);
  }

  /** Searches all pages, actions and ids, and takes what is found first. */
  async find(text: string): Promise<void> {
    await this.press("Control+k");
    await this.page.getByRole("combobox", { name: "Search or go to" }).waitFor();
    await this.type(text);
    await this.page.getByRole("option").first().waitFor();
    await this.press("Enter");
  }
}

interface Seeded {
  readonly node: TestNode;
  readonly bob: string;
  /** The update by which the shop offered something to alice. */
  readonly updateId: string;
  readonly contractId: string;
}

/** Answers as a node whose automation was refused something a minute ago. */
const failedMerge = async (route: Route): Promise<void> => {
  const answer = await route.fetch();
  const status = await answer.json();
  Object.assign(status.automations["merge-holdings"], {
    failed: 1,
    errors: { CONTRACT_NOT_FOUND: 1 },
    last_error: "CONTRACT_NOT_FOUND: it is gone",
    last_failed_at: status.automations["merge-holdings"].last_run_at,
  });
  await route.fulfill({ response: answer, json: status });
};

/** A task: what is wanted, who does it, and how; it ends when the answer is seen. */
interface Task {
  readonly wanted: string;
  readonly user: string;
  readonly run: (person: Person, seeded: Seeded) => Promise<void>;
}

const rows = (page: Page) => page.getByRole("table", { name: "Transactions" }).getByRole("row");

const tasks: ReadonlyArray<Task> = [
  {
    wanted: "find who paid 7.25 last week",
    user: "alice",
    run: async (person) => {
      const { page } = person;
      await person.click(page.getByRole("link", { name: "History" }).first());
      await page.getByRole("heading", { level: 1, name: "History" }).waitFor();
      await person.press("/");
      await person.type("= 7.25 ");
      await person.press("Enter");
      await page.getByText("One transaction.").waitFor();
      await rows(page).getByText("shop").first().waitFor();
    },
  },
  {
    wanted: "accept five",
    user: "alice",
    run: async (person) => {
      const { page } = person;
      await person.click(page.getByRole("link", { name: "Inbox" }).first());
      await person.click(page.getByRole("checkbox", { name: /^Choose all/ }));
      await person.click(page.getByRole("button", { name: "Accept 5" }));
      await person.click(page.getByRole("alertdialog").getByRole("button", { name: "Accept 5" }));
      await page.getByText("5 accepted.").waitFor();
    },
  },
  {
    wanted: "reject a request",
    user: "bob",
    run: async (person) => {
      const { page } = person;
      await person.click(page.getByRole("button", { name: "Reject" }).first());
      await person.click(page.getByRole("alertdialog").getByRole("button", { name: "Reject" }));
      await page.getByRole("status").getByText("Rejected.").waitFor();
    },
  },
  {
    wanted: "print a receipt",
    user: "alice",
    run: async (person) => {
      const { page } = person;
      await page.evaluate(() => {
        window.print = () => document.body.setAttribute("data-printed", "yes");
      });
      await person.click(page.getByRole("link", { name: /^Accepted|^Received/ }).first());
      await person.click(page.getByRole("link", { name: "Receipt" }));
      await page.getByRole("article").getByText("Paid").waitFor();
      await person.click(page.getByRole("button", { name: "Print or save as PDF" }));
      await page.locator("body[data-printed=yes]").waitFor();
    },
  },
  {
    wanted: "add a contact",
    user: "alice",
    run: async (person, { bob }) => {
      const { page } = person;
      await person.click(page.getByRole("link", { name: "Contacts" }).first());
      await person.click(page.getByLabel("Label"));
      await person.type("Bobby");
      await person.press("Tab");
      await person.type(bob);
      await person.press("Enter");
      await page.getByRole("heading", { level: 3, name: "Bobby" }).waitFor();
    },
  },
  {
    wanted: "why did this command fail",
    user: tourUser,
    run: async (person) => {
      await person.find("refused");
      const row = person.page.getByRole("listitem").filter({ hasText: "DUPLICATE_COMMAND" });
      await row.getByText("Command submission already exists.").waitFor();
    },
  },
  {
    wanted: "what may Ben see of an update",
    user: "auditor",
    run: async (person, { updateId }) => {
      const { page } = person;
      await person.find(updateId);
      await person.choose(page.getByLabel("What is seen by"), "bob");
      await page.getByText(/ nodes? (is|are) not seen\.$/).waitFor();
    },
  },
  {
    wanted: "is the node well",
    user: tourUser,
    run: async (person) => {
      const { page } = person;
      await person.click(page.getByRole("link", { name: "Console" }).first());
      await page.getByText("The node is well").first().waitFor();
    },
  },
  {
    wanted: "how far are the views and the wallet behind",
    user: tourUser,
    run: async (person) => {
      const { page } = person;
      await person.click(page.getByRole("link", { name: "Console" }).first());
      await page.getByText("Wallet behind, events").first().waitFor();
      await page.getByText("Views behind, events").first().waitFor();
    },
  },
  {
    wanted: "which automation failed last",
    user: tourUser,
    run: async (person) => {
      const { page } = person;
      await page.route("**/v0/admin/automation", failedMerge);
      await person.find("automations");
      const first = page.getByRole("list", { name: "Automations" }).getByRole("listitem").first();
      await first.getByText("Merge holdings").waitFor();
      await first.getByText(/Refused last, .*CONTRACT_NOT_FOUND/).waitFor();
    },
  },
  {
    wanted: "find a contract by its id",
    user: "bob",
    run: async (person, { contractId }) => {
      await person.find(contractId);
      await person.page.getByText(contractId).first().waitFor();
    },
  },
  {
    wanted: "which users may act as a party",
    user: tourUser,
    run: async (person, { bob }) => {
      const { page } = person;
      await person.find("who may act");
      await person.click(page.getByRole("combobox", { name: "Whose users" }));
      await person.type(bob);
      const list = page.getByRole("list", { name: "Users with rights for the party" });
      await list.getByRole("listitem").filter({ hasText: "bob" }).getByText("CanActAs").waitFor();
    },
  },
];

const offer = async (
  node: TestNode,
  [from, to, amount, memo]: readonly [from: string, to: string, amount: string, memo: string],
): Promise<void> => {
  await node.api(from, "POST", "/v0/wallet/token-standard/transfers", {
    receiver_party_id: to,
    amount,
    description: memo,
    expires_at: node.validator.wallet.now() + 1_000 * microsPerHour,
    tracking_id: memo,
  });
};

interface Waiting {
  readonly items: ReadonlyArray<{ readonly contract_id: string; readonly description?: string }>;
}

const waitingOf = async (node: TestNode, user: string): Promise<Waiting["items"]> =>
  (await node.api<Waiting>(user, "GET", "/v0/wallet/inbox?kind=transfer-instruction")).items;

const accept = async (node: TestNode, user: string): Promise<void> => {
  for (const { contract_id: cid } of await waitingOf(node, user))
    await node.api(user, "POST", `/v0/wallet/token-standard/transfers/${cid}/accept`);
};

/** A command that is refused, as it was submitted before. */
const refusedCommand = async (node: TestNode, alice: string): Promise<void> => {
  const body = {
    commandId: "of yesterday",
    actAs: [alice],
    commands: [
      {
        CreateCommand: {
          templateId: "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping",
          createArguments: { id: "ping", initiator: alice, responder: alice },
        },
      },
    ],
  };
  await node.api("alice", "POST", "/v2/commands/submit-and-wait", body);
  await node.api("alice", "POST", "/v2/commands/submit-and-wait", body).catch(() => undefined);
};

const seeded = async (): Promise<Seeded> => {
  const node = await startTestNode({ manualClock: true });
  const alice = await node.userWith("alice", "10");
  const bob = await node.userWith("bob", "10");
  await node.userWith("shop", "100");
  await offer(node, ["shop", alice, "7.25", "Refund"]);
  await offer(node, ["shop", alice, "8", "Another"]);
  await accept(node, "alice");
  await node.pass(6 * secondsPerDay);
  for (const memo of ["one", "two", "three", "four", "five"])
    await offer(node, ["shop", alice, "1.5", memo]);
  await offer(node, ["shop", bob, "2", "Not wanted"]);
  const [{ contract_id: contractId } = { contract_id: "" }] = await waitingOf(node, "bob");
  const { items } = await node.api<{ items: ReadonlyArray<{ event_id: string }> }>(
    "shop",
    "POST",
    "/v0/wallet/transactions",
    { page_size: 1 },
  );
  const updateId = /1220[0-9a-f]+/.exec(items[0]?.event_id ?? "")?.[0] ?? "";
  await refusedCommand(node, alice);
  await node.api(tourUser, "POST", "/v2/users", {
    user: { id: "auditor" },
    rights: [{ kind: { CanReadAsAnyParty: { value: {} } } }],
  });
  return { node, bob, updateId, contractId };
};

describe("twelve tasks from Home", () => {
  let seed: Seeded;
  let browser: Browser;
  before(async () => {
    seed = await seeded();
  });
  after(() => seed.node.close());
  // one person does one task
  beforeEach(async () => {
    browser = await openBrowser();
  });
  afterEach(async () => {
    await browser.close();
    expect(browser.errors).to.deep.equal([]);
  });

  it("are twelve", () => expect(tasks).to.have.length(12));

  for (const { wanted, user, run } of tasks) {
    it(`${wanted}: in at most ${mostSteps} steps`, async () => {
      const page = await browser.page();
      await page.goto(`${seed.node.base}/wallet`);
      await logIn(page, user);
      await page.waitForLoadState("networkidle");
      const person = new Person(page);
      await run(person, seed);
      expect(person.steps.length, person.steps.join(", ")).to.be.at.most(mostSteps);
    });
  }
});

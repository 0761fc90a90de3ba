import { readFileSync, writeFileSync } from "node:fs";
import { expect } from "chai";
import { automations, automationsFor } from "../../src/automation/automations.js";
import { type AutomationBound, lacksTopUpFunds } from "../../src/index.js";
import { mint } from "../wallet-actions.js";
import { cc, minute, operator, settings, WalletLedger } from "../wallet-ledger.js";

const page = new URL("../../../../../docs/wallet.md", import.meta.url);
const mark =
  "<!-- automations: from their rows; UPDATE_DOCS=1 npm test -- automation/automations writes it -->\n";
const end = "<!-- end -->";

const boundText = (bound: AutomationBound): string =>
  "most" in bound
    ? `${bound.most} ${bound.most === 1 ? "command" : "commands"} of a party in any \`wallet.pollingInterval\``
    : `one command for each ${bound.oncePer}`;

describe("the automations", () => {
  it("have each a bound, as docs/wallet.md says", () => {
    const text = readFileSync(page, "utf8");
    const [before = "", after = ""] = text.split(mark);
    const rows = automations.map(({ name, bound }) => `| \`${name}\` | ${boundText(bound)} |\n`);
    const table = `\n| Automation | At most |\n|---|---|\n${rows.join("")}\n`;
    const wanted = `${before}${mark}${table}${after.slice(after.indexOf(end))}`;
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(page, wanted);
    expect(readFileSync(page, "utf8")).to.equal(wanted);
  });

  it("that spend a party's coins by themselves are counted", () => {
    for (const { name, bound } of automations)
      expect("most" in bound, name).to.equal(["sweep", "pay-subscriptions"].includes(name));
  });

  it("pay what was agreed before they collect and sweep", () => {
    const names = automations.map(({ name }) => name);
    expect(new Set(names).size).to.equal(names.length);
    const paid = ["complete-accepted-offers", "pay-subscriptions"];
    const after = ["collect-rewards-and-merge", "sweep"];
    for (const first of paid) {
      expect(names).to.include(first);
      for (const second of after)
        expect(names.indexOf(first), `${first}, ${second}`).to.be.below(names.indexOf(second));
    }
  });

  const namesOf = (...of: Parameters<typeof automationsFor>): ReadonlyArray<string> =>
    automationsFor(...of).map(({ name }) => name);

  it("of a user are those of every party, of the operator all", () => {
    const users = automations.filter(({ runsFor }) => runsFor === "party");
    expect(automationsFor("party", false)).to.deep.equal(users);
    expect(automationsFor("operator", false)).to.deep.equal(automations);
  });

  it("of the operator begin with what earns while it lacks the funds for its traffic", () => {
    const short = namesOf("operator", true);
    expect(short.slice(0, 4)).to.deep.equal([
      "record-validator-liveness",
      "auto-accept-transfers",
      "collect-rewards-and-merge",
      "top-up-traffic",
    ]);
    expect([...short].sort()).to.deep.equal([...namesOf("operator", false)].sort());
  });

  it("are in that order below the cost of one purchase, where it is not tapped", () => {
    const traffic = { targetThroughput: cc("20000"), minTopupIntervalMicros: minute };
    const isShort = (kind: "dev" | "main", coins: string, config = { traffic }): boolean => {
      const ledger = new WalletLedger({ ...settings, kind }).bootstrap().withWallets();
      mint(ledger, operator, coins);
      return lacksTopUpFunds(ledger.context(config));
    };
    // 1.2 MB x 16.67 USD at 0.1 USD per CC
    expect(isShort("main", "200.0399999999")).to.equal(true);
    expect(isShort("main", "200.04")).to.equal(false);
    expect(isShort("dev", "1")).to.equal(false);
    const off = { traffic: { ...traffic, targetThroughput: cc("0") } };
    expect(isShort("main", "1", off)).to.equal(false);
  });
});

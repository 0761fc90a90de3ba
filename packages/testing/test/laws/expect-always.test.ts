import { AssertionError } from "node:assert";
import {
  choice,
  create,
  defineInterface,
  definePackage,
  instance,
  interfaceChoice,
  numeric,
  party,
  record,
  template,
  unit,
} from "@tallystick/core";
import { expect } from "chai";
import { testCoin } from "../../src/coin/test-coin.js";
import { expectAlways } from "../../src/laws/expect-always.js";
import type { TestLedger } from "../../src/ledger/test-ledger.js";
import { Iou, iouPackage, Transfer } from "../iou.js";
import { thrownBy } from "../thrown-by.js";

const Account = template("Bank:Account", {
  payload: record({ bank: party, owner: party, balance: numeric }),
  signatories: ({ bank, owner }) => [bank, owner],
});

/** The owner withdraws; it is forgotten that the account may have less. */
const Withdraw = choice(Account, "Withdraw", {
  argument: record({ amount: numeric }),
  result: unit,
  controllers: ({ owner }) => [owner],
  *body({ payload }, { amount }) {
    const balance = numeric.fromUnits(payload.balance).minus(numeric.fromUnits(amount)).units;
    yield* create(Account, { ...payload, balance });
    return {};
  },
});

const bankPackage = definePackage({
  name: "bank",
  version: "1.0.0",
  templates: [Account],
  choices: [Withdraw],
});

/** Of a faulty bank: an account never has less than nothing. */
const faulty = {
  packages: [bankPackage],
  parties: ["alice", "bank"],
  given: (t: TestLedger, { alice, bank }: { alice: string; bank: string }) =>
    t.create(Account, { bank, owner: alice, balance: "5" }, [alice, bank]),
  law: async (t: TestLedger) =>
    (await t.active(Account)).every(({ payload }) => !payload.balance.isLessThan("0")),
  creates: [],
  seed: 1,
} as const;

describe("a law of templates", () => {
  it("holds for all commands that its template allows", async () => {
    let checked = 0;
    await expectAlways({
      packages: [iouPackage],
      parties: ["alice", "bank"],
      seed: 1,
      law: async (t) => {
        for (const { payload } of await t.active(Iou)) {
          expect(payload.amount.isGreaterThan("0")).to.equal(true);
          checked++;
        }
      },
    });
    expect(checked).to.be.greaterThan(30);
  });

  it("is broken by the shortest commands that break it, with names for ids", async () => {
    const thrown = await thrownBy(() => expectAlways(faulty));
    expect(thrown).to.be.instanceOf(AssertionError);
    const lines = thrown.message.split("\n");
    expect(lines[0]).to.equal("the law does not hold after");
    const commands = lines.slice(1, -2);
    expect(commands).to.have.length.within(1, 3);
    for (const each of commands)
      expect(each).to.match(/^ {2}alice: exercise Withdraw on #\d \{"amount":"\d+\.\d{10}"\}$/);
    expect(lines.at(-2)).to.equal("the condition is false");
    expect(lines.at(-1)).to.match(/^\{ seed: 1, path: "[\d:]+" \} repeats it$/);
    const path = /path: "([\d:]+)"/.exec(thrown.message)?.[1] ?? "";
    const again = await thrownBy(() => expectAlways({ ...faulty, path, runs: 1 }));
    expect(again.message.split("\n").slice(0, -1)).to.deep.equal(lines.slice(0, -1));
  });

  it("keeps the error of an expectation, and says when it was wrong from the beginning", async () => {
    const own = new Error("never");
    const law = () => Promise.reject(own);
    const thrown = await thrownBy(() => expectAlways({ ...faulty, law }));
    expect(thrown.message).to.match(/^the law does not hold before any command: never\n/);
    expect(thrown.cause).to.equal(own);
  });

  it("tries what the choices allow and what they do not, by all parties, as time passes", async () => {
    const seen = new Set<string>();
    await expectAlways({
      packages: [iouPackage],
      parties: ["alice", "bank"],
      seed: 1,
      law: async (t) => {
        for (const { payload } of await t.active(Iou))
          seen.add(payload.owner.slice(0, 1) + payload.issuer.slice(0, 1));
        if (t.clock.now() > "2026-01-02") seen.add("later");
      },
    });
    expect([...seen].sort()).to.deep.equal(["aa", "ab", "ba", "bb", "later"]);
    // who does not own it cannot transfer it: nothing but the owner's transfers moves it
    await expectAlways({
      packages: [iouPackage],
      parties: ["alice", "bank"],
      given: (t, { bank }) => t.create(Iou, { issuer: bank, owner: bank, amount: "1" }, bank),
      creates: [],
      exercises: [Transfer],
      law: async (t) => (await t.active(Iou)).length === 1,
    });
  });

  it("uses choices of interfaces, on all contracts that implement them", async () => {
    const Closable = defineInterface<{ owner: string }>("Bank:Closable", record({ owner: party }));
    const Close = interfaceChoice(Closable, "Close", {
      argument: record({}),
      result: unit,
      controllers: ({ owner }) => [owner],
      *body() {
        yield* [];
        return {};
      },
    });
    const view = ({ owner }: { owner: string }) => ({ owner });
    const packages = [
      definePackage({
        ...bankPackage,
        interfaces: [Closable],
        choices: [Close],
        instances: [instance(Account, Closable, { view, methods: () => ({}) })],
      }),
    ];
    const law = async (t: TestLedger) => (await t.active(Account)).length === 1;
    const thrown = await thrownBy(() => expectAlways({ ...faulty, packages, law }));
    expect(thrown.message).to.match(
      /after\n {2}(alice: exercise Close|bank, alice: exercise Archive) on #1 /,
    );
    const exercises = [Close];
    const closed = await thrownBy(() => expectAlways({ ...faulty, packages, exercises, law }));
    expect(closed.message).to.match(/after\n {2}alice: exercise Close on #1 \{\}\n/);
  });

  it("takes a ledger of another kind", async () => {
    await expectAlways({
      packages: [],
      exercises: [],
      parties: ["alice"],
      runs: 1,
      open: () => testCoin(),
      given: (c, { alice }) => c.tap(alice, "1"),
      law: async (c, { alice }) => (await c.balance(alice)).equals("1"),
    });
  });

  const wrong: ReadonlyArray<readonly [object, RegExp]> = [
    [{ ...faulty, laws: 1 }, /^laws: there is no such option; did you mean law\?$/],
    [{ ...faulty, packages: bankPackage }, /^packages: expected an array of packages$/],
    [{ ...faulty, runs: -1 }, /^runs: expected a whole number of at least 1, found the number -1$/],
    [{ ...faulty, runs: 0 }, /^runs: expected a whole number of at least 1/],
    [{ ...faulty, commands: "10" }, /^commands: expected .*, found the text "10"$/],
    [{ ...faulty, parties: [] }, /^parties: expected an array of names/],
    [{ ...faulty, law: true }, /^law: expected a function of the ledger$/],
  ];
  for (const [law, says] of wrong) {
    it(`is refused: ${says.source.slice(1, 40)}`, async () => {
      // @ts-expect-error -- as callers without a type checker give it
      expect((await thrownBy(() => expectAlways(law))).message).to.match(says);
    });
  }
});

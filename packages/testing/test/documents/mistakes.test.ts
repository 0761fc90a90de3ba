import { readFileSync, writeFileSync } from "node:fs";
import {
  abort,
  choice,
  definePackage,
  ledgerTime,
  party,
  record,
  template,
  unit,
} from "@tallystick/core";
import { LedgerFailure, step } from "@tallystick/node";
import { expect } from "chai";
import { testCoin } from "../../src/coin/test-coin.js";
import { expectAlways } from "../../src/laws/expect-always.js";
import { expectRefused } from "../../src/ledger/expect-refused.js";
import { testLedger } from "../../src/ledger/test-ledger.js";
import { Iou, iouPackage, Rename, Shop, Transfer } from "../iou.js";
import { thrownBy } from "../thrown-by.js";

const page = new URL("../../../../../docs/testing.md", import.meta.url);

/** A template whose choices go wrong. */
const Faulty = template("Iou:Faulty", {
  payload: record({ owner: party }),
  signatories: ({ owner }) => [owner],
});
const faults = { argument: record({}), result: unit, consuming: false } as const;
const Throw = choice(Faulty, "Throw", {
  ...faults,
  controllers: ({ owner }) => [owner],
  *body() {
    yield* ledgerTime();
    throw new TypeError("amount is undefined");
  },
});
const Abort = choice(Faulty, "Abort", {
  ...faults,
  controllers: ({ owner }) => [owner],
  *body() {
    return yield* abort("the shop is closed");
  },
});
/** Of no package. */
const Lost = template("Iou:Lost", {
  payload: record({ owner: party }),
  signatories: ({ owner }) => [owner],
});

const packages = [
  definePackage({
    ...iouPackage,
    templates: [...iouPackage.templates, Faulty],
    choices: [...iouPackage.choices, Throw, Abort],
  }),
];

/** As callers without a type checker write it. */
// border: the compiler would not let it through
const loose = (value: unknown) => value as never;

/** What an author writes, and what is said then; of the ledger's errors with the code. */
const rows = async (calls: ReadonlyArray<() => unknown>): Promise<ReadonlyArray<string>> => {
  const written: Array<string> = [];
  for (const call of calls) {
    const thrown = await thrownBy(call);
    const says = `${codeOf(thrown)}${thrown.message}`
      .replaceAll(/([\w-]+)::1220[0-9a-f]{64}/g, "$1")
      .replaceAll(/\b00[0-9a-f]{64,}\b/g, "00…")
      .replaceAll(/\b[0-9a-f]{64,}\b/g, "…")
      .replaceAll(/\s+/g, " ")
      .replaceAll("|", "\\|");
    const code = call
      .toString()
      .replace(/^(?:async )?\(\) => /, "")
      .replaceAll(/\bloose\(((?:[^()]|\([^()]*\))*)\)/g, "$1")
      .replaceAll(/\s+/g, " ");
    written.push(`| \`${code}\` | ${says} |`);
  }
  return written;
};

const codeOf = (thrown: Error): string =>
  thrown instanceof LedgerFailure && thrown.code !== undefined ? `${thrown.code}: ` : "";

/** A ledger with a contract of each kind, one that is archived, and one with the coin. */
const begun = async () => {
  const t = await testLedger({ packages });
  const { alice, bank } = await t.parties("alice", "bank");
  const iou = { issuer: bank, owner: alice, amount: "1" };
  const { contractId } = await t.create(Iou, iou, bank);
  const shop = { owner: alice, name: "one", opens: new Date("2026-01-01") };
  await t.create(Shop, shop, alice);
  const faulty = await t.create(Faulty, { owner: alice }, alice);
  const spent = await t.create(Iou, iou, bank);
  await t.exercise(Transfer, spent.contractId, { newOwner: bank }, alice);
  return { t, alice, bank, iou, contractId, shop, faulty, spent };
};

const expectInPage = (head: string, lines: ReadonlyArray<string>): void => {
  const table = [`| ${head} | Message |`, "|---|---|", ...lines].join("\n");
  if (process.env["UPDATE_DOCS"] === "1") {
    const made = new RegExp(`^\\| ${head} \\|(?:.*\\n)+?(?=\\n|$)`, "m");
    writeFileSync(
      page,
      readFileSync(page, "utf8").replace(made, () => `${table}\n`),
    );
  }
  const hint = "UPDATE_DOCS=1 npm test -- testing/dist/test/documents writes it";
  expect(`${readFileSync(page, "utf8")}\n`, hint).to.contain(`\n${table}\n\n`);
};

describe("the table of mistakes in docs/testing.md", () => {
  it("has those in commands, with what is said of each", async () => {
    const { t, alice, bank, iou, contractId, shop, faulty, spent } = await begun();
    const closed = await testLedger();
    await closed.close();
    const lines = await rows([
      () => t.create(Iou, loose({ ...iou, amuont: "1" }), bank),
      () => t.create(Iou, loose({ issuer: bank, owner: alice }), bank),
      () => t.create(Iou, loose({ ...iou, amount: 12.5 }), bank),
      () => t.create(Iou, loose({ ...iou, amount: 5n }), bank),
      () => t.create(Iou, { ...iou, amount: "12,5" }, bank),
      () => t.create(Iou, { ...iou, amount: "0" }, bank),
      () => t.create(Iou, { ...iou, owner: "alice" }, bank),
      () => t.create(Iou, iou, alice),
      () => t.create(Iou, iou, []),
      () => t.create(Iou, iou, loose({ actas: bank })),
      () => t.create(Lost, { owner: alice }, alice),
      () => t.create(Shop, loose({ ...shop, opens: 1767225600 }), alice),
      () => t.create(Shop, shop, alice),
      () => t.exercise(Transfer, contractId, { newOwner: bank }, bank),
      () => t.exercise(Transfer, spent.contractId, { newOwner: bank }, alice),
      () => t.exercise(Transfer, loose(faulty.contractId), { newOwner: bank }, alice),
      () => t.exercise(Transfer, "no id", { newOwner: bank }, alice),
      () => t.exercise(Throw, faulty.contractId, {}, alice),
      () => t.exercise(Abort, faulty.contractId, {}, alice),
      () => t.exerciseByKey(Shop, Rename, { owner: alice, name: "two" }, { name: "three" }, alice),
      () => t.transact([], alice),
      () =>
        t.transact([step.create(Iou, iou), step.create(Iou, loose({ ...iou, amount: 1 }))], bank),
      () => t.fetch(Shop, loose(contractId)),
      () => t.fetch(Iou, spent.contractId),
      () => t.active(Iou, { at: 1000 }),
      () => closed.parties("alice"),
    ]);
    await t.close();
    expectInPage("In a command", lines);
  });

  it("has those in tests, with what is said of each", async () => {
    const { t, alice, bank, iou, contractId } = await begun();
    const coin = await testCoin();
    const { emil } = await coin.users({ emil: "1" });
    const lines = await rows([
      () => testLedger(loose({ pakages: packages })),
      () => testLedger(loose({ clock: Date.now })),
      () => testLedger({ start: "tomorrow" }),
      () => t.clock.advance("1 day"),
      () => t.clock.advance(loose(60)),
      () => t.clock.set("2025-12-31T00:00:00Z"),
      () => expectRefused(loose("DAML_AUTHORISATION_ERROR"), t.create(Iou, iou, alice)),
      () => expectRefused("DAML_AUTHORIZATION_ERROR", t.create(Iou, iou, bank)),
      () => expectRefused("CONTRACT_NOT_FOUND", t.create(Iou, iou, alice)),
      () => expectRefused("DAML_AUTHORIZATION_ERROR", t.create(Iou, iou, alice), "no such words"),
      () => t.when(bank, step.create(Iou, { ...iou, amount: "0" })).thenAnswers(),
      () => t.when(bank, step.create(Iou, iou)).thenRefused("TEMPLATE_PRECONDITION_VIOLATED"),
      () => t.when(alice, step.exercise(Transfer, contractId, { newOwner: bank })).thenActive(Iou),
      () => expectAlways(loose({ packages, parties: ["alice"], laws: () => true })),
      () => expectAlways(loose({ packages, parties: ["alice"] })),
      () => coin.users({ dora: "-1" }),
      () => coin.transfer(emil, emil, loose(5)),
      () => coin.transfer(emil, emil, "5"),
    ]);
    await Promise.all([t.close(), coin.close()]);
    expectInPage("In a test", lines);
  });
});

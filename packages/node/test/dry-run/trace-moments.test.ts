import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Submission } from "@tallystick/core";
import { expect } from "chai";
import type { Ledger } from "../../src/ledger/ledger.js";
import type { TraceMoment, TraceOutcome } from "../../src/ledger/trace.js";
import { accountId, iouId, iouPackage } from "../iou-package.js";
import {
  allocate,
  codeOf,
  commandsBy,
  createOf,
  exerciseOf,
  openTest,
  rightOf,
} from "../test-ledger.js";

const fileAt = (path: string): Uint8Array =>
  readFileSync(fileURLToPath(new URL(`../../../../../${path}`, import.meta.url)));

const wholeFormat = {
  transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
  eventFormat: { filtersByParty: {}, filtersForAnyParty: { cumulative: [] } },
} as const;

const transactionOf = async (ledger: Ledger, updateId: string) =>
  rightOf(await ledger.queries.transaction({ at: { updateId }, transactionFormat: wholeFormat }));

const committed = async (ledger: Ledger, submission: Submission) => {
  const { updateId } = rightOf(await ledger.submitAndWait(submission));
  const transaction = await transactionOf(ledger, updateId);
  const [event] = transaction.events;
  const contractId =
    event !== undefined && "CreatedEvent" in event ? event.CreatedEvent.contractId : "";
  return { updateId, transaction, contractId };
};

const place = ({ place: of }: TraceMoment): string =>
  of === undefined ? "" : `${of.definition}${of.line === undefined ? "" : `:${of.line}`}`;

/** A moment in one line: undone, kind, choice or template, place. */
const shown = (moment: TraceMoment): string => {
  const { depth, kind, choice, templateId = "", isRolledBack } = moment;
  const of = choice ?? templateId.slice(templateId.lastIndexOf(":") + 1);
  const words = [`${isRolledBack ? "~" : ""}${kind}`, of, place(moment)].filter(Boolean);
  return "  ".repeat(depth) + words.join(" ");
};

const linesOf = ({ moments }: TraceOutcome): ReadonlyArray<string> => moments.map(shown);

/** Whether what is said of time and steps fits together. */
const expectWhole = ({ profile, moments, momentCount, outcome }: TraceOutcome): void => {
  expect(momentCount).to.equal(moments.length);
  expect(profile.frames.reduce((sum, { steps }) => sum + steps, 0)).to.equal(profile.steps);
  let steps = 0;
  for (const [index, moment] of moments.entries()) {
    expect(moment.index).to.equal(index);
    expect(moment.steps).to.be.within(steps, profile.steps);
    steps = moment.steps;
  }
  expect(moments.at(-1)?.kind === "failure").to.equal(outcome.verdict === "rejected");
};

describe("A trace", () => {
  it("has the outcome of a dry run, of packages in TypeScript", async () => {
    const ledger = await openTest({ packages: [iouPackage] });
    const alice = await allocate(ledger, "alice");
    const bob = await allocate(ledger, "bob");
    const iou = createOf(iouId, { issuer: alice, owner: bob, amount: "5.0" });
    const { contractId } = await committed(ledger, commandsBy(alice, "iou", iou));
    const transfer = exerciseOf(iouId, contractId, "Transfer", { newOwner: alice });
    const account = createOf(accountId, { owner: bob, name: "a", limit: "1" });
    const of = { ...commandsBy(bob, "account", account) };
    const { contractId: accountContract } = await committed(ledger, of);
    const at = ledger.ledgerEnd();
    for (const [command, lines] of [
      [
        { ...commandsBy(bob, "t", transfer), actAs: [alice, bob] },
        ["exercise Transfer", "  create Iou", "end Transfer"],
      ],
      [commandsBy(alice, "t", transfer), ["failure"]],
      [
        commandsBy(bob, "c", exerciseOf(accountId, accountContract, "Crash", {})),
        ["exercise Crash", "  failure"],
      ],
      [commandsBy(bob, "u", iou), ["failure"]],
    ] as const) {
      const traced = rightOf(await ledger.trace(command, { at }));
      expect(linesOf(traced)).to.deep.equal(lines);
      expect(traced.outcome).to.deep.equal(rightOf(await ledger.dryRun(command, { at })));
      expectWhole(traced);
      expect(traced.profile.frames[0]?.definition).to.equal("the command");
    }
    const [exercise, create] = rightOf(
      await ledger.trace({ ...commandsBy(bob, "t", transfer), actAs: [alice, bob] }),
    ).moments;
    expect(exercise).to.deep.include({
      argument: { newOwner: alice },
      payload: { issuer: alice, owner: bob, amount: "5.0000000000" },
      actingParties: [bob],
    });
    expect(create?.authorizers).to.deep.equal([alice, bob].sort());
    await ledger.close();
  });

  it("names definitions and lines of a Daml package", async () => {
    const ledger = await openTest({});
    rightOf(await ledger.uploadDar(fileAt("examples/daml/iou.dar"), true));
    const bank = await allocate(ledger, "bank");
    const template = "#iou-example:Iou:Iou";
    const payload = { issuer: bank, owner: bank, currency: "EUR", amount: "5.0" };
    const created = commandsBy(bank, "new", createOf(template, payload));
    const { contractId } = await committed(ledger, created);
    const split = (splitAmount: string) =>
      commandsBy(bank, "split", exerciseOf(template, contractId, "Iou_Split", { splitAmount }));
    const traced = rightOf(await ledger.trace(split("2.0")));
    const source = new TextDecoder().decode(fileAt("examples/daml/Iou.daml")).split("\n");
    const line = 1 + source.findIndex((text) => text.trim().startsWith("choice Iou_Split"));
    const where = `Iou:Iou Iou_Split:${line}`;
    expect(linesOf(traced)).to.deep.equal([
      "exercise Iou_Split",
      `  guard Iou ${where}`,
      `  create Iou ${where}`,
      `  guard Iou ${where}`,
      `  create Iou ${where}`,
      "end Iou_Split",
    ]);
    expectWhole(traced);
    expect(traced.profile.budget).to.equal(20_000_000);
    const refused = rightOf(await ledger.trace(split("-1.0")));
    expect(linesOf(refused).at(-1)).to.equal(`  failure ${where}`);
    expect(refused.moments.at(-2)).to.include({ kind: "guard", result: false });
    await ledger.close();
  });

  it("shows what an exception rolled back, and what was thrown", async () => {
    const ledger = await openTest({});
    const dar = "packages/daml-lf/test/corpus/data/updates-2.3.dar";
    rightOf(await ledger.uploadDar(fileAt(dar), true));
    const alice = await allocate(ledger, "alice");
    const runner = "#updates-2-3:U:Runner";
    const create = createOf(runner, { actors: [alice], obs: [] });
    const { contractId } = await committed(ledger, commandsBy(alice, "new", create));
    const argument = { a: contractId, b: contractId, n: "1", cs: [] };
    const traced = rightOf(
      await ledger.trace(commandsBy(alice, "x", exerciseOf(runner, contractId, "S096", argument))),
    );
    expect(linesOf(traced)).to.deep.equal([
      "exercise S096",
      "  try",
      "    ~try",
      "    ~rollback U:Runner S096",
      "  rollback U:Runner S096",
      "end S096",
    ]);
    const caught = traced.moments.flatMap(({ exception }) => exception ?? []);
    expect(caught.map(({ typeId, value }) => [typeId.split(":").at(-1), value])).to.deep.equal([
      ["Exc", { msg: "x" }],
      ["Exd", { code: "5" }],
    ]);
    expectWhole(traced);
    await ledger.close();
  });

  it("interprets an update again on the state before it", async () => {
    const ledger = await openTest({ packages: [iouPackage] });
    const alice = await allocate(ledger, "alice");
    const bob = await allocate(ledger, "bob");
    const iou = createOf(iouId, { issuer: alice, owner: bob, amount: "5.0" });
    const { contractId } = await committed(ledger, commandsBy(alice, "iou", iou));
    const transfer = exerciseOf(iouId, contractId, "Transfer", { newOwner: alice });
    const both = { ...commandsBy(bob, "t", transfer), actAs: [alice, bob] };
    const { updateId, transaction } = await committed(ledger, both);
    await committed(ledger, commandsBy(alice, "later", iou));
    const traced = rightOf(await ledger.traceUpdate(updateId));
    expect(traced.updateId).to.equal(updateId);
    expect(traced.outcome.transaction).to.deep.equal(transaction);
    expect(linesOf(traced)).to.deep.equal(["exercise Transfer", "  create Iou", "end Transfer"]);
    expect(codeOf(await ledger.traceUpdate(`1220${"0".repeat(64)}`))).to.equal("UPDATE_NOT_FOUND");
    expect(codeOf(await ledger.trace(both, { at: 1_000 }))).to.equal("OFFSET_AFTER_LEDGER_END");
    await ledger.close();
  });

  it("keeps the first and the last moments of many", async () => {
    const ledger = await openTest({ packages: [iouPackage] });
    const alice = await allocate(ledger, "alice");
    const iou = createOf(iouId, { issuer: alice, owner: alice, amount: "5.0" });
    const commands = Array.from({ length: 2_100 }, () => iou);
    const many = { ...commandsBy(alice, "many", iou), commands };
    const { moments, momentCount } = rightOf(await ledger.trace(many));
    expect(momentCount).to.equal(2_100);
    expect(moments).to.have.length(2_000);
    expect([moments[1_499]?.index, moments[1_500]?.index]).to.deep.equal([1_499, 1_600]);
    await ledger.close();
  });
});

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { coinRelease } from "../../src/index.js";
import { compareStep } from "./compare-step.js";
import { knownDifferences } from "./known-differences.js";
import {
  recordedHistories,
  type RecordedHistory,
  type RecordedNode,
  type RecordedStep,
} from "./recorded-history.js";
import { countsBy, replay } from "./replay.js";
import { replayCatalog, ReplayLedger } from "./replay-ledger.js";

// A part of the histories that the genuine packages have answered: of 237 histories those steps
// that show a template, a choice, a node below another one or an error in words of its own for the
// first time, with all steps that these rest on.
const file = fileURLToPath(new URL("../../../test/replay/histories.jsonl.gz", import.meta.url));
const steps = 4_714;

/** How often the rows of the table occur in these histories; they may only become fewer. */
const occurrences: Readonly<Record<string, number>> = {};

let read: Promise<ReadonlyArray<RecordedHistory>> | undefined;
const readHistories = (): Promise<ReadonlyArray<RecordedHistory>> => {
  read ??= (async () => {
    const histories: Array<RecordedHistory> = [];
    for await (const history of recordedHistories(file)) histories.push(history);
    return histories;
  })();
  return read;
};

describe("the answers of the genuine packages", () => {
  it("are ours, but for the rows of the table and as often as it was", async () => {
    const report = await replay(file);
    expect(report.steps).to.equal(steps);
    const inNoRow = report.differences.filter(({ row }) => row === undefined);
    expect(inNoRow.map(({ history, step, signature }) => [history, step, signature])).to.deep.equal(
      [],
    );
    const counts = countsBy(report.differences, ({ row }) => row ?? "").map(([row, of]) => [
      row,
      of.length,
    ]);
    expect(Object.fromEntries(counts)).to.deep.equal(occurrences);
  });

  it("differ in nothing that docs/coin.md does not list", () => {
    const page = readFileSync(new URL("../../../../../docs/coin.md", import.meta.url), "utf8");
    const [, section = ""] = page.split("## Differences from the public packages\n");
    const rows = [...section.matchAll(/^\| `([a-z0-9-]+)` \|/gm)].map(([, id]) => id);
    expect(rows).to.deep.equal(knownDifferences.map(({ id }) => id));
  });
});

/** What histories show: `create Template`, `Template.Choice`. */
const shownIn = (node: RecordedNode): ReadonlyArray<string> => {
  if ("create" in node) return [`create ${entityOf(node.template)}`];
  if (!("exercise" in node)) return [];
  const on = node.interface ?? node.template;
  return [`${entityOf(on)}.${node.choice}`, ...node.children.flatMap(shownIn)];
};

const entityOf = (name: string): string => name.slice(name.lastIndexOf(":") + 1);

// the retired choices, and what nothing in the histories leads to
const notAmongThem = [
  "AllocationInstruction.AllocationInstruction_Withdraw",
  "AllocationInstruction.AllocationInstruction_Update",
  "Amulet.Amulet_Expire",
  "LockedAmulet.LockedAmulet_ExpireAmulet",
  "LockedAmulet.LockedAmulet_Unlock",
  "LockedAmulet.LockedAmulet_OwnerExpireLock",
  "AmuletRules.AmuletRules_ComputeFees",
  "AmuletRules.AmuletRules_AddFutureAmuletConfigSchedule",
  "AmuletRules.AmuletRules_RemoveFutureAmuletConfigSchedule",
  "AmuletRules.AmuletRules_UpdateFutureAmuletConfigSchedule",
  "ValidatorFaucetCoupon.ValidatorFaucetCoupon_DsoExpire",
  "ValidatorLicense.ValidatorLicense_ReceiveFaucetCoupon",
  "DevelopmentFundCoupon.DevelopmentFundCoupon_Reject",
  "WalletAppInstall.WalletAppInstall_AppPaymentRequest_Expire",
  "WalletAppInstall.WalletAppInstall_SubscriptionIdleState_CancelSubscription",
  "WalletAppInstall.WalletAppInstall_AcceptedTransferOffer_Abort",
  "WalletAppInstall.WalletAppInstall_AcceptedTransferOffer_Expire",
  "AcceptedTransferOffer.AcceptedTransferOffer_Expire",
  "BatchMergeUtility.BatchMergeUtility_MergeHoldings",
];

/** The recordings are older than the second version of the token standard. */
const isRecorded = (packageName: string): boolean =>
  packageName !== "splice-dso-governance" &&
  !/^splice-api-(token-.*-v2|reward-assignment-v1)$/.test(packageName);

describe("the committed histories", () => {
  it("create every template and exercise every choice, but for a few", async () => {
    const shown = new Set<string>();
    for (const { steps: all } of await readHistories()) {
      for (const { answer } of all) {
        if ("transaction" in answer)
          for (const each of answer.transaction.flatMap(shownIn)) shown.add(each);
      }
    }
    const ours = coinRelease["0.6.1"].filter(({ name }) => isRecorded(name));
    const wanted = ours.flatMap(({ templates, choices }) => [
      ...templates.map(({ name }) => `create ${entityOf(name)}`),
      ...choices.map(({ on, name }) => `${entityOf(on.name)}.${name}`),
    ]);
    expect(wanted.filter((each) => !shown.has(each))).to.deep.equal(notAmongThem);
  });
});

type Changed = (step: RecordedStep) => RecordedStep;

const changedNode = (step: RecordedStep, change: (node: RecordedNode) => RecordedNode) => {
  if (!("transaction" in step.answer)) return step;
  const [first, ...others] = step.answer.transaction;
  if (first === undefined) return step;
  return { ...step, answer: { transaction: [change(first), ...others] } };
};

const changedError = (step: RecordedStep, change: object) =>
  "refused" in step.answer
    ? { ...step, answer: { refused: { error: { ...step.answer.refused.error, ...change } } } }
    : step;

describe("a replay", () => {
  const ofChoice = (step: RecordedStep, choice: string) =>
    step.submit.commands.some((command) => command.c === "exercise" && command.choice === choice);
  const accepted = (step: RecordedStep) => "transaction" in step.answer;
  const tap = (step: RecordedStep) => ofChoice(step, "AmuletRules_DevNet_Tap") && accepted(step);
  const late = (step: RecordedStep) =>
    "refused" in step.answer &&
    step.answer.refused.error.errorId === "stdlib.daml.com/deadline-exceeded";
  const table: ReadonlyArray<
    readonly [name: string, of: (step: RecordedStep) => boolean, change: Changed, kind: string]
  > = [
    [
      "another result",
      tap,
      (step) => changedNode(step, (node) => ({ ...node, result: ["Unit"] })),
      "value",
    ],
    [
      "other acting parties",
      tap,
      (step) => changedNode(step, (node) => ({ ...node, acting: [] })),
      "value",
    ],
    [
      "a consumed contract",
      tap,
      (step) => changedNode(step, (node) => ({ ...node, consuming: true })),
      "value",
    ],
    [
      "a node less",
      tap,
      (step) => changedNode(step, (node) => ({ ...node, children: [] })),
      "tree",
    ],
    [
      "an error",
      tap,
      (step) => ({ ...step, answer: { refused: { error: { kind: "ContractNotFound" } } } }),
      "outcome",
    ],
    ["another error", late, (step) => changedError(step, { errorId: "another" }), "error"],
    ["another text", late, (step) => changedError(step, { message: "another" }), "message"],
    ["another category", late, (step) => changedError(step, { category: 8 }), "message"],
    ["another deadline", late, (step) => changedError(step, { metadata: {} }), "message"],
    ["an acceptance", late, (step) => ({ ...step, answer: { transaction: [] } }), "outcome"],
  ];
  for (const [name, of, change, kind] of table) {
    it(`finds ${name}`, async () => {
      const catalog = replayCatalog();
      for (const history of await readHistories()) {
        const ledger = new ReplayLedger(history);
        for (const step of history.steps) {
          if (of(step)) {
            expect(compareStep(ledger, step, catalog)).to.deep.equal([]);
            const found = compareStep(ledger, change(step), catalog);
            expect(found.map((each) => each.kind)).to.include(kind);
            return;
          }
          if ("transaction" in step.answer) ledger.take(step.submit, step.answer.transaction);
        }
      }
      throw new Error("no such step");
    });
  }
});

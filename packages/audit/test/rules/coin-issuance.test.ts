import { coinPackages } from "@tallystick/coin";
import type { ExerciseNode, TransactionCommitted, TransactionNode } from "@tallystick/core";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { auditRules } from "../../src/rules/audit-rules.js";
import type { RulesReport } from "../../src/rules/rules-walk.js";
import { dayJournal } from "./coin-day.js";
import { type HonestEvent, journalWith, storedAs, transactionOf } from "./coin-journal.js";

const audited = async (events: Parameters<typeof journalWith>[0]): Promise<RulesReport> => {
  const options = { level: "rules", packages: coinPackages } as const;
  const report = await auditRules(await journalWith(events), options);
  if (isLeft(report)) throw new Error(report.left.message);
  return report.right;
};

const isChoice =
  (choice: string) =>
  (node: TransactionNode): node is ExerciseNode =>
    node.kind === "exercise" && node.choice === choice;

/** The text of a node changed. */
const rewritten = (
  event: TransactionCommitted,
  at: number,
  from: RegExp,
  to: string,
): TransactionCommitted => {
  const text = JSON.stringify(event.nodes[at]);
  if (!from.test(text)) throw new Error(`${text} has no ${from.source}`);
  return { ...event, nodes: event.nodes.with(at, JSON.parse(text.replace(from, to))) };
};

/** What is changed in which choice, and what C3 says of it. */
const forgeries: ReadonlyArray<
  readonly [
    string,
    string,
    (event: TransactionCommitted, at: number) => TransactionCommitted,
    RegExp,
  ]
> = [
  [
    "keeps more than is left for the operator",
    "AmuletRules_MiningRound_StartIssuing",
    (event) => {
      const at = event.nodes.findIndex(({ templateId }) => templateId.endsWith(":UnclaimedReward"));
      return rewritten(event, at, /"amount":"/, '"amount":"9');
    },
    /^the round issues .* CC and keeps .*, but has 761035\.0076103501$/,
  ],
  [
    "yields more for each coupon",
    "AmuletRules_MiningRound_StartIssuing",
    (event) => {
      const at = event.nodes.findIndex(({ templateId }) =>
        templateId.endsWith(":IssuingMiningRound"),
      );
      return rewritten(event, at, /"optIssuancePerValidatorFaucetCoupon":"/, "$&9");
    },
    /^the round issues .* and keeps/,
  ],
  [
    "counts fewer coupons than are minted",
    "AmuletRules_MiningRound_StartIssuing",
    (event, at) =>
      rewritten(
        event,
        at,
        /"optTotalValidatorFaucetCoupons":"\d+"/,
        '"optTotalValidatorFaucetCoupons":"0"',
      ),
    /^coupons of .* of the kind liveness were used, and 0\.0000000000 were counted in their round$|keeps/,
  ],
];

describe("The issuance of rounds", () => {
  let honest: ReadonlyArray<HonestEvent> = [];

  before(async () => {
    honest = await dayJournal();
  });

  it("is right in a journal whose rounds begin and end", async () => {
    const { findings, results } = await audited(honest.map(storedAs));
    expect(findings).to.deep.equal([]);
    expect(results.get("C3")?.checked).to.be.above(5);
    for (const [rule, { skipped }] of results) expect(skipped, rule).to.equal(0);
  });

  for (const [what, choice, forge, message] of forgeries) {
    it(`is wrong when a round ${what}, though all was chained again`, async () => {
      const { event, offset } = transactionOf(
        honest,
        ({ nodes, recordTime }) =>
          // rounds of the middle of the day have coupons
          nodes.some(isChoice(choice)) && recordTime < (honest.at(-40)?.event.recordTime ?? 0),
      );
      const at = event.nodes.findIndex(isChoice(choice));
      const stored = honest.map((each) =>
        each.offset === offset ? storedAs({ ...each, event: forge(event, at) }) : storedAs(each),
      );
      const { findings } = await audited(stored);
      const found = findings.filter(({ rule }) => rule === "C3");
      expect(found.map((each) => each.message).join("\n"), JSON.stringify(findings)).to.match(
        new RegExp(message.source, "m"),
      );
      expect(found[0]).to.include.keys("offset", "node");
      for (const each of findings) expect(each.offset).to.be.at.least(offset);
    });
  }
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { testSize } from "@tallystick/dev";
import {
  compilePackages,
  decide,
  emptyLedger,
  evolveAll,
  ledgerCatalog,
  type LedgerError,
  type LedgerEvent,
  type LedgerState,
  pingPackage,
} from "@tallystick/core";
import { type Archive, archiveModel, readDar, UploadedPackages } from "@tallystick/daml-lf";
import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { AmuletRules_DevNet_Tap, coinPackages } from "../../src/index.js";
import { cc, CoinLedger, type Decided } from "../coin-fixture.js";
import { foundation, rightOf, sha256, start } from "../coin-values.js";
import { histories } from "../law/law-history.js";
import { attempt, LawWorld, users } from "../law/law-world.js";
import { unitsOf } from "../law/naive-model.js";

// TALLYSTICK_DARS=FOLDER npm test -- genuine-coin: the coin in TypeScript beside the genuine one

const folder = process.env["TALLYSTICK_DARS"];
const runs = testSize("GENUINE_RUNS");
const steps = 400;

/** What is not in the package of the folder, under the name of its choice. */
const additions = ["BatchMergeUtility_MergeHoldings"];

/** Whether it is another version than the one in TypeScript, which commands would choose. */
const isOtherVersion = ({ name, version }: Archive): boolean =>
  coinPackages.some((each) => each.name === name && each.version !== version);

/** A ledger with the packages in a folder, before the parties' first command. */
const uploadedTo = async (from: string) => {
  const uploaded = new UploadedPackages();
  const registered = new Map<string, LedgerEvent>();
  for (const name of readdirSync(from).filter((each) => /^splice-.*\.dar$/.test(each))) {
    const { packages } = rightOf(await readDar(readFileSync(join(from, name))));
    if (packages.some(isOtherVersion)) continue;
    uploaded.add(packages);
    for (const archive of packages) {
      const { packageId, name: packageName, version } = archive;
      const model = archiveModel(archive);
      registered.set(packageId, {
        type: "PackageRegistered",
        packageId,
        name: packageName,
        version,
        model,
        isVetted: true,
        recordTime: start,
      });
    }
  }
  const state = evolveAll(emptyLedger(), [...foundation([]), ...registered.values()]);
  const compiled = rightOf(compilePackages([pingPackage], sha256));
  return { state, catalog: ledgerCatalog(compiled, uploaded)(state.participant.packages) };
};

/** An error, without the place in Daml that causes of genuine code end with. */
const errorOf = ({ code, cause, context }: LedgerError) => ({
  code,
  errorId: context["error_id"],
  cause: cause.replace(/ \(in \S+, package \S+?(, line \d+)?\)$/, ""),
});

const outcome = (decision: Decided["decision"]): unknown => {
  if (isLeft(decision)) return errorOf(decision.left);
  const [event] = decision.right;
  return event?.type === "TransactionCommitted" ? { nodes: event.nodes } : event;
};

const isAddition = ({ submission }: Decided): boolean =>
  submission.kind === "Submit" &&
  submission.command.commands.some((each) => "choice" in each && additions.includes(each.choice));

describe("The coin in TypeScript", () => {
  afterEach(() => {
    CoinLedger.watch = undefined;
  });

  it("shows each decision to who watches", () => {
    const accepted: Array<boolean> = [];
    CoinLedger.watch = ({ decision }) => accepted.push(!isLeft(decision));
    const ledger = new CoinLedger();
    expect(accepted).to.deep.equal([true, true, true, true]);
    const tap = { receiver: "nobody", amount: cc("1"), openRound: ledger.round };
    ledger.reasonOf(() => ledger.run(["nobody"], AmuletRules_DevNet_Tap, ledger.rules, tap));
    expect(accepted).to.deep.equal([true, true, true, true, false]);
  });

  if (folder === undefined) {
    process.stdout.write("TALLYSTICK_DARS is not set: the genuine coin is not run\n");
    return;
  }

  it("decides random histories as the genuine coin does: nodes, ids, amounts, errors", async () => {
    const genuine = await uploadedTo(folder);
    const states = new WeakMap<CoinLedger, LedgerState>();
    const counts = { accepted: 0, refused: 0 };
    CoinLedger.watch = (decided) => {
      const { ledger, submission, context, decision } = decided;
      // contract ids have the offset of their transaction in them
      const { offset } = ledger.state;
      const state = states.get(ledger) ?? { ...genuine.state, offset };
      const other = decide(state, submission, { ...context, catalog: genuine.catalog });
      if (!isAddition(decided)) expect(outcome(other)).to.deep.equal(outcome(decision));
      counts[isLeft(decision) ? "refused" : "accepted"] += 1;
      states.set(ledger, isLeft(decision) ? state : evolveAll(state, decision.right));
    };
    fc.assert(
      fc.property(histories(steps), (history) => {
        const world = new LawWorld();
        const { ledger, model } = world;
        for (const receiver of users) {
          const tap = { receiver, amount: cc("250.5"), openRound: ledger.round };
          world.perform(
            "tap",
            "mints",
            attempt(
              true,
              () => ledger.run([receiver], AmuletRules_DevNet_Tap, ledger.rules, tap),
              () => model.mint(receiver, unitsOf("250.5000000000")),
            ),
          );
        }
        for (const step of history) step.run(world);
      }),
      { numRuns: runs, endOnFailure: true },
    );
    expect(counts.accepted).to.be.greaterThan(20 * runs);
    expect(counts.refused).to.be.greaterThan(5 * runs);
  });
});

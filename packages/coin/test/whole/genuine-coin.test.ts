import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { testSize } from "@tallystick/dev";
import {
  type CompiledCatalog,
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
import { AmuletRules_DevNet_Tap, coinRelease, type Release } from "../../src/index.js";
import { cc, CoinLedger, type Decided } from "../coin-fixture.js";
import { foundation, rightOf, sha256, start } from "../coin-values.js";
import { histories } from "../law/law-history.js";
import type { LawStep } from "../law/law-operation.js";
import { attempt, LawWorld, users } from "../law/law-world.js";
import { v2Histories } from "../v2/v2-operations.js";
import { V2World } from "../v2/v2-world.js";
import { unitsOf } from "../law/naive-model.js";

// TALLYSTICK_DARS=FOLDER npm test -- genuine-coin: the coin in TypeScript beside the genuine one;
// GENUINE_AMULET=0.1.22 compares this version alone

const folder = process.env["TALLYSTICK_DARS"];
const runs = testSize("GENUINE_RUNS");
const steps = Number(process.env["GENUINE_STEPS"] ?? "400");

/** The version of splice-amulet of each release. */
const amuletVersions: Readonly<Record<Release, string>> = {
  "0.6.1": "0.1.18",
  "0.6.12": "0.1.22",
};
const wanted = process.env["GENUINE_AMULET"];
const compared = (["0.6.1", "0.6.12"] as const).filter(
  (release) => wanted === undefined || amuletVersions[release] === wanted,
);

/** What is not in the package of the folder, under the name of its choice. */
const additions = ["BatchMergeUtility_MergeHoldings"];

/** Whether it is another version than the one in TypeScript, which commands would choose. */
const isOtherVersion =
  (release: Release) =>
  ({ name, version }: Archive): boolean =>
    coinRelease[release].some((each) => each.name === name && each.version !== version);

/** A ledger with the packages in a folder, before the parties' first command. */
const uploadedTo = async (from: string, release: Release) => {
  const uploaded = new UploadedPackages();
  const registered = new Map<string, LedgerEvent>();
  for (const name of readdirSync(from).filter((each) => /^splice-.*\.dar$/.test(each))) {
    const { packages } = rightOf(await readDar(readFileSync(join(from, name))));
    if (packages.some(isOtherVersion(release))) continue;
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

interface Counts {
  accepted: number;
  refused: number;
  /** How often each choice was accepted and refused. */
  readonly choices: Record<string, [accepted: number, refused: number]>;
  readonly differences: Array<string>;
}

/** Has the genuine code decide whatever a ledger decides, and notes where they differ. */
const judgedBy = (genuine: Awaited<ReturnType<typeof uploadedTo>>): Counts => {
  const states = new WeakMap<CoinLedger, LedgerState>();
  const counts: Counts = { accepted: 0, refused: 0, choices: {}, differences: [] };
  CoinLedger.watch = (decided) => {
    const { ledger, submission, context, decision } = decided;
    // contract ids have the offset of their transaction in them
    const { offset } = ledger.state;
    const state = states.get(ledger) ?? { ...genuine.state, offset };
    const other = decide(state, submission, { ...context, catalog: genuine.catalog });
    if (!isAddition(decided)) {
      try {
        expect(outcome(other)).to.deep.equal(outcome(decision));
      } catch (difference) {
        counts.differences.push(described(decided, other, difference));
      }
    }
    counts[isLeft(decision) ? "refused" : "accepted"] += 1;
    for (const name of askedIn(submission)) {
      const choice = (counts.choices[name] ??= [0, 0]);
      choice[isLeft(decision) ? 1 : 0] += 1;
    }
    states.set(ledger, isLeft(decision) ? state : evolveAll(state, decision.right));
  };
  return counts;
};

/** Where the views of active contracts differ from those of the genuine code. */
const differentViews = (ledger: CoinLedger, genuine: CompiledCatalog): ReadonlyArray<string> =>
  ledger.contracts().flatMap(({ templateId, payload }) =>
    genuine.interfacesOf(templateId).flatMap((interfaceId) => {
      const [ours, theirs] = [ledger.catalog, genuine].map((catalog) =>
        JSON.stringify(catalog.interfaceView(interfaceId, templateId, payload)),
      );
      return ours === theirs ? [] : [`${interfaceId} of ${templateId}\n${ours}\n${theirs}`];
    }),
  );

const askedIn = (submission: Decided["submission"]): ReadonlyArray<string> =>
  submission.kind === "Submit"
    ? submission.command.commands.map((each) => ("choice" in each ? each.choice : each.kind))
    : [];

/** What was submitted, and the first place where the answers differ. */
const described = (
  { submission, decision }: Decided,
  other: Decided["decision"],
  difference: unknown,
): string => {
  const texts = [decision, other].map((each) => JSON.stringify(outcome(each), shownBigint));
  const [ours = "", theirs = ""] = texts;
  const at = [...ours].findIndex((each, index) => each !== theirs[index]);
  const from = Math.max(0, at - 150);
  const asked = askedIn(submission);
  return [
    asked.join(),
    String(difference).slice(0, 60),
    ours.slice(from, at + 250),
    theirs.slice(from, at + 250),
  ].join("\n");
};

const shownBigint = (_key: string, value: unknown): unknown =>
  typeof value === "bigint" ? value.toString() : value;

const tap = (world: LawWorld, receiver: string): void => {
  const { ledger, model } = world;
  const argument = { receiver, amount: cc("250.5"), openRound: ledger.round };
  world.perform(
    "tap",
    "mints",
    attempt(
      true,
      () => ledger.run([receiver], AmuletRules_DevNet_Tap, ledger.rules, argument),
      () => model.mint(receiver, unitsOf("250.5000000000")),
    ),
  );
};

/** Takes a step; the naive model knows the rules of the earlier release only. */
const perform = (step: LawStep, world: LawWorld, release: Release): void => {
  try {
    step.run(world);
  } catch (unlawful) {
    if (release === "0.6.1") throw unlawful;
  }
};

describe("The coin in TypeScript", () => {
  afterEach(() => {
    CoinLedger.watch = undefined;
    CoinLedger.packages = coinRelease["0.6.1"];
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

  if (compared.includes("0.6.12")) {
    it("decides random histories of V2 as splice-amulet 0.1.22 does, with the same views", async () => {
      const genuine = await uploadedTo(folder, "0.6.12");
      const counts = judgedBy(genuine);
      fc.assert(
        fc.property(v2Histories(steps / 4), (history) => {
          const world = new V2World();
          for (const step of history) step(world);
          counts.differences.push(...differentViews(world.ledger, genuine.catalog));
        }),
        { numRuns: runs, endOnFailure: true },
      );
      if (process.env["GENUINE_COUNTS"] !== undefined)
        process.stdout.write(`${JSON.stringify(counts)}\n`);
      expect(counts.differences.slice(0, 8).join("\n\n")).to.equal("");
      expect(counts.accepted).to.be.greaterThan(5 * runs);
      expect(counts.refused).to.be.greaterThan(5 * runs);
    });
  }

  for (const release of compared) {
    const version = amuletVersions[release];
    it(`decides random histories as splice-amulet ${version} does: nodes, ids, amounts, errors`, async () => {
      const genuine = await uploadedTo(folder, release);
      CoinLedger.packages = coinRelease[release];
      const counts = judgedBy(genuine);
      fc.assert(
        fc.property(histories(steps), (history) => {
          const world = new LawWorld();
          for (const receiver of users) tap(world, receiver);
          for (const step of history) perform(step, world, release);
        }),
        { numRuns: runs, endOnFailure: true },
      );
      if (process.env["GENUINE_COUNTS"] !== undefined)
        process.stdout.write(`${JSON.stringify(counts)}\n`);
      expect(counts.differences.slice(0, 8).join("\n\n")).to.equal("");
      expect(counts.accepted).to.be.greaterThan(20 * runs);
      expect(counts.refused).to.be.greaterThan(5 * runs);
    });
  }
});

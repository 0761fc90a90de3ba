import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { testSize } from "@tallystick/dev";
import { expect } from "chai";
import { runHistory } from "../../src/history/run-history.js";
import { drawPlan } from "../../src/plan/draw-plan.js";
import type { Operation, Plan } from "../../src/plan/plan.js";

const run = promisify(execFile);
const main = fileURLToPath(new URL("../../src/main.js", import.meta.url));

/** The first plans of each kind. */
const plansWith = (count: number, has: (plan: Plan) => boolean): ReadonlyArray<Plan> => {
  const found: Array<Plan> = [];
  for (let seed = 1; found.length < count; seed++) {
    const plan = drawPlan(seed);
    if (has(plan)) found.push(plan);
  }
  return found;
};

const does =
  (kind: Operation["kind"]) =>
  ({ steps }: Plan): boolean =>
    steps.some(({ operation }) => operation.kind === kind);

const kinds: Readonly<Record<string, (plan: Plan) => boolean>> = {
  "one node": ({ world }) => world.nodes === 1 && !world.hasFiles && !world.hasWallets,
  "several nodes": ({ world }) => world.nodes > 1,
  files: ({ world }) => world.hasFiles,
  "files on several nodes": ({ world }) => world.nodes > 1 && world.hasFiles,
  "signed checkpoints": ({ world }) => world.signs,
  uploads: does("upload"),
  "identity providers": does("provider"),
  wallets: ({ world }) => world.hasWallets,
};

/** Plans of each kind that are run twice. */
const plans = testSize("REPEATED_PLANS");

describe("A history", () => {
  for (const [kind, has] of Object.entries(kinds)) {
    it(`with ${kind} is the same each time: journal, answers and all that happens`, async () => {
      for (const plan of plansWith(kind === "wallets" ? 2 : plans, has)) {
        const [first, second] = [
          await runHistory(plan, { keepsTrace: true }),
          await runHistory(plan, { keepsTrace: true }),
        ];
        expect(second.lines, `seed ${plan.seed}`).to.deep.equal(first.lines);
        expect(second.journalHash).to.equal(first.journalHash);
        expect(second.digest).to.equal(first.digest);
        expect(first.lines.length).to.be.above(20);
      }
    });
  }

  it("is the same in another process", async () => {
    const printed = await Promise.all(
      [1, 2].map(async () => (await run(process.execPath, [main, "--seed", "3"])).stdout),
    );
    expect(printed[0]).to.match(/^seed 3: \d+ events, journal [0-9a-f]{64}\ntrace [0-9a-f]{64}\n/);
    expect(printed[1]).to.equal(printed[0]);
  });

  it("of another seed is another one", async () => {
    const [one, two] = [await runHistory(drawPlan(1)), await runHistory(drawPlan(2))];
    expect(one.digest).to.not.equal(two.digest);
  });
});

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { systemTimers, type Timers } from "@tallystick/background";
import {
  choice,
  create,
  definePackage,
  isLedgerTimeBefore,
  party,
  record,
  template,
  unit,
} from "@tallystick/core";
import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import type { Ledger } from "../../src/ledger/ledger.js";
import { allocate, codeOf, commandsBy, openTest, pingBy, rightOf } from "../test-ledger.js";

const budgetDar = readFileSync(
  fileURLToPath(new URL("../../../../daml-lf/test/corpus/data/budget-2.2.dar", import.meta.url)),
);

const loop = template("Loops:Loop", {
  payload: record({ owner: party }),
  signatories: ({ owner }) => [owner],
});

const stepsOfLoop = 2_000;

const look = choice(loop, "Look", {
  argument: record({}),
  result: unit,
  controllers: ({ owner }) => [owner],
  *body() {
    for (let step = 0; step < stepsOfLoop; step++) yield* isLedgerTimeBefore(0n);
    return {};
  },
});

const loops = definePackage({
  name: "loops",
  version: "1.0.0",
  templates: [loop],
  choices: [look],
});

/** Timers by which each look at the clock takes a while, and what happens at each turn. */
const countingTimers = (lookMs: number) => {
  let nowMs = 0;
  const watch = { turns: 0, onTurn: (): void => undefined };
  const timers: Timers = {
    ...systemTimers,
    nowMs: () => (nowMs += lookMs),
    later: (callback) => {
      watch.turns += 1;
      watch.onTurn();
      systemTimers.later(callback);
    },
  };
  return { timers, watch };
};

const opened = async (lookMs: number) => {
  const { timers, watch } = countingTimers(lookMs);
  const ledger = await openTest({ store: inMemoryStore(), timers, packages: [loops] });
  rightOf(await ledger.uploadDar(budgetDar, true));
  const [alice, bob] = [await allocate(ledger, "alice"), await allocate(ledger, "bob")];
  return { ledger, watch, alice, bob };
};

const runs = (templateId: string, choiceName: string, payload: Record<string, string>) => ({
  kind: "CreateAndExerciseCommand" as const,
  templateId,
  createArguments: payload,
  choice: choiceName,
  choiceArgument: {},
});

/** Long decisions: of Daml, and of many steps in TypeScript. */
const longDecisions = {
  "a program that spends its budget": (owner: string) =>
    runs("#budget:U:Run", "Forever", { p: owner }),
  "a body of many steps": (owner: string) => runs("#loops:Loops:Loop", "Look", { owner }),
};

const answerOf = async (
  ledger: Ledger,
  owner: string,
  name: keyof typeof longDecisions,
): Promise<string> =>
  codeOf(await ledger.submit(commandsBy(owner, `long ${name}`, longDecisions[name](owner))));

describe("A long decision", () => {
  for (const name of ["a program that spends its budget", "a body of many steps"] as const) {
    it(`lets everything else have its turn, and comes to the same: ${name}`, async () => {
      const [still, ticking] = [await opened(0), await opened(1)];
      const turnsOf = async ({ ledger, watch, alice }: typeof still) => {
        const before = watch.turns;
        const code = await answerOf(ledger, alice, name);
        return { code, end: ledger.ledgerEnd(), turns: watch.turns - before };
      };
      const [once, often] = [await turnsOf(still), await turnsOf(ticking)];
      expect(often.code).to.equal(once.code);
      expect(often.end).to.equal(once.end);
      // a few turns are those in which commands are gathered and answered
      expect(often.turns - once.turns).to.be.greaterThan(10);
    });
  }

  it("is made on a state that nothing changes meanwhile; commands that come then are next", async () => {
    const { ledger, watch, alice, bob } = await opened(1);
    const ended: Array<string> = [];
    const start = ledger.ledgerEnd();
    const long = answerOf(ledger, alice, "a program that spends its budget").then(() =>
      ended.push("long"),
    );
    const turnsBefore = watch.turns;
    let short: Promise<unknown> = Promise.resolve();
    const ends = new Set<number>();
    watch.onTurn = () => {
      // the decision has begun by then
      if (watch.turns === turnsBefore + 10)
        short = ledger.submit(pingBy(bob, "short")).then(() => ended.push("short"));
      if (ended.length === 0) ends.add(ledger.ledgerEnd());
    };
    await long;
    await short;
    expect(ended).to.deep.equal(["long", "short"]);
    expect([...ends]).to.deep.equal([start]);
    expect(ledger.ledgerEnd()).to.equal(start + 1);
  });

  it("is prepared for signing in the same way, between the commands", async () => {
    const { ledger, watch, alice, bob } = await opened(1);
    const program = longDecisions["a program that spends its budget"];
    const before = watch.turns;
    const preparing = ledger.prepareSubmission({
      submission: commandsBy(alice, "prepared", program(alice)),
    });
    expect(codeOf(await ledger.submit(pingBy(bob, "after")))).to.equal("ok");
    expect(codeOf(await preparing)).to.equal("INTERPRETATION_TIME_EXCEEDED");
    expect(watch.turns - before).to.be.greaterThan(10);
    const short = pingBy(alice, "short");
    expect(codeOf(await ledger.prepareSubmission({ submission: short }))).to.equal("ok");
  });

  it("does not count steps that others make meanwhile as forgotten by its body", async () => {
    const { ledger, watch, alice } = await opened(1);
    watch.onTurn = () => void create(loop, { owner: alice });
    expect(await answerOf(ledger, alice, "a body of many steps")).to.equal("ok");
  });
});

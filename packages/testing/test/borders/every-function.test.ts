import { readFileSync } from "node:fs";
import * as core from "@tallystick/core";
import * as node from "@tallystick/node";
import { expect } from "chai";
import * as testing from "../../src/index.js";
import { Iou, iouPackage, Transfer } from "../iou.js";

const page = readFileSync(new URL("../../../../../docs/api.md", import.meta.url), "utf8");

type AnyFunction = (this: object, ...args: Array<unknown>) => unknown;

/** What callers without a type checker give, one of each kind. */
const wrong: ReadonlyArray<() => unknown> = [
  () => undefined,
  () => null,
  () => 5,
  () => "a text",
  () => Promise.resolve(1),
  () => class Given {},
  () => () => 1,
  () => ({}),
  () => ({ misspelt: 1 }),
  () => [],
  () => [undefined],
  () => Symbol("given"),
  () => new Date(0),
];

/** Arguments of a call: wrong ones alone, and after one or two that fit. */
const argumentsOf = (
  value: () => unknown,
  alice: string,
): ReadonlyArray<ReadonlyArray<unknown>> => [
  [],
  [value()],
  [value(), value()],
  [value(), { actAs: alice }],
  ["a text", value(), value()],
  [Iou, value(), alice],
  [Iou, value(), { actAs: alice }],
  [Iou, { issuer: alice, owner: alice, amount: "1" }, value()],
  [Transfer, value(), value(), value()],
  [Transfer, "00", { newOwner: alice }, value()],
  [Iou, Transfer, value(), value()],
];

const raw =
  /TypeError|RangeError|Cannot (?:read|destructure|convert|use)|is not (?:a function|iterable)|\n +at /;

/** What is wrong with how a function answered; undefined when nothing is. */
const faultOf = (answer: unknown): string | undefined => {
  if (answer instanceof Error) {
    const isRaw = answer instanceof TypeError || answer instanceof RangeError;
    return isRaw || raw.test(answer.message) ? `${answer.name}: ${answer.message}` : undefined;
  }
  const isOutcome = typeof answer === "object" && answer !== null && "left" in answer;
  const left: unknown = isOutcome ? answer.left : undefined;
  const said = String(Object(left).cause ?? Object(left).message ?? "");
  return raw.test(said) ? said : undefined;
};

/** An answer: of what is later the later one, of a stream the first item. */
const answerOf = async (call: () => unknown): Promise<unknown> => {
  try {
    const answer = await call();
    const stream: unknown = Object(answer)[Symbol.asyncIterator];
    if (typeof stream !== "function") return answer;
    const items = stream.call(answer);
    return (await items.next()).value;
  } catch (thrown) {
    return thrown;
  }
};

const opened = async () => {
  const t = await testing.testLedger({ packages: [iouPackage] });
  const coin = await testing.testCoin();
  const { alice } = await t.parties("alice");
  const owners: Readonly<Record<string, ReadonlyArray<object>>> = {
    "": [core, node, testing],
    ledger: [t.ledger],
    queries: [t.ledger.queries],
    step: [node.step],
    decimal: [core.numeric("1")],
    t: [t, coin],
    clock: [t.clock],
    scenario: [t],
    attempt: [t.when(alice, node.step.create(Iou, { issuer: alice, owner: alice, amount: "1" }))],
    numeric: [core.numeric],
    timestamp: [core.timestamp],
    commands: [core.commandsOf(iouPackage)],
  };
  return { t, coin, alice, owners };
};

/** Classes, which are not called, and what closes what the others need. */
const notCalled: ReadonlySet<string> = new Set(["LedgerFailure", "ledger.close", "t.close"]);

/** The functions of the page and those that hang on what its functions give. */
const names = [
  ...[...page.matchAll(/^### ([\w.]+)$/gm)].map(([, name = ""]) => name),
  "numeric.fromUnits",
  "timestamp.fromMicros",
  ...["create", "exercise", "exerciseByKey", "createAndExercise"].map((each) => `commands.${each}`),
].filter((name) => !notCalled.has(name));

describe("Every function of docs/api.md", () => {
  it("answers wrong arguments with a sentence, never with an error of the engine", async () => {
    const { t, coin, alice, owners } = await opened();
    const faults: Array<string> = [];
    const pending: Array<Promise<unknown>> = [];
    let functions = 0;
    for (const name of names) {
      const [member = "", owner = ""] = name.split(".").reverse();
      for (const of of owners[owner] ?? []) {
        const call: unknown = Reflect.get(of, member);
        if (typeof call !== "function") continue;
        functions += 1;
        for (const value of wrong) {
          for (const args of argumentsOf(value, alice)) {
            const answer = answerOf(() => (call as AnyFunction).apply(of, [...args])).then(
              (given) => {
                const fault = faultOf(given);
                if (fault !== undefined) faults.push(`${name}: ${fault.slice(0, 200)}`);
                const close: unknown = Object(Object(given).right ?? given).close;
                const isOther = given !== t && given !== coin;
                return isOther && typeof close === "function" ? close.call(given) : undefined;
              },
            );
            pending.push(answer.catch(() => undefined));
          }
        }
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    // what waits ends with what it waits for
    await Promise.all([t.close(), coin.close()]);
    await Promise.all(pending);
    expect([...new Set(faults)]).to.deep.equal([]);
    expect(functions).to.be.greaterThan(120);
  });
});

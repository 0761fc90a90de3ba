import { expect } from "chai";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type Part, Startup } from "../../src/open/startup.js";
import { leftOf, rightOf } from "../test-ledger.js";

const names = ["one", "two", "three", "four", "five", "six", "seven"] as const;

/** How a part ends: `fails` and `throws` at its opening, `sticks` at its closing. */
type Behaviour = "fails" | "throws" | "sticks" | undefined;

/** A whole of seven parts that writes down what it does. */
const sevenParts = (behaviourOf: (name: string) => Behaviour) => {
  const log: Array<string> = [];
  const named = (name: string): Part<object, string, string> => ({
    open: async (): Promise<Either<string, string>> => {
      if (behaviourOf(name) === "fails") return left(`${name} failed`);
      if (behaviourOf(name) === "throws") throw new Error(`${name} threw`);
      log.push(`open ${name}`);
      return right(name);
    },
    close: (part) => {
      log.push(`close ${part}`);
      if (behaviourOf(name) === "sticks") throw new Error(`${name} stuck`);
    },
  });
  const startup = Startup.of<string, object>()
    .add("one", named("one"))
    .add("two", named("two"))
    .add("three", named("three"))
    .add("four", named("four"))
    .add("five", named("five"))
    .add("six", named("six"))
    .add("seven", named("seven"));
  return { log, startup };
};

/** What is written down when so many parts are opened and closed again. */
const openedAndClosed = (count: number): ReadonlyArray<string> => {
  const opened = names.slice(0, count);
  return [
    ...opened.map((name) => `open ${name}`),
    ...opened.toReversed().map((name) => `close ${name}`),
  ];
};

const thrownBy = async (run: () => Promise<unknown>): Promise<string> => {
  try {
    await run();
    return "nothing";
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
};

describe("The parts of a start", () => {
  it("are opened in their order, closed in reverse, and closed once", async () => {
    const { log, startup } = sevenParts(() => undefined);
    const { parts, close } = rightOf(await startup.open({}));
    expect(Object.values(parts)).to.deep.equal(names);
    expect(log).to.deep.equal(names.map((name) => `open ${name}`));
    await Promise.all([close(), close()]);
    await close();
    expect(log).to.deep.equal(openedAndClosed(7));
  });

  for (const [index, broken] of names.entries()) {
    const isAfter = (name: string): boolean => names.findIndex((each) => each === name) > index;

    it(`are closed when ${broken} cannot be opened, and the reason is answered`, async () => {
      const { log, startup } = sevenParts((name) => (name === broken ? "fails" : undefined));
      expect(leftOf(await startup.open({}))).to.equal(`${broken} failed`);
      expect(log).to.deep.equal(openedAndClosed(index));
    });

    it(`are closed when opening ${broken} throws, and that is thrown on`, async () => {
      const { log, startup } = sevenParts((name) => (name === broken ? "throws" : undefined));
      expect(await thrownBy(() => startup.open({}))).to.equal(`${broken} threw`);
      expect(log).to.deep.equal(openedAndClosed(index));
    });

    it(`are closed when ${broken} cannot be opened and none of them can be closed`, async () => {
      const { log, startup } = sevenParts((name) => (name === broken ? "fails" : "sticks"));
      expect(leftOf(await startup.open({}))).to.equal(`${broken} failed`);
      expect(log).to.deep.equal(openedAndClosed(index));
    });

    it(`are closed although ${broken} and those before it cannot be`, async () => {
      const { log, startup } = sevenParts((name) => (isAfter(name) ? undefined : "sticks"));
      const { close } = rightOf(await startup.open({}));
      expect(await thrownBy(close)).to.equal(`${broken} stuck`);
      expect(log).to.deep.equal(openedAndClosed(7));
    });
  }

  it("are opened with another one in the place of one of them", async () => {
    const startup = Startup.of<string, object>()
      .add("first", { open: () => right("first") })
      .add("second", { open: ({ first }) => right(`second after ${first}`) });
    const other = startup.with({ ...startup.parts, first: { open: () => right("another") } });
    const changed = rightOf(await other.open({}));
    expect(changed.parts).to.deep.equal({ first: "another", second: "second after another" });
    const usual = rightOf(await startup.open({}));
    expect(usual.parts).to.deep.equal({ first: "first", second: "second after first" });
  });

  it("find what was given and opened before them, also when they are closed", async () => {
    const seen: Array<string> = [];
    const startup = Startup.of<string, { readonly given: string }>()
      .add("first", { open: ({ given }) => right(`${given} first`) })
      .add("second", {
        open: ({ given, first }) => right(`${given}, ${first}, second`),
        close: (part, { first }) => void seen.push(first, part),
      });
    const opened = await startup.open({ given: "it" });
    if (isLeft(opened)) throw new Error(opened.left);
    await opened.right.close();
    expect(seen).to.deep.equal(["it first", "it, it first, second"]);
  });
});

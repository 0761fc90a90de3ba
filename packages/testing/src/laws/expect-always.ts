import { AssertionError } from "node:assert";
import {
  checkArgument,
  foundValue,
  ArgumentError,
  type Choice,
  nearestName,
  type Package,
  type PartyId,
  type Template,
} from "@tallystick/core";
import fc from "fast-check";
import { testLedger, type TestLedger } from "../ledger/test-ledger.js";
import { archiveOf, type Draft, drafts } from "./drafts.js";
import { type Trial, tryDraft } from "./try-draft.js";

type Parties<N extends string> = { readonly [name in N]: PartyId };

/** A law, and what is tried to break it. */
export interface Law<N extends string, T extends TestLedger = TestLedger> {
  /** Packages whose templates and choices are used. */
  readonly packages: ReadonlyArray<Package>;
  /** Names of those who submit, and whom payloads and arguments name. */
  readonly parties: ReadonlyArray<N>;
  /**
   * What there is before the first command.
   *
   * @param t the ledger of the sequence
   * @param parties the party of each name
   */
  readonly given?: (t: T, parties: Parties<N>) => Promise<unknown>;
  /**
   * What must hold: an expectation that throws, or a condition that is false, when it does not. It
   * is called before the first command and after each that takes effect.
   *
   * @param t the ledger of the sequence
   * @param parties the party of each name
   */
  readonly law: (t: T, parties: Parties<N>) => unknown;
  /** Templates of which contracts are created. Default: all of the packages. */
  readonly creates?: ReadonlyArray<Template<unknown>>;
  /** Choices that are exercised. Default: all of the packages, and Archive of each template. */
  readonly exercises?: ReadonlyArray<Choice<unknown, unknown>>;
  /** How long may pass between commands. Default `1h` and `1d`. */
  readonly durations?: ReadonlyArray<string>;
  /** Sequences of commands that are tried. Default 100. */
  readonly runs?: number;
  /** Commands of a sequence, at most. Default 10. */
  readonly commands?: number;
  /** Draws the same sequences as the run whose error named it. Default: others each time. */
  readonly seed?: number;
  /** With the seed: begins at the sequence of that error. */
  readonly path?: string;
  /** Opens the ledger of each sequence. Default: `testLedger({ packages })`. */
  readonly open?: () => Promise<T>;
}

/** Why a law does not hold, and after what. */
class Broken extends Error {
  constructor(
    readonly reason: string,
    readonly log: ReadonlyArray<string>,
    options: ErrorOptions,
  ) {
    super(reason, options);
  }
}

/**
 * Expects that no sequence of commands breaks a law. The commands are drawn from templates and
 * choices with values of their types; most are submitted by those whose authority they need, some
 * by others. What the ledger rejects changes nothing and is part of the game.
 *
 * @param law what must hold, and what is tried to break it
 * @throws {AssertionError} with the shortest sequence found that breaks it, and how to repeat it
 * @example
 * import assert from "node:assert";
 * import { Iou, iouPackage } from "./iou.js";
 *
 * await expectAlways({
 *   packages: [iouPackage],
 *   parties: ["alice", "bank"],
 *   law: async (t) => {
 *     for (const { payload } of await t.active(Iou)) assert(payload.amount.isGreaterThan("0"));
 *   },
 * });
 */
export const expectAlways = async <const N extends string, T extends TestLedger = TestLedger>(
  law: Law<N, T>,
): Promise<void> => {
  checkArgument("law", law, "object");
  checkOptions(law);
  const { packages, runs = 100, commands = 10, durations = ["1h", "1d"], seed, path } = law;
  const templates = packages.flatMap((each) => each.templates);
  const draft = drafts({
    packages,
    creates: law.creates ?? templates,
    exercises: law.exercises ?? [
      ...packages.flatMap((each) => each.choices),
      ...templates.map(archiveOf),
    ],
    durations,
  });
  const sequences = fc.array(draft, { maxLength: commands, size: "max" });
  const property = fc.asyncProperty(sequences, (sequence) => tryAll(law, templates, sequence));
  const outcome = await fc.check(property, {
    numRuns: runs,
    ...(seed === undefined ? {} : { seed }),
    ...(path === undefined ? {} : { path }),
  });
  if (!outcome.failed) return;
  const { errorInstance: broken, counterexamplePath } = outcome;
  if (!(broken instanceof Broken)) throw broken;
  const steps = broken.log.map((line) => `\n  ${line}`).join("");
  const after = steps === "" ? "before any command" : `after${steps}\n`;
  const repeat = `{ seed: ${outcome.seed}, path: ${JSON.stringify(counterexamplePath)} } repeats it`;
  throw Object.assign(
    new AssertionError({
      message: `the law does not hold ${after}${steps === "" ? ": " : ""}${broken.reason}\n${repeat}`,
    }),
    { cause: broken.cause },
  );
};

/** Tries one sequence on a ledger of its own. */
const tryAll = async <N extends string, T extends TestLedger>(
  { packages, parties: names, given, law, open }: Law<N, T>,
  templates: ReadonlyArray<Template<unknown>>,
  sequence: ReadonlyArray<Draft>,
): Promise<void> => {
  // border: where no other kind is opened, T is the one that is opened here
  const t = await (open === undefined
    ? (testLedger({ packages }) as Promise<TestLedger & T>)
    : open());
  const log: Array<string> = [];
  try {
    const parties = await t.parties(...names);
    const trial: Trial = { t, parties: names.map((name) => parties[name]), templates, log };
    const check = async (): Promise<void> => {
      if ((await law(t, parties)) === false) throw new Error("the condition is false");
    };
    await given?.(t, parties);
    await check();
    for (const draft of sequence) if (await tryDraft(trial, draft)) await check();
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    const shown = withNames([...log, reason]);
    throw new Broken(shown.at(-1) ?? "", shown.slice(0, -1), { cause: thrown });
  } finally {
    await t.close();
  }
};

const partyForm = /([\w-]+)::1220[0-9a-f]{64}/g;
const contractForm = /\b00[0-9a-f]{64,}\b/g;

/** Lines with short names for ids: of parties their hints, of contracts their numbers. */
const withNames = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const numbers = new Map<string, string>();
  const numberOf = (contractId: string): string => {
    const number = numbers.get(contractId) ?? `#${numbers.size + 1}`;
    numbers.set(contractId, number);
    return number;
  };
  return lines.map((line) => line.replace(partyForm, "$1").replace(contractForm, numberOf));
};

const options: ReadonlyArray<keyof Law<string>> = [
  "packages",
  "parties",
  "given",
  "law",
  "creates",
  "exercises",
  "durations",
  "runs",
  "commands",
  "seed",
  "path",
  "open",
];

// callers without a type checker misspell them, or leave them out
const checkOptions = ({
  packages,
  parties,
  law,
  runs = 1,
  commands = 1,
  ...rest
}: Readonly<Partial<Record<keyof Law<string>, unknown>>>): void => {
  const unknown = Object.keys(rest).find((name) => !options.some((each) => each === name));
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, options);
    const hint =
      nearest === undefined ? `options are ${options.join(", ")}` : `did you mean ${nearest}?`;
    throw new ArgumentError(`${unknown.slice(0, 60)}: there is no such option; ${hint}`);
  }
  if (!Array.isArray(packages)) throw new ArgumentError("packages: expected an array of packages");
  if (!Array.isArray(parties) || parties.length === 0)
    throw new ArgumentError('parties: expected an array of names, such as ["alice", "bank"]');
  if (typeof law !== "function") throw new ArgumentError("law: expected a function of the ledger");
  for (const [name, count] of Object.entries({ runs, commands })) {
    if (!Number.isSafeInteger(count) || Number(count) < 1) {
      throw new ArgumentError(
        `${name}: expected a whole number of at least 1, found ${foundValue(count)}`,
      );
    }
  }
};

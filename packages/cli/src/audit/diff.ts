import {
  type ChangesBetween,
  changesBetween,
  compareJournals,
  type Explanation,
  type JournalDifference,
  type PastBalance,
  shownUnits,
  storiesData,
} from "@tallystick/audit";
import type { Package } from "@tallystick/core";
import { usageError } from "../command-error.js";
import { placeOfVariable } from "../commands/audit-rows.js";
import type { FlagsOf } from "../commands/command-rows.js";
import { type ExitCode, exitCode } from "../exit-code.js";
import { isOffset } from "../offset-flag.js";
import { packagesFrom } from "../package-modules.js";
import { settingRows } from "../setting-rows.js";
import { isFolder } from "../store-address.js";
import { type AuditSource, type AuditSurroundings, withSource } from "./audit-source.js";
import { explained, explanationLines } from "./explain.js";
import { type Found, formatIn, print } from "./format.js";

const storeVariable = settingRows.store.variable;

type DiffFlags = FlagsOf<"audit diff">;

/** A place as flags would say it, so that no variable stands in for it. */
const flagsOf = (place: string, { participant }: DiffFlags, env: AuditSurroundings["env"]) => ({
  store: place === placeOfVariable ? env[storeVariable] : place,
  ...(isFolder(place) && place !== placeOfVariable ? { data: place } : {}),
  participant,
});

const entityOf = (templateId: string): string => templateId.slice(templateId.indexOf(":") + 1);

const coinsOf = (balance: PastBalance | undefined): string =>
  balance === undefined
    ? "nothing"
    : `${shownUnits(balance.unlocked)} and ${shownUnits(balance.locked)} locked in ${balance.coins} coins`;

/**
 * Runs `tallystick audit diff`: finds the first event in which two journals differ, or what changed
 * between two offsets. Of journals it ends with 0 when one is the other or its beginning, else with
 * 8.
 */
export const printDifference = async (
  places: readonly [string, string],
  flags: DiffFlags,
  surroundings: AuditSurroundings,
): Promise<ExitCode> => {
  const [a, b] = places;
  const format = formatIn(flags.format);
  // also where they are not needed: a name that is wrong is said at once
  const packages = await packagesFrom(flags.packages ?? []);
  if (isOffset(a) && isOffset(b)) {
    const [from, to] = [Math.min(Number(a), Number(b)), Math.max(Number(a), Number(b))];
    return withSource(flags, surroundings, async (source) => {
      const changes = await changesBetween(source, from, to);
      print("diff", format, changesFound([from, to], changes), surroundings.out);
      return exitCode.done;
    });
  }
  if (flags.data !== undefined || flags.store !== undefined) {
    throw usageError(
      "diff: expected two offsets with --data or --store, or two places (a folder or an address) without them",
    );
  }
  const { env } = surroundings;
  if (places.includes(placeOfVariable) && (env[storeVariable] ?? "") === "")
    throw usageError(`diff: ${placeOfVariable} is the store in ${storeVariable}, which is not set`);
  const compare = async (left: AuditSource, right: AuditSource): Promise<ExitCode> => {
    const sides = await sidesOf(places, [left, right], packages);
    print("diff", format, partingFound(sides), surroundings.out);
    return isParted(sides) ? exitCode.inconsistent : exitCode.done;
  };
  const inSecond = (left: AuditSource) =>
    withSource(flagsOf(b, flags, env), surroundings, (right) => compare(left, right), "diff");
  return withSource(flagsOf(a, flags, env), surroundings, inSecond, "diff");
};

/** What changed between two offsets of one journal; that they differ is no error. */
const changesFound = (
  [from, to]: readonly [number, number],
  { archived, created, balances }: ChangesBetween,
): Found => {
  const head = `from offset ${from} to offset ${to}`;
  const asText = (balance: PastBalance | undefined) =>
    balance === undefined
      ? undefined
      : {
          ...balance,
          unlocked: shownUnits(balance.unlocked),
          locked: shownUnits(balance.locked),
        };
  return {
    lines: [
      head,
      ...archived.map(({ templateId, contractId }) => `- ${entityOf(templateId)} ${contractId}`),
      ...created.map(
        ({ templateId, contractId, payload }) =>
          `+ ${entityOf(templateId)} ${contractId} ${JSON.stringify(payload)}`,
      ),
      ...balances.map(
        ({ before, after }) =>
          `${(after ?? before)?.party ?? ""}: from ${coinsOf(before)} to ${coinsOf(after)}`,
      ),
      `${archived.length} contracts archived, ${created.length} created, ${balances.length} balances changed`,
    ],
    data: {
      from,
      to,
      archived,
      created,
      balances: balances.map(({ before, after }) => ({
        before: asText(before),
        after: asText(after),
      })),
    },
    cases: [{ kind: "diff", name: head, failures: [] }],
  };
};

/** Two journals, and where they part. */
interface Sides {
  readonly places: readonly [string, string];
  readonly difference: JournalDifference;
  /** What each has where they part; undefined where it ends. */
  readonly told: readonly [Explanation | undefined, Explanation | undefined];
}

const sidesOf = async (
  places: readonly [string, string],
  [left, right]: readonly [AuditSource, AuditSource],
  packages: ReadonlyArray<Package>,
): Promise<Sides> => {
  const difference = await compareJournals(left, right);
  const { common, first } = difference;
  const tell = (source: AuditSource, at: 0 | 1): Promise<Explanation | undefined> =>
    first[at] === undefined
      ? Promise.resolve(undefined)
      : explained(source, String(common + 1), packages);
  return { places, difference, told: [await tell(left, 0), await tell(right, 1)] };
};

const isParted = ({ difference: { first } }: Sides): boolean =>
  first[0] !== undefined && first[1] !== undefined;

/** The first event in which two journals differ. */
const partingFound = (sides: Sides): Found => {
  const { places, difference, told } = sides;
  const { common, events } = difference;
  const isSame = events[0] === common && events[1] === common;
  const sentence = `the first ${common} events are the same`;
  const lines = ([0, 1] as const).flatMap((at) => {
    const explanation = told[at];
    return explanation === undefined
      ? [`${places[at]} ends at offset ${common}`]
      : [`${places[at]} continues:`, ...explanationLines(explanation, String(common + 1))];
  });
  const failures = isParted(sides)
    ? [{ message: "the journals have different events", place: `offset ${common + 1}` }]
    : [];
  return {
    lines: [
      ...places.map((place, at) => `${place}: ${events[at] ?? 0} events`),
      sentence,
      ...(isSame ? [] : lines),
    ],
    data: {
      verdict: isParted(sides) ? "inconsistent" : "holds",
      common,
      sides: ([0, 1] as const).map((at) => ({
        place: places[at],
        events: events[at],
        next: storiesData(told[at]?.stories ?? [])[0],
      })),
    },
    cases: [{ kind: "diff", name: sentence, failures }],
  };
};

import { changesBetween, compareJournals, type PastBalance, shownUnits } from "@tallystick/audit";
import { usageError } from "../command-error.js";
import type { FlagsOf } from "../commands/command-rows.js";
import { type ExitCode, exitCode } from "../exit-code.js";
import { isFolder } from "../store-address.js";
import { explained, explanationLines } from "./explain.js";
import { type AuditSource, type AuditSurroundings, withSource } from "./audit-source.js";

const flagsOf = (place: string, { participant }: FlagsOf<"audit diff">) =>
  isFolder(place) ? { data: place, participant } : { store: place, participant };

const told = async (
  name: string,
  source: AuditSource,
  offset: number,
  isThere: boolean,
): Promise<ReadonlyArray<string>> =>
  isThere
    ? [
        `${name} continues:`,
        ...explanationLines(await explained(source, String(offset), []), String(offset)),
      ]
    : [`${name} ends at offset ${offset - 1}`];

const offsetForm = /^[1-9]\d{0,15}$/;

const entityOf = (templateId: string): string => templateId.slice(templateId.indexOf(":") + 1);

const coinsOf = (balance: PastBalance | undefined): string =>
  balance === undefined
    ? "nothing"
    : `${shownUnits(balance.unlocked)} and ${shownUnits(balance.locked)} locked in ${balance.coins} coins`;

/** Prints what changed between two offsets of one journal; that they differ is no error. */
const printChanges = async (
  [a, b]: readonly [number, number],
  flags: FlagsOf<"audit diff">,
  { env, out, progress }: AuditSurroundings,
): Promise<ExitCode> =>
  withSource(flags, { env, progress }, async (source) => {
    const [from, to] = [Math.min(a, b), Math.max(a, b)];
    const { archived, created, balances } = await changesBetween(source, from, to);
    out(`from offset ${from} to offset ${to}`);
    for (const { templateId, contractId } of archived)
      out(`- ${entityOf(templateId)} ${contractId}`);
    for (const { templateId, contractId, payload } of created)
      out(`+ ${entityOf(templateId)} ${contractId} ${JSON.stringify(payload)}`);
    for (const { before, after } of balances)
      out(`${(after ?? before)?.party ?? ""}: from ${coinsOf(before)} to ${coinsOf(after)}`);
    out(
      `${archived.length} contracts archived, ${created.length} created, ${balances.length} balances changed`,
    );
    return exitCode.done;
  });

/**
 * Runs `tallystick audit diff`: finds the first event in which two journals differ, or what changed
 * between two offsets. Of journals it ends with 0 when one is the other or its beginning, else with
 * 8.
 */
export const printDifference = async (
  places: readonly [string, string],
  flags: FlagsOf<"audit diff">,
  surroundings: AuditSurroundings,
): Promise<ExitCode> => {
  const [a, b] = places;
  if (offsetForm.test(a) && offsetForm.test(b))
    return printChanges([Number(a), Number(b)], flags, surroundings);
  if (flags.data !== undefined || flags.store !== undefined)
    throw usageError("diff: expected two offsets with --data or --store, or two places without");
  return printParting(places, flags, surroundings);
};

/** Finds the first event in which two journals differ. */
const printParting = async (
  [a, b]: readonly [string, string],
  flags: FlagsOf<"audit diff">,
  { env, out, progress }: AuditSurroundings,
): Promise<ExitCode> =>
  withSource(flagsOf(a, flags), { env, progress }, (left) =>
    withSource(flagsOf(b, flags), { env, progress }, async (right) => {
      const { common, events, first } = await compareJournals(left, right);
      out(`${a}: ${events[0]} events`);
      out(`${b}: ${events[1]} events`);
      out(`the first ${common} events are the same`);
      if (events[0] === common && events[1] === common) return exitCode.done;
      for (const [name, source, event] of [
        [a, left, first[0]],
        [b, right, first[1]],
      ] as const)
        for (const line of await told(name, source, common + 1, event !== undefined)) out(line);
      const isBeginning = first.includes(undefined);
      return isBeginning ? exitCode.done : exitCode.inconsistent;
    }),
  );

import { compareJournals, explain } from "@tallystick/audit";
import type { FlagsOf } from "../commands/command-rows.js";
import { type ExitCode, exitCode } from "../exit-code.js";
import { isFolder } from "../store-address.js";
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
    ? [`${name} continues:`, ...(await explain(source, offset))]
    : [`${name} ends at offset ${offset - 1}`];

/**
 * Runs `tallystick audit diff`: finds the first event in which two journals differ. It ends with 0
 * when one is the other or its beginning, else with 8.
 */
export const printDifference = async (
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

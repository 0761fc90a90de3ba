import {
  explain,
  type Explanation,
  storiesJson,
  storiesJunit,
  storiesVerdict,
  storyLines,
  type StoryVerdict,
} from "@tallystick/audit";
import type { Package } from "@tallystick/core";
import { writeFile } from "node:fs/promises";
import { svgOf } from "../client/picture-words.js";
import { plainText } from "../client/table-text.js";
import { orThrow, usageError } from "../command-error.js";
import type { FlagsOf } from "../commands/command-rows.js";
import { type ExitCode, exitCode } from "../exit-code.js";
import { isOffset } from "../offset-flag.js";
import { packagesFrom } from "../package-modules.js";
import { type AuditSource, type AuditSurroundings, withSource } from "./audit-source.js";
import { printDecision } from "./explain-command.js";
import { formatIn } from "./format.js";

const codes: Readonly<Record<StoryVerdict, ExitCode>> = {
  holds: exitCode.done,
  violated: exitCode.ruleViolated,
  inconclusive: exitCode.inconclusive,
};

/** What happened at an offset, or with what an id names. @throws {CommandError} see `explain` */
export const explained = async (
  source: AuditSource,
  target: string,
  packages: ReadonlyArray<Package>,
): Promise<Explanation> => {
  const what = isOffset(target) ? Number(target) : target;
  return orThrow(await explain(source, what, packages), ({ message }) =>
    usageError(`--packages: ${message}`),
  );
};

/** The lines of an explanation; what others wrote in it moves no cursor. */
export const explanationLines = (
  { stories, hasMore }: Explanation,
  target: string,
): ReadonlyArray<string> => [
  ...stories.flatMap((story) => storyLines(story, target).map(plainText)),
  ...(hasMore ? [`only the first ${stories.length} events are explained`] : []),
];

/** Runs `tallystick audit explain`. */
export const printExplanation = async (
  target: string | undefined,
  flags: FlagsOf<"audit explain">,
  surroundings: AuditSurroundings,
): Promise<ExitCode> => {
  const { command, at, svg } = flags;
  if (command !== undefined) {
    if (svg !== undefined) throw usageError("--svg: only of what happened, not with --command");
    if (target === undefined) return printDecision(command, flags, surroundings);
    throw usageError(
      `audit explain: expected either --command or an offset or id, found both --command and "${target}"`,
    );
  }
  if (at !== undefined) throw usageError("--at: requires --command");
  if (target !== undefined) return printStory(target, flags, surroundings);
  throw usageError(
    "audit explain: expected OFFSET|UPDATE-ID|COMMAND-ID|CONTRACT-ID or --command FILE",
  );
};

/** Writes the only transaction among stories as a picture. */
const drawStories = async (file: string, stories: Explanation["stories"]): Promise<void> => {
  const transactions = stories.flatMap(({ event, drawn }) =>
    event.type === "TransactionCommitted" && drawn !== undefined
      ? [{ updateId: event.updateId, drawn }]
      : [],
  );
  const [only, other] = transactions;
  if (only === undefined || other !== undefined)
    throw usageError(`--svg: expected the name of one transaction, found ${transactions.length}`);
  await writeFile(file, svgOf(only.drawn, `Update ${only.updateId}`));
};

/**
 * Tells what happened, and decides it again. Ends with 6 when it
 * breaks a rule, and 7 when it cannot be decided here.
 */
const printStory = async (
  target: string,
  flags: FlagsOf<"audit explain">,
  { env, out, progress }: AuditSurroundings,
): Promise<ExitCode> => {
  const format = formatIn(flags.format);
  const packages = await packagesFrom(flags.packages ?? []);
  return withSource(flags, { env, progress }, async (source) => {
    const explanation = await explained(source, target, packages);
    const { stories } = explanation;
    if (flags.svg !== undefined) await drawStories(flags.svg, stories);
    if (format === "json") out(storiesJson(target, stories));
    else if (format === "junit") out(storiesJunit(target, stories));
    else for (const line of explanationLines(explanation, target)) out(line);
    return codes[storiesVerdict(stories)];
  });
};

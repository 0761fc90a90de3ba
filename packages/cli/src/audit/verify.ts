import {
  auditLevels,
  type AuditOutcome,
  auditRules,
  checkContents,
  checkLog,
  LogFolder,
  type LogReport,
  reportJson,
  reportJunit,
  reportLines,
  type RulesReport,
  type Verdict,
  verdictOf,
} from "@tallystick/audit";
import { auditJournal, softwareVersion, storeMessage } from "@tallystick/node";
import { CommandError, orThrow, usageError } from "../command-error.js";
import type { FlagsOf } from "../commands/command-rows.js";
import { type ExitCode, exitCode } from "../exit-code.js";
import { packageModules, packagesFrom } from "../package-modules.js";
import { printableStore } from "../store-address.js";
import { type AuditSource, type AuditSurroundings, givenLog, withSource } from "./audit-source.js";
import { type Format, formatIn, oneOf } from "./format.js";
import { rangeIn } from "../offset-flag.js";

type VerifyFlags = FlagsOf<"audit verify">;

const codes: Readonly<Record<Verdict, ExitCode>> = {
  holds: exitCode.done,
  inconsistent: exitCode.inconsistent,
  damaged: exitCode.dataDamaged,
  violated: exitCode.ruleViolated,
  inconclusive: exitCode.inconclusive,
};

const reports: Readonly<Record<Format, (outcome: AuditOutcome) => ReadonlyArray<string>>> = {
  text: reportLines,
  json: (outcome) => [reportJson(outcome)],
  junit: (outcome) => [reportJunit(outcome)],
};

const rulesOf = async (
  source: AuditSource,
  flags: VerifyFlags,
  level: "structure" | "rules",
): Promise<RulesReport> => {
  const names = flags.packages ?? [];
  const audit = {
    level,
    ...rangeIn(flags),
    packages: await packagesFrom(names),
    packagesFrom: { module: packageModules, names },
    onTaken: source.onRead,
  };
  return orThrow(await auditRules(source, audit), ({ message }) =>
    usageError(`--packages: ${message}`),
  );
};

/** Compares the log; one that was named must be there. */
const logOf = async (
  source: AuditSource,
  given: string | undefined,
): Promise<LogReport | undefined> => {
  const place = givenLog(given, source.folder);
  const report = place === undefined ? undefined : await checkLog(source, new LogFolder(place));
  if (report === undefined && given !== undefined)
    throw usageError(`--log: ${given} has no checkpoint of a log`);
  return report;
};

/** Runs `tallystick audit verify`: reads a journal and its files whole and checks them. */
export const verify = async (
  flags: VerifyFlags,
  { env, out, progress }: AuditSurroundings,
): Promise<ExitCode> => {
  const level = oneOf("level", auditLevels, flags.level, "rules");
  const format = formatIn(flags.format);
  const part = rangeIn(flags);
  return withSource(flags, { env, progress }, async (source) => {
    const { store, stream, address, folder, notes } = source;
    if (format === "text") out(`reading ${await printableStore(address)}`);
    const chain = orThrow(
      await auditJournal({ store, stream }, folder, { ...part, onRead: source.onRead }),
      (error) => new CommandError(storeMessage(error)),
    );
    const isWhole =
      chain.journal.events > 0 && chain.findings.every(({ where }) => where !== "journal");
    const rules = level !== "chain" && isWhole ? await rulesOf(source, flags, level) : undefined;
    const isPart = part.from !== undefined || part.to !== undefined;
    const contents =
      level === "rules" && isWhole && !isPart && folder !== undefined
        ? await checkContents(source, folder, chain)
        : undefined;
    const log =
      level === "rules" && isWhole && !isPart ? await logOf(source, flags.log) : undefined;
    const noted = { ...chain, notes: [...notes, ...chain.notes] };
    const outcome = { stream, level, tool: softwareVersion, chain: noted, rules, contents, log };
    for (const line of reports[format](outcome)) out(line);
    return codes[verdictOf(outcome)];
  });
};

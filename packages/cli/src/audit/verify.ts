import { type AuditReport, auditJournal, storeMessage } from "@tallystick/node";
import { CommandError, orThrow } from "../command-error.js";
import { type ExitCode, exitCode } from "../exit-code.js";
import { printableStore } from "../store-address.js";
import { type AuditSurroundings, type SourceFlags, withSource } from "./audit-source.js";

const pruningLine = ({ journal }: AuditReport): ReadonlyArray<string> => {
  const { pruned } = journal;
  if (pruned === undefined) return [];
  const { said, erased } = pruned;
  const rest = erased < said.erased ? `, ${said.erased - erased} more at the next start` : "";
  return [`pruned: up to offset ${said.offset}, ${erased} events erased${rest}`];
};

const fileLine = (name: string, offset: number | undefined): ReadonlyArray<string> =>
  offset === undefined ? [] : [`${name}: whole, up to offset ${offset}`];

/** The report, line by line; the verdict is the last. */
export const auditLines = (stream: string, report: AuditReport): ReadonlyArray<string> => {
  const { journal, snapshot, views, wallet, notes, findings } = report;
  const found = findings.map(({ where, offset, message }) =>
    offset === undefined ? `${where}: ${message}` : `${where}, offset ${offset}: ${message}`,
  );
  const verdict =
    findings.length > 0
      ? `damaged: ${findings.length} findings`
      : journal.events === 0
        ? "inconclusive: there is no event"
        : "holds";
  return [
    `journal: ${stream}, ${journal.events} events, chain hash ${journal.hash}`,
    `participant: ${journal.participantId}`,
    ...pruningLine(report),
    ...fileLine("snapshot", snapshot),
    ...fileLine("views", views),
    ...fileLine("wallet", wallet),
    ...notes.map((note) => `note: ${note}`),
    ...found,
    `verdict: ${verdict}`,
  ];
};

const codeOf = ({ findings, journal }: AuditReport): ExitCode => {
  if (findings.length > 0) return exitCode.dataDamaged;
  return journal.events === 0 ? exitCode.inconclusive : exitCode.done;
};

/** Runs `tallystick audit verify`: reads a journal and its files whole and checks them. */
export const verify = async (
  flags: SourceFlags,
  { env, out }: AuditSurroundings,
): Promise<ExitCode> =>
  withSource(flags, env, async ({ store, stream, address, folder, notes }) => {
    out(`reading ${await printableStore(address)}`);
    const report = orThrow(
      await auditJournal({ store, stream }, folder),
      (error) => new CommandError(storeMessage(error)),
    );
    for (const note of notes) out(`note: ${note}`);
    for (const line of auditLines(stream, report)) out(line);
    return codeOf(report);
  });

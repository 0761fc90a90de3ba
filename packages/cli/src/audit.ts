import {
  auditJournal,
  type AuditReport,
  defaultLedgerConfig,
  type OpenError,
  openStore,
  storeMessage,
} from "@tallystick/node";
import { CommandError, orThrow, usageError } from "./command-error.js";
import { type ExitCode, exitCode } from "./exit-code.js";
import { isEmbedded, isFolder, printableStore, storeAddress } from "./store-address.js";
import type { Environment } from "./settings.js";

/** What surrounds the command. */
interface AuditSurroundings {
  readonly env: Environment;
  readonly out: (line: string) => void;
}

interface AuditFlags {
  readonly data?: string | undefined;
  readonly store?: string | undefined;
  readonly participant?: string | undefined;
}

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

const openErrorOf = (error: OpenError): CommandError => {
  if (error.kind === "config") return usageError(error.message);
  const kind = error.kind === "store" ? error.error.kind : "unavailable";
  const isDamaged = kind === "damaged" || kind === "lost-tail";
  return new CommandError(error.message, isDamaged ? exitCode.dataDamaged : exitCode.failed);
};

/** Runs `tallystick audit verify`. */
export const runAudit = async (
  { data, store: given, participant = defaultLedgerConfig.participantName }: AuditFlags,
  { env, out }: AuditSurroundings,
): Promise<ExitCode> => {
  const folder = data ?? (given === undefined ? (env.TALLYSTICK_DATA ?? "./data") : undefined);
  if (folder !== undefined && !isFolder(folder))
    throw usageError("--data: expected a folder; the address of a store goes to --store");
  const address = storeAddress(given ?? folder ?? "./data");
  const notes: Array<string> = [];
  const config = { journal: address, sharedJournal: !isEmbedded(address) };
  const notice = (message: string): void => void notes.push(message);
  const store = orThrow(
    await openStore({ data: undefined, stores: [], config, readOnly: true, notice }),
    openErrorOf,
  );
  const stream = `participant-${participant}`;
  try {
    out(`reading ${await printableStore(address)}`);
    const report = orThrow(
      await auditJournal({ store, stream }, folder),
      (error) => new CommandError(storeMessage(error)),
    );
    for (const note of notes) out(`note: ${note}`);
    for (const line of auditLines(stream, report)) out(line);
    return codeOf(report);
  } finally {
    await store.close();
  }
};

import { join } from "node:path";
import { type AuditedJournal, AuditError } from "@tallystick/audit";
import { folderFault } from "@tallystick/background";
import { defaultLedgerConfig } from "@tallystick/node";
import type { EventStore } from "@tallystick/event-store";
import { isRight } from "fp-ts/lib/Either.js";
import { CommandError, usageError } from "../command-error.js";
import { type ExitCode, exitCode } from "../exit-code.js";
import { journalPlace, type SourceFlags } from "../journal-source.js";
import { openAddress } from "../open-address.js";
import type { Environment } from "../settings.js";

export interface AuditSurroundings {
  readonly env: Environment;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Shows how far it is in place of what it showed before; "" at the end. Absent: nowhere to. */
  readonly progress?: ((text: string) => void) | undefined;
}

/** Flags that say which journal is read. */
interface AuditFlags extends SourceFlags {
  readonly participant?: string | undefined;
}

/** A journal that was opened for reading. */
export interface AuditSource extends AuditedJournal {
  readonly store: EventStore;
  readonly address: string;
  /** The data folder; undefined when the store was given by its address. */
  readonly folder: string | undefined;
  /** What opening it had to say. */
  readonly notes: ReadonlyArray<string>;
  /** Shows how far threads are that read the journal by themselves. */
  readonly onRead: (offset: number) => void;
}

/** How a command ends by an error of an audit. */
export const auditErrorCode: Readonly<Record<AuditError["kind"], ExitCode>> = {
  unreadable: exitCode.dataDamaged,
  unavailable: exitCode.failed,
  missing: exitCode.inconclusive,
  contradiction: exitCode.inconsistent,
};

/** An error of an audit as what ends the command; others as they are. */
export const commandErrorOf = (thrown: unknown): unknown =>
  thrown instanceof AuditError
    ? new CommandError(thrown.message, auditErrorCode[thrown.kind])
    : thrown;

/**
 * Opens a journal for reading, runs a command on it, and closes it. A node may be using it.
 *
 * @param named what names the journal in errors, when no flag does
 */
export const withSource = async <A>(
  { participant = defaultLedgerConfig.participantName, ...flags }: AuditFlags,
  { env, progress }: Pick<AuditSurroundings, "env" | "progress">,
  command: (source: AuditSource) => Promise<A>,
  named?: string,
): Promise<A> => {
  const { address, folder, name } = journalPlace(flags, env);
  const notes: Array<string> = [];
  const notice = (message: string): void => void notes.push(message);
  const store = await openAddress(address, true, named ?? name, notice);
  const stream = `participant-${participant}`;
  const shown = progress === undefined ? store : showingReads(store, stream, progress);
  const onRead = (offset: number): void => progress?.(`offset ${offset}`);
  try {
    return await command({ store: shown, stream, address, folder, notes, onRead });
  } catch (thrown) {
    throw commandErrorOf(thrown);
  } finally {
    progress?.("");
    await store.close();
  }
};

/** Milliseconds between two showings. */
const showingIntervalMs = 250;

/** A store that shows how far a stream was read. */
const showingReads = (
  store: EventStore,
  stream: string,
  progress: (text: string) => void,
): EventStore => ({
  ...store,
  async *readStream(of, read) {
    const last = of === stream ? await store.lastEvent(stream) : undefined;
    const end = last !== undefined && isRight(last) ? (last.right?.revision ?? -1) + 1 : 0;
    let shownAt = Number.NEGATIVE_INFINITY;
    for await (const page of store.readStream(of, read)) {
      yield page;
      const now = performance.now();
      const newest = isRight(page) ? page.right.at(-1) : undefined;
      if (of !== stream || newest === undefined || now - shownAt < showingIntervalMs) continue;
      shownAt = now;
      progress(`offset ${newest.revision + 1} of ${end}`);
    }
  },
});

/** The folder of a log that may be there: the one given, or `log` in the data folder. */
export const givenLog = (
  given: string | undefined,
  folder: string | undefined,
): string | undefined => {
  const fault = given === undefined ? undefined : folderFault(given);
  if (fault !== undefined) throw usageError(`--log: ${fault}; expected the folder of a log`);
  return given ?? (folder === undefined ? undefined : join(folder, "log"));
};

/** The folder of the log: the one given, or `log` in the data folder. */
export const logFolderOf = (given: string | undefined, folder: string | undefined): string => {
  const log = givenLog(given, folder);
  if (log !== undefined) return log;
  throw usageError("--log: expected the folder of the log, because --store has no folder for it");
};

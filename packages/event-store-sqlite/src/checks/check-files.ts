import { spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import {
  type FileCheck,
  type FileDamage,
  readJson,
  type StoreError,
} from "@tallystick/event-store";
import type { Database } from "@tallystick/sqlite";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type AcknowledgedHead, readEvidence } from "./acknowledged-head.js";
import { checkStructure } from "./check-structure.js";
import { reportStructure, StructureReport } from "./structure-report.js";
import type { Reader } from "../reading/reader.js";
import { errorOf, WHOLE_FILE } from "../files/sqlite-error.js";
import { CLOSED } from "../reading/stream-reads.js";

/** An open journal whose files are checked. */
export interface CheckedFiles {
  readonly file: string;
  readonly db: Database;
  readonly reader: Reader;
  /** Whether the journal is open for writing: then there must be a sidecar. */
  readonly hasSidecar: boolean;
}

const script = fileURLToPath(new URL("./check-structure-process.js", import.meta.url));

/** A low rank among the processes that want to run. */
const NICE = 15;

/** Longer output is not a report. */
const MAX_REPORT_CHARACTERS = 1_000_000;

const unavailable = (reason: string): Either<StoreError, never> =>
  left({ kind: "unavailable", outcome: "known", reason });

const damageIn = (report: StructureReport): Either<StoreError, ReadonlyArray<string>> =>
  "unread" in report ? unavailable(report.unread) : right(report.damage);

const reportOf = (text: string): Either<StoreError, ReadonlyArray<string>> => {
  const report = readJson(StructureReport, text);
  return report === undefined
    ? unavailable("the process that checks the journal ended without a report")
    : damageIn(report);
};

/** A file of so many bytes is checked in a few milliseconds: to start a process takes more. */
const SMALL_BYTES = 4 * 1024 * 1024;

const isSmall = async (file: string): Promise<boolean> => {
  try {
    const [main, log] = await Promise.all([stat(file), stat(`${file}-wal`).catch(() => undefined)]);
    return main.size + (log?.size ?? 0) <= SMALL_BYTES;
  } catch {
    // it is missing, and the report says why it cannot be read
    return true;
  }
};

/**
 * A process, because one call of SQLite checks the whole file, and neither the call nor its thread
 * can be interrupted.
 */
const checkInProcess = (
  file: string,
  { signal, isAwaited = false }: FileCheck,
): Promise<Either<StoreError, ReadonlyArray<string>>> =>
  new Promise((resolve) => {
    const checking = spawn(process.execPath, [script, file], {
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    if (checking.pid !== undefined && !isAwaited) lower(checking.pid);
    const end = (): void => void checking.kill("SIGKILL");
    signal?.addEventListener("abort", end);
    let text = "";
    checking.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (text.length > MAX_REPORT_CHARACTERS) end();
    });
    const done = (outcome: Either<StoreError, ReadonlyArray<string>>): void => {
      signal?.removeEventListener("abort", end);
      resolve(signal?.aborted === true ? CLOSED : outcome);
    };
    checking.on("error", ({ message }) => done(unavailable(message)));
    checking.on("close", () => done(reportOf(text)));
  });

const lower = (pid: number): void => {
  try {
    setPriority(pid, NICE);
  } catch {
    // it runs at normal priority then
  }
};

const inMemory = (db: Database): Either<StoreError, ReadonlyArray<string>> => {
  try {
    return right(checkStructure(db));
  } catch (error) {
    return left(errorOf(error, WHOLE_FILE, "known"));
  }
};

const headDamage = ({ file, reader, hasSidecar }: CheckedFiles): ReadonlyArray<FileDamage> => {
  const damage = (message: string): ReadonlyArray<FileDamage> => [{ where: "head", message }];
  const path = `${file}.head`;
  const first = readEvidence(path);
  // it may be in the middle of a write
  const evidence = first.kind === "unreadable" ? readEvidence(path) : first;
  switch (evidence.kind) {
    case "missing":
      return hasSidecar ? damage("it is missing") : [];
    case "unreadable":
      return damage("it cannot be read, so it is unknown whether the journal lost its end");
    case "head":
      return headLines(evidence.head, reader).flatMap(damage);
  }
};

const headLines = ({ position, hash }: AcknowledgedHead, reader: Reader): ReadonlyArray<string> => {
  if (position === 0) return [];
  const found = reader.hashAtPosition(position);
  if (found === hash) return [];
  return found === undefined
    ? [`position ${position} was acknowledged, the journal ends at ${reader.lastPosition()}`]
    : [`another event was acknowledged at position ${position}`];
};

const structureOf = async (
  file: string,
  how: FileCheck,
): Promise<Either<StoreError, ReadonlyArray<string>>> => {
  const isShort = await isSmall(file);
  if (how.signal?.aborted === true) return CLOSED;
  return isShort ? damageIn(reportStructure(file, false)) : checkInProcess(file, how);
};

/** Checks the journal's file, a large one in a child process, and its sidecar. */
export const checkFiles = async (
  checked: CheckedFiles,
  how: FileCheck = {},
): Promise<Either<StoreError, ReadonlyArray<FileDamage>>> => {
  const { file, db } = checked;
  if (!db.isOpen || how.signal?.aborted === true) return CLOSED;
  const isFile = file !== ":memory:";
  const structure = isFile ? await structureOf(file, how) : inMemory(db);
  if (isLeft(structure)) return structure;
  if (!db.isOpen) return CLOSED;
  const found = structure.right.map((message): FileDamage => ({ where: "journal", message }));
  try {
    return right(isFile ? [...found, ...headDamage(checked)] : found);
  } catch (thrown) {
    const error = errorOf(thrown, WHOLE_FILE, "known");
    if (error.kind !== "damaged") return left(error);
    return right([...found, { where: "journal", message: error.reason }]);
  }
};

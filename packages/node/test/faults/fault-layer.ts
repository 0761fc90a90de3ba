import { type ChildProcessByStdio, execFileSync, spawn } from "node:child_process";
import {
  closeSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

// A layer under the files of a process, see `fault-layer.c`. It is compiled when a test first needs
// it, as the compiler is needed for SQLite anyway.

const source = fileURLToPath(new URL("../../../test/faults/fault-layer.c", import.meta.url));

/** What operations of which class fail with. */
export interface Fault {
  /** Of these classes: writes and cuts, flushes, reads, and operations on names. */
  readonly classes: ReadonlyArray<"writes" | "syncs" | "reads" | "names">;
  readonly error: "EIO" | "ENOSPC" | "EMFILE" | "EROFS";
  /** How many operations fail, or "until-cleared". */
  readonly duration: number | "until-cleared";
  /** The first write that fails writes half instead. */
  readonly isShort: boolean;
}

const classBits = { writes: 1, syncs: 2, reads: 4, names: 8 } as const;
const errorNumbers = { EIO: 5, ENOSPC: 28, EMFILE: 24, EROFS: 30 } as const;

/** The numbers in the control file. */
const numbers = 8;
const seenAt = 5;
const failedAt = 6;

/** The switches of the layer, in a file that the process under it reads all the time. */
interface FaultControl {
  /** From the n-th operation on the fault happens. */
  readonly set: (fault: Fault, nth: number) => void;
  readonly clear: () => void;
  /** Operations of its classes since the fault was set, and how many of them failed. */
  readonly counts: () => { readonly seen: number; readonly failed: number };
}

/** Makes the file of the switches. */
const newControlFile = (path: string): void => writeFileSync(path, Buffer.alloc(numbers * 8));

/** The switches in a file. */
export const faultControl = (path: string): FaultControl => {
  const write = (values: ReadonlyArray<number>): void => {
    const bytes = Buffer.alloc(numbers * 8);
    for (const [at, value] of values.entries()) bytes.writeBigInt64LE(BigInt(value), at * 8);
    const handle = openSync(path, "r+");
    writeSync(handle, bytes, 0, values.length * 8, 0);
    closeSync(handle);
  };
  return {
    set: ({ classes, error, duration, isShort }, nth) => {
      const bits = classes.reduce((sum, each) => sum | classBits[each], 0);
      const most = duration === "until-cleared" ? -1 : duration;
      write([nth, bits, errorNumbers[error], most, isShort ? 1 : 0, 0, 0]);
    },
    // what was counted stays
    clear: () => write([0, 0]),
    counts: () => {
      const bytes = Buffer.alloc(numbers * 8);
      const handle = openSync(path, "r");
      readSync(handle, bytes, 0, bytes.length, 0);
      closeSync(handle);
      const at = (index: number): number => Number(bytes.readBigInt64LE(index * 8));
      return { seen: at(seenAt), failed: at(failedAt) };
    },
  };
};

let compiled: string | undefined;

/** The layer as a library. Throws when it cannot be compiled, and says what it needs. */
const faultLibrary = (): string => {
  if (compiled !== undefined) return compiled;
  const library = join(mkdtempSync(join(tmpdir(), "fault-layer-")), "fault-layer.so");
  process.once("exit", () => rmSync(join(library, ".."), { recursive: true, force: true }));
  try {
    execFileSync(
      "cc",
      ["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, source, "-ldl"],
      {
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new Error(
      `this test needs a C compiler named cc and glibc (Debian: apt-get install gcc libc6-dev): ${reason}`,
    );
  }
  compiled = library;
  return library;
};

/** LD_PRELOAD is of Linux: elsewhere these tests are not run, and say so. */
export const hasFaultLayer = process.platform === "linux";

/** What a process under the layer has said. */
interface ChildOutcome {
  readonly output: string;
  readonly errors: string;
  readonly code: number | null;
}

/** A process whose files in a folder are under the layer, and the file of the layer's switches. */
export const spawnUnderLayer = (
  script: URL,
  folder: string,
  args: ReadonlyArray<string>,
  trace?: string,
): {
  readonly running: ChildProcessByStdio<null, Readable, Readable>;
  readonly controlFile: string;
} => {
  const controlFile = `${folder}.control`;
  newControlFile(controlFile);
  const running = spawn(process.execPath, [fileURLToPath(script), folder, controlFile, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      LD_PRELOAD: faultLibrary(),
      FAULT_FOLDER: `${folder}/`,
      FAULT_CONTROL: controlFile,
      UV_USE_IO_URING: "0",
      ...(trace === undefined ? {} : { FAULT_TRACE: trace }),
    },
  });
  return { running, controlFile };
};

/** Runs such a process to its end. */
export const runUnderLayer = (
  script: URL,
  folder: string,
  args: ReadonlyArray<string>,
  trace?: string,
): Promise<ChildOutcome> => {
  const { running, controlFile } = spawnUnderLayer(script, folder, args, trace);
  let [output, errors] = ["", ""];
  running.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
  });
  running.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    errors += chunk;
  });
  return new Promise((resolve) =>
    running.once("close", (code) => {
      rmSync(controlFile, { force: true });
      resolve({ output, errors, code });
    }),
  );
};

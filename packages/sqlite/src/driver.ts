import { createRequire } from "node:module";

/** The drivers, by the values of `TALLYSTICK_SQLITE`. */
export type DriverName = "node" | "photostructure";

/** A prepared statement of `node:sqlite`. */
export interface DriverStatement {
  run(...values: ReadonlyArray<unknown>): { changes: number | bigint; lastInsertRowid: unknown };
  get(...values: ReadonlyArray<unknown>): unknown;
  all(...values: ReadonlyArray<unknown>): ReadonlyArray<unknown>;
  iterate(...values: ReadonlyArray<unknown>): IterableIterator<unknown>;
  setReturnArrays(enabled: boolean): void;
}

/** A connection of `node:sqlite`. */
export interface DriverConnection {
  readonly isTransaction: boolean;
  prepare(sql: string): DriverStatement;
  exec(sql: string): void;
  close(): void;
}

interface Driver {
  readonly DatabaseSync: new (
    file: string,
    options: { readOnly?: boolean; timeout?: number; defensive?: boolean },
  ) => DriverConnection;
  readonly StatementSync: new (...none: never) => object;
}

const isDriver = (module: unknown): module is Driver =>
  typeof module === "object" &&
  module !== null &&
  "DatabaseSync" in module &&
  "StatementSync" in module;

/**
 * Node's own SQLite; undefined before Node 22.16, whose statements cannot return rows as arrays.
 * Loading it prints no warning that it is experimental: it passes all our trials.
 */
const nodeDriver = (): Driver | undefined => {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    const module: unknown = process.getBuiltinModule("node:sqlite");
    if (!isDriver(module)) return undefined;
    return "setReturnArrays" in module.StatementSync.prototype ? module : undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
};

const require = createRequire(import.meta.url);

const photostructureDriver = (): Driver => {
  try {
    const module: unknown = require("@tallystick/sqlite-binaries");
    if (isDriver(module)) return module;
    throw new Error("it has no DatabaseSync");
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message.split("\n", 1)[0] : String(thrown);
    throw new Error(
      `SQLite cannot be loaded: Node ${process.versions.node} has none that can be used, expected 22.16 or later, and @tallystick/sqlite-binaries, which has binaries for Linux, macOS and Windows on x64 and arm64, fails (${reason}); use Node 24, or run npm install again with this Node`,
      { cause: thrown },
    );
  }
};

const chosen = (): { readonly name: DriverName; readonly driver: Driver } => {
  const wanted = process.env["TALLYSTICK_SQLITE"] ?? "";
  if (!["", "node", "photostructure"].includes(wanted))
    throw new Error(`TALLYSTICK_SQLITE is ${wanted}, expected node or photostructure`);
  const own = wanted === "photostructure" ? undefined : nodeDriver();
  if (own !== undefined) return { name: "node", driver: own };
  if (wanted === "node") {
    throw new Error(
      `TALLYSTICK_SQLITE is node, but Node ${process.versions.node} has no SQLite that can be used; expected Node 22.16 or later`,
    );
  }
  return { name: "photostructure", driver: photostructureDriver() };
};

let loaded: ReturnType<typeof chosen> | undefined;

/**
 * The driver of this process: `TALLYSTICK_SQLITE`, else Node's own, else `@photostructure/sqlite`.
 * Throws when neither can be loaded.
 */
export const sqliteDriver = (): ReturnType<typeof chosen> => (loaded ??= chosen());

import { readFile } from "node:fs/promises";
import { ArgumentError, foundValue, ledgerError } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import { LedgerFailure } from "./or-throw.js";

/** The packages of a DAR, for `openLedger({ packages: [...] })`. */
export interface DarFile {
  readonly kind: "dar";
  /** The name of its main package. */
  readonly name: string;
  /** The version of its main package. */
  readonly version: string;
  /** The id of its main package. */
  readonly packageId: string;
  /** Ids of all its packages, the main one first. */
  readonly packageIds: ReadonlyArray<string>;
  readonly bytes: Uint8Array;
}

/**
 * Reads which packages a DAR has, for a ledger to be opened with. What is in them is read and
 * checked when the ledger is opened, unless the ledger has them.
 *
 * @param source the path of a file, its URL, or its bytes
 * @throws {LedgerFailure} with a code of docs/errors.md such as INVALID_DAR or DAR_PARSE_ERROR;
 * `ArgumentError` for what is none of these
 * @example
 * import { openLedger, orThrow, readDar } from "@tallystick/node";
 *
 * const dar = await readDar("examples/daml/iou.dar");
 * const ledger = orThrow(await openLedger({ packages: [dar] }));
 * console.log(dar.name, ledger.catalog.packages.some(({ name }) => name === dar.name));
 * await ledger.close();
 */
export const readDar = async (source: string | URL | Uint8Array): Promise<DarFile> => {
  if (!(source instanceof Uint8Array || source instanceof URL || typeof source === "string")) {
    throw new ArgumentError(
      `source: expected the path of a file, its URL or its bytes, found ${foundValue(source)}`,
    );
  }
  const named = source instanceof Uint8Array ? "" : `${String(source)}: `;
  const bytes = source instanceof Uint8Array ? source : await contentOf(source);
  const { listDar } = await import("@tallystick/daml-lf");
  const dar = await listDar(bytes);
  if (isLeft(dar)) throw new LedgerFailure({ ...dar.left, cause: `${named}${dar.left.cause}` });
  const { main, packageIds } = dar.right;
  return { kind: "dar", ...main, packageIds, bytes };
};

const contentOf = async (file: string | URL): Promise<Uint8Array> => {
  try {
    return await readFile(file);
  } catch (thrown) {
    const reason = `cannot read ${String(file)}: ${readErrorText(thrown)}`;
    throw new LedgerFailure(ledgerError("INVALID_DAR", reason));
  }
};

const readErrorText = (thrown: unknown): string => {
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
  const known = { ENOENT: "there is no such file", EISDIR: "it is a folder" }[code];
  return known ?? (thrown instanceof Error ? thrown.message : String(thrown));
};

/** Whether something that a ledger is opened with came of a DAR. */
export const isDarFile = (given: object): given is DarFile =>
  "kind" in given && given.kind === "dar";

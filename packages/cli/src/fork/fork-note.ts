import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf, placeFile, privateFile } from "@tallystick/background";
import { readJson } from "@tallystick/event-store";
import * as t from "io-ts";
import { CommandError } from "../command-error.js";

const ForkNote = t.type({
  version: t.literal(1),
  /** Address of the ledger that was forked. */
  from: t.string,
  /** Offset there. */
  offset: t.number,
  /** The parties whose contracts were read, full ids, sorted. */
  parties: t.array(t.string),
  /** True: the fork hosts all other parties too, so that its users can act as them. */
  signsForOthers: t.boolean,
  /** False while the import is under way. */
  isComplete: t.boolean,
});

/** What a data folder is a fork of. */
export type ForkNote = t.TypeOf<typeof ForkNote>;

/** The file of a data folder that says what it is a fork of. */
const FORK_NOTE = "fork.json";

/**
 * The note of a data folder; undefined where it is no fork of a running ledger.
 *
 * @throws {CommandError} the file cannot be read
 */
export const readForkNote = async (folder: string): Promise<ForkNote | undefined> => {
  const file = join(folder, FORK_NOTE);
  const text = await readFile(file, "utf8").catch((thrown: unknown) => {
    // a file in place of the folder is for those to report who open it
    if (thrown instanceof Error && "code" in thrown && /^ENO(ENT|TDIR)$/.test(String(thrown.code)))
      return undefined;
    throw new CommandError(
      `${file} cannot be read (${messageOf(thrown)}); use a data folder that this process can read and write`,
    );
  });
  if (text === undefined) return undefined;
  const note = readJson(ForkNote, text);
  if (note === undefined) throw new CommandError(`${file} is not what tallystick fork writes`);
  return note;
};

/** Writes the note, whole or not at all. */
export const writeForkNote = (folder: string, note: ForkNote): Promise<void> =>
  placeFile(join(folder, FORK_NOTE), (draft) =>
    writeFile(draft, `${JSON.stringify(note, null, 2)}\n`, { mode: privateFile }),
  );

/** What every answer of the fork says of it, as the value of a header. */
export const forkHeader = ({ from, offset, signsForOthers }: ForkNote): string =>
  `${from}; offset=${offset}; signs-for-others=${signsForOthers ? "yes" : "no"}`;

import { writeFile } from "node:fs/promises";
import { messageOf } from "@tallystick/background";
import {
  JournalLog,
  LogFolder,
  nodeOfRow,
  nodesSeenBy,
  offsetOfUpdate,
  type ShownRows,
} from "@tallystick/audit";
import type { FlagsOf } from "../commands/command-rows.js";
import { CommandError, usageError } from "../command-error.js";
import { exitCode } from "../exit-code.js";
import { isOffset, isUpdateId } from "../offset-flag.js";
import {
  type AuditSource,
  type AuditSurroundings,
  logFolderOf,
  withSource,
} from "./audit-source.js";

const offsetOf = async (source: AuditSource, target: string): Promise<number> => {
  if (isUpdateId(target)) return offsetOfUpdate(source, target);
  if (isOffset(target)) return Number(target);
  throw usageError(`prove: expected an offset from 1 or an update id, found "${target}"`);
};

/** Which rows the flags ask for; all when they name none. */
const shownRows = ({ node, party }: FlagsOf<"audit prove">): ShownRows => {
  const wrong = node?.find((each) => !/^\d+$/.test(each));
  if (wrong !== undefined)
    throw usageError(`--node: expected the number of a node, found "${wrong}"`);
  if (node === undefined && party === undefined) return () => true;
  const isSeen = nodesSeenBy(party ?? []);
  return (row) => {
    const number = nodeOfRow(row.name);
    return (number !== undefined && node?.map(Number).includes(number) === true) || isSeen(row);
  };
};

const write = async (file: string, proof: string): Promise<void> => {
  try {
    await writeFile(file, proof);
  } catch (thrown) {
    throw usageError(`--out: ${messageOf(thrown)}`);
  }
};

/** Runs `tallystick audit prove`: writes a proof of one event, or of some nodes of it. */
export const prove = async (
  target: string,
  flags: FlagsOf<"audit prove">,
  { env, out, progress }: AuditSurroundings,
): Promise<void> =>
  withSource(flags, { env, progress }, async (source) => {
    const isShown = shownRows(flags);
    const log = await JournalLog.open(source, new LogFolder(logFolderOf(flags.log, source.folder)));
    const offset = await offsetOf(source, target);
    const names: Array<string> = [];
    const proof = await log.prove(offset, (row) => {
      const shown = isShown(row);
      if (shown) names.push(row.name);
      return shown;
    });
    if (names.length === 0)
      throw new CommandError(`offset ${offset} has none of these nodes`, exitCode.inconclusive);

    if (flags.out === undefined) {
      out(proof.trimEnd());
    } else {
      await write(flags.out, proof);
      out(`${flags.out} proves offset ${offset}: ${names.join(", ")}`);
    }
  });

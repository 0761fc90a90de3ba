import { csvText, exportColumns, exportedLines, exportedRows } from "@tallystick/audit";
import type { FlagsOf } from "../commands/command-rows.js";
import { type AuditSurroundings, withSource } from "./audit-source.js";
import { rangeIn } from "../offset-flag.js";

/** Runs `tallystick audit export`: prints the events of a journal as lines of JSON, or as CSV. */
export const printEvents = async (
  flags: FlagsOf<"audit export">,
  { env, out, progress }: AuditSurroundings,
): Promise<void> => {
  const range = rangeIn(flags);
  await withSource(flags, { env, progress }, async (source) => {
    if (flags.csv !== true) {
      for await (const line of exportedLines(source, range)) out(line);
      return;
    }
    out(csvText(exportColumns, []));
    for await (const row of exportedRows(source, range)) out(csvText(row, []));
  });
};

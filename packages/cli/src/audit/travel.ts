import {
  balanceColumns,
  balanceRows,
  balancesAt,
  contractsOf,
  csvText,
  lastEventOf,
  type Moment,
  shownUnits,
  stateAt,
  supplyAt,
  supplyColumns,
  supplyRows,
  unexplained,
} from "@tallystick/audit";
import { timestampFromText, timestampToText } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import { tableLines } from "../client/table-text.js";
import { usageError } from "../command-error.js";
import { type ExitCode, exitCode } from "../exit-code.js";
import type { FlagsOf } from "../commands/command-rows.js";
import { type AuditSource, type AuditSurroundings, withSource } from "./audit-source.js";

const momentOf = async (text: string | undefined, source: AuditSource): Promise<Moment> => {
  if (text === undefined) return { offset: ((await lastEventOf(source))?.revision ?? -1) + 1 };
  if (/^[1-9]\d{0,15}$/.test(text)) return { offset: Number(text) };
  const time = timestampFromText(text);
  if (isLeft(time)) throw usageError(`--at: expected an offset from 1 or a time, found "${text}"`);
  return { time: time.right };
};

/** Runs `tallystick audit state`: prints the active contracts of a moment. */
export const printState = async (
  flags: FlagsOf<"audit state">,
  { env, out, progress }: AuditSurroundings,
): Promise<void> =>
  withSource(flags, { env, progress }, async (source) => {
    const past = await stateAt(source, await momentOf(flags.at, source));
    const contracts = contractsOf(past, flags);
    const { offset, recordTime } = past;
    if (flags.json === true) {
      out(JSON.stringify({ offset, recordTime: timestampToText(recordTime), contracts }));
      return;
    }
    out(`at offset ${offset}, ${timestampToText(recordTime)}: ${contracts.length} contracts`);
    const rows = contracts.map(({ templateId, contractId, payload }) => [
      templateId.slice(templateId.indexOf(":") + 1),
      contractId,
      JSON.stringify(payload),
    ]);
    const columns = ["TEMPLATE", "CONTRACT", "PAYLOAD"];
    for (const line of tableLines({ json: contracts, columns, rows })) out(line);
  });

/**
 * Runs `tallystick audit balance`: prints what parties had of the coin at a moment, or what there
 * was of it in all. Ends with 6 when the supply is not what was minted and burned.
 */
export const printBalances = async (
  flags: FlagsOf<"audit balance">,
  surroundings: AuditSurroundings,
): Promise<ExitCode> => {
  if (flags.csv === true && flags.json === true) throw usageError("--csv: expected without --json");
  if (flags.supply === true && flags.party !== undefined)
    throw usageError("--supply: expected without --party");
  const { env, out, progress } = surroundings;
  return withSource(flags, { env, progress }, async (source) => {
    const moment = await momentOf(flags.at, source);
    if (flags.supply !== true) {
      const balances = await balancesAt(source, moment, flags.party);
      const rows = balanceRows(balances, timestampToText(balances.recordTime));
      printTable(flags, balanceColumns, rows, out);
      return exitCode.done;
    }
    const supply = await supplyAt(source, moment);
    const rows = supplyRows(supply, timestampToText(supply.recordTime));
    printTable(flags, supplyColumns, rows, out);
    const wrong = supply.supplies.filter((each) => unexplained(each) !== 0n);
    for (const each of wrong)
      surroundings.err(
        `of the coins of ${each.admin}, ${shownUnits(unexplained(each))} were never minted, or burned without a trace`,
      );
    return wrong.length === 0 ? exitCode.done : exitCode.ruleViolated;
  });
};

/** Prints rows as CSV, as JSON with the columns as names, or as a table for people. */
const printTable = (
  { csv, json }: { readonly csv?: boolean | undefined; readonly json?: boolean | undefined },
  columns: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
  out: (line: string) => void,
): void => {
  const objects = rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])));
  if (csv === true) out(csvText(columns, rows));
  else if (json === true) out(JSON.stringify(objects));
  else {
    const shown = columns.map((name) => name.toUpperCase());
    for (const line of tableLines({ json: objects, columns: shown, rows })) out(line);
  }
};

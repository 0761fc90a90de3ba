import {
  balanceColumns,
  balanceRows,
  balancesAt,
  contractsOf,
  csvText,
  lastEventOf,
  type Moment,
  stateAt,
} from "@tallystick/audit";
import { timestampFromText, timestampToText } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import { tableLines } from "../client/table-text.js";
import { usageError } from "../command-error.js";
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

/** Runs `tallystick audit balance`: prints what parties had of the coin at a moment. */
export const printBalances = async (
  flags: FlagsOf<"audit balance">,
  { env, out, progress }: AuditSurroundings,
): Promise<void> =>
  withSource(flags, { env, progress }, async (source) => {
    const balances = await balancesAt(source, await momentOf(flags.at, source), flags.party);
    const rows = balanceRows(balances, timestampToText(balances.recordTime));
    if (flags.csv === true) {
      out(csvText(balanceColumns, rows));
      return;
    }
    const columns = balanceColumns.map((name) => name.toUpperCase());
    for (const line of tableLines({ json: balances, columns, rows })) out(line);
  });

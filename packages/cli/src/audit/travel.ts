import {
  balanceColumns,
  balanceRows,
  balancesAt,
  contractsOf,
  csvText,
  type PastBalances,
  type PastSupply,
  shownUnits,
  stateAt,
  supplyAt,
  supplyColumns,
  supplyRows,
  unexplained,
} from "@tallystick/audit";
import { timestampToText } from "@tallystick/core";
import { tableLines } from "../client/table-text.js";
import { usageError } from "../command-error.js";
import { type ExitCode, exitCode } from "../exit-code.js";
import type { FlagsOf } from "../commands/command-rows.js";
import { type AuditSurroundings, withSource } from "./audit-source.js";
import { type Found, formatIn, print } from "./format.js";
import { momentOf } from "./moment.js";

/** Runs `tallystick audit state`: prints the active contracts of a moment. */
export const printState = async (
  flags: FlagsOf<"audit state">,
  surroundings: AuditSurroundings,
): Promise<ExitCode> => {
  const format = formatIn(flags.format);
  return withSource(flags, surroundings, async (source) => {
    const past = await stateAt(source, await momentOf(flags.at, source));
    const contracts = contractsOf(past, flags);
    const { offset } = past;
    const recordTime = timestampToText(past.recordTime);
    const rows = contracts.map(({ templateId, contractId, payload }) => [
      templateId.slice(templateId.indexOf(":") + 1),
      contractId,
      JSON.stringify(payload),
    ]);
    const columns = ["TEMPLATE", "CONTRACT", "PAYLOAD"];
    const head = `at offset ${offset}, ${recordTime}: ${contracts.length} contracts`;
    const found = {
      lines: [head, ...tableLines({ json: contracts, columns, rows })],
      data: { offset, recordTime, contracts },
      cases: [{ kind: "state", name: head, failures: [] }],
    };
    print("state", format, found, surroundings.out);
    return exitCode.done;
  });
};

/**
 * Runs `tallystick audit balance`: prints what parties had of the coin at a moment, or what there
 * was of it in all. Ends with 6 when the supply is not what was minted and burned.
 */
export const printBalances = async (
  flags: FlagsOf<"audit balance">,
  surroundings: AuditSurroundings,
): Promise<ExitCode> => {
  const format = formatIn(flags.format);
  if (flags.csv === true && flags.format !== undefined)
    throw usageError("--csv: cannot be combined with --format");
  if (flags.supply === true && flags.party !== undefined)
    throw usageError("--supply: cannot be combined with --party");
  return withSource(flags, surroundings, async (source) => {
    const moment = await momentOf(flags.at, source);
    const table =
      flags.supply === true
        ? supplyTable(await supplyAt(source, moment))
        : balanceTable(await balancesAt(source, moment, flags.party));
    if (flags.csv === true) surroundings.out(csvText(table.columns, table.rows));
    else print("balance", format, foundIn(table), surroundings.out);
    const wrong = table.cases.flatMap(({ failures }) => failures);
    if (flags.csv === true || format !== "text")
      for (const { message } of wrong) surroundings.err(message);
    return wrong.length === 0 ? exitCode.done : exitCode.ruleViolated;
  });
};

interface Table {
  readonly columns: ReadonlyArray<string>;
  readonly rows: ReadonlyArray<ReadonlyArray<string>>;
  readonly cases: Found["cases"];
  readonly moment: { readonly offset: number; readonly recordTime: string };
}

const balanceTable = (balances: PastBalances): Table => {
  const recordTime = timestampToText(balances.recordTime);
  return {
    columns: balanceColumns,
    rows: balanceRows(balances, recordTime),
    cases: balances.balances.map(({ party }) => ({ kind: "balance", name: party, failures: [] })),
    moment: { offset: balances.offset, recordTime },
  };
};

/** Coins that were never minted, or are gone without a trace, break C1. */
const supplyTable = (supply: PastSupply): Table => {
  const recordTime = timestampToText(supply.recordTime);
  const { offset } = supply;
  return {
    columns: supplyColumns,
    rows: supplyRows(supply, recordTime),
    cases: supply.supplies.map((each) => {
      const units = unexplained(each);
      const message = `C1: of the coins of ${each.admin}, ${shownUnits(units)} CC are neither minted nor burned by a choice`;
      const failures = units === 0n ? [] : [{ message, place: `offset ${offset}` }];
      return { kind: "supply", name: each.admin, failures };
    }),
    moment: { offset, recordTime },
  };
};

const foundIn = ({ columns, rows, cases, moment }: Table): Found => {
  const objects = rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])));
  const wrong = cases.flatMap(({ failures }) => failures);
  const shown = columns.map((name) => name.toUpperCase());
  return {
    lines: [
      ...tableLines({ json: objects, columns: shown, rows }),
      ...wrong.map(({ message }) => message),
    ],
    data: {
      verdict: wrong.length === 0 ? "holds" : "violated",
      ...moment,
      rows: objects,
      findings: wrong,
    },
    cases,
  };
};

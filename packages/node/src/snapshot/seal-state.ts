import {
  changeCount,
  changedEntries,
  type Gone,
  inBaseUpTo,
  layered,
  type LedgerState,
  type PersistentMap,
  rebased,
} from "@tallystick/core";
import { ByteWriter, type RunTable, type TableContext, writeEntry } from "@tallystick/tables";
import { tableForms, type TableName, type TableValues } from "./state-tables.js";

/** The state with an empty layer on top, for further changes. */
export const sealed = (state: LedgerState): LedgerState => ({
  ...state,
  contracts: layered(state.contracts),
  keys: layered(state.keys),
  deduplication: { ...state.deduplication, accepted: layered(state.deduplication.accepted) },
});

/**
 * The state over other tables, which must equal its layers below the top one.
 *
 * @param upTo the tables have all acceptances up to this offset
 */
export const over = (
  state: LedgerState,
  tables: { readonly [T in TableName]: RunTable<TableValues[T]> },
  upTo: number,
): LedgerState => ({
  ...state,
  contracts: rebased(state.contracts, tables.contracts),
  keys: rebased(state.keys, tables.keys),
  deduplication: inBaseUpTo(
    { ...state.deduplication, accepted: rebased(state.deduplication.accepted, tables.changes) },
    upTo,
  ),
});

/** Entries written between two calls of `pace`. */
export const entriesPerLook = 32;

/** Number of entries in the top layer of a state. */
export const entryCount = ({ contracts, keys, deduplication }: LedgerState): number =>
  changeCount(contracts) + changeCount(keys) + changeCount(deduplication.accepted);

/**
 * The entries of the top layer of a state's table, in the form of a run.
 *
 * @param pace is awaited regularly
 */
export const entriesIn = (
  state: LedgerState,
  table: TableName,
  context: TableContext,
  pace: () => Promise<void> | undefined,
): Promise<Buffer<ArrayBuffer>> => {
  switch (table) {
    case "contracts":
      return written(state.contracts, "contracts", context, pace);
    case "keys":
      return written(state.keys, "keys", context, pace);
    case "changes":
      return written(state.deduplication.accepted, "changes", context, pace);
  }
};

const written = async <T extends TableName>(
  map: PersistentMap<TableValues[T]>,
  table: T,
  context: TableContext,
  pace: () => Promise<void> | undefined,
): Promise<Buffer<ArrayBuffer>> => {
  const form = tableForms[table];
  const out = new ByteWriter();
  let count = 0;
  for (const [key, value] of changedEntries<TableValues[T]>(map)) {
    writeEntry<TableValues[T]>(out, form, context, key, value satisfies TableValues[T] | Gone);
    if (++count % entriesPerLook === 0) {
      const pause = pace();
      if (pause !== undefined) await pause;
    }
  }
  return out.written();
};

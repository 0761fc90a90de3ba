import {
  changedEntries,
  gone,
  inBaseUpTo,
  type LedgerState,
  mapOver,
  type PersistentMap,
} from "@tallystick/core";
import {
  type LayerSize,
  LayerTable,
  LayerView,
  type RunTable,
  type TableContext,
} from "@tallystick/tables";
import { tableForms, type TableName, tableNames, type TableValues } from "./state-tables.js";

type Layers = { readonly [T in TableName]: LayerTable<TableValues[T]> };

/** The changes of a state since its last runs, as bytes, in one layer over each of its tables. */
export class StateLayer {
  readonly #layers: Layers;

  /** @param before another one, that this one will most likely be as large as */
  constructor(context: TableContext, before?: StateLayer) {
    const layerOf = <T extends TableName>(table: T): LayerTable<TableValues[T]> =>
      new LayerTable<TableValues[T]>(tableForms[table], context, before?.roomFor(table));
    this.#layers = {
      contracts: layerOf("contracts"),
      keys: layerOf("keys"),
      changes: layerOf("changes"),
    };
  }

  /** A little more than the size of a table, so that another one as large need not grow. */
  roomFor(table: TableName): LayerSize {
    const { count, entries } = this.#layers[table];
    return { entries: Math.ceil(count * 1.25), bytes: Math.ceil(entries.length * 1.25) };
  }

  /** The same state, with the changes in its own maps moved here. */
  taken(state: LedgerState): LedgerState {
    const { contracts, keys, changes } = this.#layers;
    const accepted = moved(state.deduplication.accepted, changes);
    // a run leaves a key out that was added and removed, but these may be beneath the layer too
    for (const [key] of changedEntries(state.keys))
      if (keys.get(key, keys.count) === undefined) keys.add(key, gone);
    return {
      ...state,
      contracts: moved(state.contracts, contracts),
      keys: moved(state.keys, keys),
      deduplication: inBaseUpTo({ ...state.deduplication, accepted }, state.offset),
    };
  }

  /**
   * The same state over other tables.
   *
   * @param state one that was just taken
   * @param tables they must equal what is beneath this layer
   */
  over(
    state: LedgerState,
    tables: { readonly [T in TableName]: RunTable<TableValues[T]> },
  ): LedgerState {
    const { contracts, keys, changes } = this.#layers;
    const { deduplication } = state;
    const accepted = placed(deduplication.accepted, changes, tables.changes);
    return {
      ...state,
      contracts: placed(state.contracts, contracts, tables.contracts),
      keys: placed(state.keys, keys, tables.keys),
      deduplication: { ...deduplication, accepted },
    };
  }

  /** The entries of the tables that have any. */
  get entries(): ReadonlyMap<TableName, Uint8Array> {
    const all = tableNames.map((table) => [table, this.#layers[table].entries] as const);
    return new Map(all.filter(([, { length }]) => length > 0));
  }
}

/** The map with its changes moved into a layer, over what it is over now. */
const moved = <V>(map: PersistentMap<V>, layer: LayerTable<V>): PersistentMap<V> => {
  const over = viewOf(map, layer);
  if (over !== undefined && map.root.bitmap === 0) return map;
  for (const [key, value] of changedEntries(map)) layer.add(key, value);
  return placed(map, layer, over === undefined ? map.base : over.beneath);
};

const viewOf = <V>({ base }: PersistentMap<V>, layer: LayerTable<V>): LayerView<V> | undefined =>
  // border: the values of a view are those of its layer
  base instanceof LayerView && base.layer === layer ? (base as LayerView<V>) : undefined;

const placed = <V>(
  { size, seed }: PersistentMap<V>,
  layer: LayerTable<V>,
  beneath: PersistentMap<V>["base"],
): PersistentMap<V> => mapOver(new LayerView(layer, beneath, size), seed);

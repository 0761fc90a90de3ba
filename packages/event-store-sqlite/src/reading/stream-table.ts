import type { Database } from "@tallystick/sqlite";
import { type BoundedMap, boundedMap } from "./bounded-map.js";

/** Names and ids cached, in each direction. */
const MAX_CACHED_STREAMS = 10_000;

/** The table `stream`: names, and the small numbers for them in every row. */
export interface StreamTable {
  idOf(name: string): number | undefined;
  nameOf(streamId: number): string | undefined;
  names(): ReadonlyArray<string>;
  /** Adds a stream; only inside a transaction. Not cached, as it may be rolled back. */
  create(name: string): number;
}

const cached = <K, V>(
  cache: BoundedMap<K, V>,
  key: K,
  load: () => V | undefined,
): V | undefined => {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const loaded = load();
  if (loaded !== undefined) cache.set(key, loaded);
  return loaded;
};

/**
 * The table of an open database. Ids never change and rows are never deleted, so the cache is
 * always valid.
 */
export const streamTable = (db: Database): StreamTable => {
  const selectId = db
    .prepare<[string], number>("SELECT stream_id FROM stream WHERE name = ?")
    .pluck();
  const selectName = db
    .prepare<[number], string>("SELECT name FROM stream WHERE stream_id = ?")
    .pluck();
  const selectNames = db.prepare<[], string>("SELECT name FROM stream ORDER BY stream_id").pluck();
  const insert = db.prepare<[string]>("INSERT INTO stream (name) VALUES (?)");
  const ids = boundedMap<string, number>(MAX_CACHED_STREAMS);
  const names = boundedMap<number, string>(MAX_CACHED_STREAMS);
  return {
    // Inside a transaction a stream may be seen that is rolled back later, so only committed reads
    // are cached.
    idOf: (name) =>
      db.isTransaction
        ? (ids.get(name) ?? selectId.get(name))
        : cached(ids, name, () => selectId.get(name)),
    nameOf: (streamId) => cached(names, streamId, () => selectName.get(streamId)),
    names: () => selectNames.all(),
    create: (name) => Number(insert.run(name).lastInsertRowid),
  };
};

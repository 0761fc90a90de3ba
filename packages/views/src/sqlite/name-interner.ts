import type { FoldStatements } from "./fold-statements.js";

const maxCachedNames = 200_000;

/** Gives every party and template its number. */
export interface NameInterner {
  readonly intern: (text: string) => number;
  /** Forgets what was learnt in a transaction that did not come about. */
  readonly forget: () => void;
}

/** An interner over the `names` table, with the most recent names in memory. */
export const nameInterner = (sql: FoldStatements): NameInterner => {
  const known = new Map<string, number>();
  const intern = (text: string): number => {
    const cached = known.get(text);
    if (cached !== undefined) {
      return cached;
    }
    if (known.size >= maxCachedNames) {
      known.clear();
    }
    const id = sql.nameId.get(text) ?? Number(sql.addName.run(text).lastInsertRowid);
    known.set(text, id);
    return id;
  };
  return { intern, forget: () => known.clear() };
};

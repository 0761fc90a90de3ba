/**
 * A table is not what was written; thrown where it is read. Its owner rebuilds it from the journal.
 */
export class TableDamage extends Error {
  override readonly name = "TableDamage";
}

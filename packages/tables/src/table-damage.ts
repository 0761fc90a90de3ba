/**
 * A table is not what was written; thrown where it is read. Its owner makes it from the journal
 * again.
 */
export class TableDamage extends Error {
  override readonly name = "TableDamage";
}

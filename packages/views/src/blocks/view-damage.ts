/**
 * The views are not what was written; thrown where they are read, as SQLite throws what it finds by
 * itself.
 */
export class ViewDamage extends Error {}

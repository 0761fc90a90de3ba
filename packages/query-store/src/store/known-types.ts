import { type Kysely, sql } from "kysely";
import type { Exercised } from "../source/update-codec.js";
import { insertRows } from "./insert-rows.js";

type Db = Kysely<unknown>;

/** The types that rows are of, with those that the database does not have yet. */
export class KnownTypes {
  readonly #numbers = new Map<string, number>();
  readonly #added: Array<{ readonly table: string; readonly row: object }> = [];

  /** The types that a database has. */
  static async read(db: Db): Promise<KnownTypes> {
    const types = new KnownTypes();
    const known = await sql<{ pk: number; key: string }>`
      select pk, payload_type || ' ' || template_fqn as key from _contract_type union all
      select pk, choice_fqn || ' ' || consuming from _exercise_type`.execute(db);
    for (const { pk, key } of known.rows) types.#numbers.set(key, pk);
    return types;
  }

  contract(template_fqn: string, payload_type: "template" | "interface"): number {
    const key = `${payload_type} ${template_fqn}`;
    return this.#numberOf(key, "_contract_type", { template_fqn, payload_type });
  }

  exercise(template_fqn: string, { choice, consuming }: Exercised): number {
    const choice_fqn = `${template_fqn}:${choice}`;
    const row = { template_fqn, choice, choice_fqn, consuming };
    return this.#numberOf(`${choice_fqn} ${consuming}`, "_exercise_type", row);
  }

  /** Writes those that the database does not have. */
  async write(db: Db): Promise<void> {
    for (const { table, row } of this.#added.splice(0)) await insertRows(db, table, [row]);
  }

  #numberOf(key: string, table: string, row: object): number {
    const known = this.#numbers.get(key);
    const pk = known ?? this.#numbers.size + 1;
    if (known === undefined) this.#added.push({ table, row: { pk, ...row } });
    this.#numbers.set(key, pk);
    return pk;
  }
}

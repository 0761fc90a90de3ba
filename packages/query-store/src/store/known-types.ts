import { type Kysely, sql } from "kysely";
import type { Exercised } from "../source/update-codec.js";

/** The types that rows are of, with those that the database does not have yet. */
export class KnownTypes {
  readonly #numbers = new Map<string, number>();
  readonly #added: Array<{ readonly table: string; readonly row: object }> = [];

  /** The types that a database has. */
  static async read(db: Kysely<unknown>): Promise<KnownTypes> {
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

  /** Those to be written; each is taken once. */
  taken(): ReadonlyArray<{ readonly table: string; readonly row: object }> {
    return this.#added.splice(0);
  }

  #numberOf(key: string, table: string, row: object): number {
    const known = this.#numbers.get(key);
    const pk = known ?? this.#numbers.size + 1;
    if (known === undefined) this.#added.push({ table, row: { pk, ...row } });
    this.#numbers.set(key, pk);
    return pk;
  }
}

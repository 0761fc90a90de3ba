import { type Kysely, sql } from "kysely";
import type { Exercised } from "../source/update-codec.js";
import { insertRows } from "./insert-rows.js";

type Db = Kysely<unknown>;

/** The types that rows are of, with those that the database does not have yet. */
export class KnownTypes {
  readonly #numbers = new Map<string, number>();
  #contracts: Array<object> = [];
  #exercises: Array<object> = [];

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
    return this.#numberOf(`${payload_type} ${template_fqn}`, (pk) =>
      this.#contracts.push({ pk, template_fqn, payload_type }),
    );
  }

  exercise(template_fqn: string, { choice, consuming }: Exercised): number {
    const choice_fqn = `${template_fqn}:${choice}`;
    return this.#numberOf(`${choice_fqn} ${consuming}`, (pk) =>
      this.#exercises.push({ pk, template_fqn, choice, choice_fqn, consuming }),
    );
  }

  /** Writes those that the database does not have. */
  async write(db: Db): Promise<void> {
    await insertRows(db, "_contract_type", this.#contracts);
    await insertRows(db, "_exercise_type", this.#exercises);
    this.#contracts = [];
    this.#exercises = [];
  }

  #numberOf(key: string, add: (pk: number) => void): number {
    const found = this.#numbers.get(key);
    if (found !== undefined) return found;
    const pk = this.#numbers.size + 1;
    this.#numbers.set(key, pk);
    add(pk);
    return pk;
  }
}

import { type Kysely, sql } from "kysely";
import type { Exercised } from "../source/update-codec.js";
import type { TypeNumbers } from "./rows-of-items.js";

type Db = Kysely<unknown>;

/** The types that rows are of, with those that the database does not have yet. */
export class KnownTypes implements TypeNumbers {
  readonly #contracts = new Map<string, number>();
  readonly #exercises = new Map<string, number>();
  #newContracts: Array<object> = [];
  #newExercises: Array<object> = [];

  /** The types that a database has. */
  static async read(db: Db): Promise<KnownTypes> {
    const types = new KnownTypes();
    const contracts = await sql<{ pk: number; key: string }>`
      select pk, payload_type || ' ' || template_fqn as key from _contract_type`.execute(db);
    const exercises = await sql<{ pk: number; key: string }>`
      select pk, choice_fqn || ' ' || consuming as key from _exercise_type`.execute(db);
    for (const { pk, key } of contracts.rows) types.#contracts.set(key, pk);
    for (const { pk, key } of exercises.rows) types.#exercises.set(key, pk);
    return types;
  }

  contract(template_fqn: string, payload_type: "template" | "interface"): number {
    return numberOf(this.#contracts, `${payload_type} ${template_fqn}`, (pk) =>
      this.#newContracts.push({ pk, template_fqn, payload_type }),
    );
  }

  exercise(template_fqn: string, { choice, consuming }: Exercised): number {
    return numberOf(this.#exercises, `${template_fqn}:${choice} ${consuming}`, (pk) =>
      this.#newExercises.push({ pk, template_fqn, choice, consuming }),
    );
  }

  /** Writes those that the database does not have. */
  async write(db: Db): Promise<void> {
    if (this.#newContracts.length > 0) {
      await sql`insert into _contract_type
        select * from jsonb_to_recordset(${JSON.stringify(this.#newContracts)}::jsonb)
          as x(pk int, template_fqn text, payload_type text)`.execute(db);
    }
    if (this.#newExercises.length > 0) {
      await sql`insert into _exercise_type
        select * from jsonb_to_recordset(${JSON.stringify(this.#newExercises)}::jsonb)
          as x(pk int, template_fqn text, choice text, consuming boolean)`.execute(db);
    }
    this.#newContracts = [];
    this.#newExercises = [];
  }
}

const numberOf = (known: Map<string, number>, key: string, add: (pk: number) => void): number => {
  const found = known.get(key);
  if (found !== undefined) return found;
  const pk = known.size + 1;
  known.set(key, pk);
  add(pk);
  return pk;
};

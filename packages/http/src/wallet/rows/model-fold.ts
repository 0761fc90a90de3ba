import { isJsonArray, isJsonObject, type Json } from "@tallystick/core";

/** A field of a record, or a constructor of a variant. */
export interface Named<A> {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: A;
}

/** What is made of each form of a Daml type, from what was made of its parts. */
export interface ModelCases<A> {
  readonly scalar: (name: string) => A;
  readonly optional: (value: A) => A;
  readonly list: (element: A) => A;
  readonly textMap: (value: A) => A;
  readonly genMap: (value: A) => A;
  readonly record: (fields: ReadonlyArray<Named<A>>) => A;
  readonly variant: (constructors: ReadonlyArray<Named<A>>) => A;
  readonly enumeration: (names: ReadonlyArray<Json>) => A;
  /** No or another form. */
  readonly other: A;
}

/** Folds the model of a Daml type (ledger-api 2.1). */
export const foldModel = <A>(model: Json, cases: ModelCases<A>): A => {
  if (typeof model === "string") return cases.scalar(model);
  if (!isJsonObject(model)) return cases.other;
  const of = (part: Json): A => foldModel(part, cases);
  const named = (pairs: Json): ReadonlyArray<Named<A>> =>
    itemsOf(pairs).flatMap((pair) => {
      const [name, type = null] = itemsOf(pair);
      if (typeof name !== "string") return [];
      return [{ name, isOptional: isJsonObject(type) && "Optional" in type, type: of(type) }];
    });
  const [[kind, inner] = ["", null]] = Object.entries(model);
  switch (kind) {
    case "Optional":
      return cases.optional(of(inner));
    case "List":
      return cases.list(of(inner));
    case "TextMap":
      return cases.textMap(of(inner));
    case "GenMap":
      return cases.genMap(of(itemsOf(inner)[1] ?? null));
    case "Record":
      return cases.record(named(inner));
    case "Variant":
      return cases.variant(named(inner));
    case "Enum":
      return cases.enumeration(itemsOf(inner));
    default:
      return cases.other;
  }
};

const itemsOf = (json: Json): ReadonlyArray<Json> => (isJsonArray(json) ? json : []);

/** What these tests read of a JSON schema. */
interface Schema {
  readonly $ref?: string;
  /** Where null is taken in addition to a named schema. */
  readonly allOf?: ReadonlyArray<Schema>;
  readonly oneOf?: ReadonlyArray<Schema>;
  readonly required?: ReadonlyArray<string>;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  readonly enum?: ReadonlyArray<string>;
  readonly format?: string;
  readonly type?: string;
}

/** The type of a schema in one word: its name, its format, or `[]` and `{}` of others. */
export const typeOf = (value: object): string => {
  const schema: Schema = value;
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "";
  const [inner] = schema.allOf ?? [];
  if (inner !== undefined) return typeOf(inner);
  if (schema.type === "array") return `${typeOf(schema.items ?? {})}[]`;
  if (schema.additionalProperties !== undefined) return `{${typeOf(schema.additionalProperties)}}`;
  return schema.enum?.join("/") ?? schema.format ?? schema.type ?? "any";
};

/**
 * The fields of a schema as `publishedFields` has them.
 * @param without a field that is left out
 */
export const fieldsOf = (value: object, without?: string): string => {
  const { oneOf, required = [], properties }: Schema = value;
  if (oneOf !== undefined) {
    return oneOf
      .map(
        ({ required: [key = ""] = [], properties: cases = {} }) =>
          `${key}:${typeOf(cases[key] ?? {})}`,
      )
      .sort()
      .join(" ");
  }
  if (properties === undefined || Object.keys(properties).length === 0) return typeOf(value);
  const shown = (name: string): string => `${name}:${typeOf(properties[name] ?? {})}`;
  const needed = [...required].sort();
  const others = Object.keys(properties)
    .filter((name) => !needed.includes(name) && name !== without)
    .sort();
  return [...needed.map(shown), ...(others.length === 0 ? [] : ["|", ...others.map(shown)])].join(
    " ",
  );
};

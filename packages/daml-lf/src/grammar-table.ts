import { rankOf22, rankOf23, rankOfDev } from "./language-version.js";

/** Messages by name, each with its fields by number, in the notation of the package grammar. */
export type GrammarTable = Readonly<Record<string, Readonly<Record<number, string>>>>;

/** Values of an enumeration, by the version they need. */
interface EnumerationTable {
  readonly always: ReadonlyArray<number>;
  readonly "2.3+": ReadonlyArray<number>;
  readonly dev: ReadonlyArray<number>;
}

/** What is not a message. */
export type Scalar =
  | "int32"
  | "bool"
  | "sint64"
  | "sfixed64"
  | "text"
  | "name"
  | "str"
  | "dname"
  | "pkg"
  | "import"
  | "typeRef"
  | "kindRef"
  | "exprRef";

const scalars: ReadonlySet<string> = new Set<Scalar>([
  ...(["int32", "bool", "sint64", "sfixed64", "text", "name", "str", "dname"] as const),
  ...(["pkg", "import", "typeRef", "kindRef", "exprRef"] as const),
]);

const isScalar = (text: string): text is Scalar => scalars.has(text);

/** Rank each value of an enumeration needs. */
type Enumeration = ReadonlyMap<number, number>;

type FieldContent =
  | { readonly kind: "scalar"; readonly scalar: Scalar }
  | { readonly kind: "enumeration"; readonly name: string; readonly values: Enumeration }
  | { readonly kind: "message"; readonly message: MessageSpec };

export interface FieldSpec {
  readonly number: number;
  readonly content: FieldContent;
  readonly repeated: boolean;
  /** Number of elements of a repeated field from 2.2 on: exactly one, none, or any number. */
  readonly flattened: "one" | "none" | "any";
  readonly isCase: boolean;
  /** Ranks of the versions that have the field. */
  readonly fromRank: number;
  readonly toRank: number;
  /** Position in `MessageSpec.demanded`; -1 for a field that may be absent. */
  readonly demandedAt: number;
}

export interface MessageSpec {
  readonly name: string;
  readonly fields: Map<number, FieldSpec>;
  /** Required fields, up to 30. */
  readonly demanded: Array<number>;
  /** Fields that from 2.2 on have exactly one element. */
  readonly single: Array<number>;
  hasCases: boolean;
  /** The tables of fields whose index may be absent, which means 0. */
  readonly plainIndices: Set<Scalar>;
}

const spelling =
  /^(?<case>\|?)(?<type>[A-Za-z0-9]+)(?<mark>\?|\*[01]?)?(?: (?<versions>2\.2\+|2\.3\+|2\.1|dev|never))?$/;

/** First and last rank of the versions a field is in. */
const ranksOf = (versions: string | undefined): readonly [number, number] => {
  switch (versions) {
    case "2.2+":
      return [rankOf22, rankOfDev];
    case "2.3+":
      return [rankOf23, rankOfDev];
    case "2.1":
      return [1, 1];
    case "dev":
      return [rankOfDev, rankOfDev];
    case "never":
      return [rankOfDev + 1, rankOfDev + 1];
    default:
      return [1, rankOfDev];
  }
};

const flattenedBy = (mark: string): FieldSpec["flattened"] =>
  mark === "*1" ? "one" : mark === "*0" ? "none" : "any";

const enumerationOf = (table: EnumerationTable): Enumeration =>
  new Map([
    ...table.always.map((value) => [value, 1] as const),
    ...table["2.3+"].map((value) => [value, rankOf23] as const),
    ...table.dev.map((value) => [value, rankOfDev] as const),
  ]);

/**
 * Compiles the table; the returned function finds a message by name. Throws for a malformed entry,
 * which is a bug of this package.
 */
export const compileGrammar = (
  table: GrammarTable,
  enumerations: Readonly<Record<string, EnumerationTable>>,
): ((name: string) => MessageSpec) => {
  const messages = new Map<string, MessageSpec>();
  for (const name of Object.keys(table)) {
    messages.set(name, {
      name,
      fields: new Map(),
      demanded: [],
      single: [],
      hasCases: false,
      plainIndices: new Set(),
    });
  }
  const messageOf = (name: string): MessageSpec => {
    const found = messages.get(name);
    if (found === undefined) throw new Error(`the grammar has no message ${name}`);
    return found;
  };
  const values = new Map(
    Object.entries(enumerations).map(([name, each]) => [name, enumerationOf(each)]),
  );
  const contentOf = (type: string): FieldContent => {
    if (isScalar(type)) return { kind: "scalar", scalar: type };
    const known = values.get(type);
    return known === undefined
      ? { kind: "message", message: messageOf(type) }
      : { kind: "enumeration", name: type, values: known };
  };
  for (const [name, fields] of Object.entries(table)) {
    const message = messageOf(name);
    for (const [number, text] of Object.entries(fields))
      addField(message, Number(number), text, contentOf);
  }
  return messageOf;
};

const addField = (
  message: MessageSpec,
  number: number,
  text: string,
  contentOf: (type: string) => FieldContent,
): void => {
  const parts = spelling.exec(text)?.groups;
  if (parts === undefined) throw new Error(`${message.name} ${number}: "${text}"`);
  const { type = "", mark = "", versions } = parts;
  const isCase = parts["case"] === "|";
  const repeated = mark.startsWith("*");
  const content = contentOf(type);
  const plain = !isCase && !repeated;
  const isDemanded = plain && mark === "" && content.kind === "message";
  const [fromRank, toRank] = ranksOf(versions);
  const demandedAt = isDemanded ? message.demanded.push(number) - 1 : -1;
  const flattened = flattenedBy(mark);
  if (flattened === "one") message.single.push(number);
  if (isCase) message.hasCases = true;
  if (plain && content.kind === "scalar") message.plainIndices.add(content.scalar);
  message.fields.set(number, {
    number,
    content,
    repeated,
    flattened,
    isCase,
    fromRank,
    toRank,
    demandedAt,
  });
};

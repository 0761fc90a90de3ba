import {
  type Content,
  type Field,
  lazy,
  type MessageType,
  message,
  optional,
  packed,
  plain,
  repeated,
  type Scalar,
  text,
} from "@tallystick/protobuf";
import { RecordValue, Value } from "@tallystick/signing";
import {
  camelCase,
  type Descriptions,
  type FieldDescription,
  type MessageDescription,
} from "../descriptions/descriptions.js";
import { identifierContent } from "./identifier-content.js";
import {
  bytesOfMessage,
  enumContent,
  hexBytes,
  rawBytes,
  scalarContent,
  timestampContent,
} from "./scalars.js";
import { type GroupSpelling, type Spelling, spellings } from "./spellings.js";

/** The fields of a message as JSON has them. */
export type JsonFields = Readonly<Record<string, unknown>>;

/** Changes of the fields of a message, after they are read and before they are written. */
export interface FieldHooks {
  readonly read?: (fields: JsonFields) => JsonFields;
  readonly write?: (fields: JsonFields) => JsonFields;
}

/** A field, with the key under which its message type has it. */
interface Entry {
  readonly key: string;
  readonly description: FieldDescription;
}

/** A case of a group. */
interface Case extends Entry {
  readonly isBare: boolean;
}

const home = "com.daml.ledger.api.v2.";

const isRecord = (value: unknown): value is JsonFields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const capitalized = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

const caseName = ({ cases = {} }: GroupSpelling, { name }: FieldDescription): string =>
  cases[name] ?? capitalized(camelCase(name));

/** Messages that are no objects in JSON. */
const ownContent: Readonly<Record<string, Content<unknown>>> = {
  "google.protobuf.Timestamp": timestampContent,
  [`${home}interactive.PreparedTransaction`]: bytesOfMessage,
  // border: hooks turn values into JSON, and JSON into values
  [`${home}Value`]: Value as Content<unknown>,
  // border: the same
  [`${home}Record`]: RecordValue as Content<unknown>,
};

const objectOf = (entries: unknown): unknown => {
  const object: Record<string, unknown> = {};
  for (const entry of Array.isArray(entries) ? entries : [])
    if (isRecord(entry)) object[String(entry["key"])] = entry["value"];
  return object;
};

const entriesOf = (value: unknown): ReadonlyArray<unknown> =>
  Object.entries(isRecord(value) ? value : {}).map(([key, each]) => ({ key, value: each }));

/** The message types of an interface, which read and write the JSON of its rows. */
export class MessageTypes {
  readonly #descriptions: Descriptions;
  readonly #hooks: Readonly<Record<string, FieldHooks>>;
  readonly #made = new Map<string, MessageType<unknown>>();

  /** @param hooks by the names of messages, without the package of most */
  constructor(descriptions: Descriptions, hooks: Readonly<Record<string, FieldHooks>> = {}) {
    this.#descriptions = descriptions;
    this.#hooks = hooks;
  }

  /** @param name of a message with its package; throws for an unknown one */
  of(name: string): MessageType<unknown> {
    const before = this.#made.get(name);
    if (before !== undefined) return before;
    const description = this.#descriptions.messages.get(name);
    if (description === undefined) throw new Error(`no message ${name}`);
    const made = this.#make(description);
    this.#made.set(name, made);
    return made;
  }

  #content({ kind, type }: FieldDescription): Content<unknown> | Scalar<unknown> {
    if (kind === "scalar") return scalarContent[type] ?? unsupported(type);
    if (kind === "enum")
      return enumContent(this.#descriptions.enums.get(type)?.values ?? unsupported(type));
    if (type === `${home}Identifier`) return identifierContent;
    return ownContent[type] ?? lazy(() => this.of(type));
  }

  #field(description: FieldDescription, { hex, raw }: Spelling): Field<unknown> {
    const { name, number, keys, isRepeated, isOptional, oneof } = description;
    const own = hex?.includes(name) ? hexBytes : raw?.includes(name) ? rawBytes : undefined;
    const content = own ?? this.#content(description);
    if (keys !== undefined) return mapField(number, content);
    if (isRepeated) return listField(number, content);
    return isScalar(content) && !isOptional && oneof === undefined
      ? plain(number, content)
      : optional(number, content);
  }

  #make({ name, fields }: MessageDescription): MessageType<unknown> {
    const short = name.startsWith(home) ? name.slice(home.length) : name;
    const spelling = spellings[short] ?? {};
    const group = spelling.group ?? {};
    const plainEntries: Array<Entry> = [];
    const cases: Array<Case> = [];
    for (const each of fields) {
      if (each.oneof === undefined) {
        plainEntries.push({
          key: spelling.names?.[each.name] ?? camelCase(each.name),
          description: each,
        });
      } else {
        cases.push({
          key: caseName(group, each),
          description: each,
          isBare: group.bare?.includes(each.name) === true,
        });
      }
    }
    const type = message(
      short,
      Object.fromEntries(
        [...plainEntries, ...cases].map((each) => [
          each.key,
          this.#field(each.description, spelling),
        ]),
      ),
    );
    const groupKey = group.isWhole === true ? undefined : cases[0]?.description.oneof;
    const form = { cases, groupKey: groupKey === undefined ? undefined : camelCase(groupKey) };
    return jsonMessage(type, form, plainEntries, this.#hooks[short] ?? {});
  }
}

const isScalar = (content: Content<unknown>): content is Scalar<unknown> => "initial" in content;

const unsupported = (type: string): never => {
  throw new Error(`no type ${type}`);
};

const listField = (number: number, content: Content<unknown>): Field<unknown> => {
  if (content.wireType === text.wireType) {
    const list = repeated(number, content);
    return {
      ...list,
      read: (source, before, name) =>
        // border: what was read before is of this field
        list.read(source, before as ReadonlyArray<unknown> | undefined, name),
      write: (writer, value) => list.write(writer, Array.isArray(value) ? value : []),
    };
  }
  // border: the numbers and names of a packed list are written as its content has them
  return plain(number, packed(content as Scalar<number>)) as unknown as Field<unknown>;
};

const mapField = (number: number, content: Content<unknown>): Field<unknown> => {
  const value = isScalar(content) ? plain(2, content) : optional(2, content);
  const entry = message("Entry", { key: plain(1, text), value });
  // border: entries are made by `entriesOf`
  const list = listField(number, entry as Content<unknown>);
  return {
    ...list,
    absent: () => ({}),
    write: (writer, given) => list.write(writer, entriesOf(given)),
  };
};

interface GroupForm {
  readonly cases: ReadonlyArray<Case>;
  /** The key of the group; undefined where the message is the case itself. */
  readonly groupKey: string | undefined;
}

/** The fields that were read, with the case of a group under its key. */
const grouped = (
  found: JsonFields,
  { cases, groupKey }: GroupForm,
  entries: ReadonlyArray<Entry>,
): JsonFields => {
  const read: Record<string, unknown> = {};
  for (const { key, description } of entries) {
    const value = found[key];
    if (value !== undefined) read[key] = description.keys === undefined ? value : objectOf(value);
  }
  for (const { key, isBare } of cases) {
    const value = found[key];
    if (value === undefined) continue;
    const one = isBare ? value : { value };
    if (groupKey === undefined) read[key] = one;
    else read[groupKey] = { [key]: one };
  }
  return read;
};

/** The fields to write, each under its own key. */
const flattened = (
  given: JsonFields,
  { cases, groupKey }: GroupForm,
  entries: ReadonlyArray<Entry>,
): Record<string, unknown> => {
  const fields: Record<string, unknown> = {};
  for (const { key } of entries) fields[key] = given[key] ?? undefined;
  const holder = groupKey === undefined ? given : given[groupKey];
  if (!isRecord(holder)) return fields;
  for (const { key, isBare } of cases) {
    const one = holder[key];
    if (one === undefined || one === null) continue;
    fields[key] = isBare ? one : isRecord(one) ? one["value"] : undefined;
  }
  return fields;
};

/** A message type whose values are JSON. */
const jsonMessage = (
  type: MessageType<JsonFields, Readonly<Record<string, unknown>>>,
  form: GroupForm,
  entries: ReadonlyArray<Entry>,
  hooks: FieldHooks,
): MessageType<unknown> => {
  const { read = same, write = same } = hooks;
  const toJson = (found: JsonFields): unknown => read(grouped(found, form, entries));
  const toFields = (value: unknown) =>
    flattened(write(isRecord(value) ? value : {}), form, entries);
  return {
    ...type,
    readTo: (source, end) => toJson(type.readTo(source, end)),
    read: (source) => toJson(type.read(source)),
    write: (writer, value) => type.write(writer, toFields(value)),
    writeFields: (writer, value) => type.writeFields(writer, toFields(value)),
  };
};

const same = (fields: JsonFields): JsonFields => fields;

import { additions } from "./additions.js";
import { published } from "./published.js";

/** The type of a field, or of the values of a map. */
export interface TypeDescription {
  /** The full name of a message or an enumeration, or the name of a scalar type. */
  readonly type: string;
  readonly kind: "scalar" | "message" | "enum";
}

export interface FieldDescription extends TypeDescription {
  /** As descriptions have it, in snake_case. */
  readonly name: string;
  readonly number: number;
  readonly isRepeated: boolean;
  /** True for a scalar whose absence is not its default. */
  readonly isOptional: boolean;
  /** The group of which at most one is there. */
  readonly oneof?: string;
  /** Set for a map, whose values have the type of the field: the type of its keys. */
  readonly keys?: string;
}

export interface MessageDescription {
  readonly name: string;
  readonly file: string;
  readonly fields: ReadonlyArray<FieldDescription>;
}

export interface EnumDescription {
  readonly name: string;
  readonly file: string;
  readonly values: ReadonlyMap<string, number>;
}

export interface MethodDescription {
  readonly name: string;
  readonly input: string;
  readonly output: string;
  readonly isClientStreaming: boolean;
  readonly isServerStreaming: boolean;
}

export interface ServiceDescription {
  readonly name: string;
  readonly file: string;
  readonly methods: ReadonlyMap<string, MethodDescription>;
}

/** What the interface consists of, by full names. */
export interface Descriptions {
  readonly messages: ReadonlyMap<string, MessageDescription>;
  readonly enums: ReadonlyMap<string, EnumDescription>;
  readonly services: ReadonlyMap<string, ServiceDescription>;
}

/** The package of most messages, whose name the text leaves out. */
const home = "com.daml.ledger.api.v2";

const whole = (name: string): string => (name.startsWith(".") ? `${home}${name}` : name);

const scalars =
  /^(double|float|int32|int64|uint32|uint64|sint32|sint64|fixed32|fixed64|sfixed32|sfixed64|bool|string|bytes)$/;

interface Block {
  readonly kind: string;
  readonly name: string;
  readonly file: string;
  readonly lines: Array<ReadonlyArray<string>>;
}

/** The blocks of a text, each with its lines. */
const blocksOf = (text: string): ReadonlyArray<Block> => {
  const blocks: Array<Block> = [];
  let file = "";
  for (const line of text.split("\n")) {
    const [first = "", second = "", ...more] = line.split(" ");
    // a field may have this name too
    if (first === "file" && second.endsWith(".proto")) file = second;
    else if (/^(message|enum|service)$/.test(first) && more.length === 0 && !/^\d/.test(second))
      blocks.push({ kind: first, name: whole(second), file, lines: [] });
    else if (first !== "") blocks.at(-1)?.lines.push([first, second, ...more]);
  }
  return blocks;
};

const fieldOf = (
  [name = "", number = "", marked = "", oneof]: ReadonlyArray<string>,
  isEnum: (name: string) => boolean,
): FieldDescription => {
  const [, mark = "", given = ""] = /^([*?]?)(.*)$/.exec(marked) ?? [];
  const [, keys, values = given] = /^map<(\w+),(.+)>$/.exec(given) ?? [];
  const type = whole(values);
  return {
    name,
    number: Number(number),
    type,
    kind: scalars.test(type) ? "scalar" : isEnum(type) ? "enum" : "message",
    isRepeated: mark === "*",
    isOptional: mark === "?",
    ...(oneof === undefined ? {} : { oneof }),
    ...(keys === undefined ? {} : { keys }),
  };
};

const methodOf = ([name = "", input = "", output = ""]: ReadonlyArray<string>) => ({
  name,
  input: whole(input.replace("*", "")),
  output: whole(output.replace("*", "")),
  isClientStreaming: input.startsWith("*"),
  isServerStreaming: output.startsWith("*"),
});

/** What a text describes; of two fields of a message with one number the later one counts. */
const read = (text: string): Descriptions => {
  const blocks = blocksOf(text);
  const enumNames = new Set(blocks.filter(({ kind }) => kind === "enum").map(({ name }) => name));
  const messages = new Map<string, MessageDescription>();
  const enums = new Map<string, EnumDescription>();
  const services = new Map<string, ServiceDescription>();
  for (const { kind, name, file: given, lines } of blocks) {
    const before = messages.get(name) ?? enums.get(name) ?? services.get(name);
    const file = before?.file ?? given;
    if (kind === "message") {
      const own = lines.map((line) => fieldOf(line, (type) => enumNames.has(type)));
      const numbers = new Set(own.map(({ number }) => number));
      const kept = (messages.get(name)?.fields ?? []).filter(({ number }) => !numbers.has(number));
      const fields = [...kept, ...own].toSorted((a, b) => a.number - b.number);
      messages.set(name, { name, file, fields });
    } else if (kind === "enum") {
      const own = lines.map(([value = "", number]): [string, number] => [value, Number(number)]);
      enums.set(name, {
        name,
        file,
        values: new Map([...(enums.get(name)?.values ?? []), ...own]),
      });
    } else {
      const own = lines.map(methodOf).map((each): [string, MethodDescription] => [each.name, each]);
      const methods = new Map([...(services.get(name)?.methods ?? []), ...own]);
      services.set(name, { name, file, methods });
    }
  }
  return { messages, enums, services };
};

/** The messages and services of the gRPC interface: what is published, and what is new in 3.5. */
export const descriptions: Descriptions = read(published + additions);

/** A name in snake_case or lowerCamelCase as lowerCamelCase. */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());

import type { Spans } from "../interned-tables.js";
import { malformed } from "../malformed.js";
import { dottedName, type PackageParts } from "../package-tables.js";
import type { Binder } from "../syntax/expression.js";
import {
  builtinTypes,
  type BuiltinType,
  type Field,
  type Kind,
  type Reference,
  type Type,
  type TypeBinder,
} from "../syntax/type.js";
import { Message } from "./message.js";

/** Names of builtin types by their numbers on the wire; 12 is not used. */
const firstGap = 12;
const builtinByNumber: ReadonlyArray<BuiltinType | undefined> = [
  ...builtinTypes.slice(0, firstGap),
  undefined,
  ...builtinTypes.slice(firstGap),
];

const star: Kind = { tag: "star" };
const nat: Kind = { tag: "nat" };

/** Entries of a table that refer to one another, in one recursion. */
const maxDepth = 50;

/**
 * Reads names, kinds, types and references of a package. Entries of its tables are made once and
 * shared.
 */
export class TypeDecoder {
  readonly #strings: Array<string | undefined>;
  readonly #names: Array<string | undefined>;
  readonly #kinds: Array<Kind | undefined>;
  readonly #types: Array<Type | undefined>;
  #depth = 0;
  /** By the package, and the numbers of both names. */
  readonly #references = new Map<string, Map<number, Reference>>();

  constructor(
    readonly packageId: string,
    readonly parts: PackageParts,
  ) {
    // an array that is written far behind its end becomes a slow dictionary
    const { strings, dottedNames, kinds, types } = parts;
    this.#strings = new Array<string | undefined>(strings.length);
    this.#names = new Array<string | undefined>(dottedNames.length);
    this.#kinds = new Array<Kind | undefined>(kinds.length);
    this.#types = new Array<Type | undefined>(types.length);
  }

  text(index: number): string {
    return (this.#strings[index] ??= this.parts.strings.text(index));
  }

  /** An interned name with dots. */
  name(index: number): string {
    return (this.#names[index] ??= dottedName(this.parts, index));
  }

  module(message: Message): Pick<Reference, "packageId" | "module"> {
    return { packageId: this.#package(message.message(1)), module: this.name(message.int(2)) };
  }

  /** A TypeConId, TypeSynId or ValueId. */
  reference(message: Message): Reference {
    const place = message.message(1);
    const packageId = this.#package(place.message(1));
    const [module, name] = [place.int(2), message.int(2)];
    let known = this.#references.get(packageId);
    if (known === undefined) {
      known = new Map<number, Reference>();
      this.#references.set(packageId, known);
    }
    const key = module * this.#names.length + name;
    const made = known.get(key) ?? {
      packageId,
      module: this.name(module),
      name: this.name(name),
    };
    known.set(key, made);
    return made;
  }

  typeIn(message: Message, number: number): Type {
    return this.type(message.message(number));
  }

  type(message: Message): Type {
    switch (message.caseBeside()) {
      case 1: {
        const variable = message.message(1);
        return this.#applied({ tag: "variable", name: this.text(variable.int(3)) }, variable);
      }
      case 2:
        return this.constructorType(message.message(2));
      case 3: {
        const builtin = message.message(3);
        const name = builtinByNumber[builtin.int(1)];
        if (name === undefined) return malformed(`builtin type ${builtin.int(1)} is not supported`);
        return this.#applied({ tag: "builtin", builtin: name }, builtin);
      }
      case 4: {
        const forall = message.message(4);
        return this.typeBinders(forall, 1).reduceRight<Type>(
          (body, binder) => ({ tag: "forall", binder, body }),
          this.typeIn(forall, 2),
        );
      }
      case 5:
        return { tag: "struct", fields: this.fields(message.message(5)) };
      case 6:
        return { tag: "nat", value: Number(message.sint64(6)) };
      case 7: {
        const synonym = message.message(7);
        const of = this.reference(synonym.message(1));
        return { tag: "synonym", of, arguments: this.typesIn(synonym, 2) };
      }
      case 8:
        return this.#interned(this.#types, this.parts.types, message.int(8), (each) =>
          this.type(each),
        );
      default: {
        const application = message.message(9);
        return {
          tag: "application",
          function: this.typeIn(application, 1),
          argument: this.typeIn(application, 2),
        };
      }
    }
  }

  /** A constructor with a list of arguments: Type.Con, and the type of a record or variant. */
  constructorType(message: Message): Type {
    return this.#applied({ tag: "constructor", of: this.reference(message.message(1)) }, message);
  }

  typesIn(message: Message, number: number): ReadonlyArray<Type> {
    return message.messages(number).map((each) => this.type(each));
  }

  /** The FieldWithType list of a record, variant or struct. */
  fields(message: Message): ReadonlyArray<Field> {
    return message.messages(1).map((each) => this.binder(each));
  }

  /** A VarWithType or FieldWithType. */
  binder(message: Message): Binder {
    return { name: this.text(message.int(3)), type: this.typeIn(message, 2) };
  }

  typeBinders(message: Message, number: number): ReadonlyArray<TypeBinder> {
    return message
      .messages(number)
      .map((each) => ({ name: this.text(each.int(3)), kind: this.#kind(each.message(2)) }));
  }

  #kind(message: Message): Kind {
    switch (message.caseBeside()) {
      case 1:
        return star;
      case 3:
        return nat;
      case 4:
        return this.#interned(this.#kinds, this.parts.kinds, message.int(4), (each) =>
          this.#kind(each),
        );
      default: {
        const arrow = message.message(2);
        return arrow
          .messages(1)
          .map((each) => this.#kind(each))
          .reduceRight<Kind>(
            (result, parameter) => ({ tag: "arrow", parameter, result }),
            this.#kind(arrow.message(2)),
          );
      }
    }
  }

  #package(message: Message): string {
    switch (message.caseBeside()) {
      case 1:
        return this.packageId;
      case 3:
        return this.text(message.int(3));
      default:
        return this.parts.imports?.[message.int(4)] ?? malformed("an import is missing");
    }
  }

  /** In versions up to 2.1 arguments are a list. */
  #applied(head: Type, message: Message): Type {
    return this.typesIn(message, 2).reduce<Type>(
      (applied, argument) => ({ tag: "application", function: applied, argument }),
      head,
    );
  }

  /**
   * An entry of a table, and those before it that it refers to. Where these are a long chain the
   * table is filled in order, so that each finds those it refers to without recursion.
   */
  #interned<A>(
    made: Array<A | undefined>,
    spans: Spans,
    index: number,
    decode: (message: Message) => A,
  ): A {
    const known = made[index];
    if (known !== undefined) return known;
    if (index >= spans.length) return malformed(`invalid table index ${index}`);
    const entry = (at: number): A => {
      const { start, end } = spans.at(at);
      return (made[at] ??= decode(Message.at(this.parts.bytes, start, end)));
    };
    if (this.#depth >= maxDepth) for (let at = 0; at < index; at++) entry(at);
    this.#depth++;
    try {
      return entry(index);
    } finally {
      this.#depth--;
    }
  }
}

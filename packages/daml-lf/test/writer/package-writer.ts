import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { builtinFunctions } from "../../src/syntax/builtin-function.js";
import {
  type Alternative,
  type Binder,
  type Binding,
  type Expression,
  failureCategories,
  type FieldExpression,
  type Literal,
  type Location,
  type Pattern,
  type Update,
} from "../../src/syntax/expression.js";
import { stablePackages } from "../../src/stable-packages.js";
import {
  builtinTypes,
  type Field,
  type Kind,
  type Reference,
  type Type,
  type TypeBinder,
} from "../../src/syntax/type.js";
import { Interner, message, unit } from "../dar-writer.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** A message field, by its number. */
export type Part = readonly [number, number | string | Uint8Array];

/** Fields of a list, all under one number. */
export const repeated = <A>(
  number: number,
  items: Iterable<A>,
  write: (item: A) => number | string | Uint8Array,
): ReadonlyArray<Part> => [...items].map((item) => [number, write(item)] as const);

const raw = (write: (writer: BinaryWriter) => void): Bytes => {
  const writer = new BinaryWriter();
  write(writer);
  return writer.finish();
};

const sint64 = (number: number, value: bigint): Bytes =>
  raw((writer) => writer.tag(number, WireType.Varint).sint64(value.toString()));

const join = (...parts: ReadonlyArray<Uint8Array>): Bytes => Uint8Array.from(Buffer.concat(parts));

/** A table whose entries are written once. */
class Table {
  readonly entries: Array<Bytes> = [];
  readonly #known = new Map<string, number>();

  at(bytes: Bytes): number {
    const key = Buffer.from(bytes).toString("latin1");
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, this.entries.push(bytes) - 1);
    return this.entries.length - 1;
  }
}

/** Numbers of builtin types on the wire; 12 is not used. */
const builtinNumber = (at: number): number => (at < 12 ? at : at + 1);

/** Writes what is in a package of Daml-LF 2.2 or 2.3: types and expressions go to its tables. */
export class PackageWriter {
  readonly names = new Interner();
  readonly types = new Table();
  readonly kinds = new Table();
  readonly expressions = new Table();
  readonly #dotted = new Map<string, number>();

  /**
   * @param packageId what the package calls itself
   * @param imports ids of the packages it refers to, without the stable ones
   */
  constructor(
    readonly packageId: string,
    readonly imports: ReadonlyArray<string>,
  ) {}

  str(text: string): number {
    return this.names.str(text);
  }

  dname(name: string): number {
    const known = this.#dotted.get(name) ?? this.names.dname(name);
    this.#dotted.set(name, known);
    return known;
  }

  moduleId({ packageId, module }: Pick<Reference, "packageId" | "module">): Bytes {
    const own: Part = [1, unit];
    const stable: Part = [3, this.str(packageId)];
    const imported: Part = [4, this.imports.indexOf(packageId)];
    const of =
      packageId === this.packageId ? own : stablePackages.has(packageId) ? stable : imported;
    return message([1, message(of)], [2, this.dname(module)]);
  }

  reference(of: Reference): Bytes {
    return message([1, this.moduleId(of)], [2, this.dname(of.name)]);
  }

  kind(kind: Kind): Bytes {
    const entry =
      kind.tag === "arrow"
        ? message([2, message([1, this.kind(kind.parameter)], [2, this.kind(kind.result)])])
        : message([kind.tag === "star" ? 1 : 3, unit]);
    return message([4, this.kinds.at(entry)]);
  }

  type(type: Type): Bytes {
    return message([8, this.types.at(this.#typeEntry(type))]);
  }

  #typeEntry(type: Type): Bytes {
    switch (type.tag) {
      case "variable":
        return message([1, message([3, this.str(type.name)])]);
      case "constructor":
        return message([2, message([1, this.reference(type.of)])]);
      case "builtin":
        return message([3, message([1, builtinNumber(builtinTypes.indexOf(type.builtin))])]);
      case "application":
        return message([9, message([1, this.type(type.function)], [2, this.type(type.argument)])]);
      case "forall":
        return message([4, message([1, this.typeBinder(type.binder)], [2, this.type(type.body)])]);
      case "struct":
        return message([5, message(...repeated(1, type.fields, (field) => this.field(field)))]);
      case "nat":
        return sint64(6, BigInt(type.value));
      case "synonym":
        return message([
          7,
          message(
            [1, this.reference(type.of)],
            ...repeated(2, type.arguments, (each) => this.type(each)),
          ),
        ]);
    }
  }

  /** A constructor with its arguments as a list, as records and variants have it. */
  constructorType(type: Type): Bytes {
    const args: Array<Type> = [];
    let head = type;
    while (head.tag === "application") {
      args.unshift(head.argument);
      head = head.function;
    }
    if (head.tag !== "constructor") throw new Error(`${head.tag} is no constructor`);
    return message([1, this.reference(head.of)], ...repeated(2, args, (each) => this.type(each)));
  }

  field({ name, type }: Field): Bytes {
    return message([2, this.type(type)], [3, this.str(name)]);
  }

  binder(binder: Binder): Bytes {
    return this.field(binder);
  }

  typeBinder({ name, kind }: TypeBinder): Bytes {
    return message([2, this.kind(kind)], [3, this.str(name)]);
  }

  location(location: Location): Bytes {
    const { startLine, startColumn, endLine, endColumn } = location;
    const range = message([1, startLine], [2, startColumn], [3, endLine], [4, endColumn]);
    return message([1, this.moduleId(location)], [2, range]);
  }

  /** An expression, as a reference to the table. */
  expression(expression: Expression): Bytes {
    const { location } = expression;
    const entry = this.#expressionEntry(expression);
    const placed =
      location === undefined ? entry : join(message([1, this.location(location)]), entry);
    return message([44, this.expressions.at(placed)]);
  }

  #expressionEntry(expression: Expression): Bytes {
    const head =
      basicOf(this, expression) ?? dataOf(this, expression) ?? containerOf(this, expression);
    return head ?? interfaceOf(this, expression);
  }

  literal(literal: Literal): Bytes {
    switch (literal.tag) {
      case "int64":
        return sint64(1, literal.value);
      case "timestamp":
        return raw((to) => to.tag(2, WireType.Bit64).sfixed64(literal.value.toString()));
      case "numeric": {
        const { unscaled, scale } = literal;
        const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, "0");
        const point = digits.length - scale;
        const sign = unscaled < 0n ? "-" : "";
        return message([3, this.str(`${sign}${digits.slice(0, point)}.${digits.slice(point)}`)]);
      }
      case "text":
        return message([4, this.str(literal.value)]);
      case "date":
        return message([5, literal.value]);
      case "failureCategory":
        return message([6, failureCategories.indexOf(literal.value)]);
    }
  }

  fieldExpression({ name, value }: FieldExpression): Bytes {
    return message([2, this.expression(value)], [3, this.str(name)]);
  }

  block(bindings: ReadonlyArray<Binding>, body: Expression): Bytes {
    return message(
      ...repeated(1, bindings, ({ binder, bound }) =>
        message([1, this.binder(binder)], [2, this.expression(bound)]),
      ),
      [2, this.expression(body)],
    );
  }

  alternative({ pattern, body }: Alternative): Bytes {
    return message([1, this.expression(body)], this.#pattern(pattern));
  }

  #pattern(pattern: Pattern): Part {
    switch (pattern.tag) {
      case "default":
        return [2, unit];
      case "variant": {
        const { of, constructor, binder } = pattern;
        return [
          3,
          message([1, this.reference(of)], [2, this.str(constructor)], [3, this.str(binder)]),
        ];
      }
      case "unit":
        return [4, 0];
      case "bool":
        return [4, pattern.value ? 2 : 1];
      case "nil":
        return [5, unit];
      case "cons":
        return [6, message([1, this.str(pattern.head)], [2, this.str(pattern.tail)])];
      case "none":
        return [7, unit];
      case "some":
        return [8, message([1, this.str(pattern.binder)])];
      case "enum":
        return [9, message([1, this.reference(pattern.of)], [2, this.str(pattern.constructor)])];
    }
  }
}

const basicOf = (to: PackageWriter, of: Expression): Bytes | undefined => {
  switch (of.tag) {
    case "variable":
      return message([2, to.str(of.name)]);
    case "value":
      return message([3, to.reference(of.of)]);
    case "builtin":
      return message([4, builtinFunctions[of.builtin]]);
    case "unit":
      return message([5, 0]);
    case "bool":
      return message([5, of.value ? 2 : 1]);
    case "literal":
      return message([6, to.literal(of.literal)]);
    case "application":
      return message([
        15,
        message(
          [1, to.expression(of.function)],
          ...repeated(2, of.arguments, (each) => to.expression(each)),
        ),
      ]);
    case "typeApplication":
      return of.types.reduce<Bytes>(
        (inner, type) => message([16, message([1, inner], [2, to.type(type)])]),
        to.expression(of.function),
      );
    case "abstraction":
      return of.parameters.reduceRight<Bytes>(
        (body, binder) => message([17, message([1, to.binder(binder)], [2, body])]),
        to.expression(of.body),
      );
    case "typeAbstraction":
      return of.parameters.reduceRight<Bytes>(
        (body, binder) => message([18, message([1, to.typeBinder(binder)], [2, body])]),
        to.expression(of.body),
      );
    case "case":
      return message([
        19,
        message(
          [1, to.expression(of.scrutinee)],
          ...repeated(2, of.alternatives, (each) => to.alternative(each)),
        ),
      ]);
    case "let":
      return message([20, to.block(of.bindings, of.body)]);
    case "update":
      return message([23, updateOf(to, of.update)]);
    default:
      return undefined;
  }
};

/** A message of a type and an expression. */
const typed = (to: PackageWriter, type: Type, value: Expression): Bytes =>
  message([1, to.type(type)], [2, to.expression(value)]);

const dataOf = (to: PackageWriter, of: Expression): Bytes | undefined => {
  switch (of.tag) {
    case "record":
      return message([
        7,
        message(
          [1, to.constructorType(of.type)],
          ...repeated(2, of.fields, (each) => to.fieldExpression(each)),
        ),
      ]);
    case "recordProjection":
      return message([
        8,
        message(
          [1, to.constructorType(of.type)],
          [3, to.expression(of.record)],
          [4, to.str(of.field)],
        ),
      ]);
    case "recordUpdate":
      return message([
        9,
        message(
          [1, to.constructorType(of.type)],
          [2, to.str(of.field)],
          [3, to.expression(of.record)],
          [4, to.expression(of.update)],
        ),
      ]);
    case "variant":
      return message([
        10,
        message(
          [1, to.constructorType(of.type)],
          [2, to.str(of.constructor)],
          [3, to.expression(of.argument)],
        ),
      ]);
    case "enum":
      return message([11, message([1, to.reference(of.of)], [2, to.str(of.constructor)])]);
    default:
      return undefined;
  }
};

/** Lists, Optionals and exceptions. */
const containerOf = (to: PackageWriter, of: Expression): Bytes | undefined => {
  switch (of.tag) {
    case "nil":
      return message([21, message([1, to.type(of.type)])]);
    case "cons":
      return message([
        22,
        message([1, to.type(of.type)], ...repeated(2, of.front, (each) => to.expression(each)), [
          3,
          to.expression(of.tail),
        ]),
      ]);
    case "none":
      return message([25, message([1, to.type(of.type)])]);
    case "some":
      return message([26, typed(to, of.type, of.value)]);
    case "toAnyException":
      return message([30, typed(to, of.type, of.value)]);
    case "fromAnyException":
      return message([31, typed(to, of.type, of.value)]);
    case "throw":
      return message([
        32,
        message(
          [1, to.type(of.returnType)],
          [2, to.type(of.exceptionType)],
          [3, to.expression(of.exception)],
        ),
      ]);
    default:
      return undefined;
  }
};

const interfaceOf = (to: PackageWriter, of: Expression): Bytes => {
  switch (of.tag) {
    case "toInterface":
      return message([
        33,
        message(
          [1, to.reference(of.interface)],
          [2, to.reference(of.template)],
          [3, to.expression(of.value)],
        ),
      ]);
    case "callInterface":
      return message([
        35,
        message(
          [1, to.reference(of.interface)],
          [2, to.str(of.method)],
          [3, to.expression(of.value)],
        ),
      ]);
    case "signatoryInterface":
      return message([36, message([1, to.reference(of.interface)], [2, to.expression(of.value)])]);
    case "viewInterface":
      return message([38, message([1, to.reference(of.interface)], [2, to.expression(of.value)])]);
    default:
      throw new Error(`the writer has no ${of.tag}`);
  }
};

const updateOf = (to: PackageWriter, of: Update): Bytes => {
  switch (of.tag) {
    case "pure":
      return message([1, typed(to, of.type, of.value)]);
    case "block":
      return message([2, to.block(of.bindings, of.body)]);
    case "create":
      return message([3, message([1, to.reference(of.template)], [2, to.expression(of.payload)])]);
    case "exercise":
      return message([
        4,
        message(
          [1, to.reference(of.template)],
          [3, to.expression(of.contractId)],
          [5, to.expression(of.argument)],
          [6, to.str(of.choice)],
        ),
      ]);
    case "fetch":
      return message([
        5,
        message([1, to.reference(of.template)], [2, to.expression(of.contractId)]),
      ]);
    case "getTime":
      return message([6, unit]);
    case "tryCatch":
      return message([
        11,
        message(
          [1, to.type(of.type)],
          [2, to.expression(of.body)],
          [3, to.str(of.binder)],
          [4, to.expression(of.handler)],
        ),
      ]);
    case "exerciseInterface":
      return message([
        13,
        message(
          [1, to.reference(of.interface)],
          [2, to.str(of.choice)],
          [3, to.expression(of.contractId)],
          [4, to.expression(of.argument)],
        ),
      ]);
    case "fetchInterface":
      return message([
        14,
        message([1, to.reference(of.interface)], [2, to.expression(of.contractId)]),
      ]);
    default:
      throw new Error(`the writer has no update ${of.tag}`);
  }
};

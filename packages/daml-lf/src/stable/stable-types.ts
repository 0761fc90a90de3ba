import type { BuiltinType, Field, Reference, Type, TypeBinder } from "../syntax/type.js";

export interface StableType {
  readonly name: string;
  readonly parameters: ReadonlyArray<TypeBinder>;
  readonly serializable: boolean;
  readonly form: "record" | "variant" | "enum";
  /** Constructors of an enum have no type. */
  readonly fields: ReadonlyArray<{ readonly name: string; readonly type?: Type }>;
  /** Whether there are functions that make it, `$$WName`, and read its fields, `$$sel$u003a…`. */
  readonly makers: boolean;
  readonly selectors: boolean;
}

const builtin = (name: BuiltinType): Type => ({ tag: "builtin", builtin: name });

const apply = (head: Type, ...args: ReadonlyArray<Type>): Type =>
  args.reduce<Type>(
    (applied, argument) => ({ tag: "application", function: applied, argument }),
    head,
  );

const variable = (name: string): Type => ({ tag: "variable", name });

export const arrow = (from: Type, to: Type): Type => apply(builtin("Arrow"), from, to);

/** A type of a definition, applied to variables of these names. */
export const typeOver = (of: Reference, parameters: ReadonlyArray<string>): Type =>
  apply({ tag: "constructor", of }, ...parameters.map(variable));

const [unit, bool, int64, text] = [
  builtin("Unit"),
  builtin("Bool"),
  builtin("Int64"),
  builtin("Text"),
];
const [any, typeRep, category] = [builtin("Any"), builtin("TypeRep"), builtin("FailureCategory")];
const list = (type: Type): Type => apply(builtin("List"), type);

const star = (name: string): TypeBinder => ({ name, kind: { tag: "star" } });

const fieldsOf = (fields: Readonly<Record<string, Type>>): ReadonlyArray<Field> =>
  Object.entries(fields).map(([name, type]) => ({ name, type }));

type More = Partial<Pick<StableType, "makers" | "selectors" | "serializable">>;

const record = (
  name: string,
  parameters: ReadonlyArray<string>,
  fields: Readonly<Record<string, Type>>,
  more: More = {},
): StableType => ({
  name,
  parameters: parameters.map(star),
  serializable: true,
  form: "record",
  fields: fieldsOf(fields),
  makers: true,
  selectors: false,
  ...more,
});

const variant = (
  name: string,
  parameters: ReadonlyArray<string>,
  fields: Readonly<Record<string, Type>>,
): StableType => ({ ...record(name, parameters, fields), form: "variant" });

/** A type that is used as a parameter only. */
const phantom = (name: string, parameters: ReadonlyArray<TypeBinder>): StableType => ({
  ...variant(name, [], {}),
  parameters,
  serializable: false,
  makers: false,
});

const enumeration = (name: string, names: string): StableType => ({
  ...record(name, [], {}),
  form: "enum",
  fields: names.split(" ").map((each) => ({ name: each })),
  makers: false,
});

const exception = (name: string): StableType => record(name, [], { message: text });

const tuple = (size: number): StableType => {
  const numbers = Array.from({ length: size }, (_, at) => at + 1);
  const fields = Object.fromEntries(numbers.map((at) => [`_${at}`, variable(`t${at}`)]));
  return record(
    `Tuple${size}`,
    numbers.map((at) => `t${at}`),
    fields,
  );
};

const [a, s, k] = [variable("a"), variable("s"), variable("k")];
const readable: More = { selectors: true };
const internal: More = { selectors: true, serializable: false };
const bare: More = { makers: false, serializable: false };

const maxTuple = 20;

/** A type of a stable package, by module and name. */
type TypeOf = (module: string, name: string) => Type;

type TypesByModule = Readonly<Record<string, ReadonlyArray<StableType>>>;

/** Of daml-prim. */
const primitiveTypes: TypesByModule = {
  "DA.Exception.ArithmeticError": [exception("ArithmeticError")],
  "DA.Exception.AssertionFailed": [exception("AssertionFailed")],
  "DA.Exception.GeneralError": [exception("GeneralError")],
  "DA.Exception.PreconditionFailed": [exception("PreconditionFailed")],
  "DA.Internal.Erased": [phantom("Erased", [])],
  "DA.Internal.NatSyn": [phantom("NatSyn", [{ name: "n", kind: { tag: "nat" } }])],
  "DA.Internal.PromotedText": [phantom("PromotedText", [star("t")])],
  "DA.Types": [
    variant("Either", ["a", "b"], { Left: a, Right: variable("b") }),
    ...Array.from({ length: maxTuple - 1 }, (_, at) => tuple(at + 2)),
  ],
  "GHC.Prim": [{ ...enumeration("Void$u0023", "Void$u0023"), serializable: false }],
  "GHC.Tuple": [record("Unit", ["a"], { _1: a })],
  "GHC.Types": [enumeration("Ordering", "LT EQ GT")],
};

/** Of daml-stdlib, as the compiler uses them. */
const compilerTypes = (of: TypeOf): TypesByModule => ({
  "DA.Action.State.Type": [
    record(
      "State",
      ["s", "a"],
      { runState: arrow(s, apply(of("DA.Types", "Tuple2"), a, s)) },
      internal,
    ),
  ],
  "DA.Date.Types": [
    enumeration("DayOfWeek", "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"),
    enumeration("Month", "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"),
  ],
  "DA.Internal.Any": [
    record("AnyTemplate", [], { getAnyTemplate: any }, bare),
    record("TemplateTypeRep", [], { getTemplateTypeRep: typeRep }, bare),
    record(
      "AnyChoice",
      [],
      {
        getAnyChoice: any,
        getAnyChoiceTemplateTypeRep: of("DA.Internal.Any", "TemplateTypeRep"),
      },
      bare,
    ),
    record(
      "AnyContractKey",
      [],
      {
        getAnyContractKey: any,
        getAnyContractKeyTemplateTypeRep: of("DA.Internal.Any", "TemplateTypeRep"),
      },
      bare,
    ),
  ],
  "DA.Internal.Down": [record("Down", ["a"], { unpack: a })],
  "DA.Internal.Fail.Types": [
    record(
      "FailureStatus",
      [],
      { errorId: text, category, message: text, meta: apply(builtin("TextMap"), text) },
      internal,
    ),
  ],
  "DA.Internal.Interface.AnyView.Types": [
    record(
      "AnyView",
      [],
      {
        getAnyView: any,
        getAnyViewInterfaceTypeRep: of("DA.Internal.Interface.AnyView.Types", "InterfaceTypeRep"),
      },
      internal,
    ),
    record("InterfaceTypeRep", [], { getInterfaceTypeRep: typeRep }, internal),
  ],
  "DA.Internal.Template": [record("Archive", [], {}, { makers: false })],
});

/** Of daml-stdlib, as programs use them. */
const libraryTypes = (of: TypeOf): TypesByModule => ({
  "DA.Logic.Types": [
    variant("Formula", ["a"], {
      Proposition: a,
      Negation: apply(of("DA.Logic.Types", "Formula"), a),
      Conjunction: list(apply(of("DA.Logic.Types", "Formula"), a)),
      Disjunction: list(apply(of("DA.Logic.Types", "Formula"), a)),
    }),
  ],
  "DA.Monoid.Types": [
    record("All", [], { getAll: bool }, readable),
    record("Any", [], { getAny: bool }, readable),
    record("Endo", ["a"], { appEndo: arrow(a, a) }, internal),
    record("Sum", ["a"], { unpack: a }),
    record("Product", ["a"], { unpack: a }),
  ],
  "DA.NonEmpty.Types": [record("NonEmpty", ["a"], { hd: a, tl: list(a) }, readable)],
  "DA.Random.Types": [variant("Minstd", [], { Minstd: int64 })],
  "DA.Semigroup.Types": [record("Min", ["a"], { unpack: a }), record("Max", ["a"], { unpack: a })],
  "DA.Set.Types": [record("Set", ["k"], { map: apply(builtin("GenMap"), k, unit) })],
  "DA.Stack.Types": [
    record(
      "SrcLoc",
      [],
      {
        srcLocPackage: text,
        srcLocModule: text,
        srcLocFile: text,
        srcLocStartLine: int64,
        srcLocStartCol: int64,
        srcLocEndLine: int64,
        srcLocEndCol: int64,
      },
      readable,
    ),
  ],
  "DA.Time.Types": [record("RelTime", [], { microseconds: int64 }, readable)],
  "DA.Validation.Types": [
    variant("Validation", ["errs", "a"], {
      Errors: apply(of("DA.NonEmpty.Types", "NonEmpty"), variable("errs")),
      Success: a,
    }),
  ],
});

/**
 * The data types of each stable package by the name of its module (daml-lf A.6).
 *
 * @param of a type of another stable package, by module and name
 */
export const stableTypes = (of: TypeOf): TypesByModule => ({
  ...primitiveTypes,
  ...compilerTypes(of),
  ...libraryTypes(of),
});

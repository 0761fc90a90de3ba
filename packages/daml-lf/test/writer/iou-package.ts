import type { Expression, Location } from "../../src/syntax/expression.js";
import type {
  DataType,
  LfChoice,
  LfPackage,
  LfTemplate,
  Module,
  Value,
} from "../../src/syntax/package.js";
import type { Reference, Type } from "../../src/syntax/type.js";
import {
  app,
  archiveType,
  at,
  builtin,
  byName,
  cond,
  dataRecord,
  decimal,
  field,
  fn,
  list,
  pure,
  record,
  text,
  type,
  typeOf,
  updated,
  v,
  value,
} from "./notation.js";

const tuple2: Reference = {
  packageId: "5aee9b21b8e9a4c4975b5f4c4198e6e6e8469df49e2010820e792f393db870f4",
  module: "DA.Types",
  name: "Tuple2",
};

/** What the package calls itself; its real id follows from its bytes. */
const packageId = "id of the package";

const own = (name: string): Reference => ({ packageId, module: "Iou", name });

const [party, textType, unit] = [type("Party"), type("Text"), type("Unit")];
const money = type("Numeric", { tag: "nat", value: 10 });
const [iou, offer] = [typeOf(own("Iou")), typeOf(own("IouOffer"))];
const idOf = (template: Type): Type => type("ContractId", template);
const pair = typeOf(tuple2, idOf(iou), idOf(iou));

const numeric =
  (name: "ADD_NUMERIC" | "SUB_NUMERIC" | "GREATER_EQ" | "GREATER") =>
  (a: Expression, b: Expression): Expression => {
    const of = name.endsWith("NUMERIC") ? { tag: "nat" as const, value: 10 } : money;
    return app(at(builtin(name), of), a, b);
  };

const ten: Type = { tag: "nat", value: 10 };
const [add, subtract] = [numeric("ADD_NUMERIC"), numeric("SUB_NUMERIC")];
const [atLeast, moreThan] = [numeric("GREATER_EQ"), numeric("GREATER")];
/** Its result is of the scale of the witness, the first operand. */
const scaled =
  (name: "MUL_NUMERIC" | "DIV_NUMERIC") =>
  (a: Expression, b: Expression): Expression =>
    app(at(builtin(name), ten, ten, ten), decimal("0.0"), a, b);
const [multiply, divide] = [scaled("MUL_NUMERIC"), scaled("DIV_NUMERIC")];

const joined = (...parts: ReadonlyArray<Expression>): Expression =>
  parts.reduceRight((rest, each) => app(builtin("APPEND_TEXT"), each, rest));
const shown = (of: Expression): Expression => app(at(builtin("NUMERIC_TO_TEXT"), ten), of);

const create = (template: string, payload: Expression): Expression => ({
  tag: "update",
  update: { tag: "create", template: own(template), payload },
});

const [self, argument] = [v("this"), v("arg")];
const ofIou = (name: string): Expression => field(iou, self, name);
const inOffer = (name: string): Expression => field(iou, field(offer, self, "iou"), name);

interface ChoiceSketch {
  readonly name: string;
  readonly consuming?: boolean;
  readonly controllers: Expression;
  readonly argument?: Type;
  readonly result: Type;
  readonly update: Expression;
}

const parties = (...some: ReadonlyArray<Expression>): Expression => list(party, ...some);

const splitUpdate = (): Expression => {
  const amount = field(typeOf(own("Iou_Split")), argument, "splitAmount");
  const part = updated(iou, self, "amount", amount);
  const rest = updated(iou, self, "amount", subtract(ofIou("amount"), amount));
  const both = record(pair, { _1: v("first"), _2: v("rest") });
  const split: Expression = {
    tag: "update",
    update: {
      tag: "block",
      bindings: [
        { binder: { name: "first", type: idOf(iou) }, bound: create("Iou", part) },
        { binder: { name: "rest", type: idOf(iou) }, bound: create("Iou", rest) },
      ],
      body: pure(pair, both),
    },
  };
  const fails = app(
    at(builtin("FAIL_WITH_STATUS"), type("Update", pair)),
    text("IOU_TOO_SMALL"),
    {
      tag: "literal",
      literal: { tag: "failureCategory", value: "InvalidGivenCurrentSystemStateOther" },
    },
    joined(text("cannot split "), shown(amount), text(" off "), shown(ofIou("amount"))),
    at(builtin("TEXTMAP_EMPTY"), textType),
  );
  return cond(atLeast(amount, ofIou("amount")), fails, split);
};

const worth = typeOf(own("Iou_Worth"));

const iouChoices: ReadonlyArray<ChoiceSketch> = [
  {
    name: "Archive",
    controllers: parties(ofIou("issuer"), ofIou("owner")),
    argument: archiveType,
    result: unit,
    update: pure(unit, { tag: "unit" }),
  },
  {
    name: "Iou_Offer",
    controllers: parties(ofIou("owner")),
    result: idOf(offer),
    update: create(
      "IouOffer",
      record(offer, {
        iou: self,
        newOwner: field(typeOf(own("Iou_Offer")), argument, "newOwner"),
      }),
    ),
  },
  {
    name: "Iou_Split",
    controllers: parties(ofIou("owner")),
    result: pair,
    update: splitUpdate(),
  },
  {
    name: "Iou_Worth",
    consuming: false,
    controllers: parties(field(worth, argument, "reader")),
    result: money,
    update: pure(money, multiply(ofIou("amount"), field(worth, argument, "price"))),
  },
];

const offerChoices: ReadonlyArray<ChoiceSketch> = [
  {
    name: "Archive",
    controllers: parties(inOffer("issuer"), inOffer("owner")),
    argument: archiveType,
    result: unit,
    update: pure(unit, { tag: "unit" }),
  },
  {
    name: "IouOffer_Accept",
    controllers: parties(field(offer, self, "newOwner")),
    result: idOf(iou),
    update: create(
      "Iou",
      updated(iou, field(offer, self, "iou"), "owner", field(offer, self, "newOwner")),
    ),
  },
  {
    name: "IouOffer_Withdraw",
    controllers: parties(inOffer("owner")),
    result: idOf(iou),
    update: create("Iou", field(offer, self, "iou")),
  },
];

const values: Readonly<Record<string, readonly [Type, Expression]>> = {
  prices: [type("List", money), list(money, decimal("1.25"), decimal("0.8"), decimal("1.1"))],
  total: [
    type("Arrow", type("List", money), money),
    app(
      at(builtin("FOLDL"), money, money),
      fn({ sum: money, price: money }, add(v("sum"), v("price"))),
      decimal("0.0"),
    ),
  ],
  totalPrice: [money, app(value(own("total")), value(own("prices")))],
  averagePrice: [money, divide(value(own("totalPrice")), decimal("3.0"))],
  priceOfNothing: [money, divide(value(own("totalPrice")), decimal("0.0"))],
};

type Place = (start: string) => { readonly location: Location };

const choiceOf =
  (placed: Place) =>
  ({ name, consuming = true, ...sketch }: ChoiceSketch): LfChoice => ({
    name,
    consuming,
    controllers: sketch.controllers,
    argument: { name: "arg", type: sketch.argument ?? typeOf(own(name)) },
    self: "self",
    resultType: sketch.result,
    update: sketch.update,
    ...(name === "Archive" ? {} : placed(`${consuming ? "" : "nonconsuming "}choice ${name} `)),
  });

const templatesOf = (placed: Place): ReadonlyArray<LfTemplate> => {
  const templateOf = (
    template: Pick<LfTemplate, "name" | "signatories" | "observers" | "precondition">,
    choices: ReadonlyArray<ChoiceSketch>,
  ): LfTemplate => ({
    ...template,
    parameter: "this",
    choices: byName(choices.map(choiceOf(placed))),
    implementations: [],
    ...placed(`template ${template.name}`),
  });
  return [
    templateOf(
      {
        name: "Iou",
        signatories: parties(ofIou("issuer"), ofIou("owner")),
        observers: parties(),
        precondition: moreThan(ofIou("amount"), decimal("0.0")),
      },
      iouChoices,
    ),
    templateOf(
      {
        name: "IouOffer",
        signatories: parties(inOffer("issuer"), inOffer("owner")),
        observers: parties(field(offer, self, "newOwner")),
      },
      offerChoices,
    ),
  ];
};

const dataTypes: ReadonlyArray<DataType> = [
  dataRecord("Iou", { issuer: party, owner: party, currency: textType, amount: money }),
  dataRecord("Iou_Offer", { newOwner: party }),
  dataRecord("Iou_Split", { splitAmount: money }),
  dataRecord("Iou_Worth", { price: money, reader: party }),
  dataRecord("IouOffer", { iou, newOwner: party }),
  dataRecord("IouOffer_Accept", {}),
  dataRecord("IouOffer_Withdraw", {}),
];

/**
 * The package of `examples/daml`.
 *
 * @param source the Daml source, in which the lines of definitions are looked up
 */
export const iouPackage = (source: string): LfPackage => {
  const lines = source.split("\n");
  const placed: Place = (start) => {
    const startLine = lines.findIndex((line) => line.trim().startsWith(start));
    if (startLine < 0) throw new Error(`no line of the source begins with ${start}`);
    const end = { endLine: startLine, endColumn: (lines[startLine] ?? "").length };
    return { location: { packageId, module: "Iou", startLine, startColumn: 0, ...end } };
  };
  const module: Module = {
    name: "Iou",
    synonyms: new Map(),
    dataTypes: byName(dataTypes),
    values: byName(
      Object.entries(values).map(
        ([name, [of, expression]]): Value => ({
          name,
          type: of,
          expression,
          ...placed(`${name} =`),
        }),
      ),
    ),
    templates: byName(templatesOf(placed)),
    exceptions: new Map(),
    interfaces: new Map(),
  };
  return {
    id: packageId,
    name: "iou-example",
    version: "1.0.0",
    languageVersion: "2.2",
    dependencies: [],
    modules: new Map([["Iou", module]]),
  };
};

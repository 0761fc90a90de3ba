import type { Expression } from "../../src/syntax/expression.js";
import type {
  DataType,
  Implementation,
  LfChoice,
  LfInterface,
  LfPackage,
  LfTemplate,
} from "../../src/syntax/package.js";
import type { Reference, Type } from "../../src/syntax/type.js";
import {
  app,
  archiveType,
  at,
  builtin,
  byName,
  dataRecord,
  field,
  fn,
  list,
  pure,
  record,
  text,
  type,
  typeOf,
  v,
} from "./notation.js";
import { packageIdOf } from "./write-package.js";

// Interfaces in a package of their own, and two versions of a package whose templates implement
// them: what tests over HTTP look at through interfaces.

/** What each package calls itself; its real id follows from its bytes. */
const selfId = "id of the package";

const [party, textType, unit] = [type("Party"), type("Text"), type("Unit")];
const money = type("Numeric", { tag: "nat", value: 10 });
const idOf = (of: Reference): Type => type("ContractId", typeOf(of));
const updating = (result: Type): Type => type("Update", result);

const apiModule = "Assets.Api";
const own = (module: string, name: string): Reference => ({ packageId: selfId, module, name });
const [self, argument] = [v("this"), v("arg")];
const ofArgument = (choice: Reference, name: string): Expression =>
  field(typeOf(choice), argument, name);

const choiceOf = (
  sketch: Pick<LfChoice, "name" | "controllers" | "resultType" | "update">,
  argumentType: Type,
  consuming = true,
): LfChoice => ({
  ...sketch,
  consuming,
  argument: { name: "arg", type: argumentType },
  self: "self",
});

const archiveBy = (controllers: Expression): LfChoice =>
  choiceOf(
    { name: "Archive", controllers, resultType: unit, update: pure(unit, { tag: "unit" }) },
    archiveType,
  );

const moduleOf = (
  name: string,
  dataTypes: ReadonlyArray<DataType>,
  templates: ReadonlyArray<LfTemplate>,
  interfaces: ReadonlyArray<LfInterface>,
): LfPackage["modules"] => {
  const none = new Map<string, never>();
  const module = {
    name,
    synonyms: none,
    dataTypes: byName(dataTypes),
    values: none,
    templates: byName(templates),
    exceptions: none,
    interfaces: byName(interfaces),
  };
  return new Map([[name, module]]);
};

const asset = own(apiModule, "Asset");
const named = own(apiModule, "Named");
const assetView = own(apiModule, "AssetView");
const give = own(apiModule, "Asset_Give");
const peek = own(apiModule, "Asset_Peek");

const viewed = (name: string): Expression =>
  field(typeOf(assetView), { tag: "viewInterface", interface: asset, value: self }, name);

const assetChoices: ReadonlyArray<LfChoice> = [
  archiveBy({ tag: "signatoryInterface", interface: asset, value: self }),
  choiceOf(
    {
      name: "Asset_Give",
      controllers: list(party, viewed("owner")),
      resultType: idOf(asset),
      update: app(
        { tag: "callInterface", interface: asset, method: "giveTo", value: self },
        ofArgument(give, "newOwner"),
      ),
    },
    typeOf(give),
  ),
  choiceOf(
    {
      name: "Asset_Peek",
      controllers: list(party, ofArgument(peek, "reader")),
      resultType: money,
      update: pure(money, viewed("amount")),
    },
    typeOf(peek),
    false,
  ),
];

/** The package of the interfaces `Named` and `Asset`, which requires it. */
export const assetsApi: LfPackage = {
  id: selfId,
  name: "assets-api",
  version: "1.0.0",
  languageVersion: "2.2",
  dependencies: [],
  modules: moduleOf(
    apiModule,
    [
      dataRecord("AssetView", { owner: party, label: textType, amount: money }),
      dataRecord("NameView", { name: textType }),
      dataRecord("Asset_Give", { newOwner: party }),
      dataRecord("Asset_Peek", { reader: party }),
      ...["Asset", "Named"].map(
        (name): DataType => ({
          name,
          parameters: [],
          serializable: false,
          constructors: { tag: "interface" },
        }),
      ),
    ],
    [],
    [
      {
        name: "Asset",
        parameter: "this",
        methods: new Map([["giveTo", type("Arrow", party, updating(idOf(asset)))]]),
        choices: byName(assetChoices),
        view: typeOf(assetView),
        requires: [named],
      },
      {
        name: "Named",
        parameter: "this",
        methods: new Map(),
        choices: byName([archiveBy({ tag: "signatoryInterface", interface: named, value: self })]),
        view: typeOf(own(apiModule, "NameView")),
        requires: [],
      },
    ],
  ),
};

const apiId = packageIdOf(assetsApi);
const ofApi = (name: string): Reference => ({ packageId: apiId, module: apiModule, name });
const bond = own("Assets", "Bond");

const ofBond = (name: string): Expression => field(typeOf(bond), self, name);

const create = (template: Reference, payload: Expression): Expression => ({
  tag: "update",
  update: { tag: "create", template, payload },
});

/** A contract id of a template as one of an interface. */
const asAsset = (template: Reference, id: Expression): Expression =>
  app(at(builtin("COERCE_CONTRACT_ID"), typeOf(template), typeOf(ofApi("Asset"))), id);

const assetInstance = (view: Expression, giveTo: Expression): Implementation => ({
  interface: ofApi("Asset"),
  methods: new Map([["giveTo", fn({ newOwner: party }, giveTo)]]),
  view,
});

const nameInstance = (name: string): Implementation => ({
  interface: ofApi("Named"),
  methods: new Map(),
  view: record(typeOf(ofApi("NameView")), { name: text(name) }),
});

const viewOf = (owner: Expression, label: Expression, amount: Expression): Expression =>
  record(typeOf(ofApi("AssetView")), { owner, label, amount });

/** A bond; since 1.1.0 with a memo, which is the label of its view. */
const bondTemplate = (hasMemo: boolean): LfTemplate => {
  const given = Object.fromEntries(
    ["issuer", "amount", ...(hasMemo ? ["memo"] : [])].map((name) => [name, ofBond(name)]),
  );
  const label: Expression = hasMemo
    ? {
        tag: "case",
        scrutinee: ofBond("memo"),
        alternatives: [
          { pattern: { tag: "some", binder: "memo" }, body: v("memo") },
          { pattern: { tag: "none" }, body: text("no memo") },
        ],
      }
    : text("bond");
  const renewed = record(typeOf(bond), {
    issuer: ofBond("issuer"),
    owner: v("newOwner"),
    ...given,
  });
  const giving: Expression = {
    tag: "update",
    update: {
      tag: "block",
      bindings: [{ binder: { name: "made", type: idOf(bond) }, bound: create(bond, renewed) }],
      body: pure(idOf(ofApi("Asset")), asAsset(bond, v("made"))),
    },
  };
  return {
    name: "Bond",
    parameter: "this",
    signatories: list(party, ofBond("issuer")),
    observers: list(party, ofBond("owner")),
    choices: byName([archiveBy(list(party, ofBond("issuer")))]),
    implementations: [
      assetInstance(viewOf(ofBond("owner"), label, ofBond("amount")), giving),
      nameInstance("Bond"),
    ],
  };
};

const stopped = (of: Type): Expression => app(at(builtin("ERROR"), of), text("nothing to see"));

/** A template whose view throws. */
const brokenTemplate = (): LfTemplate => {
  const broken = own("Assets", "Broken");
  const owner = list(party, field(typeOf(broken), self, "owner"));
  return {
    name: "Broken",
    parameter: "this",
    signatories: owner,
    observers: list(party),
    choices: byName([archiveBy(owner)]),
    implementations: [
      assetInstance(stopped(typeOf(ofApi("AssetView"))), stopped(updating(idOf(ofApi("Asset"))))),
      nameInstance("Broken"),
    ],
  };
};

const tellerAmount = own("Assets", "Teller_Amount");
const tellerGive = own("Assets", "Teller_Give");

/** Fetches an asset through the interface; its amount. */
const amountRead: Expression = {
  tag: "update",
  update: {
    tag: "block",
    bindings: [
      {
        binder: { name: "asset", type: typeOf(ofApi("Asset")) },
        bound: {
          tag: "update",
          update: {
            tag: "fetchInterface",
            interface: ofApi("Asset"),
            contractId: ofArgument(tellerAmount, "asset"),
          },
        },
      },
    ],
    body: pure(
      money,
      field(
        typeOf(ofApi("AssetView")),
        { tag: "viewInterface", interface: ofApi("Asset"), value: v("asset") },
        "amount",
      ),
    ),
  },
};

/** Exercises a choice of the interface on an asset. */
const assetGiven: Expression = {
  tag: "update",
  update: {
    tag: "exerciseInterface",
    interface: ofApi("Asset"),
    choice: "Asset_Give",
    contractId: ofArgument(tellerGive, "asset"),
    argument: record(typeOf(ofApi("Asset_Give")), { newOwner: ofArgument(tellerGive, "newOwner") }),
  },
};

/** A template that implements nothing, and uses assets through the interface. */
const tellerTemplate = (): LfTemplate => {
  const owner = list(party, field(typeOf(own("Assets", "Teller")), self, "owner"));
  const chosen = (of: Reference, resultType: Type, update: Expression): LfChoice =>
    choiceOf({ name: of.name, controllers: owner, resultType, update }, typeOf(of), false);
  return {
    name: "Teller",
    parameter: "this",
    signatories: owner,
    observers: list(party),
    choices: byName([
      archiveBy(owner),
      chosen(tellerAmount, money, amountRead),
      chosen(tellerGive, idOf(ofApi("Asset")), assetGiven),
    ]),
    implementations: [],
  };
};

/** The package of the templates; 1.1.0 is an upgrade of 1.0.0. */
export const assetsPackage = (version: "1.0.0" | "1.1.0"): LfPackage => {
  const hasMemo = version === "1.1.0";
  return {
    id: selfId,
    name: "assets",
    version,
    languageVersion: "2.2",
    dependencies: [apiId],
    modules: moduleOf(
      "Assets",
      [
        dataRecord("Bond", {
          issuer: party,
          owner: party,
          amount: money,
          ...(hasMemo ? { memo: type("Optional", textType) } : {}),
        }),
        dataRecord("Broken", { owner: party }),
        dataRecord("Teller", { owner: party }),
        dataRecord("Teller_Amount", { asset: idOf(ofApi("Asset")) }),
        dataRecord("Teller_Give", { asset: idOf(ofApi("Asset")), newOwner: party }),
      ],
      [bondTemplate(hasMemo), brokenTemplate(), tellerTemplate()],
      [],
    ),
  };
};

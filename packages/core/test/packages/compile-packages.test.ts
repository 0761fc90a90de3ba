import { expect } from "chai";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { pingPackage } from "../../src/templates/builtin-ping.js";
import { type CompiledPackages, compilePackages } from "../../src/packages/compile-packages.js";
import { optional } from "../../src/daml-types/collection-types.js";
import { record } from "../../src/daml-types/record-types.js";
import { contractId, int64, party, text, unit } from "../../src/daml-types/scalar-types.js";
import { canonicalJson } from "../../src/values/json.js";
import {
  choice,
  defineInterface,
  definePackage,
  instance,
  interfaceChoice,
  template,
} from "../../src/templates/definitions.js";
import type { Package } from "../../src/templates/template.js";
import { sha256 } from "../ledger-fixture.js";
import { samplePackage } from "../sample-package.js";

const compiled = (...packages: ReadonlyArray<Package>): CompiledPackages => {
  const result = compilePackages(packages, sha256);
  if (isLeft(result)) throw new Error(result.left.message);
  return result.right;
};
const errorOf = (...packages: ReadonlyArray<Package>): string => {
  const result = compilePackages(packages, sha256);
  return isLeft(result) ? result.left.message : "compiled";
};
const idOf = (definition: Package): string => compiled(definition).packages[0]?.packageId ?? "";

const signed = { signatories: ({ owner }: { owner: string }) => [owner] };
const Note = template("Main:Note", { payload: record({ owner: party }), ...signed });
const endless = {
  argument: record({}),
  result: unit,
  controllers: ({ owner }: { owner: string }) => [owner],
  *body() {
    return {};
  },
};
const Close = choice(Note, "Close", endless);
const base: Package = definePackage({
  name: "notes",
  version: "1.0.0",
  templates: [Note],
  choices: [Close],
});

describe("package ids", () => {
  it("of the ping package is that of the package it is made after", () => {
    expect(idOf(pingPackage)).to.equal(
      "de2cc2f90eb523414ff54e899951dadd8789a4c07e0f71f6d6c9eaf57d412a54",
    );
  });

  it("of the sample package changes only when its model does", () => {
    expect(idOf(samplePackage)).to.equal(
      "343c66f7c800883abd602f36c78a729a4e70200e0e004f94f0a2c78059133902",
    );
  });

  it("are the SHA-256 of the model as canonical JSON", () => {
    const [info] = compiled(base).packages;
    expect(canonicalJson(info?.model ?? null)).to.equal(
      '{"format":"tallystick-package-1","interfaces":[],"name":"notes","templates":[{"choices":[{"argument":{"Record":[]},' +
        '"consuming":true,"name":"Close","result":"Unit"}],"implements":[],"key":null,"name":"Main:Note",' +
        '"payload":{"Record":[["owner","Party"]]}}],"version":"1.0.0"}',
    );
    expect(info?.packageId).to.equal(sha256(canonicalJson(info?.model ?? null)));
  });

  it("do not depend on the order in which templates and choices are listed", () => {
    const Other = template("Main:Other", { payload: record({ owner: party }), ...signed });
    const Again = choice(Note, "Again", endless);
    const one = { ...base, templates: [Note, Other], choices: [Close, Again] };
    const other = { ...base, templates: [Other, Note], choices: [Again, Close] };
    expect(idOf(one)).to.equal(idOf(other));
  });

  const View = defineInterface("Main:View", record({ owner: party }));
  const asView = { view: ({ owner }: { owner: string }) => ({ owner }), methods: () => ({}) };
  const typed = (payload: typeof Note.payload): Package => {
    const changed = template("Main:Note", { payload, ...signed });
    return { ...base, templates: [changed], choices: [choice(changed, "Close", endless)] };
  };
  const changes: ReadonlyArray<readonly [string, Package]> = [
    ["name", { ...base, name: "notes-2" }],
    ["version", { ...base, version: "1.0.1" }],
    ["payload type", typed(record({ owner: party, note: optional(text) }))],
    ["order of fields", typed(record({ note: optional(text), owner: party }))],
    ["choices", { ...base, choices: [] }],
    ["choice name", { ...base, choices: [choice(Note, "Shut", endless)] }],
    [
      "choice argument",
      {
        ...base,
        choices: [choice(Note, "Close", { ...endless, argument: record({ at: int64 }) })],
      },
    ],
    [
      "choice result",
      { ...base, choices: [choice(Note, "Close", { ...endless, result: record({}) })] },
    ],
    [
      "consumption",
      { ...base, choices: [choice(Note, "Close", { ...endless, consuming: false })] },
    ],
    [
      "key",
      (() => {
        const keyed = template("Main:Note", {
          payload: record({ owner: party }),
          ...signed,
          key: { type: party, of: ({ owner }) => owner, maintainers: (owner) => [owner] },
        });
        return { ...base, templates: [keyed], choices: [choice(keyed, "Close", endless)] };
      })(),
    ],
    ["interfaces", { ...base, interfaces: [View] }],
    ["instances", { ...base, interfaces: [View], instances: [instance(Note, View, asView)] }],
  ];
  for (const [what, changed] of changes) {
    it(`change with the ${what} of a package`, () => {
      expect(idOf(changed)).to.not.equal(idOf(base));
    });
  }

  it("do not depend on the order in which instances are listed", () => {
    const Second = defineInterface("Main:Second", record({ owner: party }));
    const instances = [instance(Note, View, asView), instance(Note, Second, asView)];
    const interfaces = [View, Second];
    const one = { ...base, interfaces, instances };
    const other = { ...base, interfaces, instances: [...instances].reverse() };
    expect(idOf(one)).to.equal(idOf(other));
  });

  it("change with the interface of another package that a template implements", () => {
    const views = (version: string): Package =>
      definePackage({ name: "views", version, interfaces: [View] });
    const implementing = { ...base, instances: [instance(Note, View, asView)] };
    const ids = ["1.0.0", "2.0.0"].map(
      (version) => compiled(implementing, views(version)).packages[0]?.packageId,
    );
    expect(ids[0]).to.not.equal(ids[1]);
  });
});

describe("the compiling of packages", () => {
  const View = defineInterface("Main:View", record({}));
  const Other = defineInterface("Main:Other", record({}));
  const methods = { view: () => ({}), methods: () => ({}) };
  const B = template("Main:B", { payload: record({ owner: party }), ...signed });
  const keyOfIds = {
    type: record({ owner: party, of: optional(contractId) }),
    of: ({ owner }: { readonly owner: string }) => ({ owner, of: undefined }),
    maintainers: ({ owner }: { readonly owner: string }) => [owner],
  };
  const faults: ReadonlyArray<readonly [string, ReadonlyArray<Package>, string]> = [
    [
      "a name against its grammar",
      [{ ...base, name: "a b" }],
      'package name "a b" is not of [a-zA-Z0-9-_]',
    ],
    [
      "a version against its grammar",
      [{ ...base, version: "1.x" }],
      'package notes has the version "1.x", not 1.2.3',
    ],
    [
      "a template name without a module",
      [{ ...base, choices: [], templates: [{ ...Note, name: "Note" }] }],
      'package notes: "Note" is not Module:Entity, such as "Main:Iou"',
    ],
    [
      "a payload that is no record",
      [{ ...base, choices: [], templates: [{ ...Note, payload: party }] }],
      "package notes: the payload of Main:Note is not a record({...})",
    ],
    [
      "a key that holds contract ids",
      [{ ...base, choices: [], templates: [{ ...Note, key: keyOfIds }] }],
      "package notes: the key of Main:Note contains contract ids, which keys must not contain",
    ],
    [
      "a template twice",
      [{ ...base, templates: [Note, Note] }],
      "package notes has Main:Note twice",
    ],
    [
      "a template and an interface of one name",
      [{ ...base, interfaces: [defineInterface("Main:Note", record({}))] }],
      "package notes has Main:Note twice",
    ],
    [
      "a choice twice",
      [{ ...base, choices: [Close, Close] }],
      "package notes has Main:Note.Close twice",
    ],
    [
      "a choice on a template of another package",
      [{ ...base, templates: [] }],
      "package notes: choice Close is on Main:Note of another package",
    ],
    [
      "a choice name against its grammar",
      [{ ...base, choices: [{ ...Close, name: "a-b" }] }],
      'package notes: "a-b" cannot name a choice',
    ],
    [
      "a choice called Archive",
      [{ ...base, choices: [{ ...Close, name: "Archive" }] }],
      'package notes: "Archive" cannot name a choice',
    ],
    [
      "an interface choice called Archive",
      [
        {
          ...base,
          interfaces: [View],
          choices: [
            {
              ...interfaceChoice(View, "Close", { ...endless, controllers: () => [] }),
              name: "Archive",
            },
          ],
        },
      ],
      'package notes: "Archive" cannot name a choice',
    ],
    [
      "an instance for a template of another package",
      [{ ...base, interfaces: [View], instances: [instance(B, View, methods)] }],
      "package notes: instance for Main:B of another package",
    ],
    [
      "an instance twice",
      [
        {
          ...base,
          interfaces: [View],
          instances: [instance(Note, View, methods), instance(Note, View, methods)],
        },
      ],
      "package notes: Main:Note implements Main:View twice",
    ],
    [
      "an interface of no package",
      [{ ...base, instances: [instance(Note, View, methods)] }],
      "package notes: Main:Note implements Main:View, which is in no package",
    ],
    [
      "packages that refer to each other in a circle",
      [
        { ...base, interfaces: [View], instances: [instance(Note, Other, methods)] },
        definePackage({
          name: "b",
          version: "1",
          templates: [B],
          interfaces: [Other],
          instances: [instance(B, View, methods)],
        }),
      ],
      "package notes depends on itself",
    ],
    [
      "two models under one name and version",
      [base, { ...base, choices: [] }],
      "two different packages are both notes 1.0.0; give one of them another version",
    ],
  ];
  for (const [name, packages, message] of faults) {
    it(`refuses ${name}`, () => {
      expect(errorOf(...packages)).to.equal(message);
    });
  }

  it("takes the same package twice as once", () => {
    expect(compiled(base, { ...base }).packages).to.have.lengthOf(1);
  });

  it("gives every template the archive choice, controlled by the signatories", () => {
    const [note] = compiled(base).templates;
    const archive = note?.choices.get("Archive");
    expect([...(note?.choices.keys() ?? [])].sort()).to.deep.equal(["Archive", "Close"]);
    expect(archive?.controllers({ owner: "al" }, {})).to.deep.equal(["al"]);
    expect(archive?.consuming).to.equal(true);
  });

  for (const [what, argument, taken] of [
    ["no fields", {}, true],
    ["null, as clients send it", null, true],
    ["a field", { more: 1 }, false],
    ["a text", "", false],
    ["a list", [], false],
  ] as const) {
    it(`${taken ? "takes" : "refuses"} ${what} for the argument of an archive`, () => {
      const archive = compiled(base).templates[0]?.choices.get("Archive");
      if (archive === undefined) throw new Error("the template has no archive choice");
      expect(isRight(archive.argument.decode(argument))).to.equal(taken);
    });
  }
});

import { expect } from "chai";
import {
  choice,
  definePackage,
  numeric,
  type Package,
  party,
  record,
  template,
  unit,
} from "../../src/index.js";
import { formError } from "../../src/packages/definition-form.js";

/** As authors without a type checker write it. */
// border: the compiler would not let it through
const loose = (value: unknown) => value as never;

const parts = {
  payload: record({ owner: party, amount: numeric }),
  signatories: ({ owner }: { readonly owner: string }) => [owner],
};
const Iou = template("Iou:Iou", parts);
const call = {
  argument: record({}),
  result: unit,
  controllers: ({ owner }: { readonly owner: string }) => [owner],
  *body() {
    return {};
  },
};
const given = { name: "iou", version: "1.0.0" };
const ofTemplate = (definition: object): Package =>
  definePackage({ ...given, templates: [template("Iou:Iou", loose(definition))] });
const ofChoice = (definition: object): Package => {
  const choices = [choice(Iou, "Call", loose({ ...call, ...definition }))];
  return definePackage({ ...given, templates: [Iou], choices });
};

describe("The form of a package", () => {
  it("is right for what template, choice and definePackage make", () => {
    expect(formError(ofTemplate(parts))).to.equal(undefined);
    expect(formError(ofChoice({}))).to.equal(undefined);
  });

  const type = "a type such as `party` or `record({...})`";
  const inIou = "package iou: template Iou:Iou:";
  const inCall = "package iou: choice Call:";
  const rows: ReadonlyArray<readonly [Package, string]> = [
    [loose(null), "package 0: expected an object, found null"],
    [loose({}), "package 0: name: expected a text, found nothing"],
    [
      loose({ ...given, version: 1 }),
      "package iou: version: expected a text, found a value of type number",
    ],
    [
      loose({ ...given, templates: Iou }),
      "package iou: templates: expected a list, found a value of type object",
    ],
    [
      definePackage(loose({ ...given, template: [Iou] })),
      "package iou: template: unknown part; did you mean templates?",
    ],
    [
      definePackage({ ...given, templates: [loose("Iou")] }),
      'package iou: template 0: expected an object, found the text "Iou"',
    ],
    [
      definePackage({ ...given, templates: [loose(undefined)] }),
      "package iou: template 0: expected an object, found nothing",
    ],
    [
      definePackage({ ...given, choices: [loose(Iou)] }),
      "package iou: choices: expected a choice, found a template",
    ],
    [ofTemplate({}), `${inIou} payload: expected ${type}, found nothing`],
    [
      ofTemplate({ ...parts, payload: "record" }),
      `${inIou} payload: expected ${type}, found the text "record"`,
    ],
    [
      ofTemplate({ payload: parts.payload }),
      `${inIou} signatories: expected a function, found nothing`,
    ],
    [
      ofTemplate({ ...parts, signatories: ["bank"] }),
      `${inIou} signatories: expected a function, found a list`,
    ],
    [
      ofTemplate({ ...parts, observers: undefined }),
      `${inIou} observers: expected a function, found nothing`,
    ],
    [ofTemplate({ ...parts, ensure: true }), `${inIou} ensure: expected a function, found true`],
    [
      ofTemplate({ ...parts, ensures: () => true }),
      `${inIou} ensures: unknown part; did you mean ensure?`,
    ],
    [
      ofTemplate({ ...parts, signatory: () => [] }),
      `${inIou} signatory: unknown part; did you mean signatories?`,
    ],
    [
      ofTemplate({ ...parts, key: party }),
      `${inIou} key: model: unknown part; expected one of type, of, maintainers`,
    ],
    [
      ofTemplate({ ...parts, key: { type: party, of: () => "" } }),
      `${inIou} key: maintainers: expected a function, found nothing`,
    ],
    [ofChoice({ argument: undefined }), `${inCall} argument: expected ${type}, found nothing`],
    [
      ofChoice({ result: String }),
      `${inCall} result: expected ${type}, found a value of type function`,
    ],
    [
      ofChoice({ controllers: undefined }),
      `${inCall} controllers: expected a function, found nothing`,
    ],
    [
      ofChoice({ controller: () => [] }),
      `${inCall} controller: unknown part; did you mean controllers?`,
    ],
    [ofChoice({ body: undefined }), `${inCall} body: expected a function, found nothing`],
    [
      ofChoice({ consuming: "no" }),
      `${inCall} consuming: expected true or false, found the text "no"`,
    ],
    [
      definePackage({ ...given, choices: [choice(loose(undefined), "Call", loose(call))] }),
      `${inCall} on: expected a template or an interface, found nothing`,
    ],
    [
      definePackage({ ...given, instances: [loose({ kind: "instance", template: Iou })] }),
      "package iou: instance 0: interface: expected a template or an interface, found nothing",
    ],
  ];
  for (const [definition, sentence] of rows) {
    it(`is refused: ${sentence}`, () => {
      expect(formError(definition)).to.equal(sentence);
    });
  }
});

import { expect } from "chai";
import {
  ArgumentError,
  choice,
  defineInterface,
  definePackage,
  enumeration,
  instance,
  numeric,
  party,
  record,
  template,
  unit,
  variant,
} from "../../src/index.js";
import { formError } from "../../src/templates/definition-form.js";
import { thrownBy } from "../thrown-by.js";

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
const ofTemplate = (definition: object) => template("Iou:Iou", loose(definition));
const ofChoice = (definition: object) => choice(Iou, "Call", loose({ ...call, ...definition }));

describe("The form of a package", () => {
  it("is right for what template, choice and definePackage make", () => {
    const all = { ...given, templates: [Iou], choices: [ofChoice({})] };
    expect(formError(definePackage(all))).to.equal(undefined);
  });

  const generator = "expected a generator function: *body(subject, argument) {...}";
  const type = "a type such as `party` or `record({...})`";
  const inIou = "template Iou:Iou:";
  const inCall = "choice Call of Iou:Iou:";
  const rows: ReadonlyArray<readonly [() => unknown, string]> = [
    [() => definePackage(loose(null)), "package 0: name: expected a text, found nothing"],
    [() => definePackage(loose({})), "package 0: name: expected a text, found nothing"],
    [
      () => definePackage(loose({ ...given, version: 1 })),
      "package iou: version: expected a text, found the number 1",
    ],
    [
      () => definePackage(loose({ ...given, templates: Iou })),
      "package iou: templates: expected a list, found the template Iou:Iou",
    ],
    [
      () => definePackage(loose({ ...given, template: [Iou] })),
      "package iou: template: unknown part; did you mean templates?",
    ],
    [
      () => definePackage({ ...given, templates: [loose("Iou")] }),
      'package iou: template 0: expected an object, found the text "Iou"',
    ],
    [
      () => definePackage({ ...given, templates: [loose(undefined)] }),
      "package iou: template 0: expected an object, found nothing",
    ],
    [
      () => definePackage({ ...given, choices: [loose(Iou)] }),
      "package iou: choices: expected a choice, found the template Iou:Iou",
    ],
    [() => ofTemplate({}), `${inIou} payload: expected ${type}, found nothing`],
    [
      () => ofTemplate({ ...parts, payload: "record" }),
      `${inIou} payload: expected ${type}, found the text "record"`,
    ],
    [
      () => ofTemplate({ payload: parts.payload }),
      `${inIou} signatories: expected a function that answers at once, found nothing`,
    ],
    [
      () => ofTemplate({ ...parts, signatories: ["bank"] }),
      `${inIou} signatories: expected a function that answers at once, found an array`,
    ],
    [
      () => ofTemplate({ ...parts, observers: undefined }),
      `${inIou} observers: expected a function that answers at once, found nothing`,
    ],
    [
      () => ofTemplate({ ...parts, ensure: true }),
      `${inIou} ensure: expected a function that answers at once, found the boolean true`,
    ],
    [
      () => ofTemplate({ ...parts, ensures: () => true }),
      `${inIou} ensures: unknown part; did you mean ensure?`,
    ],
    [
      () => ofTemplate({ ...parts, signatory: () => [] }),
      `${inIou} signatory: unknown part; did you mean signatories?`,
    ],
    [
      () => ofTemplate({ ...parts, key: party }),
      `${inIou} key: model: unknown part; expected one of type, of, maintainers`,
    ],
    [
      () => ofTemplate({ ...parts, key: { type: party, of: () => "" } }),
      `${inIou} key: maintainers: expected a function that answers at once, found nothing`,
    ],
    [
      () => ofChoice({ argument: undefined }),
      `${inCall} argument: expected ${type}, found nothing`,
    ],
    [
      () => ofChoice({ result: String }),
      `${inCall} result: expected ${type}, found the function String; write text`,
    ],
    [
      () => ofChoice({ controllers: undefined }),
      `${inCall} controllers: expected a function that answers at once, found nothing`,
    ],
    [
      () => ofChoice({ controller: () => [] }),
      `${inCall} controller: unknown part; did you mean controllers?`,
    ],
    [() => ofChoice({ body: undefined }), `${inCall} body: ${generator}, found nothing`],
    [
      () => ofChoice({ consuming: "no" }),
      `${inCall} consuming: expected true or false, found the text "no"`,
    ],
    [
      () => choice(loose(undefined), "Call", loose(call)),
      `choice Call: on: expected a template or an interface, found nothing`,
    ],
    [
      () => definePackage({ ...given, instances: [loose({ kind: "instance", template: Iou })] }),
      "package iou: instance 0 of Iou:Iou: interface: expected an interface, as `defineInterface(...)` makes it, found nothing",
    ],
  ];
  const more: ReadonlyArray<readonly [() => unknown, string]> = [
    [
      () => ofTemplate({ ...parts, signatories: async () => [] }),
      `${inIou} signatories: expected a function that answers at once, found the async function signatories`,
    ],
    [
      () => ofTemplate({ ...parts, signatories: class Signers {} }),
      `${inIou} signatories: expected a function that answers at once, found the class Signers`,
    ],
    [
      () => ofTemplate({ ...parts, *ensure() {} }),
      `${inIou} ensure: expected a function that answers at once, found the generator function ensure`,
    ],
    [() => ofChoice({ body: () => ({}) }), `${inCall} body: ${generator}, found the function body`],
    [
      () => ofChoice({ body: async () => ({}) }),
      `${inCall} body: ${generator}, found the async function body`,
    ],
    [
      () => ofChoice({ async *body() {} }),
      `${inCall} body: ${generator}, found the async generator function body`,
    ],
    [
      () => template(loose("Iou"), loose(parts)),
      'template Iou: "Iou" is not Module:Entity, such as "Main:Iou"',
    ],
    [
      () => template(loose(undefined), loose(parts)),
      "template 0: name: expected a text, found nothing",
    ],
    [
      () => template("Iou:Iou", loose(undefined)),
      `${inIou} payload: expected ${type}, found nothing`,
    ],
    [
      () => ofTemplate({ ...parts, payload: party }),
      "template Iou:Iou: the payload of Iou:Iou is not a record({...})",
    ],
    [() => choice(Iou, "a-b", loose(call)), 'choice of Iou:Iou: "a-b" cannot name a choice'],
    [
      () => choice(Iou, "Archive", loose(call)),
      'choice of Iou:Iou: "Archive" cannot name a choice',
    ],
    [
      () => defineInterface("Iou:Held", loose(Number)),
      `interface Iou:Held: view: expected ${type}, found the function Number; write int64 or numeric`,
    ],
    [() => definePackage({ ...given, templates: [Iou, Iou] }), "package iou has Iou:Iou twice"],
    [
      () => definePackage({ ...given, choices: [ofChoice({})] }),
      "package iou: choice Call is on Iou:Iou of another package",
    ],
  ];
  const noName = "is no name: expected letters, digits, _ and $, and no digit first";
  const fields = "expected an object of types by their names, such as { owner: party }";
  const Held = defineInterface("Iou:Held", record({}));
  const whole = { view: () => ({}), methods: () => ({}) };
  const names: ReadonlyArray<readonly [() => unknown, string]> = [
    [() => record({ "the owner": party }), `record: "the owner" ${noName}`],
    [() => record({ "": party }), `record: "" ${noName}`],
    [() => variant({ "A b": party }), `variant: "A b" ${noName}`],
    [() => enumeration("A", "2"), `enumeration: "2" ${noName}`],
    [() => enumeration("A", "A"), "enumeration: A is there twice"],
    [
      () => record({ owner: party, Owner: party }),
      "record: owner and Owner differ only in upper and lower case; rename one",
    ],
    [() => record(loose(new Map([["owner", party]]))), `record: ${fields}, found a Map`],
    [() => record(loose("Iou"), loose(parts)), `record: ${fields}, found the text "Iou"`],
    [
      () => definePackage({ ...given, templates: [Iou, template("Iou:IOU", parts)] }),
      "package iou: Iou:Iou and Iou:IOU differ only in upper and lower case; rename one",
    ],
    [
      () =>
        definePackage({
          ...given,
          templates: [Iou],
          choices: [choice(Iou, "Call", loose(call)), choice(Iou, "CALL", loose(call))],
        }),
      "package iou: Iou:Iou.Call and Iou:Iou.CALL differ only in upper and lower case; rename one",
    ],
    [
      () => definePackage({ ...given, templates: [loose([Iou])] }),
      "package iou: templates: expected a template, found an array",
    ],
    [
      () => defineInterface("Iou:Held", party),
      "interface Iou:Held: the view of Iou:Held is not a record({...})",
    ],
    [
      () => instance(Iou, loose(Iou), loose(whole)),
      "instance 0 of Iou:Iou: interface: expected an interface, as `defineInterface(...)` makes it, found the template Iou:Iou",
    ],
    [
      () => instance(loose(Held), loose(Iou), loose(whole)),
      "instance 0 of Iou:Held: template: expected a template, as `template(...)` makes it, found the interface Iou:Held",
    ],
    [
      () => template(loose(parts), loose("Iou:Iou")),
      'template 0: expected an object of parts, found the text "Iou:Iou"',
    ],
    [
      () => ofTemplate({ ...parts, name: "Iou:Other" }),
      "template Iou:Iou: name: is an argument of its own; leave it out of the parts",
    ],
    [
      () => ofChoice({ on: Iou }),
      "choice Call of Iou:Iou: on: is an argument of its own; leave it out of the parts",
    ],
  ];
  for (const [define, sentence] of [...rows, ...more, ...names]) {
    it(`is refused where it is written: ${sentence}`, () => {
      const thrown = thrownBy(define);
      expect(thrown).to.be.instanceOf(ArgumentError);
      expect(thrown).to.have.property("message", sentence);
    });
  }

  it("is refused too in a package that no function made", () => {
    const broken = loose({ ...definePackage(given), templates: [{ ...Iou, ensure: true }] });
    expect(formError(broken)).to.equal(
      "package iou: template Iou:Iou: ensure: expected a function that answers at once, found the boolean true",
    );
  });
});

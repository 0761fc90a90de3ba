import type { UserRight } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { isLeft, right } from "fp-ts/lib/Either.js";
import {
  RightAnswersWire,
  rightsFromWire,
  rightsNamed,
  RightsWire,
  rightToWire,
} from "../../src/administration/user-right.js";
import { read, refused } from "../refused.js";

const ofParty = fc.record({
  kind: fc.constantFrom("CanActAs" as const, "CanExecuteAs" as const, "CanReadAs" as const),
  party: fc.string(),
});
const plain = fc.record({
  kind: fc.constantFrom(
    "CanExecuteAsAnyParty" as const,
    "CanReadAsAnyParty" as const,
    "IdentityProviderAdmin" as const,
    "ParticipantAdmin" as const,
  ),
});
const anyRight: fc.Arbitrary<UserRight> = fc.oneof(ofParty, plain);

describe("the codec of rights", () => {
  it("reads what it writes", () => {
    fc.assert(
      fc.property(fc.array(anyRight, { maxLength: 8 }), (rights) => {
        const wire = rights.map(rightToWire);
        expect(rightsFromWire(read(RightsWire, wire))).to.deep.equal(right(rights));
        expect(read(RightAnswersWire, wire)).to.deep.equal(wire);
      }),
    );
  });

  it("writes the form of the interface", () => {
    expect(rightToWire({ kind: "CanActAs", party: "alice" })).to.deep.equal({
      kind: { CanActAs: { value: { party: "alice" } } },
    });
    expect(rightToWire({ kind: "ParticipantAdmin" })).to.deep.equal({
      kind: { ParticipantAdmin: { value: {} } },
    });
  });

  it("reads several kinds of one object as rights of their own, in their order", () => {
    const kind = {
      ParticipantAdmin: { value: {} },
      CanActAs: { value: { party: "alice" } },
      Empty: {},
    };
    const wire = read(RightsWire, [{ kind }]);
    const rights = [{ kind: "ParticipantAdmin" }, { kind: "CanActAs", party: "alice" }];
    expect(rightsFromWire(wire)).to.deep.equal(right(rights));
    expect(rightsNamed(wire)).to.deep.equal(rights);
  });

  it("judges a right without a kind later, and says which it is", () => {
    const admin = { kind: { ParticipantAdmin: { value: {} } } };
    for (const none of [{}, { kind: {} }, { kind: { Empty: {} } }]) {
      const wire = read(RightsWire, [admin, none]);
      const outcome = rightsFromWire(wire);
      expect(isLeft(outcome) && outcome.left).to.include({
        code: "INVALID_ARGUMENT",
        field: "rights[1].kind",
      });
      expect(rightsNamed(wire)).to.deep.equal([{ kind: "ParticipantAdmin" }]);
    }
  });

  it("reads a right without a party as one of the empty text", () => {
    const wire = read(RightsWire, [{ kind: { CanReadAs: { value: {} } } }]);
    expect(rightsNamed(wire)).to.deep.equal([{ kind: "CanReadAs", party: "" }]);
  });

  const bad: ReadonlyArray<readonly [what: string, value: unknown, error: string]> = [
    ["what is no list", {}, ": expected an array, found an object"],
    [
      "a kind that is a text",
      [{ kind: "CanActAs" }],
      '[0].kind: expected an object with the kind of the right as its key, found "CanActAs"',
    ],
    [
      "an unknown kind",
      [{}, { kind: { CanFly: {} } }],
      '[1].kind: expected a known kind of right, found "CanFly"',
    ],
    [
      "a kind that every object has",
      [{ kind: { toString: {} } }],
      '[0].kind: expected a known kind of right, found "toString"',
    ],
    [
      "a right without its value",
      [{ kind: { CanActAs: {} } }],
      "[0].kind.CanActAs.value: missing, expected an object (CanActAs1)",
    ],
    [
      "a party that is no text",
      [{ kind: { CanActAs: { value: { party: 1 } } } }],
      "[0].kind.CanActAs.value.party: expected a string, found the number 1",
    ],
    [
      "a plain right that is no object",
      [{ kind: { ParticipantAdmin: true } }],
      "[0].kind.ParticipantAdmin: expected an object with the field value, found the boolean true",
    ],
    [
      "a plain right without its value",
      [{ kind: { ParticipantAdmin: {} } }],
      "[0].kind.ParticipantAdmin.value: missing, expected an object",
    ],
    [
      "a plain right whose value is a list",
      [{ kind: { CanReadAsAnyParty: { value: [null] } } }],
      "[0].kind.CanReadAsAnyParty.value: expected an object, found an array",
    ],
  ];
  for (const [what, value, error] of bad) {
    it(`refuses ${what}, and says where`, () => {
      expect(refused(RightsWire, value)).to.equal(error);
    });
  }

  it("has one kind per answer", () => {
    expect(refused(RightAnswersWire, [{ kind: {} }])).to.match(/^\[0\]\.kind: .*found no key$/);
    const two = { ParticipantAdmin: { value: {} }, CanReadAsAnyParty: { value: {} } };
    expect(refused(RightAnswersWire, [{ kind: two }])).to.match(/CanReadAsAnyParty and Parti/);
    expect(refused(RightAnswersWire, [{ kind: { CanActAs: { value: {} } } }])).to.equal(
      "[0].kind.CanActAs.value.party: missing, expected a string",
    );
  });

  it("is published as one of eight kinds", () => {
    const { Kind } = RightsWire.definitions;
    const titles = JSON.stringify(Kind).match(/"title":"\w+"/g);
    expect(titles).to.have.lengthOf(8);
    expect(RightAnswersWire.definitions.Kind).to.deep.equal(Kind);
  });
});

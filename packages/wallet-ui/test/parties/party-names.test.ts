import { expect } from "chai";
import fc from "fast-check";
import {
  type NamedParty,
  namedParty,
  newNameIndex,
  shownName,
  shownText,
} from "../../src/parties/party-names.js";

const home = `1220${"ab12".repeat(15)}cdef`;
const other = `1220${"cd34".repeat(15)}6beb`;
const nearly = `1220${"cd34".repeat(14)}9a996beb`;

const hinted = (party: string): NamedParty => namedParty(party, undefined, undefined);
const labelled = (party: string, label: string): NamedParty => namedParty(party, label, undefined);

describe("the name of a party", () => {
  it("is that of its contact, then of its user, then its hint", () => {
    const party = `b-17::${home}`;
    expect(namedParty(party, "Ben", "ben").name).to.equal("Ben");
    expect(namedParty(party, undefined, "ben").name).to.equal("ben");
    expect(namedParty(party, undefined, undefined).name).to.equal("b-17");
  });

  const rows: ReadonlyArray<
    readonly [what: string, self: NamedParty, others: ReadonlyArray<NamedParty>, text: string]
  > = [
    ["a hint of this node alone", hinted(`ben::${home}`), [], "ben"],
    ["a hint of a stranger with its end", hinted(`ben::${other}`), [], "ben …6beb"],
    ["a contact alone", labelled(`x::${other}`, "Ben"), [], "Ben"],
    [
      "hints that are equal with their ends",
      hinted(`ben::${home}`),
      [hinted(`ben::${other}`)],
      "ben …cdef",
    ],
    [
      "as much of the end as tells them apart",
      hinted(`ben::${nearly}`),
      [hinted(`ben::${other}`)],
      "ben …96beb",
    ],
    [
      "a contact that a hint imitates",
      labelled(`x::${other}`, "Ben"),
      [hinted(`ben::${home}`)],
      "Ben …6beb",
    ],
    [
      "two contacts of one label on one node, with their hints",
      labelled(`x::${home}`, "Ben"),
      [labelled(`y::${home}`, "Ben")],
      "Ben x::…cdef",
    ],
    ["letters that look alike", hinted(`rnark::${home}`), [hinted(`mark::${home}`)], "rnark …cdef"],
    ["a party without a fingerprint", hinted("ben"), [], "ben"],
    ["itself among the others", hinted(`ben::${home}`), [hinted(`ben::${home}`)], "ben"],
  ];
  for (const [what, self, others, text] of rows)
    it(`shows ${what}`, () => expect(shownText(shownName(self, others, home))).to.equal(text));

  it("keeps the end of a long name, and as much of it as tells it from another", () => {
    const [a, b] = [
      hinted(`acme-payments-a-north::${home}`),
      hinted(`acme-payments-b-north::${home}`),
    ];
    expect(shownName(a, [], home).tail).to.equal("orth");
    expect(shownName(a, [b], home).tail).to.equal("a-north");
    expect(shownName(b, [a], home).tail).to.equal("b-north");
  });

  it("cuts no sign in two", () => {
    const { head, tail } = shownName(labelled(`x::${home}`, "Bakery 🥐🥐🥐"), [], home);
    expect(`${head}${tail}`).to.equal("Bakery 🥐🥐🥐");
    expect(tail).to.match(/^(🥐)+$/u);
  });

  const names = fc.oneof(
    fc.constantFrom(
      "ben",
      "Ben",
      "rnark",
      "mark",
      "acme-payments-a-north",
      "acme-payments-b-north",
    ),
    fc.string({ minLength: 1, maxLength: 24 }),
  );
  const hints = fc.constantFrom("ben", "b3n", "mark", "rnark", "acme-payments-a-north", "a-north");
  const parties = fc
    .uniqueArray(
      fc.record({
        party: fc
          .tuple(hints, fc.constantFrom(home, other, nearly, "short"))
          .map(([hint, fingerprint]) => `${hint}::${fingerprint}`),
        label: fc.option(names, { nil: undefined }),
      }),
      { selector: ({ party }) => party, maxLength: 12 },
    )
    .map((all) => all.map(({ party, label }) => namedParty(party, label, undefined)));

  it("law: no two parties look the same, though all but the first sign of the beginning is cut", () => {
    fc.assert(
      fc.property(parties, (all) => {
        const seen = all.map((self) => {
          const { head, tail, end } = shownName(self, all, home);
          return JSON.stringify([head.slice(0, 1), tail, end]);
        });
        expect(new Set(seen).size).to.equal(all.length);
      }),
    );
  });

  it("law: the index finds all that matter", () => {
    fc.assert(
      fc.property(parties, (all) => {
        const index = newNameIndex();
        for (const each of all) index.add(each);
        for (const self of all)
          expect(shownName(self, index.near(self), home)).to.deep.equal(shownName(self, all, home));
      }),
    );
  });
});

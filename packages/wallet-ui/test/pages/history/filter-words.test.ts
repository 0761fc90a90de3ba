import { expect } from "chai";
import fc from "fast-check";
import type { HistoryFilter } from "../../../src/history/filter-query.js";
import {
  chipsOf,
  freeText,
  readWords,
  typedText,
  type WordsContext,
} from "../../../src/pages/history/filter-words.js";
import { nameBook } from "../../../src/pages/history/name-book.js";
import { namedParty } from "../../../src/parties/party-names.js";

const zone = "Europe/Zurich";
const [ben, corner, twin, other] = ["ben::1220ab", "c::1220ab", "ben::1220cd", "ben-2::1220ab"];
const book = nameBook([
  namedParty(ben, undefined, undefined),
  namedParty(corner, 'The "corner" shop', undefined),
  namedParty("dora::1220ab", undefined, undefined),
  namedParty("dora::1220cd", undefined, undefined),
  namedParty(other, undefined, undefined),
]);

const contextIn = (locale: string): WordsContext => ({
  // a Wednesday, past midnight in Zurich
  now: Date.parse("2026-11-24T23:30:00Z"),
  zone,
  locale,
  ...book,
});
const context = contextIn("en-US");
const read = (text: string) => readWords(text, context, true);

describe("the language of filters", () => {
  const rows: ReadonlyArray<readonly [text: string, filter: HistoryFilter]> = [
    ["from:ben", { counterparty: ben, direction: "incoming" }],
    ["to:BEN", { counterparty: ben, direction: "outgoing" }],
    ["with:ben::1220cd", { counterparty: twin }],
    ['with:"The \\"corner\\" shop"', { counterparty: corner }],
    ["> 10", { min_amount: "10.0000000001" }],
    [">=10", { min_amount: "10.0000000000" }],
    ["< 7.25", { max_amount: "7.2499999999" }],
    ["<= 7.25", { max_amount: "7.2500000000" }],
    ["=7.25", { min_amount: "7.2500000000", max_amount: "7.2500000000" }],
    ["since:monday", { from: "2026-11-22T23:00:00.000Z" }],
    ["since:wednesday", { from: "2026-11-24T23:00:00.000Z" }],
    ["since:thursday", { from: "2026-11-18T23:00:00.000Z" }],
    ["since:today", { from: "2026-11-24T23:00:00.000Z" }],
    ["since:7d", { from: "2026-11-17T23:00:00.000Z" }],
    ["until:yesterday", { until: "2026-11-24T23:00:00.000Z" }],
    [
      "on:2026-03-29",
      // the day on which clocks go forward
      { from: "2026-03-28T23:00:00.000Z", until: "2026-03-29T22:00:00.000Z" },
    ],
    ["is:received", { direction: "incoming" }],
    ["is:balance", { kind: "balance_change" }],
    [
      "from:ben > 10 since:monday",
      {
        counterparty: ben,
        direction: "incoming",
        min_amount: "10.0000000001",
        from: "2026-11-22T23:00:00.000Z",
      },
    ],
  ];
  for (const [text, filter] of rows)
    it(`reads ${text}`, () => expect(read(text)).to.deep.equal({ filter, rest: "", unknown: [] }));

  for (const text of [
    "from:nobody",
    "from:dora",
    "> ten",
    "since:someday",
    "is:blue",
    "< 0",
    "on:",
  ])
    it(`does not understand ${text}`, () => expect(read(text).unknown).to.deep.equal([text]));

  it("waits for the end of a condition, and leaves the text around it", () => {
    expect(readWords("from:ben", context, false)).to.deep.equal({
      filter: {},
      rest: "from:ben",
      unknown: [],
    });
    expect(readWords("rent from:ben may ", context, false)).to.deep.equal({
      filter: { counterparty: ben, direction: "incoming" },
      rest: "rent may ",
      unknown: [],
    });
    expect(readWords("two  spaces: stay ", context, false).rest).to.equal("two  spaces: stay ");
  });

  it("searches for what is no condition, or in quotes", () => {
    expect(freeText("rent of may from:be")).to.equal("rent of may");
    expect(freeText('"from:ben"')).to.equal("from:ben");
    expect(freeText("https://x.example a:b")).to.equal("https://x.example a:b");
  });

  it("finds a contact before a hint of the same name", () => {
    const { partyOf, nameOf } = nameBook([
      namedParty(ben, undefined, undefined),
      namedParty(corner, "Ben", undefined),
    ]);
    expect(partyOf("ben")).to.equal(corner);
    expect([nameOf(corner), nameOf(ben)]).to.deep.equal(["Ben", undefined]);
  });

  const amount = fc
    .bigInt({ min: 0n, max: 10n ** 20n })
    .map((units) => `${units / 10n ** 10n}.${String(units % 10n ** 10n).padStart(10, "0")}`);
  const day = fc.integer({ min: 0, max: 400 });
  const edge = (days: number): string => {
    const found = readWords(`since:${days}d`, context, true).filter.from;
    return found ?? "";
  };
  const some = <A>(arbitrary: fc.Arbitrary<A>) => fc.option(arbitrary, { nil: undefined });
  const filters = fc
    .record({
      kind: some(fc.constantFrom("transfer", "balance_change", "notification")),
      direction: some(fc.constantFrom("incoming" as const, "outgoing" as const)),
      counterparty: some(fc.constantFrom(ben, corner, twin, other, "dora::1220ab")),
      min_amount: some(amount),
      max_amount: some(amount),
      from: some(day.map(edge)),
      until: some(day.map(edge)),
    })
    .map(
      (each): HistoryFilter =>
        Object.fromEntries(Object.entries(each).filter(([, value]) => value !== undefined)),
    );

  it("law: what is written of a filter is read as the same filter, in each language of numbers", () => {
    fc.assert(
      fc.property(
        filters,
        fc.constantFrom("en-US", "de-CH", "fr-FR", "ar-EG"),
        (filter, locale) => {
          const here = contextIn(locale);
          const chips = chipsOf(filter, here);
          const text = chips.map((each) => each.text).join(" ");
          expect(readWords(text, here, true), text).to.deep.equal({
            filter,
            rest: "",
            unknown: [],
          });
          // each condition is one chip
          const fields = chips.flatMap((each) => each.fields.filter((field) => field in filter));
          expect(fields.toSorted()).to.deep.equal(Object.keys(filter).toSorted());
        },
      ),
    );
  });

  it("law: a text is searched for as it is, whatever it looks like", () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom("from:ben", '"', "> 10 x", 'say "hi"', "\\", "a  b", 'with:"x'),
    );
    fc.assert(
      fc.property(text, (each) => {
        const sought = each.trim();
        expect(freeText(typedText(sought))).to.equal(sought);
        expect(readWords(typedText(sought), context, true).filter).to.deep.equal({});
      }),
    );
  });
});

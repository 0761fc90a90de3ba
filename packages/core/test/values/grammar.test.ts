import { expect } from "chai";
import * as fc from "fast-check";
import { isLeft, right } from "fp-ts/lib/Either.js";
import {
  contractIdVersion,
  isDottedName,
  isFullPartyId,
  isLedgerString,
  isNameString,
  isPackageIdString,
  isPackageName,
  isPackageVersion,
  isPartyIdString,
  isSynchronizerId,
  isUserIdString,
  parseIdentifier,
} from "../../src/values/grammar.js";

const patterns: ReadonlyArray<readonly [string, (text: string) => boolean, RegExp, number]> = [
  ["LedgerString", isLedgerString, /^[a-zA-Z0-9._:\-#/ ]+$/, 255],
  ["PartyIdString", isPartyIdString, /^[a-zA-Z0-9:\-_ ]+$/, 255],
  ["UserIdString", isUserIdString, /^[a-zA-Z0-9@^$.!`\-#+'~_|:()]+$/, 128],
  ["NameString", isNameString, /^[A-Za-z$_][A-Za-z0-9$_]*$/, 1000],
  ["dotted name", isDottedName, /^[A-Za-z$_][A-Za-z0-9$_]*(\.[A-Za-z$_][A-Za-z0-9$_]*)*$/, 1000],
  ["PackageIdString", isPackageIdString, /^[a-zA-Z0-9\-_ ]+$/, 64],
  ["PackageName", isPackageName, /^[a-zA-Z0-9\-_]+$/, 255],
];

const anyText = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.string({ unit: fc.constantFrom(..."aZ09._:-#/ $@|~é\n"), maxLength: 8 }),
);

describe("grammars", () => {
  for (const [name, is, pattern, maxLength] of patterns) {
    it(`accepts exactly the texts of a ${name}`, () => {
      fc.assert(
        fc.property(anyText, (text) => {
          expect(is(text)).to.equal(pattern.test(text));
        }),
        { numRuns: 300 },
      );
      // each ASCII character on its own, so that none is missing from or extra in a table
      for (let code = 0; code < 160; code++) {
        const text = `a${String.fromCharCode(code)}a`;
        expect(is(text), `character ${code}`).to.equal(pattern.test(text));
      }
      expect(is("a".repeat(maxLength))).to.equal(true);
      expect(is("a".repeat(maxLength + 1))).to.equal(false);
      expect(is("")).to.equal(false);
    });
  }

  for (const text of ["0", `1.${"1.".repeat(126)}1`, "1.0.0", "3.5.8", "2147483647", "10.0"]) {
    it(`accepts the package version ${text.slice(0, 12)}`, () => {
      expect(isPackageVersion(text)).to.equal(true);
    });
  }
  for (const text of [
    "",
    "1.",
    ".1",
    "01",
    "1.02",
    "1.a",
    "2147483648",
    "99999999999",
    "1-2",
    "1.".repeat(128) + "1",
  ]) {
    it(`refuses the package version "${text.slice(0, 12)}"`, () => {
      expect(isPackageVersion(text)).to.equal(false);
    });
  }

  const contractIds: ReadonlyArray<readonly [string, 1 | 2 | undefined]> = [
    [`00${"a".repeat(64)}`, 1],
    [`00${"a".repeat(64)}${"0f".repeat(94)}`, 1],
    [`00${"a".repeat(64)}${"0f".repeat(95)}`, undefined],
    [`00${"a".repeat(63)}`, undefined],
    [`00${"a".repeat(65)}`, undefined],
    [`00${"A".repeat(64)}`, undefined],
    [`00${"g".repeat(64)}`, undefined],
    [`01${"b".repeat(24)}`, 2],
    [`01${"b".repeat(24)}${"b".repeat(66)}`, 2],
    [`01${"b".repeat(24)}${"b".repeat(68)}`, undefined],
    [`01${"b".repeat(22)}`, undefined],
    [`02${"b".repeat(64)}`, undefined],
    ["", undefined],
  ];
  for (const [text, version] of contractIds) {
    it(`takes ${text.slice(0, 4)}... of ${text.length} digits as version ${version ?? "none"}`, () => {
      expect(contractIdVersion(text)).to.equal(version);
    });
  }

  const uniqueIds: ReadonlyArray<readonly [string, boolean]> = [
    ["alice::1220ab", true],
    ["a:b::1220", true],
    ["alice", false],
    ["::1220", false],
    ["alice::", false],
    ["alice::12::20", false],
    ["alice:::1220ab", false],
    ["alice::::1220ab", false],
    ["al/ice::1220", false],
    [`${"a".repeat(185)}::1220`, true],
    [`${"a".repeat(186)}::1220`, false],
    [`a::${"1".repeat(252)}`, true],
    [`a::${"1".repeat(253)}`, false],
  ];
  for (const [text, valid] of uniqueIds) {
    it(`${valid ? "accepts" : "refuses"} ${text.slice(0, 14)} (${text.length}) as full party and synchronizer id`, () => {
      expect(isFullPartyId(text)).to.equal(valid);
      expect(isSynchronizerId(text)).to.equal(valid);
    });
  }

  const identifiers: ReadonlyArray<readonly [string, "id" | "name", string, string, string]> = [
    ["#iou:Main:Iou", "name", "iou", "Main", "Iou"],
    ["abc123:Main.Sub:Iou.Inner", "id", "abc123", "Main.Sub", "Iou.Inner"],
    ["-_ :M:E", "id", "-_ ", "M", "E"],
  ];
  for (const [text, kind, value, module, entity] of identifiers) {
    it(`takes ${text} apart`, () => {
      const parts = { packageRef: { kind, value }, module, entity };
      expect(parseIdentifier(text)).to.deep.equal(right(parts));
    });
  }

  for (const text of [
    "",
    "Iou",
    "a:b",
    "a:b:c:d",
    ":M:E",
    "#:M:E",
    "a::E",
    "a:M:",
    "a:1M:E",
    "a:M.:E",
    "a:.M:E",
    "a:M:E-x",
    "#a b:M:E",
    "a.b:M:E",
    `${"a".repeat(65)}:M:E`,
  ]) {
    it(`refuses the identifier "${text.slice(0, 12)}"`, () => {
      expect(isLeft(parseIdentifier(text))).to.equal(true);
    });
  }
});

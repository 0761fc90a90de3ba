import type { LedgerError } from "@tallystick/core";
import { expect } from "chai";
import {
  darParseError,
  disallowedLanguageVersion,
  invalidDar,
  invalidDependencies,
  invalidZipEntry,
  shownNames,
  zipBomb,
} from "../src/dar-error.js";

const namesOf = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, at) => `n${at}`);

describe("Names in an error of a DAR", () => {
  const table: ReadonlyArray<readonly [count: number, end: RegExp]> = [
    [0, /^$/],
    [1, /^n0$/],
    [2, /^n0, n1$/],
    [20, /n18, n19$/],
    [21, /n18, n19 and 1 more$/],
    [1_000, /n19 and 980 more$/],
  ];
  for (const [count, end] of table) {
    it(`are shown up to twenty: ${count} of them`, () => {
      expect(shownNames(namesOf(count))).to.match(end);
    });
  }

  it("are shown up to 200 characters each", () => {
    expect(shownNames(["x".repeat(200)])).to.equal("x".repeat(200));
    expect(shownNames(["x".repeat(201), "y"])).to.equal(`${"x".repeat(200)}..., y`);
  });
});

describe("An error of a DAR", () => {
  const long = "r".repeat(500);
  const shown = `${"r".repeat(200)}...`;
  const table: ReadonlyArray<
    readonly [LedgerError, cause: string | RegExp, context: Readonly<Record<string, string>>]
  > = [
    [invalidDar("why", ["a", "b"]), "Dar file is corrupt", { entries: "a, b", throwable: "why" }],
    [invalidDar(long, []), "Dar file is corrupt", { entries: "", throwable: shown }],
    [
      invalidZipEntry("x.dalf", ["a"]),
      "Dar zip file is corrupt: the manifest names x.dalf, which is not in the zip file",
      { name: "x.dalf", entries: "a" },
    ],
    [invalidZipEntry(long, []), /names r{200}\.\.\., which/, { name: shown, entries: "" }],
    [zipBomb("too much."), "Dar zip file seems to be a zip bomb. too much.", { msg: "too much." }],
    [darParseError(long), `Failed to parse the dar file content. ${shown}`, { reason: shown }],
    [
      disallowedLanguageVersion("ab", "2.dev", ["2.1", "2.2"]),
      "Disallowed language version in package ab: Expected version range is List(2.1, 2.2) but got 2.dev",
      { packageId: "ab", languageVersion: "2.dev", allowedLanguageVersions: "List(2.1, 2.2)" },
    ],
    [
      invalidDependencies("main", ["m1", "m2"], ["e"]),
      /main package main, missing dependencies \[m1, m2\], extra dependencies \[e\]$/,
      { mainPackageId: "main", missingDependencies: "m1, m2", extraDependencies: "e" },
    ],
  ];
  for (const [error, cause, context] of table) {
    it(`${error.code} names what is wrong: ${error.cause.slice(0, 60)}`, () => {
      if (typeof cause === "string") expect(error.cause).to.equal(cause);
      else expect(error.cause).to.match(cause);
      expect(error.context).to.deep.equal(context);
    });
  }

  it("stays short with a thousand long names", () => {
    const names = namesOf(1_000).map((name) => name + long);
    const error = invalidDependencies("main", names, names);
    expect(error.cause.length).to.be.below(10_000);
  });
});

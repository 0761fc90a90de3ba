import { createHash } from "node:crypto";
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { expect } from "chai";
import fc from "fast-check";
import { openSidecar, readEvidence, readHolder } from "../../src/checks/acknowledged-head.js";
import { journalFolder } from "../journal-files.js";

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
const one = { position: 41, hash: hashOf("one") };
const two = { position: 42, hash: hashOf("two") };

/** A record as docs/journal-format.md has it. */
const recordOf = ({ position, hash }: typeof one): string => {
  const text = `head ${position} ${hash}`;
  return `${`${text} ${hashOf(text).slice(0, 16)}`.padEnd(127)}\n`;
};

describe("the note of the last acknowledged event", () => {
  let journal = journalFolder();
  let path = "";
  beforeEach(() => {
    journal = journalFolder();
    path = `${journal.file}.head`;
  });
  afterEach(() => journal.cleanUp());

  const noted = (isHolder: boolean, ...heads: ReadonlyArray<typeof one>): void => {
    const sidecar = openSidecar(path, isHolder);
    for (const head of heads) sidecar.write(head);
    sidecar.close();
  };

  it("is two records of 128 bytes, written in turn, and the process in a third", () => {
    noted(true, one, two);
    const holder = `${`pid ${process.pid}`.padEnd(127)}\n`;
    expect(readFileSync(path, "latin1")).to.equal(recordOf(one) + recordOf(two) + holder);
    expect(statSync(path).mode & 0o777).to.equal(0o600);
  });

  it("is the newer of the two", () => {
    noted(true, one, two);
    expect(readEvidence(path)).to.deep.equal({ kind: "head", head: two });
    const three = { position: 43, hash: hashOf("three") };
    noted(true, three);
    expect(readEvidence(path)).to.deep.equal({ kind: "head", head: three });
  });

  it("is forgotten when it is written again", () => {
    noted(true, one, two);
    const sidecar = openSidecar(path, true);
    sidecar.reset({ position: 7, hash: one.hash });
    sidecar.close();
    const wanted = { kind: "head", head: { position: 7, hash: one.hash } };
    expect(readEvidence(path)).to.deep.equal(wanted);
  });

  it("is the older when the newer was half written", () => {
    noted(false, one, two);
    for (let bytes = 0; bytes < 128; bytes += 9) {
      writeFileSync(path, recordOf(one) + recordOf(two).slice(0, bytes));
      expect(readEvidence(path)).to.deep.equal({ kind: "head", head: one });
    }
  });

  it("is never another position or hash, whichever bit of it flips", () => {
    noted(false, one);
    const whole = readFileSync(path);
    fc.assert(
      fc.property(fc.nat(127 * 8), (bit) => {
        const bytes = Buffer.from(whole);
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        writeFileSync(path, bytes);
        const evidence = readEvidence(path);
        if (evidence.kind === "head") expect(evidence.head).to.deep.equal(one);
        else expect(evidence.kind).to.equal("unreadable");
      }),
    );
  });

  const SPOILT: ReadonlyArray<readonly [string, () => void, string]> = [
    ["there is none", () => rmSync(path, { force: true }), "missing"],
    ["it is empty", () => writeFileSync(path, ""), "unreadable"],
    ["it is garbage", () => writeFileSync(path, "x".repeat(500)), "unreadable"],
    ["its first record is cut", () => truncateSync(path, 100), "unreadable"],
    [
      "its digits are capitals",
      () => writeFileSync(path, recordOf(one).toUpperCase()),
      "unreadable",
    ],
    ["it is a folder", () => mkdirSync(path), "unreadable"],
    ["something follows it", () => appendFileSync(path, "more"), "head"],
  ];
  for (const [name, spoil, kind] of SPOILT) {
    it(`is ${kind} when ${name}`, () => {
      if (name !== "it is a folder") noted(false, one);
      spoil();
      expect(readEvidence(path).kind).to.equal(kind);
    });
  }

  it("names the process that has the journal", () => {
    noted(true, one);
    expect(readHolder(path)).to.equal("this very process");
    const other = readFileSync(path, "latin1").replace(/pid \d+ /, "pid 7 ");
    writeFileSync(path, other);
    expect(readHolder(path)).to.equal("process 7");
    for (const content of ["", "pid 7", recordOf(one).repeat(3)]) {
      writeFileSync(path, content);
      expect(readHolder(path)).to.equal("another process");
    }
    rmSync(path);
    expect(readHolder(path)).to.equal("another process");
  });

  it("never keeps a journal from being used: where it cannot be written nothing is", () => {
    mkdirSync(path);
    const sidecar = openSidecar(path, true);
    sidecar.write(one);
    sidecar.reset(two);
    sidecar.close();
    expect(readEvidence(path).kind).to.equal("unreadable");
  });

  it("is not written any more after closing", () => {
    const sidecar = openSidecar(path, false);
    sidecar.write(one);
    sidecar.close();
    sidecar.write(two);
    sidecar.close();
    expect(readEvidence(path)).to.deep.equal({ kind: "head", head: one });
  });
});

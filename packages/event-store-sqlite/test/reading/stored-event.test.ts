import { createHash } from "node:crypto";
import { chainHash, dataDigest, GENESIS_HASH } from "@tallystick/event-store";
import { expect } from "chai";
import {
  continuesChain,
  damagedAt,
  erasedMark,
  eventOf,
  positionOf,
  streamIdOf,
} from "../../src/reading/stored-event.js";

const event = {
  stream: "participant-1",
  revision: 4,
  id: "6f1c2d5e-0000-4000-8000-000000000001",
  type: "Counted",
  metadata: "",
  data: '{"v":1}',
};
const hash = chainHash(GENESIS_HASH, event);
const row = [9, 2, event.revision, event.id, event.type, event.metadata, event.data, hash, null];
const recorded = { ...event, position: 9, hash };

const withColumn = (at: number, value: unknown): ReadonlyArray<unknown> =>
  row.map((each, index) => (index === at ? value : each));

describe("a row of the table of events", () => {
  it("is an event", () => {
    expect(eventOf(row, "participant-1")).to.deep.equal(recorded);
    expect([streamIdOf(row), positionOf(row)]).to.deep.equal([2, 9]);
  });

  const COLUMNS: ReadonlyArray<readonly [name: string, at: number]> = [
    ["position", 0],
    ["revision", 2],
    ["id", 3],
    ["type", 4],
    ["metadata", 5],
    ["data", 6],
    ["hash", 7],
  ];
  for (const [name, at] of COLUMNS) {
    for (const value of [null, Buffer.from("x"), at < 3 ? "text" : 7]) {
      it(`is none with ${value === null ? "nothing" : typeof value} as its ${name}`, () => {
        expect(eventOf(withColumn(at, value), "participant-1")).to.equal(undefined);
      });
    }
  }

  it("is undefined for a malformed row", () => {
    for (const value of [undefined, null, "row", {}, []]) {
      expect(eventOf(value, "s")).to.equal(undefined);
      expect(streamIdOf(value)).to.equal(undefined);
      expect(positionOf(value)).to.equal(0);
    }
  });

  it("carries the chain on when its hash is made of its parts and its predecessor", () => {
    expect(continuesChain(recorded, GENESIS_HASH)).to.equal(true);
    expect(continuesChain(recorded, hash)).to.equal(false);
    for (const change of [{ data: "{}" }, { type: "x" }, { id: "x" }, { revision: 5 }])
      expect(continuesChain({ ...recorded, ...change }, GENESIS_HASH)).to.equal(false);
  });

  it("names the place of its damage", () => {
    expect(damagedAt("s", 3, 9, "broken")).to.deep.equal({
      kind: "damaged",
      stream: "s",
      revision: 3,
      position: 9,
      reason: "broken",
    });
  });
});

describe("the mark of erased data", () => {
  const residue = '{"v":0}';
  const digest = dataDigest(event.data);
  const mark = erasedMark(hash, digest, residue);
  const erasedRow = [...withColumn(6, residue).slice(0, 8), mark];

  it("is the digest and the check over hash, digest and what is in place of the data", () => {
    const check = createHash("sha256").update(`${hash}\n${digest}\n${residue}`).digest("hex");
    expect(mark).to.equal(digest + check.slice(0, 16));
    expect(mark).to.have.length(80);
  });

  it("gives the event its digest, and the chain continues", () => {
    const erased = eventOf(erasedRow, "participant-1");
    expect(erased).to.deep.equal({ ...recorded, data: residue, erased: digest });
    expect(erased !== undefined && continuesChain(erased, GENESIS_HASH)).to.equal(true);
  });

  it("makes the row unreadable when any digit of it is another", () => {
    for (let at = 0; at < mark.length; at += 1) {
      const digit = mark[at] === "0" ? "1" : "0";
      const wrong = mark.slice(0, at) + digit + mark.slice(at + 1);
      expect(eventOf([...erasedRow.slice(0, 8), wrong], "s"), `digit ${at}`).to.equal(undefined);
    }
    for (const wrong of ["", digest, `${mark}0`, 7, Buffer.from(mark)])
      expect(eventOf([...erasedRow.slice(0, 8), wrong], "s")).to.equal(undefined);
  });
});

import { record, template, text } from "@tallystick/core";
import { expect } from "chai";
import { LeafTable, SortedMaps, Names } from "@tallystick/tables";
import { ViewsUnreadable } from "../../src/interface/views-unreadable.js";
import { ContractLists } from "../../src/wallet/contract-lists.js";
import { WalletTables } from "../../src/wallet/wallet-tables.js";
import { placedId } from "../journal-fixture.js";
import { leafDatabase, leafSeed } from "./wallet-file.js";

const Note = template("M:Note", {
  payload: record({ owner: text, note: text }),
  signatories: ({ owner }) => [owner],
});

const idAt = (offset: number): string => placedId("a note", offset, 0);

const mebibyte = 1024 * 1024;

/** Alice's notes of so many characters each, at offsets from 1 on. */
const withNotes = (lengths: ReadonlyArray<number>) => {
  const db = leafDatabase();
  const leaves = new LeafTable(db, leafSeed, { blocks: 0, sum: 0 }, mebibyte);
  const tables = new WalletTables(new SortedMaps(leaves), new Names(db, leafSeed));
  tables.begin();
  for (const [at, length] of lengths.entries()) {
    const contract = {
      contractId: idAt(at + 1),
      templateId: "p:M:Note",
      packageName: "p",
      payload: { owner: "alice", note: String(at).padEnd(length, "x") },
      signatories: ["alice"],
      observers: [],
      createdAt: at,
    };
    tables.contracts.add(contract, { template: Note.name, stakeholders: ["alice"] });
  }
  leaves.flush().done();
  return { tables, lists: new ContractLists((read) => read(tables)) };
};

const isHeld = (contract: object): boolean =>
  Object.getOwnPropertyDescriptor(contract, "payload")?.get === undefined;

const numberOf = ({ payload }: { readonly payload: { readonly note: string } }): number =>
  Number.parseInt(payload.note, 10);

describe("Lists of the wallet's contracts", () => {
  const twenty = Array.from({ length: 20 }, () => mebibyte);

  it("hold payloads up to a size, and read the others when they are looked at", () => {
    const { tables, lists } = withNotes(twenty);
    const found = lists.active(Note, 100, (all) => all.of(Note.name, "alice", 100));
    expect(found.map(numberOf)).to.deep.equal(twenty.map((_, at) => at));
    expect(found.filter(isHeld)).to.have.lengthOf(7);
    expect({ ...found[19] }).to.deep.equal({
      contractId: idAt(20),
      createdAt: 19,
      payload: { owner: "alice", note: "19".padEnd(mebibyte, "x") },
    });
    const index = { template: Note.name, stakeholders: ["alice"] };
    for (const at of [3, 18]) tables.contracts.remove(idAt(at + 1), index);
    lists.archived([idAt(4), idAt(19)]);
    expect(found.slice(0, 4).map(numberOf)).to.deep.equal([0, 1, 2, 3]);
    expect(() => found[18]?.payload).to.throw(ViewsUnreadable, "archived while it was read");
  });

  it("hold all payloads of ordinary contracts", () => {
    const { lists } = withNotes(Array.from({ length: 2_000 }, () => 500));
    const found = lists.active(Note, 5_000, (all) => all.of(Note.name, "alice", 5_000));
    expect([found.length, found.every(isHeld)]).to.deep.equal([2_000, true]);
  });

  it("look at each contract once, and no further than to the last that is wanted", () => {
    const { lists } = withNotes([5, 5, 5, 5, 5, 5]);
    const looked: Array<number> = [];
    const keep = (note: Parameters<typeof numberOf>[0]): boolean => {
      looked.push(numberOf(note));
      return numberOf(note) % 2 === 1;
    };
    const found = lists.active(Note, 2, (all) => all.of(Note.name, "alice", 100), keep);
    expect(found.map(numberOf)).to.deep.equal([1, 3]);
    expect(looked).to.deep.equal([0, 1, 2, 3]);
  });

  it("leave out contracts that are none of the template", () => {
    const { lists } = withNotes([5, 5]);
    const Other = template(Note.name, {
      payload: record({ other: text }),
      signatories: ({ other }) => [other],
    });
    expect(lists.active(Other, 9, (all) => all.of(Note.name, "alice", 9))).to.deep.equal([]);
  });

  it("give whole contracts up to a size, and say that more are too many", () => {
    const { lists } = withNotes(twenty);
    const whole = (count: number) => lists.whole((all) => all.of(Note.name, "alice", count));
    expect(whole(15).map(({ createdAt }) => createdAt)).to.deep.equal(
      Array.from({ length: 15 }, (_, at) => at),
    );
    expect(() => whole(16)).to.throw(ViewsUnreadable, "16777216 characters");
    const byId = lists.whole((all) => all.rowsOf([idAt(7), idAt(99), idAt(2)]));
    expect(byId.map(({ createdAt }) => createdAt)).to.deep.equal([6, 1]);
  });
});

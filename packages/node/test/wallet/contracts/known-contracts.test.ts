import { Listeners } from "@tallystick/background";
import { Amulet, TransferOffer } from "@tallystick/coin";
import type { Template } from "@tallystick/core";
import type { ActiveContract } from "@tallystick/wallet";
import { expect } from "chai";
import {
  type ChangingViews,
  knownContracts,
  readOnChange,
} from "../../../src/wallet/contracts/known-contracts.js";

const memory = () => {
  const held = new Map<string, number>();
  let reads = 0;
  const read = <P>(template: Template<P>, party: string, limit = 1_000) => {
    reads++;
    const count = Math.min(limit, held.get(`${template.name} ${party}`) ?? 0);
    // border: no one looks at what these contracts hold
    return Array.from({ length: count }, () => ({})) as unknown as ReadonlyArray<ActiveContract<P>>;
  };
  const changes = new Listeners<[ReadonlySet<string>, ReadonlySet<string>]>();
  const views: ChangingViews = {
    onChange: changes.add,
    of: read,
    due: (template, party, _upTo, limit) => read(template, party, limit),
    hasMoreThan: (count, { name }, party) => {
      reads++;
      return (held.get(`${name} ${party}`) ?? 0) > count;
    },
    named: (template, party, _text, limit) => read(template, party, limit),
    namedWithin: (template, party, _prefix, limit) => read(template, party, limit),
    byId: () => undefined,
  };
  const changed = (party: string, { name }: { readonly name: string }) =>
    changes.tell(new Set([party]), new Set([name]));
  return { view: knownContracts(views), changed, held, reads: () => reads };
};

describe("a view that remembers what is not there", () => {
  it("reads once what a party has nothing of, however it is read", () => {
    const { view, reads } = memory();
    for (let n = 0; n < 5; n++) {
      expect(view.of(Amulet, "alice")).to.deep.equal([]);
      expect(view.due(Amulet, "alice", 7, 3)).to.deep.equal([]);
      expect(view.named(Amulet, "alice", "a name", 3)).to.deep.equal([]);
      expect(view.namedWithin(Amulet, "alice", "a", 3)).to.deep.equal([]);
    }
    expect(reads()).to.equal(1);
  });

  it("reads what is there every time, up to the limit", () => {
    const { view, held } = memory();
    held.set(`${Amulet.name} alice`, 4);
    expect(view.of(Amulet, "alice")).to.have.lengthOf(4);
    held.set(`${Amulet.name} alice`, 6);
    expect(view.of(Amulet, "alice")).to.have.lengthOf(6);
    expect(view.due(Amulet, "alice", 7, 5)).to.have.lengthOf(5);
    expect(view.named(Amulet, "alice", "a name", 2)).to.have.lengthOf(2);
    expect(view.namedWithin(Amulet, "alice", "a", 3)).to.have.lengthOf(3);
  });

  it("passes on which contracts are looked for", () => {
    const asked: Array<unknown> = [];
    const note = (...options: ReadonlyArray<unknown>) => {
      asked.push(options.at(-1));
      return [];
    };
    const views: ChangingViews = {
      onChange: new Listeners<[ReadonlySet<string>, ReadonlySet<string>]>().add,
      of: note,
      due: note,
      named: note,
      namedWithin: note,
      hasMoreThan: () => true,
      byId: () => undefined,
    };
    const view = knownContracts(views);
    const keep = () => true;
    const options = { after: 3, keep };
    view.of(Amulet, "alice", 5, keep);
    view.due(Amulet, "alice", 7, 5, options);
    view.namedWithin(Amulet, "alice", "a", 5, keep);
    expect(asked).to.deep.equal([keep, options, keep]);
  });

  it("reads once whether there are more than a number", () => {
    const { view, held, changed, reads } = memory();
    held.set(`${Amulet.name} alice`, 11);
    for (let n = 0; n < 5; n++) {
      expect(view.hasMoreThan(10, Amulet, "alice")).to.equal(true);
      expect(view.hasMoreThan(11, Amulet, "alice")).to.equal(false);
      expect(view.hasMoreThan(0, Amulet, "bob")).to.equal(false);
      expect(view.of(Amulet, "bob")).to.deep.equal([]);
    }
    expect(reads()).to.equal(3);
    held.set(`${Amulet.name} alice`, 10);
    changed("alice", TransferOffer);
    expect(view.hasMoreThan(10, Amulet, "alice")).to.equal(true);
    changed("alice", Amulet);
    expect(view.hasMoreThan(10, Amulet, "alice")).to.equal(false);
    expect(reads()).to.equal(4);
  });

  it("answers for other numbers from what it knows", () => {
    const { view, held, reads } = memory();
    held.set(`${Amulet.name} alice`, 5);
    expect(view.hasMoreThan(3, Amulet, "alice")).to.equal(true);
    expect(view.hasMoreThan(7, Amulet, "alice")).to.equal(false);
    expect([0, 3, 7, 9].map((count) => view.hasMoreThan(count, Amulet, "alice"))).to.deep.equal([
      true,
      true,
      false,
      false,
    ]);
    expect(reads()).to.equal(2);
    expect(view.hasMoreThan(5, Amulet, "alice")).to.equal(false);
    expect(view.hasMoreThan(4, Amulet, "alice")).to.equal(true);
  });

  it("reads again when the party has changed, and no other", () => {
    const { view, held, changed, reads } = memory();
    for (const party of ["alice", "bob"]) view.of(TransferOffer, party);
    held.set(`${TransferOffer.name} alice`, 1);
    expect(view.of(TransferOffer, "alice")).to.have.lengthOf(0);
    changed("alice", TransferOffer);
    expect(view.of(TransferOffer, "alice")).to.have.lengthOf(1);
    const before = reads();
    expect(view.of(TransferOffer, "bob")).to.have.lengthOf(0);
    expect(reads()).to.equal(before);
  });
});

describe("a reading of a party's contracts", () => {
  it("is read once, and again when the party has changed, and no other", () => {
    const changes = new Listeners<[ReadonlySet<string>, ReadonlySet<string>]>();
    const tell = (...parties: ReadonlyArray<string>) =>
      changes.tell(new Set(parties), new Set([Amulet.name]));
    let reads = 0;
    const reading = readOnChange({ onChange: changes.add }, Amulet, "alice", () => {
      reads += 1;
      if (reads === 3) throw new Error("not now");
      return reads;
    });
    expect([reading(), reading()]).to.deep.equal([1, 1]);
    tell("bob");
    changes.tell(new Set(["alice"]), new Set([TransferOffer.name]));
    expect(reading()).to.equal(1);
    tell("alice", "bob");
    expect([reading(), reading()]).to.deep.equal([2, 2]);
    tell("alice");
    expect(reading).to.throw("not now");
    expect(reading()).to.equal(4);
  });
});

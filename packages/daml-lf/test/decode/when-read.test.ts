import { expect } from "chai";
import fc from "fast-check";
import { Message } from "../../src/decode/message.js";
import { atOnce, onFirstUse } from "../../src/decode/when-read.js";
import { message } from "../dar-writer.js";

/** Messages of a name and a number each. */
const messagesOf = (pairs: ReadonlyArray<readonly [name: number, value: number]>) => {
  const bytes = message(
    ...pairs.map(([name, value]) => [1, message([1, name], [2, value])] as const),
  );
  return Message.at(bytes, 0, bytes.length).messages(1);
};

const nameOf = (each: Message): string => `n${each.int(1)}`;

describe("Definitions by name", () => {
  it("are read once each, when they are got", () => {
    const read: Array<number> = [];
    const all = messagesOf([
      [1, 10],
      [2, 20],
    ]);
    const found = onFirstUse.named(all, nameOf, (each) => {
      read.push(each.int(2));
      return { value: each.int(2) };
    });
    expect([found.size, found.has("n2"), found.has("n3")]).to.deep.equal([2, true, false]);
    expect(read).to.deep.equal([]);
    expect(found.get("n2")).to.deep.equal({ value: 20 });
    expect(found.get("n2")).to.equal(found.get("n2"));
    expect(found.get("n3")).to.equal(undefined);
    expect(read).to.deep.equal([20]);
  });

  it("are the same map whenever they are read, and in whatever order", () => {
    const pairs = fc.array(fc.tuple(fc.nat({ max: 20 }), fc.nat()), { maxLength: 15 });
    const asked = fc.array(fc.nat({ max: 25 }), { maxLength: 10 });
    fc.assert(
      fc.property(pairs, asked, (given, names) => {
        const read = (each: Message) => ({ value: each.int(2) });
        const whole = atOnce.named(messagesOf(given), nameOf, read);
        const lazily = onFirstUse.named(messagesOf(given), nameOf, read);
        for (const name of names)
          expect(lazily.get(`n${name}`)).to.deep.equal(whole.get(`n${name}`));
        expect([...lazily]).to.deep.equal([...whole]);
        expect([...lazily.keys()]).to.deep.equal([...whole.keys()]);
        expect([...lazily.values()]).to.deep.equal([...whole.values()]);
        expect([...lazily.entries()]).to.deep.equal([...whole.entries()]);
        const visited: Array<unknown> = [];
        lazily.forEach((value, name, map) => visited.push([name, value, map === lazily]));
        expect(visited).to.deep.equal([...whole].map(([name, value]) => [name, value, true]));
        expect(
          [...lazily.values()].every((value, at) => value === [...lazily.values()][at]),
        ).to.equal(true);
        expect(lazily.size).to.equal(whole.size);
      }),
      { numRuns: 200 },
    );
  });
});

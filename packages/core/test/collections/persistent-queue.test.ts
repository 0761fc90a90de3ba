import { expect } from "chai";
import fc from "fast-check";
import {
  dequeue,
  dequeueWhile,
  enqueue,
  itemsOf,
  oldestOf,
  type PersistentQueue,
  queueOf,
} from "../../src/collections/persistent-queue.js";

// runs of more than a block (512 items), so that sealing and using up blocks happen often
const runs = fc.array(
  fc.record({ add: fc.boolean(), count: fc.oneof(fc.nat(5), fc.integer({ min: 400, max: 1300 })) }),
  { maxLength: 12 },
);

describe("a persistent queue", () => {
  it("holds what an array holds after any adding and taking, also one made of many items", () => {
    fc.assert(
      fc.property(runs, fc.nat(1100), (steps, initial) => {
        let next = initial;
        const model = Array.from({ length: initial }, (_, index) => index);
        let queue = queueOf(model);
        for (const { add, count } of steps) {
          for (let at = 0; at < count; at++) {
            queue = add ? enqueue(queue, next) : dequeue(queue);
            if (add) model.push(next++);
            else model.shift();
            if (queue.size !== model.length || oldestOf(queue) !== model[0])
              throw new Error(`size ${queue.size}, oldest ${oldestOf(queue)}, model ${model[0]}`);
          }
          expect([...itemsOf(queue)]).to.deep.equal(model);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("leaves every older version as it was", () => {
    let queue: PersistentQueue<number> = queueOf([]);
    const versions: Array<readonly [PersistentQueue<number>, ReadonlyArray<number>]> = [];
    for (let at = 0; at < 1600; at++) {
      queue = at % 3 === 2 ? dequeue(queue) : enqueue(queue, at);
      if (at % 100 === 0) versions.push([queue, [...itemsOf(queue)]]);
    }
    for (const [version, items] of versions) expect([...itemsOf(version)]).to.deep.equal(items);
  });

  it("stays empty when something is taken from nothing", () => {
    const empty = queueOf<number>([]);
    expect(dequeue(empty)).to.equal(empty);
    expect(oldestOf(empty)).to.equal(undefined);
    expect([...itemsOf(enqueue(dequeue(enqueue(empty, 1)), 2))]).to.deep.equal([2]);
  });

  it("removes all items up to one together, and then continues as any other", () => {
    fc.assert(
      fc.property(
        fc.nat(1_300),
        fc.nat(1_300),
        fc.nat(600),
        fc.nat(2_700),
        (had, added, gone, upTo) => {
          let queue = queueOf(Array.from({ length: had }, (_, at) => at));
          for (let at = had; at < had + added; at++) queue = enqueue(queue, at);
          for (let at = 0; at < gone; at++) queue = dequeue(queue);
          const before = [...itemsOf(queue)];
          const rest = dequeueWhile(queue, (item) => item < upTo);
          const left = before.filter((item) => item >= upTo);
          expect([...itemsOf(rest)]).to.deep.equal(left);
          expect([rest.size, oldestOf(rest)]).to.deep.equal([left.length, left[0]]);
          expect([...itemsOf(queue)]).to.deep.equal(before);
          const further = [...itemsOf(dequeue(enqueue(rest, 9_999)))];
          expect(further).to.deep.equal([...left, 9_999].slice(1));
        },
      ),
      { numRuns: 60 },
    );
  });
});

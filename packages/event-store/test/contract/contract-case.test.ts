import { expect } from "chai";
import { left, right } from "fp-ts/lib/Either.js";
import {
  appendToEnd,
  assertWrongRevision,
  collect,
  contractCase,
  failed,
  someEvents,
  succeeded,
  takerOf,
} from "../../src/contract/contract-case.js";
import { inMemoryStore, type StoreError } from "../../src/index.js";

const closed: StoreError = { kind: "closed" };

/** What a promise was rejected with. */
const thrownBy = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "nothing",
    (thrown: unknown) => String(thrown),
  );

describe("The words that cases are written in", () => {
  it("tell a success from an error, and say which was there", () => {
    expect(succeeded(right(3))).to.equal(3);
    expect(failed(left(closed))).to.equal(closed);
    expect(() => succeeded(left(closed))).to.throw('expected a success, got {"kind":"closed"}');
    expect(() => failed(right(3))).to.throw("expected an error, got 3");
  });

  it("close the store of a case also when it fails", async () => {
    const store = inMemoryStore();
    const failing = contractCase("fails", async () => {
      throw new Error("it does not hold");
    });
    expect(await thrownBy(failing.run(async () => store))).to.equal("Error: it does not hold");
    expect(await store.lastEvent("s")).to.deep.equal(left(closed));
  });

  it("append to the end again when another writer was first, with a limit", async () => {
    const store = inMemoryStore();
    let races = 3;
    const racing = {
      lastEvent: store.lastEvent,
      append: async (...args: Parameters<typeof store.append>) => {
        races -= 1;
        if (races >= 0) succeeded(await appendToEnd(store, "s", someEvents(1)));
        return store.append(...args);
      },
    };
    expect(succeeded(await appendToEnd(racing, "s", someEvents(1))).revision).to.equal(3);
    races = Number.POSITIVE_INFINITY;
    const lost = await appendToEnd(racing, "s", someEvents(1));
    expect(failed(lost).kind).to.equal("wrong-expected-revision");
  });

  it("compare both numbers of a wrong expected revision", () => {
    const wrong = left({
      kind: "wrong-expected-revision" as const,
      stream: "s",
      expected: 1,
      actual: 3,
    });
    assertWrongRevision(wrong, 1, 3);
    expect(() => assertWrongRevision(wrong, 2, 3)).to.throw();
    expect(() => assertWrongRevision(wrong, 1, "no-stream")).to.throw();
    expect(() => assertWrongRevision(left(closed), 1, 3)).to.throw();
  });

  it("collect pages, of which none is empty", async () => {
    async function* pages(...sizes: ReadonlyArray<number>) {
      for (const size of sizes) {
        const place = { stream: "s", revision: 0, position: 1, hash: "" };
        yield right(someEvents(size).map((event) => ({ ...event, ...place })));
      }
    }
    expect(await collect(pages(2, 3))).to.have.length(5);
    expect(await collect(pages())).to.deep.equal([]);
    expect(await thrownBy(collect(pages(2, 0)))).to.include("a page must not be empty");
  });

  it("take items one by one, and fail over a subscription that ends too soon", async () => {
    const store = inMemoryStore();
    succeeded(await appendToEnd(store, "s", someEvents(3)));
    const subscription = store.subscribe("s", -1);
    const taker = takerOf(subscription);
    expect(await taker.untilRevision(2)).to.deep.equal([0, 1, 2]);
    expect(await taker.untilCaughtUp()).to.deep.equal([]);
    subscription.close();
    expect(await taker.next()).to.equal("ended");
    expect(await thrownBy(taker.untilCaughtUp())).to.include("the subscription ended");
  });
});

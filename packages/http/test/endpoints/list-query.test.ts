import { invalidArgument, type LedgerError } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { type Either, isLeft, isRight, left, right } from "fp-ts/lib/Either.js";
import { defaultHttpConfig, httpConfigOf } from "../../src/endpoints/http-config.js";
import {
  collectList,
  idleTimeoutError,
  idleTimeoutOf,
  ListQuery,
  maxListBytes,
  maxListIdleMs,
} from "../../src/endpoints/list-query.js";
import { leftOf, rightOf } from "../fixtures/outcomes.js";

const config = httpConfigOf({ maxListElements: 5 });

/** So many numbers from 1 on, and how many of them were taken. */
const numbers = (count: number, end?: LedgerError) => {
  const taken: number[] = [];
  async function* source(): AsyncGenerator<Either<LedgerError, number>> {
    for (let number = 1; number <= count; number += 1) {
      taken.push(number);
      yield right(number);
    }
    if (end !== undefined) yield left(end);
  }
  return { items: source(), taken };
};
const itself = (number: number): number => number;

describe("the query of a list", () => {
  const good: ReadonlyArray<readonly [text: string, count: number]> = [
    ["0", 0],
    ["1", 1],
    ["007", 7],
    ["999999999999999", 999_999_999_999_999],
    ["-1", -1],
    ["9223372036854775807", 2 ** 63],
    ["-9223372036854775808", -(2 ** 63)],
  ];
  for (const [text, count] of good) {
    it(`takes ${text} as ${count}`, () => {
      const query = { limit: text, stream_idle_timeout_ms: text };
      expect(ListQuery.read(query)).to.deep.equal(
        right({ limit: count, stream_idle_timeout_ms: count }),
      );
    });
  }

  for (const text of ["", "-", "1.5", "1e3", " 1", "9223372036854775808", "x", ["1", "2"]]) {
    it(`refuses ${JSON.stringify(text)} in either parameter`, () => {
      for (const name of ["limit", "stream_idle_timeout_ms"]) {
        const error = leftOf(ListQuery.read({ [name]: text }));
        expect(error.path).to.deep.equal([name]);
        expect(error.reason).to.equal("expected a 64-bit integer");
      }
    });
  }

  it("lets a list idle as long as it says, up to a bound before the request itself times out", () => {
    expect(idleTimeoutOf({}, config)).to.equal(defaultHttpConfig.listIdleTimeoutMs);
    expect(idleTimeoutOf({ stream_idle_timeout_ms: 1 }, config)).to.equal(1);
    expect(idleTimeoutOf({ stream_idle_timeout_ms: maxListIdleMs }, config)).to.equal(
      maxListIdleMs,
    );
    expect(idleTimeoutOf({ stream_idle_timeout_ms: maxListIdleMs + 1 }, config)).to.equal(
      maxListIdleMs,
    );
    expect(maxListIdleMs).to.be.lessThan(defaultHttpConfig.requestTimeoutMs);
  });
});

describe("an idle time", () => {
  it("is at least a millisecond, and otherwise refused in the words of a public node", () => {
    expect(idleTimeoutError({})).to.equal(undefined);
    for (const idle of [1, maxListIdleMs + 1])
      expect(idleTimeoutError({ stream_idle_timeout_ms: idle })).to.equal(undefined);
    for (const idle of [0, -1]) {
      const error = idleTimeoutError({ stream_idle_timeout_ms: idle });
      expect(error?.code).to.equal("INVALID_ARGUMENT");
      expect(error?.publicCause).to.contain("Task scheduled with [0] seconds delay");
      expect(error?.cause).to.contain(`found ${idle}, expected at least 1 ms`);
    }
  });
});

describe("a list", () => {
  it("has all elements, is cut at its limit, or is too long (ledger-api 12)", async () => {
    const limits = fc.option(fc.nat(9), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(fc.nat(9), limits, async (count, limit) => {
        const query = limit === undefined ? {} : { limit };
        const list = await collectList(numbers(count).items, itself, query, config);
        const wanted = limit === undefined ? count : Math.min(count, limit);
        if (wanted > config.maxListElements)
          expect(leftOf(list).code).to.equal("JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED");
        else expect(rightOf(list)).to.deep.equal(Array.from({ length: wanted }, (_, at) => at + 1));
      }),
    );
  });

  it("says how many elements are allowed", async () => {
    const error = leftOf(await collectList(numbers(6).items, itself, {}, config));
    expect(error.cause).to.contain("greater than the node's limit of 5; set limit to at most 5");
    expect(error.definiteAnswer).to.equal(false);
  });

  it("is refused when its elements take too much, and takes no more of its source", async () => {
    const source = numbers(100);
    const bytesOf = () => maxListBytes / 2;
    const error = leftOf(await collectList(source.items, itself, {}, config, bytesOf));
    expect(error.code).to.equal("JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED");
    expect(error.cause).to.contain(`limit of ${maxListBytes} bytes; set limit to at most 2`);
    expect(source.taken).to.have.lengthOf(3);
    const two = { limit: 2 };
    const list = await collectList(numbers(100).items, itself, two, config, bytesOf);
    expect(rightOf(list)).to.deep.equal([1, 2]);
  });

  it("takes no more of its source than it needs", async () => {
    for (const [limit, taken] of [
      [0, 0],
      [2, 2],
      [5, 5],
      [6, 6],
      [1_000, 6],
      [undefined, 6],
    ] as const) {
      const source = numbers(100);
      await collectList(source.items, itself, limit === undefined ? {} : { limit }, config);
      expect(source.taken, String(limit)).to.have.lengthOf(taken);
    }
  });

  it("leaves items out that are not shown, and does not count them", async () => {
    const even = (number: number) => (number % 2 === 0 ? number : undefined);
    const list = await collectList(numbers(10).items, even, {}, config);
    expect(rightOf(list)).to.deep.equal([2, 4, 6, 8, 10]);
    expect(isLeft(await collectList(numbers(12).items, even, {}, config))).to.equal(true);
  });

  it("ends with the first error of its source, whatever came before", async () => {
    const error = invalidArgument("broken");
    for (const count of [0, 3]) {
      const list = await collectList(numbers(count, error).items, itself, {}, config);
      expect(list).to.deep.equal(left(error));
    }
    // an error behind the limit is not met
    const cut = await collectList(numbers(3, error).items, itself, { limit: 3 }, config);
    expect(isRight(cut)).to.equal(true);
  });
});

import { availableParallelism } from "node:os";
import { expect } from "chai";
import { either as E } from "fp-ts";
import fc from "fast-check";
import { answersInOrder, threadCount, ThreadPool } from "../src/thread-pool.js";

const pools: Array<ThreadPool<unknown, unknown>> = [];

const poolOf = (count: number, goesOn = false): ThreadPool<unknown, unknown> => {
  const script = new URL("./echo-thread.js", import.meta.url);
  const parts = { name: "the echo", script, data: "data", delays: { firstMs: 1, mostMs: 1 } };
  const pool = new ThreadPool<unknown, unknown>(count, parts, goesOn);
  pools.push(pool);
  return pool;
};

describe("A pool of threads", () => {
  afterEach(async () => {
    for (const pool of pools.splice(0)) await pool.terminate();
  });

  it("answers more requests than it has threads", async () => {
    const pool = poolOf(2);
    const requests = ["a", "b", "c", "d", "e"];
    const answers = await Promise.all(requests.map((request) => pool.ask(request)));
    expect(answers).to.deep.equal(requests.map((request) => E.right(["data", request])));
  });

  it("tells how far a request is, and only whom it concerns", async () => {
    const pool = poolOf(2);
    const told: Array<readonly [string, number]> = [];
    const ask = (request: string) =>
      pool.ask(request, (progress) => void told.push([request, progress]));
    await Promise.all(["a", "tell", "b"].map(ask));
    expect(told).to.deep.equal([
      ["tell", 1],
      ["tell", 2],
    ]);
  });

  it("fails what waits and what comes when one thread ends by itself", async () => {
    const pool = poolOf(1);
    const answers = await Promise.all(["a", "throw", "b"].map((request) => pool.ask(request)));
    const ended = E.left({ kind: "ended", message: "the echo ended: thrown" });
    expect(answers).to.deep.equal([E.right(["data", "a"]), ended, ended]);
    expect(await pool.ask("c")).to.deep.equal(ended);
  });

  it("goes on when one ends by itself, if it is to: only its request fails", async () => {
    const pool = poolOf(1, true);
    const asked = ["a", "throw"].map((request) => pool.ask(request));
    const ended = E.left({ kind: "ended", message: "the echo ended: thrown" });
    expect(await Promise.all(asked)).to.deep.equal([E.right(["data", "a"]), ended]);
    await new Promise((resume) => setTimeout(resume, 20));
    expect(await pool.ask("b")).to.deep.equal(E.right(["data", "b"]));
  });

  it("lets users take turns, however much one of them asks for", async () => {
    const pool = poolOf(1);
    const order: Array<string> = [];
    const ask = async (request: string, by: string): Promise<void> => {
      await pool.ask(request, undefined, by);
      order.push(request);
    };
    await Promise.all([
      ...["a1", "a2", "a3", "a4"].map((request) => ask(request, "a")),
      ...["b1", "b2"].map((request) => ask(request, "b")),
      ask("c1", "c"),
    ]);
    expect(order).to.deep.equal(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
  });

  it("fails what it is at, and all that waits, when it is terminated", async () => {
    const pool = poolOf(1);
    const asked = ["keep", "a", "b"].map((request) => pool.ask(request));
    await pool.terminate();
    const answers = [...(await Promise.all(asked)), await pool.ask("c")];
    expect(answers.map((answer) => E.isLeft(answer) && answer.left.kind)).to.deep.equal(
      Array.from(answers, () => "stopped"),
    );
  });

  it("has a thread for each processor, up to a limit", () => {
    expect(threadCount(1)).to.equal(1);
    expect(threadCount(1_000)).to.equal(availableParallelism());
  });
});

describe("Answers in order", () => {
  /** Answers requests when the test says so, in any order. */
  const heldAnswers = (count: number) => {
    const ends = new Map<number, () => void>();
    let [begun, ended] = [0, 0];
    const ask = (request: number): Promise<E.Either<never, number>> => {
      begun += 1;
      return new Promise((resolve) =>
        ends.set(request, () => {
          ended += 1;
          resolve(E.right(request));
        }),
      );
    };
    return { threads: { count, ask }, ends, begun: () => begun, ended: () => ended };
  };

  const ten = Array.from({ length: 10 }, (_, at) => at);

  it("come in the order of the requests, in whatever order these end", async () => {
    const order = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 });
    await fc.assert(
      fc.asyncProperty(order, async (ending) => {
        const { threads, ends } = heldAnswers(2);
        const answers = answersInOrder<number, number>(threads, ten.slice(0, 4));
        const first = answers.next();
        for (const request of ending) ends.get(request)?.();
        const found: Array<unknown> = [(await first).value];
        for await (const answer of answers) found.push(answer);
        expect(found).to.deep.equal([0, 1, 2, 3].map((request) => [request, E.right(request)]));
      }),
    );
  });

  for (const count of [1, 2, 3]) {
    it(`are never more than ${2 * count} that no one has used, with ${count} threads`, async () => {
      const { threads, ends, begun, ended } = heldAnswers(count);
      let used = 0;
      const answers = answersInOrder<number, number>(threads, ten);
      for (const request of ten) {
        const next = answers.next();
        await Promise.resolve();
        expect(begun()).to.equal(Math.min(ten.length, used + 2 * count));
        // all that have begun end at once, and wait to be used
        for (const end of ends.values()) end();
        ends.clear();
        expect((await next).value).to.deep.equal([request, E.right(request)]);
        used += 1;
        expect(ended() - used).to.be.below(2 * count);
      }
      expect((await answers.next()).done).to.equal(true);
    });
  }

  it("are none of no requests", async () => {
    expect((await answersInOrder(heldAnswers(2).threads, []).next()).done).to.equal(true);
  });
});

import { expect } from "chai";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { FoldingHost } from "../../src/fold/folding-host.js";
import { type HostStart, lastingHost } from "../../src/fold/lasting-host.js";
import type { ViewsError } from "../../src/interface/views.js";
import { leftOf, rightOf } from "../journal-fixture.js";

const batch = [{ offset: 1, type: "x", data: "{}" }];
const ended: ViewsError = { kind: "worker", message: "exit code 1" };
const first: HostStart = {
  start: { offset: 0, recordTime: 0, hash: "" },
  rebuiltBecause: "rebuilt before",
};

/** Hosts that fold up to their number, and end when `end` is called. */
const hosts = (errors: ReadonlySet<number> = new Set()) => {
  const started: Array<(error: ViewsError) => void> = [];
  const closed: Array<number> = [];
  const calls: Array<string> = [];
  const start = async (
    onDeath: (error: ViewsError) => void,
  ): Promise<Either<ViewsError, FoldingHost>> => {
    const number = started.push(onDeath);
    if (errors.has(number)) return left({ kind: "worker", message: `start ${number}` });
    const at = { offset: number, recordTime: 0, hash: "" };
    return right({
      start: at,
      rebuiltBecause: number === 1 ? undefined : `rebuilt ${number}`,
      fold: async (entries) => {
        calls.push(`fold ${entries.length}`);
        return right(at);
      },
      reset: async () => {
        calls.push("reset");
        return right(at);
      },
      close: async () => void closed.push(number),
    });
  };
  return { start, closed, calls, count: () => started.length, end: () => started.at(-1)?.(ended) };
};

const listening = () => {
  const said: Array<string> = [];
  let onStart = (): void => undefined;
  return {
    said,
    listener: {
      ended: ({ message }: ViewsError) => void said.push(message),
      started: ({ start, rebuiltBecause }: HostStart) => {
        said.push(`from ${start.offset}, ${rebuiltBecause}`);
        onStart();
      },
    },
    started: () =>
      new Promise<void>((resolve) => {
        onStart = resolve;
      }),
  };
};

describe("A host that is being started", () => {
  it("is there at once, and its calls wait in their order", async () => {
    const [made, { said, listener }] = [hosts(), listening()];
    let go = (): void => undefined;
    const startLate = async (onDeath: (error: ViewsError) => void) => {
      await new Promise<void>((resume) => (go = resume));
      return made.start(onDeath);
    };
    const host = lastingHost(startLate, listener, first);
    expect([host.start.offset, host.rebuiltBecause]).to.deep.equal([0, "rebuilt before"]);
    const outcomes = [host.fold(batch), host.reset(), host.fold([])];
    await new Promise((resume) => setImmediate(resume));
    expect([made.calls, said]).to.deep.equal([[], []]);
    go();
    for (const outcome of await Promise.all(outcomes)) expect(rightOf(outcome).offset).to.equal(1);
    expect(made.calls).to.deep.equal(["fold 1", "reset", "fold 0"]);
    expect(said).to.deep.equal(["from 1, undefined"]);
    expect([host.start.offset, host.rebuiltBecause]).to.deep.equal([1, undefined]);
    await host.close();
  });

  it("that does not start has an error for its calls and is tried again", async () => {
    const [made, { said, listener, started }] = [hosts(new Set([1])), listening()];
    const host = lastingHost(made.start, listener, first);
    const again = started();
    for (const outcome of [await host.fold(batch), await host.reset()])
      expect(leftOf(outcome).message).to.equal("start 1");
    expect(host.start.offset).to.equal(0);
    await again;
    expect(rightOf(await host.fold(batch)).offset).to.equal(2);
    expect(said).to.deep.equal(["start 1", "from 2, rebuilt 2"]);
    await host.close();
    expect(made.closed).to.deep.equal([2]);
  });

  it("is closed when it has started", async () => {
    const [made, { said, listener }] = [hosts(), listening()];
    await lastingHost(made.start, listener, first).close();
    expect([made.closed, said]).to.deep.equal([[1], []]);
  });

  it("is not started again when it is closed before it did not start", async () => {
    const [made, { said, listener }] = [hosts(new Set([1])), listening()];
    await lastingHost(made.start, listener, first).close();
    await new Promise((resume) => setTimeout(resume, 70));
    expect([made.count(), said]).to.deep.equal([1, []]);
  });
});

describe("A host that ended by itself", () => {
  it("is started again, and meanwhile folds nothing", async () => {
    const [made, { said, listener, started }] = [hosts(), listening()];
    const host = lastingHost(made.start, listener, first);
    expect(rightOf(await host.fold(batch)).offset).to.equal(1);
    const again = started();
    made.end();
    for (const outcome of [await host.fold(batch), await host.reset()])
      expect(leftOf(outcome)).to.equal(ended);
    await again;
    expect(rightOf(await host.fold(batch)).offset).to.equal(2);
    expect([host.start.offset, host.rebuiltBecause]).to.deep.equal([2, "rebuilt 2"]);
    expect(said).to.deep.equal(["from 1, undefined", "exit code 1", "from 2, rebuilt 2"]);
    await host.close();
    expect(made.closed).to.deep.equal([2]);
  });

  it("is tried again when it does not start, later each time", async () => {
    const [made, { said, listener, started }] = [hosts(new Set([2, 3])), listening()];
    const host = lastingHost(made.start, listener, first);
    rightOf(await host.fold(batch));
    const again = started();
    const begun = performance.now();
    made.end();
    await again;
    // 50, 100 and 200 ms
    expect(performance.now() - begun).to.be.at.least(345);
    expect(said.slice(1)).to.deep.equal(["exit code 1", "start 2", "start 3", "from 4, rebuilt 4"]);
    await host.close();
  });

  it("is not started again once it is closed", async () => {
    const [made, { listener }] = [hosts(), listening()];
    const host = lastingHost(made.start, listener, first);
    rightOf(await host.fold(batch));
    made.end();
    await host.close();
    await new Promise((resume) => setTimeout(resume, 70));
    expect(made.count()).to.equal(1);
    expect(leftOf(await host.fold(batch))).to.equal(ended);
  });

  it("is closed when it is just being started", async () => {
    const [made, { said, listener }] = [hosts(), listening()];
    let go = (): void => undefined;
    let isStarting = false;
    const startLate = async (onDeath: (error: ViewsError) => void) => {
      if (made.count() === 1) {
        isStarting = true;
        await new Promise<void>((resume) => (go = resume));
      }
      return made.start(onDeath);
    };
    const host = lastingHost(startLate, listener, first);
    rightOf(await host.fold(batch));
    made.end();
    while (!isStarting) await new Promise((resume) => setTimeout(resume, 5));
    const closing = host.close();
    go();
    await closing;
    expect(made.closed).to.deep.equal([2]);
    expect(said).to.deep.equal(["from 1, undefined", "exit code 1"]);
  });
});

import { expect } from "chai";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { FoldingHost } from "../../src/fold/folding-host.js";
import { lastingHost } from "../../src/fold/lasting-host.js";
import type { ViewsError } from "../../src/interface/views.js";
import { leftOf, rightOf } from "../journal-fixture.js";

const batch = [{ offset: 1, type: "x", data: "{}" }];
const ended: ViewsError = { kind: "worker", message: "exit code 1" };

/** Hosts that fold up to their number, and end when `end` is called. */
const hosts = (errors: ReadonlySet<number> = new Set()) => {
  const started: Array<(error: ViewsError) => void> = [];
  const closed: Array<number> = [];
  const start = async (
    onDeath: (error: ViewsError) => void,
  ): Promise<Either<ViewsError, FoldingHost>> => {
    const number = started.push(onDeath);
    if (errors.has(number)) return left({ kind: "worker", message: `start ${number}` });
    const at = { offset: number, recordTime: 0, hash: "" };
    return right({
      start: at,
      rebuiltBecause: number === 1 ? undefined : `rebuilt ${number}`,
      fold: async () => right(at),
      reset: async () => right(at),
      close: async () => void closed.push(number),
    });
  };
  return { start, closed, count: () => started.length, end: () => started.at(-1)?.(ended) };
};

const listening = () => {
  const said: Array<string> = [];
  let onRestart = (): void => undefined;
  return {
    said,
    listener: {
      ended: ({ message }: ViewsError) => void said.push(message),
      restarted: ({ start, rebuiltBecause }: Pick<FoldingHost, "start" | "rebuiltBecause">) => {
        said.push(`from ${start.offset}, ${rebuiltBecause}`);
        onRestart();
      },
    },
    restarted: () =>
      new Promise<void>((resolve) => {
        onRestart = resolve;
      }),
  };
};

describe("A host that ended by itself", () => {
  it("is started again, and meanwhile folds nothing", async () => {
    const [made, { said, listener, restarted }] = [hosts(), listening()];
    const host = rightOf(await lastingHost(made.start, listener));
    expect(rightOf(await host.fold(batch)).offset).to.equal(1);
    const again = restarted();
    made.end();
    for (const outcome of [await host.fold(batch), await host.reset()])
      expect(leftOf(outcome)).to.equal(ended);
    await again;
    expect(rightOf(await host.fold(batch)).offset).to.equal(2);
    expect([host.start.offset, host.rebuiltBecause]).to.deep.equal([2, "rebuilt 2"]);
    expect(said).to.deep.equal(["exit code 1", "from 2, rebuilt 2"]);
    await host.close();
    expect(made.closed).to.deep.equal([2]);
  });

  it("is tried again when it does not start, later each time", async () => {
    const [made, { said, listener, restarted }] = [hosts(new Set([2, 3])), listening()];
    const host = rightOf(await lastingHost(made.start, listener));
    const again = restarted();
    const begun = performance.now();
    made.end();
    await again;
    // 50, 100 and 200 ms
    expect(performance.now() - begun).to.be.at.least(345);
    expect(said).to.deep.equal(["exit code 1", "start 2", "start 3", "from 4, rebuilt 4"]);
    await host.close();
  });

  it("is not started again once it is closed", async () => {
    const [made, { listener }] = [hosts(), listening()];
    const host = rightOf(await lastingHost(made.start, listener));
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
    const host = rightOf(
      await lastingHost(async (onDeath) => {
        if (made.count() === 1) {
          isStarting = true;
          await new Promise<void>((resume) => (go = resume));
        }
        return made.start(onDeath);
      }, listener),
    );
    made.end();
    while (!isStarting) await new Promise((resume) => setTimeout(resume, 5));
    const closing = host.close();
    go();
    await closing;
    expect(made.closed).to.deep.equal([2]);
    expect(said).to.deep.equal(["exit code 1"]);
  });

  it("that does not start at all is an error at once", async () => {
    const [made, { listener }] = [hosts(new Set([1])), listening()];
    expect(leftOf(await lastingHost(made.start, listener)).message).to.equal("start 1");
    expect(made.count()).to.equal(1);
  });
});

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { OwnThread, type ThreadError, type ThreadParts } from "../src/own-thread.js";

const script = new URL("./echo-thread.js", import.meta.url);

const until = async (holds: () => boolean): Promise<void> => {
  for (let tries = 0; !holds(); tries += 1) {
    if (tries > 10_000) throw new Error("waited in vain");
    await new Promise<void>((resume) => setTimeout(resume, 5));
  }
};

const threadOf = (parts: Partial<ThreadParts<unknown>> = {}) => {
  const hellos: Array<unknown> = [];
  const ends: Array<string> = [];
  const thread = new OwnThread<unknown, unknown, unknown>({
    name: "the echo",
    script,
    data: "data",
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
    onStart: (hello) => void hellos.push(hello),
    onEnd: (message) => void ends.push(message),
    ...parts,
  });
  afterwards.push(() => thread.terminate());
  return { thread, hellos, ends };
};

const afterwards: Array<() => Promise<void>> = [];

const answered = async (asked: Promise<Either<ThreadError, unknown>>): Promise<unknown> => {
  const answer = await asked;
  return isLeft(answer) ? answer.left : answer.right;
};

/** Sends requests until one is answered. */
const untilAnswered = async (thread: OwnThread<unknown, unknown, unknown>): Promise<void> => {
  while (isLeft(await thread.ask("again"))) await new Promise((resume) => setTimeout(resume, 2));
};

describe("a thread of one's own", () => {
  afterEach(async () => {
    for (const action of afterwards.splice(0)) await action();
  });

  it("is started with the first request, once, with its data and limits", async () => {
    const { thread, hellos, ends } = threadOf();
    await new Promise((resume) => setTimeout(resume, 20));
    expect(hellos).to.deep.equal([]);
    const answers = await Promise.all(["a", "b"].map((each) => answered(thread.ask(each))));
    expect(answers).to.deep.equal([
      ["data", "a"],
      ["data", "b"],
    ]);
    await thread.stop();
    expect([hellos, ends]).to.deep.equal([[32], []]);
  });

  it("is given what is moved, and gives back what it moves", async () => {
    const { thread } = threadOf();
    const bytes = new Uint8Array([1, 2, 3]);
    const back = thread.ask(bytes.buffer, [bytes.buffer]);
    expect(bytes.length).to.equal(0);
    expect(await answered(back)).to.deep.equal(new Uint8Array([1, 2, 3]).buffer);
  });

  it("answers what it was sent before it stops, in any order, and is not started again", async () => {
    const { thread, ends } = threadOf({ keepsRunning: true });
    const asked = [thread.ask("keep"), thread.ask("a")];
    expect(thread.isStopped).to.equal(false);
    await Promise.all([thread.stop(), thread.stop()]);
    expect(await Promise.all(asked.map(answered))).to.deep.equal(["kept", ["data", "a"]]);
    const error = { kind: "stopped", message: "the echo was stopped" };
    expect(await answered(thread.ask("late"))).to.deep.equal(error);
    await thread.stop();
    expect([thread.isStopped, ends]).to.deep.equal([true, []]);
  });

  it("that is terminated answers every request", async () => {
    const { thread, ends } = threadOf();
    const asked = [thread.ask("keep"), thread.ask("a")];
    await thread.terminate();
    const error = { kind: "stopped", message: "the echo was stopped" };
    for (const each of asked) expect(await answered(each)).to.deep.equal(error);
    await thread.terminate();
    expect(ends).to.deep.equal([]);
  });

  it("that was never started is stopped at once", async () => {
    const { thread, hellos } = threadOf();
    await thread.stop();
    expect(await answered(thread.ask("a"))).to.include({ kind: "stopped" });
    expect(hellos).to.deep.equal([]);
  });

  const endings = [
    ["throws", "throw", /^the echo ended: thrown$/],
    ["exits", "exit", /^the echo ended: exit code 3$/],
    ["takes more memory than it has", "hunger", /^the echo ended: .*memory/],
  ] as const;
  for (const [does, request, message] of endings) {
    it(`that ${does} fails what was under way and what comes after, and is reported once`, async () => {
      const { thread, ends } = threadOf({ delays: { firstMs: 600_000, mostMs: 600_000 } });
      const asked = [thread.ask("keep"), thread.ask(request), thread.ask("a")];
      const errors = [...(await Promise.all(asked.map(answered))), await answered(thread.ask("b"))];
      for (const error of errors) {
        expect(error).to.include({ kind: "ended" });
        expect(error).to.have.property("message").that.matches(message);
      }
      await thread.stop();
      expect(ends).to.have.length(1);
      expect(ends[0]).to.match(message);
    });
  }

  for (const data of ["broken", "no script"]) {
    it(`that cannot run (${data}) is an error, not a wait without end`, async () => {
      const { thread, ends } = threadOf({
        data,
        ...(data === "broken" ? {} : { script: new URL("./no-such-thread.js", import.meta.url) }),
      });
      expect(await answered(thread.ask("a"))).to.include({ kind: "ended" });
      expect(await answered(thread.ask("b"))).to.include({ kind: "ended" });
      expect(ends).to.have.length(1);
      expect(ends[0]).to.match(/at once|Cannot find module/);
    });
  }

  it("that ended is started again with a request after its delay, later each time", async () => {
    const { thread, ends } = threadOf({ delays: { firstMs: 30, mostMs: 60 } });
    for (const atLeastMs of [28, 58, 58]) {
      // no answer in between, or the next delay were the first again
      for (const before = ends.length; ends.length === before; ) await thread.ask("throw");
      const endedMs = performance.now();
      const before = ends.length;
      while (ends.length === before) {
        await thread.ask("throw");
        await new Promise((resume) => setTimeout(resume, 2));
      }
      expect(performance.now() - endedMs).to.be.least(atLeastMs);
    }
  });

  it("that answered in between is started again after the first delay", async () => {
    const { thread, ends } = threadOf({ delays: { firstMs: 1, mostMs: 600_000 } });
    for (let count = 1; count <= 20; count += 1) {
      await untilAnswered(thread);
      await thread.ask("throw");
      expect(ends).to.have.length(count);
    }
    // without that the last delay alone were nine minutes
    await untilAnswered(thread);
  });

  it("that is kept running is started at once, and again without a request", async () => {
    const delays = { firstMs: 30, mostMs: 60 };
    const { thread, hellos, ends } = threadOf({ keepsRunning: true, delays });
    await until(() => hellos.length === 1);
    const throwing = thread.ask("throw");
    expect(await answered(throwing)).to.include({ kind: "ended" });
    const endedMs = performance.now();
    expect(await answered(thread.ask("a"))).to.include({ kind: "ended" });
    await until(() => hellos.length === 2);
    expect(performance.now() - endedMs).to.be.least(28);
    expect(await answered(thread.ask("a"))).to.deep.equal(["data", "a"]);
    expect(ends).to.deep.equal(["the echo ended: thrown"]);
  });

  it("that is kept running is not started again once it is stopped", async () => {
    const delays = { firstMs: 500, mostMs: 500 };
    const { thread, hellos } = threadOf({ keepsRunning: true, delays });
    await until(() => hellos.length === 1);
    await thread.ask("throw");
    await thread.stop();
    await new Promise((resume) => setTimeout(resume, 700));
    expect(hellos).to.have.length(1);
  });

  it("says nothing of its start when it was stopped before", async () => {
    const { thread, hellos } = threadOf({ keepsRunning: true });
    await thread.stop();
    expect(hellos).to.deep.equal([]);
  });

  it("keeps the process alive while a request waits, and not else", async () => {
    const ports = (): number =>
      process.getActiveResourcesInfo().filter((name) => name === "MessagePort").length;
    const before = ports();
    const { thread } = threadOf({ keepsRunning: true });
    expect(ports()).to.equal(before);
    const asked = thread.ask("a");
    expect(ports()).to.equal(before + 1);
    await asked;
    expect(ports()).to.equal(before);
  });

  it("leaves no request or end waiting when an answer arrives during termination", () => {
    const file = fileURLToPath(new URL("./terminated-threads.js", import.meta.url));
    // a process with somebody waiting and nothing to wait for ends with code 13, which throws
    expect(execFileSync(process.execPath, [file], { encoding: "utf8" })).to.equal("terminated\n");
  });
});

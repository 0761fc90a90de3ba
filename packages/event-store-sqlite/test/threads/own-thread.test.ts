import { expect } from "chai";
import { OwnThread } from "../../src/threads/own-thread.js";

const scriptOf = (body: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from "node:worker_threads";${body}`)}`,
  );

/** Gives back what it gets, with its data; "throw" ends it, "stop" as it must. */
const echo = scriptOf(`
  parentPort.on("message", (message) => {
    if (message === "stop") { parentPort.postMessage("stopping"); parentPort.close(); return; }
    if (message === "throw") throw new Error("thrown");
    parentPort.postMessage([workerData, message]);
  });`);

const until = async (holds: () => boolean): Promise<void> => {
  for (let tries = 0; !holds(); tries += 1) {
    if (tries > 3_000) throw new Error("waited in vain");
    await new Promise<void>((resume) => setTimeout(resume, 5));
  }
};

const threadOf = (script: URL, firstDelayMs?: number) => {
  const messages: unknown[] = [];
  const ends: string[] = [];
  /** When it ended last; milliseconds. */
  let endedMs = 0;
  const thread = new OwnThread({
    script,
    data: "data",
    resourceLimits: { maxOldGenerationSizeMb: 16 },
    onMessage: (message) => messages.push(message),
    onEnd: (reason) => {
      endedMs = performance.now();
      ends.push(reason);
    },
    firstDelayMs,
  });
  return { thread, messages, ends, sinceEndMs: () => performance.now() - endedMs };
};

describe("a thread of one's own", () => {
  it("is started when it is needed, once, with its data, and gets what it is sent in order", async () => {
    const { thread, messages, ends } = threadOf(echo);
    thread.post("before it was started, to nobody");
    expect([thread.start(), thread.start()]).to.deep.equal([true, true]);
    for (const message of ["a", "b"]) thread.post(message);
    await until(() => messages.length === 2);
    expect(messages).to.deep.equal([
      ["data", "a"],
      ["data", "b"],
    ]);
    await thread.stop();
    expect(ends).to.have.length(1);
  });

  it("is stopped after it has done what it was sent, and not started again", async () => {
    const { thread, messages } = threadOf(echo);
    thread.start();
    thread.post("a");
    expect(thread.isStopped).to.equal(false);
    await thread.stop();
    expect(messages).to.deep.equal([["data", "a"], "stopping"]);
    expect([thread.isStopped, thread.start()]).to.deep.equal([true, false]);
    await thread.stop();
  });

  it("that was never started is stopped at once", async () => {
    const { thread, ends } = threadOf(echo);
    await thread.stop();
    expect([ends.length, thread.start()]).to.deep.equal([0, false]);
  });

  it("that ended by itself says so once, and is started again after a wait", async () => {
    const { thread, messages, ends } = threadOf(echo, 20);
    thread.start();
    thread.post("throw");
    await until(() => ends.length > 0);
    expect(thread.start()).to.equal(false);
    await until(() => thread.start());
    thread.post("again");
    await until(() => messages.length === 1);
    expect(ends).to.deep.equal(["thrown"]);
    await thread.stop();
  });

  it("that ends again and again is started after longer waits", async () => {
    const { thread, ends, sinceEndMs } = threadOf(echo, 30);
    const endIt = async (): Promise<number> => {
      await until(() => thread.start());
      thread.post("throw");
      const before = ends.length;
      await until(() => ends.length > before);
      await until(() => thread.start());
      return sinceEndMs();
    };
    expect(await endIt()).to.be.least(28);
    expect(await endIt()).to.be.least(58);
    expect(await endIt()).to.be.least(118);
    await thread.stop();
  });

  it("that worked in between is started after the first wait again", async () => {
    const { thread, ends } = threadOf(echo, 1);
    for (let count = 1; count <= 20; count += 1) {
      await until(() => thread.start());
      thread.worked();
      thread.post("throw");
      await until(() => ends.length === count);
    }
    // without that the last wait alone were nine minutes, or the longest there is: a minute
    await until(() => thread.start());
    await thread.stop();
  });

  it("keeps the process alive while it is held, and not else", async () => {
    const ports = (): number =>
      process.getActiveResourcesInfo().filter((name) => name === "MessagePort").length;
    const before = ports();
    const { thread, messages } = threadOf(echo);
    thread.start();
    expect(ports()).to.equal(before);
    thread.hold(true);
    expect(ports()).to.equal(before + 1);
    thread.post("a");
    await until(() => messages.length === 1);
    thread.hold(false);
    expect(ports()).to.equal(before);
    await thread.stop();
  });

  it("that cannot run says why", async () => {
    const { thread, ends } = threadOf(scriptOf(`throw new Error("at once");`), 60_000);
    thread.start();
    await until(() => ends.length === 1);
    expect([ends, thread.start()]).to.deep.equal([["at once"], false]);
    await thread.stop();
  });
});

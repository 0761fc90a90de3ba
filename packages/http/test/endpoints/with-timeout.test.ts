import { systemTimers } from "@tallystick/background";
import { expect } from "chai";
import { withTimeout } from "../../src/endpoints/with-timeout.js";
import { leftOf, outcomeOf } from "../fixtures/outcomes.js";

const never = new Promise<string>(() => undefined);

const command = { kind: "command" } as const;

describe("work with a timeout", () => {
  it("answers what comes in time", async () => {
    expect(await withTimeout(Promise.resolve("done"), 1_000, command)).to.equal("done");
  });

  it("throws that the outcome is unknown once the time has passed", async () => {
    const error = leftOf(await outcomeOf(() => withTimeout(never, 1, command)));
    expect(error).to.include({ code: "REQUEST_TIME_OUT", definiteAnswer: false });
    expect(error.cause).to.contain("within 1 ms");
  });

  for (const [kind, words] of [
    ["command", "Submit the command again with the same command id"],
    ["change", "Check whether it did, and send it again if not"],
    ["read", "it changed nothing"],
  ] as const) {
    it(`says what to do about a ${kind}, and nothing of other requests`, async () => {
      const { cause } = leftOf(await outcomeOf(() => withTimeout(never, 1, { kind })));
      expect(cause).to.contain(words);
      expect(cause.includes("command id")).to.equal(kind === "command");
    });
  }

  it("says so to whoever works on it, once it is too late", async () => {
    let calls = 0;
    const count = (): void => {
      calls += 1;
    };
    await withTimeout(Promise.resolve("done"), 1_000, { ...command, onTimeout: count });
    expect(calls).to.equal(0);
    await outcomeOf(() => withTimeout(never, 1, { ...command, onTimeout: count }));
    expect(calls).to.equal(1);
  });

  it("waits by the timers that are given", async () => {
    let pass: () => void = () => undefined;
    const timers = {
      ...systemTimers,
      after: (ms: number, callback: () => void) => {
        pass = callback;
        return systemTimers.after(ms, () => undefined);
      },
    };
    const outcome = outcomeOf(() => withTimeout(never, 60_000, { ...command, timers }));
    pass();
    expect(leftOf(await outcome).code).to.equal("REQUEST_TIME_OUT");
  });

  it("drops what comes too late", async () => {
    let finish: (value: string) => void = () => undefined;
    const late = new Promise<string>((resolve) => {
      finish = resolve;
    });
    const outcome = outcomeOf(() => withTimeout(late, 1, command));
    expect(leftOf(await outcome).code).to.equal("REQUEST_TIME_OUT");
    finish("late");
    await late;
    expect(leftOf(await outcome).code).to.equal("REQUEST_TIME_OUT");
  });

  it("passes an exception on", async () => {
    const broken = Promise.reject<string>(new Error("broken"));
    const thrown = await withTimeout(broken, 1_000, command).catch((error: unknown) => error);
    expect(thrown).to.be.instanceOf(Error).with.property("message", "broken");
  });
});

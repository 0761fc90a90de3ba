import { expect } from "chai";
import { paced } from "../src/paced.js";

describe("a paced call", () => {
  const made = () => {
    const calls: Array<string> = [];
    let pause: (() => void) | undefined;
    const { want, stop } = paced(
      () => calls.push("call"),
      2_000,
      (_milliseconds, then) => {
        pause = then;
        return () => (pause = undefined);
      },
    );
    const over = (): void => {
      const then = pause;
      pause = undefined;
      then?.();
    };
    return { calls, want, stop, over, isPausing: () => pause !== undefined };
  };

  it("is made at once, and of those wanted in a pause one is made after it", () => {
    const { calls, want, over, isPausing } = made();
    want();
    expect(calls).to.have.length(1);
    want();
    want();
    expect(calls).to.have.length(1);
    over();
    expect(calls).to.have.length(2);
    over();
    expect(calls).to.have.length(2);
    expect(isPausing()).to.equal(false);
    want();
    expect(calls).to.have.length(3);
  });

  it("is made no more once it is stopped", () => {
    const { calls, want, stop, over } = made();
    want();
    want();
    stop();
    over();
    expect(calls).to.have.length(1);
  });
});

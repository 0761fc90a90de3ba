import { invalidArgument, type LedgerError } from "@tallystick/core";
import { expect } from "chai";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { withTimeout } from "../../src/endpoints/with-timeout.js";
import { leftOf } from "../fixtures/outcomes.js";

type Outcome = Either<LedgerError, string>;
const never = new Promise<Outcome>(() => undefined);

describe("work with a timeout", () => {
  it("answers what comes in time, right or left", async () => {
    expect(await withTimeout(Promise.resolve<Outcome>(right("done")), 1_000)).to.deep.equal(
      right("done"),
    );
    const error = invalidArgument("no");
    expect(await withTimeout(Promise.resolve<Outcome>(left(error)), 1_000)).to.deep.equal(
      left(error),
    );
  });

  it("answers that the outcome is unknown once the time has passed", async () => {
    const error = leftOf(await withTimeout(never, 1));
    expect(error).to.include({ code: "REQUEST_TIME_OUT", definiteAnswer: false });
    expect(error.cause).to.contain("within 1 ms");
    expect(error.cause).to.contain("submitted again under the same command id");
  });

  it("says so to whoever works on it, once it is too late", async () => {
    let calls = 0;
    const count = (): void => {
      calls += 1;
    };
    await withTimeout(Promise.resolve<Outcome>(right("done")), 1_000, count);
    expect(calls).to.equal(0);
    await withTimeout(never, 1, count);
    expect(calls).to.equal(1);
  });

  it("drops an outcome that comes too late", async () => {
    let finish: (outcome: Outcome) => void = () => undefined;
    const late = new Promise<Outcome>((resolve) => {
      finish = resolve;
    });
    const outcome = withTimeout(late, 1);
    expect(leftOf(await outcome).code).to.equal("REQUEST_TIME_OUT");
    finish(right("late"));
    await late;
    expect(leftOf(await outcome).code).to.equal("REQUEST_TIME_OUT");
  });

  it("passes an exception on", async () => {
    const broken = Promise.reject<Outcome>(new Error("broken"));
    const thrown = await withTimeout(broken, 1_000).catch((error: unknown) => error);
    expect(thrown).to.be.instanceOf(Error).with.property("message", "broken");
  });
});

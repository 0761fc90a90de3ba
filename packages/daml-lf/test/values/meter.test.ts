import { expect } from "chai";
import { LfError } from "../../src/values/lf-error.js";
import {
  defaultBudget,
  maxTextLength,
  Meter,
  running,
  spendBytes,
  spendJoin,
  spendSteps,
  spendText,
} from "../../src/values/meter.js";

/** The meter that ran, with the error that `spend` threw. */
const metered = (spend: () => void): { readonly meter: Meter; readonly reason?: string } => {
  const former = running.meter;
  const meter = new Meter({ steps: 10, bytes: 1000 });
  running.meter = meter;
  try {
    spend();
    return { meter };
  } catch (thrown) {
    if (!(thrown instanceof LfError) || thrown.failure.kind !== "Budget") throw thrown;
    return { meter, reason: thrown.failure.reason };
  } finally {
    running.meter = former;
  }
};

describe("the meter of a running program", () => {
  it("gives steps and bytes until they are used up", () => {
    const { meter, reason } = metered(() => {
      spendSteps(10);
      spendBytes(900);
      spendText(42);
    });
    expect(reason).to.equal(undefined);
    expect(meter).to.include({ steps: 0, bytes: 0 });
    expect(metered(() => spendSteps(11)).reason).to.include("steps: more than 10");
    expect(metered(() => spendBytes(1001)).reason).to.include("more than 1000 bytes");
  });

  it("refuses a text that is too long whatever memory there is", () => {
    expect(metered(() => spendText(maxTextLength + 1)).reason).to.include("text: 4194305");
    expect(metered(() => spendJoin(maxTextLength, 1)).reason).to.include("text: 4194305");
    expect(new Meter()).to.include(defaultBudget);
  });

  it("takes the shorter part of a join only", () => {
    const { meter } = metered(() => spendJoin(400, 100));
    expect(meter.bytes).to.equal(1000 - 232);
  });
});

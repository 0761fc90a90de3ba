import { ledgerError } from "@tallystick/core";
import { expect } from "chai";
import { ViewsUnreadable } from "../../src/interface/views-unreadable.js";

describe("Views that cannot be read", () => {
  it("throw an error that says why, with the answer for the caller", () => {
    const error = ledgerError("SERVICE_NOT_RUNNING", "Not now.");
    const thrown = new ViewsUnreadable(error);
    expect(thrown).to.be.instanceOf(Error);
    expect(thrown.message).to.equal("Not now.");
    expect(thrown.error).to.equal(error);
  });
});

import { expect } from "chai";
import { DEFAULT_CLIENT_LIMITS, storeErrorOf } from "../../src/client/store-context.js";

describe("The error of the port for a call", () => {
  it("says that nothing was written, and why", () => {
    const reason = "because";
    expect(storeErrorOf("s", { kind: "transient", reason })).to.deep.equal({
      kind: "unavailable",
      outcome: "known",
      reason,
    });
    expect(storeErrorOf("s", { kind: "denied", reason })).to.deep.equal({
      kind: "unavailable",
      outcome: "known",
      reason: "access to s is denied: because",
      isDenied: true,
    });
    expect(storeErrorOf("s", { kind: "refused", reason })).to.deep.equal({
      kind: "invalid",
      reason,
    });
    expect(storeErrorOf("s", { kind: "deleted", reason })).to.include({ kind: "invalid" });
    expect(storeErrorOf("s", { kind: "too-large", maxBytes: 5 })).to.include({
      kind: "too-large",
      maxBytes: 5,
    });
  });

  it("comes after longer than a server takes to give up by itself", () => {
    // A server answers that a commit took too long after two to three seconds.
    expect(DEFAULT_CLIENT_LIMITS.appendTimeoutMs).to.be.greaterThan(3_000);
    expect(DEFAULT_CLIENT_LIMITS.appendGiveUpMs).to.be.greaterThan(
      2 * DEFAULT_CLIENT_LIMITS.appendTimeoutMs,
    );
  });
});

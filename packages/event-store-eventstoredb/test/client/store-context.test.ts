import { expect } from "chai";
import type { CallError } from "../../src/connection/call-error.js";
import { DEFAULT_CLIENT_LIMITS } from "../../src/client/client-limits.js";
import { storeErrorOf } from "../../src/client/store-context.js";

describe("The error of the port for a call", () => {
  it("says that nothing was written, and why", () => {
    const reason = "because";
    const errorOf = (error: CallError) => storeErrorOf("s", error, "esdb://h:1");
    const known = { kind: "unavailable", outcome: "known" };
    expect(errorOf({ kind: "transient", reason })).to.deep.equal({
      ...known,
      reason: "esdb://h:1: because",
    });
    const named = { kind: "transient", reason: "no node of esdb://h:1,i:1 answers" } as const;
    expect(errorOf(named)).to.deep.equal({ ...known, reason: named.reason });
    expect(errorOf({ kind: "denied", reason })).to.deep.equal({
      ...known,
      reason: "access to s is denied: because",
      refusal: "right",
    });
    expect(errorOf({ kind: "login", reason })).to.deep.equal({
      ...known,
      reason: "esdb://h:1 rejects the user or the password of the connection string: because",
      refusal: "login",
    });
    expect(errorOf({ kind: "refused", reason })).to.deep.equal({ kind: "invalid", reason });
    const deleted = errorOf({ kind: "deleted", reason });
    expect(deleted).to.include({ ...known, refusal: "stream" });
    expect(deleted).to.have.property("reason").that.contains("tombstone");
    expect(errorOf({ kind: "too-large", maxBytes: 5 })).to.include({
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

import { ledgerError } from "@tallystick/core";
import { expect } from "chai";
import { messageAnswer, walletFamily } from "../../../src/wallet/rows/wallet-family.js";

describe("the family of the wallet's interface", () => {
  const shown = [
    ["METHOD_NOT_ALLOWED", "/v0/wallet/tap does not take GET", "/v0/wallet/tap does not take GET"],
    [
      "SERVICE_NOT_RUNNING",
      "cannot open /var/lib/x/wallet.db",
      "SERVICE_NOT_RUNNING(1,99e6): cannot open (a file of the node)",
    ],
    ["PERMISSION_DENIED", "Only alice may do this", "Only alice may do this"],
  ] as const;

  for (const [code, cause, text] of shown) {
    it(`says: ${text}`, () => {
      const options = { traceId: "99e6", explain: false };
      const { body } = walletFamily.errorAnswer(ledgerError(code, cause), options);
      expect(JSON.parse(body)).to.deep.equal({ error: text });
    });
  }

  it("says with a 429 when to try again, unless the limit does", () => {
    expect(messageAnswer(429, "busy").headers).to.deep.equal({ "Retry-After": "1" });
    expect(messageAnswer(400, "bad").headers).to.equal(undefined);
    const headers = { "Retry-After": "7" };
    const error = ledgerError("PARTICIPANT_OVERLOADED", "too much");
    const options = { traceId: "99e6", explain: false };
    expect(walletFamily.errorAnswer(error, options)).to.deep.include({
      status: 429,
      headers: { "Retry-After": "1" },
    });
    expect(walletFamily.errorAnswer(error, { ...options, headers }).headers).to.equal(headers);
  });
});

import type { Ledger } from "@tallystick/node";
import { expect } from "chai";
import { minOffset } from "../../src/middleware/min-offset.js";
import { type BareApp, bareApp } from "../fixtures/bare-app.js";
import { memoryLedger } from "../fixtures/fake-ledger.js";
import { rightOf } from "../fixtures/outcomes.js";

const header = "X-Tallystick-Min-Offset";

describe("the middleware that holds a request back until an offset is here", () => {
  let ledger: Ledger;
  let app: BareApp;
  before(async () => {
    ledger = await memoryLedger();
    app = await bareApp(minOffset({ ledger }, 200, { path: "/v2/updates" }), (ctx) => {
      ctx.body = `at ${ledger.ledgerEnd()}`;
    });
  });
  after(async () => {
    await app.close();
    await ledger.close();
  });

  it("calls the next one at once where no offset is named, or one that is here", async () => {
    const end = ledger.ledgerEnd();
    for (const headers of [{}, { [header]: "0" }, { [header]: String(end) }])
      expect((await app.call({ headers })).text).to.equal(`at ${end}`);
  });

  it("calls it when the offset has come", async () => {
    const wanted = ledger.ledgerEnd() + 1;
    const answer = app.call({ headers: { [header]: String(wanted) } });
    rightOf(await ledger.allocateParty({ partyIdHint: "alice" }));
    expect((await answer).text).to.equal(`at ${wanted}`);
  });

  it("ends the request when the offset does not come in time, or is none", async () => {
    const late = String(ledger.ledgerEnd() + 1);
    for (const [offset, code] of [
      [late, "PARTICIPANT_DATA_ACCESSED_AFTER_LEDGER_END"],
      ["soon", "INVALID_ARGUMENT"],
      ["-1", "INVALID_ARGUMENT"],
    ] as const) {
      const { text, exchange } = await app.call({ headers: { [header]: offset } });
      expect(exchange.error?.error.code).to.equal(code);
      expect(text).to.equal("Not Found");
    }
  });
});

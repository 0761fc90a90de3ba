import { expect } from "chai";
import { livez } from "../../src/health/livez.js";
import { readyz } from "../../src/health/readyz.js";
import { type FakeLedger, fakeLedger } from "../fixtures/fake-ledger.js";
import { rightOf } from "../fixtures/outcomes.js";
import { type RowCalls, rowCalls } from "../fixtures/row-calls.js";

describe("the probes", () => {
  let ledger: FakeLedger;
  let calls: RowCalls;
  before(async () => {
    ledger = await fakeLedger();
    calls = rowCalls(ledger);
  });
  after(() => ledger.close());

  it("need no token", () => {
    expect([livez.access, readyz.access]).to.deep.equal(["open", "open"]);
  });

  it("say that the process lives, whether it is ready or not", async () => {
    for (const isReady of [true, false]) {
      ledger.isReady = isReady;
      expect(rightOf(await calls.outcome(livez))).to.include({ status: 200, body: "" });
    }
  });

  it("name what is to be mended although the ledger is ready", async () => {
    ledger.isReady = true;
    ledger.toMend = ["the right to write"];
    const answer = rightOf(await calls.outcome(readyz));
    ledger.toMend = [];
    expect(answer).to.include({ status: 200 });
    expect(String(answer.body)).to.equal(
      "[+] ledger ok (SERVING)\n[!] the right to write\nreadyz check passed\n",
    );
  });

  it("name each part that is not ready, unless it is excluded", async () => {
    ledger.isReady = true;
    ledger.unreadyViews = "views: 5 of 10 events";
    const answer = rightOf(await calls.outcome(readyz));
    expect(answer).to.include({ status: 503 });
    expect(String(answer.body)).to.equal(
      "[+] ledger ok (SERVING)\n[-] views failed (NOT_SERVING)\n[!] views: 5 of 10 events\nreadyz check failed\n",
    );
    const without = rightOf(await calls.outcome(readyz, { query: { exclude: "views" } }));
    expect(without).to.include({ status: 200 });
    expect(String(without.body)).to.equal("[+] ledger ok (SERVING)\nreadyz check passed\n");
    const others = { query: { exclude: ["ledger", "wallet"] } };
    expect(rightOf(await calls.outcome(readyz, others))).to.include({ status: 503 });
    ledger.unreadyViews = undefined;
  });

  // the form of the text is that of ledger-api 2.15, which scripts look for
  for (const [isReady, status, first, last] of [
    [true, 200, "[+] ledger ok (SERVING)", "readyz check passed"],
    [false, 503, "[-] ledger failed (NOT_SERVING)\n[!] the store is away", "readyz check failed"],
  ] as const) {
    it(`answer ${status} while the ledger is ${isReady ? "" : "not "}ready`, async () => {
      ledger.isReady = isReady;
      const answer = rightOf(await calls.outcome(readyz));
      expect(answer).to.include({ status, contentType: "text/plain; charset=UTF-8" });
      expect(String(answer.body)).to.equal(`${first}\n${last}\n`);
    });
  }
});

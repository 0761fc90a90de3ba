import { expect } from "chai";
import { problemText, routeText, storedTransfer } from "../../../src/pages/send/transfer-draft.js";

const transfer = {
  receiver: "bob::1220ab",
  amount: "1.5",
  memo: "",
  expiresAt: 5,
  way: "token-standard",
} as const;

describe("a transfer that is being sent", () => {
  it("is known again after a reload", () => {
    expect(storedTransfer(JSON.parse(JSON.stringify(transfer)))).to.deep.equal(transfer);
  });

  it("is none where something else is stored", () => {
    const others: ReadonlyArray<unknown> = [
      undefined,
      null,
      "text",
      {},
      { ...transfer, amount: 1.5 },
      { ...transfer, expiresAt: "5" },
      { ...transfer, way: "by post" },
      { ...transfer, receiver: undefined },
    ];
    for (const other of others) expect(storedTransfer(other), String(other)).to.equal(undefined);
  });
});

describe("why a transfer cannot be sent", () => {
  it("says how much is missing, as the user writes amounts", () => {
    const problem = { code: "short-of-funds", missing: "1234.5" } as const;
    expect(problemText(problem, "CC", "en-US")).to.contain("1,234.5");
    expect(problemText(problem, "CC", "de-DE")).to.contain("1.234,5");
  });

  it("has a sentence of its own for each problem", () => {
    const codes = [
      "short-of-funds",
      "too-many-coins",
      "receiver-unknown",
      "no-preapproval",
      "expiry-needed",
      "expiry-passed",
      "refused",
    ] as const;
    const sentences = codes.map((code) => problemText({ code }, "CC", "en-US"));
    expect(new Set(sentences).size).to.equal(codes.length);
  });

  it("says what the ledger said, or that it said nothing", () => {
    expect(problemText({ code: "refused", cause: "No rounds" }, "CC", "en")).to.contain(
      "No rounds",
    );
    expect(problemText({ code: "refused" }, "CC", "en")).to.contain("no cause was given");
  });
});

describe("the way of the coins", () => {
  it("is said of each route", () => {
    const routes = ["direct", "two-step", "legacy-offer", "to-yourself"] as const;
    const sentences = routes.map((route) => routeText({ route }));
    expect(new Set(sentences).size).to.equal(routes.length);
    expect(sentences[1]).to.match(/^Two steps/);
  });
});

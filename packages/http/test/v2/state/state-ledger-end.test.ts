import { expect } from "chai";
import { stateLatestPrunedOffsets } from "../../../src/v2/state/state-latest-pruned-offsets.js";
import { stateLedgerEnd } from "../../../src/v2/state/state-ledger-end.js";
import { memoryLedger } from "../../fixtures/fake-ledger.js";
import { rightOf } from "../../fixtures/outcomes.js";
import { rowCalls } from "../../fixtures/row-calls.js";

describe("GET /v2/state/ledger-end", () => {
  it("answers the offset of the last event, as it rises", async () => {
    const ledger = await memoryLedger();
    const calls = rowCalls(ledger);
    const { offset } = Object(await calls.json(stateLedgerEnd));
    expect(offset).to.equal(ledger.ledgerEnd());
    rightOf(await ledger.allocateParty({ partyIdHint: "alice" }));
    expect(await calls.json(stateLedgerEnd)).to.deep.equal({ offset: offset + 1 });
    expect(await calls.json(stateLatestPrunedOffsets)).to.deep.equal({
      participantPrunedUpToInclusive: 0,
      allDivulgedContractsPrunedUpToInclusive: 0,
    });
    await ledger.close();
  });
});

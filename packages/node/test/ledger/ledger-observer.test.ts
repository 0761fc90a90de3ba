import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import type { AppendSeen, LedgerGauges, LedgerObserver, SubmissionSeen } from "../../src/index.js";
import { allocate, commit, leftOf, openTest, pingBy, until } from "../test-ledger.js";
import { gate, watchedStore } from "../pipeline/watched-store.js";

const recorder = () => {
  const submissions: SubmissionSeen[] = [];
  const appends: AppendSeen[] = [];
  let gauges: LedgerGauges | undefined;
  const observer: LedgerObserver = {
    opened: (given) => {
      gauges = given;
    },
    submitted: (seen) => submissions.push(seen),
    appended: (seen) => appends.push(seen),
  };
  return { submissions, appends, observer, gauges: () => gauges };
};

describe("The observer of a ledger", () => {
  it("is called with every submission with its code, and of every batch with its sizes", async () => {
    const { submissions, appends, observer } = recorder();
    const ledger = await openTest({ observer });
    const alice = await allocate(ledger, "alice");
    appends.length = 0;
    await Promise.all([commit(ledger, pingBy(alice, "a")), commit(ledger, pingBy(alice, "b"))]);
    leftOf(await ledger.submitAndWait(pingBy(alice, "a")));
    leftOf(await ledger.submit({ ...pingBy(alice, "c"), actAs: [] }));
    expect(submissions.map(({ code }) => code)).to.deep.equal([
      undefined,
      undefined,
      "DUPLICATE_COMMAND",
      "MISSING_FIELD",
    ]);
    for (const { durationMs } of submissions) expect(durationMs).to.be.within(0, 120_000);
    expect(appends[0]).to.include({ commands: 2, events: 2 });
    expect(appends[0]?.durationMs).to.be.at.least(0);
    await ledger.close();
  });

  it("can read the depth of the queue, the end and how far the views are, at any time", async () => {
    const { observer, gauges } = recorder();
    const store = watchedStore(inMemoryStore());
    const ledger = await openTest({ store, observer });
    const alice = await allocate(ledger, "alice");
    const end = ledger.ledgerEnd();
    expect(gauges()?.ledgerEnd()).to.equal(end);
    const { wait, open } = gate();
    store.hold = wait;
    const pending = commit(ledger, pingBy(alice, "a"));
    expect(gauges()?.waiting()).to.equal(1);
    open();
    await pending;
    expect(gauges()?.waiting()).to.equal(0);
    expect(gauges()?.ledgerEnd()).to.equal(end + 1);
    expect(gauges()?.viewsEnd()).to.be.within(0, end + 1);
    await until(() => gauges()?.viewsEnd() === end + 1, "the views have everything");
    await ledger.close();
    expect(gauges()?.viewsEnd()).to.equal(end + 1);
  });
});

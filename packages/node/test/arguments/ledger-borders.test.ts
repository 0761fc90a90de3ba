import { expect } from "chai";
import { everythingFor } from "@tallystick/wire";
import type { LedgerNotice } from "../../src/ledger/ledger-observer.js";
import { LedgerFailure } from "../../src/ledger/or-throw.js";
import {
  all,
  allocate,
  codeOf,
  commit,
  leftOf,
  openTest,
  pingBy,
  rightOf,
} from "../test-ledger.js";

/** What a caller in JavaScript may give. */
const untyped = (value: unknown): never =>
  // border: this is what the types forbid
  value as never;

const formatOf = (eventFormat: unknown) => ({
  includeTransactions: { transactionShape: "TRANSACTION_SHAPE_ACS_DELTA", eventFormat },
});

describe("The functions of a ledger", () => {
  it("name the field of a wrong query, and another caller's follower continues", async () => {
    const ledger = await openTest();
    const party = await allocate(ledger, "reader");
    const followed = ledger.queries
      .updates({
        beginExclusive: ledger.ledgerEnd(),
        follow: true,
        updateFormat: untyped(formatOf(everythingFor(party))),
      })
      [Symbol.asyncIterator]();
    await followed.next();
    const updateFormat = untyped(formatOf({ filtersByParty: { [party]: {} } }));
    for await (const each of ledger.queries.updates({ beginExclusive: 0, updateFormat })) {
      const error = leftOf(each);
      expect(error.code).to.equal("INVALID_ARGUMENT");
      expect(error.cause).to.include(
        `query.updateFormat.includeTransactions.eventFormat.filtersByParty.${party}.cumulative: missing, expected an array`,
      );
    }
    expect(ledger.unreadyReason()).to.equal(undefined);
    const next = followed.next();
    await commit(ledger, pingBy(party, "p"));
    expect((await next).value).to.have.property("_tag", "Right");
    await followed.return?.();
  });

  it("tell a reader that throws from views that cannot be read", async () => {
    const notices: Array<LedgerNotice> = [];
    const ledger = await openTest({ onNotice: (notice) => notices.push(notice) });
    const party = await allocate(ledger, "reader");
    await commit(ledger, pingBy(party, "p"));
    const read = await ledger.queries.activeContractsPageInParts(
      { eventFormat: everythingFor(party) },
      {
        take: () => {
          throw new RangeError("no room");
        },
      },
    );
    expect(codeOf(read)).to.equal("SERVICE_INTERNAL_ERROR");
    expect(ledger.unreadyReason()).to.equal(undefined);
    expect(notices.map(({ kind }) => kind)).to.deep.equal(["command-failed"]);
    expect(notices[0]?.message).to.match(
      /activeContractsPageInParts threw: RangeError: no room\n +at/,
    );
  });

  it("throw or reject with a LedgerFailure where they answer no Either", async () => {
    const ledger = await openTest();
    expect(() => ledger.party(untyped(5)))
      .to.throw(LedgerFailure)
      .with.property("message")
      .that.includes("party: expected a string, found the number 5");
    const wait = await ledger.waitForOffset(1, untyped("soon")).catch((thrown: unknown) => thrown);
    expect(wait).to.be.instanceOf(LedgerFailure);
    expect(String(wait)).to.include("timeoutMs: expected a whole number from 0 to 2147483647");
  });

  it("submit as valid only what was found valid", async () => {
    const ledger = await openTest();
    const party = await allocate(ledger, "writer");
    const valid = rightOf(ledger.validate(pingBy(party, "p")));
    const end = ledger.ledgerEnd();
    const changed = await ledger.submit({ ...valid, workflowId: untyped(5) });
    expect(leftOf(changed).cause).to.include("workflowId: expected a string, found the number 5");
    expect(ledger.ledgerEnd()).to.equal(end);
    rightOf(await ledger.submit(valid));
  });

  it("answer after the ledger was closed, which may be done twice", async () => {
    const ledger = await openTest();
    const party = await allocate(ledger, "late");
    await Promise.all([ledger.close(), ledger.close()]);
    await ledger.close();
    expect(codeOf(await ledger.submit(pingBy(party, "p")))).to.equal("SUBMISSION_DURING_SHUTDOWN");
    expect(codeOf(await ledger.createUser({ userId: "u" }))).to.equal("SUBMISSION_DURING_SHUTDOWN");
    const read = await ledger.queries.activeContractsPage({ eventFormat: everythingFor(party) });
    expect(codeOf(read)).to.equal("SERVICE_NOT_RUNNING");
    expect(await ledger.waitForOffset(1_000, 60_000)).to.equal(false);
    expect(codeOf(await ledger.transactionAt(1))).to.be.oneOf(["ok", "SERVICE_NOT_RUNNING"]);
    expect(codeOf(await ledger.prune(1))).to.not.equal("ok");
    const scan = ledger.queries.activeContracts({
      activeAtOffset: 1,
      eventFormat: everythingFor(party),
    });
    expect(await all(scan).catch(String)).to.include("SERVICE_NOT_RUNNING");
  });
});

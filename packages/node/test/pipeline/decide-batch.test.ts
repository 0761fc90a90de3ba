import { expect } from "chai";
import type { LedgerNotice } from "../../src/index.js";
import { randomIds } from "../../src/ledger/ids.js";
import { allocate, commit, leftOf, openTest, pingBy } from "../test-ledger.js";

describe("A command that throws while it is decided", () => {
  it("fails alone, and its stack is a notice", async () => {
    const notices: Array<LedgerNotice> = [];
    const ids = randomIds();
    let throwsNext = false;
    const transactionSeed = (): string => {
      if (!throwsNext) return ids.transactionSeed();
      throwsNext = false;
      throw new RangeError("no such field");
    };
    const ledger = await openTest({
      ids: { ...ids, transactionSeed },
      onNotice: (notice) => notices.push(notice),
    });
    const alice = await allocate(ledger, "alice");
    const end = ledger.ledgerEnd();
    throwsNext = true;
    const [answer] = await Promise.all([
      ledger.submitAndWait(pingBy(alice, "a")),
      commit(ledger, pingBy(alice, "b")),
    ]);
    const error = leftOf(answer);
    expect(error.code).to.equal("SERVICE_INTERNAL_ERROR");
    expect(error.definiteAnswer).to.equal(true);
    expect(ledger.ledgerEnd()).to.equal(end + 1);
    expect(ledger.ready()).to.equal(true);
    const failed = notices.filter(({ kind }) => kind === "command-failed");
    expect(failed).to.have.length(1);
    expect(failed[0]?.message).to.match(
      /^Submit could not be decided: RangeError: no such field\n +at /,
    );
    await ledger.close();
  });

  it("is refused at once when its value throws as soon as it is read", async () => {
    const ledger = await openTest();
    const alice = await allocate(ledger, "alice");
    const end = ledger.ledgerEnd();
    const throwing = {
      ...pingBy(alice, "a"),
      get commands(): never {
        throw new Error("no such field");
      },
    };
    const error = leftOf(await ledger.submitAndWait(throwing));
    expect(error.cause).to.include("submission: throws when it is read, expected plain data");
    expect(ledger.ledgerEnd()).to.equal(end);
    await ledger.close();
  });
});

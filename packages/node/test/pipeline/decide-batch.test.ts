import { expect } from "chai";
import type { LedgerNotice } from "../../src/index.js";
import { randomIds } from "../../src/ledger/ids.js";
import { accountId } from "../iou-package.js";
import {
  accountBy,
  allocate,
  commandsBy,
  commit,
  contractAt,
  exerciseOf,
  leftOf,
  openTest,
  pingBy,
} from "../test-ledger.js";

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

describe("A choice that throws", () => {
  it("is refused by its name, and its stack goes to notices and the observer", async () => {
    const seen: Array<LedgerNotice> = [];
    const told: Array<LedgerNotice> = [];
    const ignore = (): void => undefined;
    const ledger = await openTest({
      onNotice: (notice) => seen.push(notice),
      observer: {
        opened: ignore,
        submitted: ignore,
        appended: ignore,
        noticed: (notice) => told.push(notice),
      },
    });
    const alice = await allocate(ledger, "alice");
    const { completionOffset } = await commit(ledger, accountBy(alice, "main", "open"));
    const contractId = await contractAt(ledger, alice, completionOffset);
    const crash = commandsBy(alice, "crash", exerciseOf(accountId, contractId, "Crash"));
    const error = leftOf(await ledger.submitAndWait(crash));
    expect(error.code).to.equal("UNHANDLED_EXCEPTION");
    expect(error.cause).to.equal(
      "Interpretation failed with RangeError: a template's own mistake (in choice Crash of #node-test:Iou:Account)",
    );
    expect(seen.map(({ kind }) => kind)).to.deep.equal(["choice-threw"]);
    expect(seen[0]?.message).to.match(
      /^choice Crash of #node-test:Iou:Account threw: RangeError: a template's own mistake\n +at .*iou-package/,
    );
    expect(told).to.deep.equal(seen);
  });
});

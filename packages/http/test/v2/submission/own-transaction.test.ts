import { ledgerError } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import type { TransactionFormat } from "@tallystick/wire";
import { expect } from "chai";
import { left } from "fp-ts/lib/Either.js";
import {
  changesFor,
  effectsFor,
  waitForTransaction,
} from "../../../src/v2/submission/own-transaction.js";
import { leftOf, rightOf } from "../../fixtures/outcomes.js";
import { nothingFor, openPingLedger, type PingLedger } from "../../fixtures/ping-ledger.js";

const everyone = { cumulative: [] };

describe("the formats of one's own transaction", () => {
  it("are changes or effects, of the parties that act and of no one else", () => {
    expect(changesFor(["alice", "bob"])).to.deep.equal({
      eventFormat: { filtersByParty: { alice: everyone, bob: everyone }, verbose: true },
      transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
    });
    expect(effectsFor(["alice"])).to.deep.equal({
      eventFormat: { filtersByParty: { alice: everyone } },
      transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
    });
  });
});

describe("waiting for one's own transaction", () => {
  let pings: PingLedger;
  let ledger: Ledger;
  let commits: number;
  before(async () => {
    pings = await openPingLedger();
    ledger = pings.ledger;
  });
  after(() => ledger.close());
  beforeEach(() => {
    commits = 0;
  });

  const commandId = () => `own-${Math.random()}`;
  const commit = (of: Ledger = ledger) => {
    commits += 1;
    const createArguments = { id: "x", initiator: pings.alice, responder: pings.bob };
    const templateId = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";
    return of.submitAndWait({
      commands: [{ kind: "CreateCommand", templateId, createArguments }],
      commandId: commandId(),
      actAs: [pings.alice],
      userId: "ledger-api-user",
    });
  };
  const wait = (format: TransactionFormat, of: Ledger = ledger) =>
    waitForTransaction(of, [pings.alice], format, () => commit(of));

  it("answers it in the format", async () => {
    const { events, commandId: ofCommand } = rightOf(await wait(changesFor([pings.alice])));
    expect(events).to.have.lengthOf(1);
    expect(ofCommand).to.match(/^own-/);
  });

  it("answers it without events where the format shows none of them", async () => {
    const format: TransactionFormat = {
      eventFormat: { filtersByParty: { [pings.alice]: { cumulative: [] } } },
      transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
    };
    const { filtersByParty } = nothingFor(pings.alice);
    expect(Object.keys(filtersByParty)).to.deep.equal([pings.alice]);
    const unused = { kind: "template", templateId: "#unused:Test:Unused" } as const;
    const cumulative = [{ ...unused, includeCreatedEventBlob: false }];
    const eventFormat = { filtersByParty: { [pings.alice]: { cumulative } } };
    const empty = rightOf(await wait({ ...format, eventFormat }));
    expect(empty.events).to.deep.equal([]);
    expect(empty.updateId).to.match(/^1220/);
    expect(empty.commandId).to.match(/^own-/);
  });

  it("commits nothing when the format cannot be answered", async () => {
    const end = ledger.ledgerEnd();
    const unspecified = {
      ...changesFor([pings.alice]),
      transactionShape: "TRANSACTION_SHAPE_UNSPECIFIED",
    } as const;
    expect(leftOf(await wait(unspecified)).code).to.equal("MISSING_FIELD");
    expect([commits, ledger.ledgerEnd()]).to.deep.equal([0, end]);
  });

  it("answers the error of the command as it is", async () => {
    const error = ledgerError("DUPLICATE_COMMAND", "again", { definiteAnswer: true });
    const outcome = await waitForTransaction(ledger, [pings.alice], changesFor([pings.alice]), () =>
      Promise.resolve(left(error)),
    );
    expect(leftOf(outcome)).to.equal(error);
  });

  it("gives no definite answer when the command took effect and cannot be read", async () => {
    const broken: Ledger = {
      ...ledger,
      queries: {
        ...ledger.queries,
        transaction: () =>
          Promise.resolve(
            left(ledgerError("SERVICE_NOT_RUNNING", "closed", { definiteAnswer: true })),
          ),
      },
    };
    const error = leftOf(await wait(changesFor([pings.alice]), broken));
    expect(error).to.include({ code: "SERVICE_NOT_RUNNING", definiteAnswer: false });
    expect(commits).to.equal(1);
  });
});

import { everythingFor } from "@tallystick/wire";
import { expect } from "chai";
import type { QueryContext, Views } from "../../src/interface/views.js";
import { viewsOf } from "../ledger-views.js";
import {
  contextAt,
  createOf,
  entriesOf,
  exerciseOf,
  idNamed,
  leftOf,
  placedId,
  rightOf,
  transactionAt,
} from "../journal-fixture.js";

const entries = entriesOf([
  transactionAt(1, [createOf(0, "kept", ["alice"], { observers: ["bob"] })]),
  transactionAt(2, [createOf(0, "gone", ["alice"]), createOf(1, "other", ["carol"])]),
  transactionAt(3, [exerciseOf(0, "gone", ["alice"])]),
  transactionAt(4, [createOf(0, "brief", ["alice"]), exerciseOf(1, "brief", ["alice"])]),
]);
const texts = { between: (first: number, last: number) => entries.slice(first - 1, last) };
const context = contextAt(entries.length);
const alice = everythingFor("alice");

describe("The events of a contract", () => {
  let views: Views;
  before(async () => {
    views = viewsOf({ file: ":memory:", thread: "main", texts });
    rightOf(await views.fold(entries));
  });
  after(() => views.close());

  const eventsOf = (name: string, party = "alice", of: QueryContext = context) =>
    views
      .queries(of)
      .contractEvents({ contractId: idNamed(name), eventFormat: everythingFor(party) });

  it("are its create alone while it is active", async () => {
    const { created, archived } = rightOf(await eventsOf("kept"));
    expect(created?.createdEvent).to.include({ contractId: idNamed("kept"), offset: 1, nodeId: 0 });
    expect(archived).to.equal(null);
  });

  it("are its create and its archival afterwards", async () => {
    const { created, archived } = rightOf(await eventsOf("gone"));
    expect(created?.createdEvent).to.include({ contractId: idNamed("gone"), offset: 2 });
    expect(archived?.archivedEvent).to.include({ contractId: idNamed("gone"), offset: 3 });
  });

  it("are shown to stakeholders alone", async () => {
    expect(rightOf(await eventsOf("kept", "bob")).created).to.not.equal(null);
    for (const [name, party] of [
      ["kept", "carol"],
      ["gone", "bob"],
      ["other", "alice"],
    ] as const)
      expect(leftOf(await eventsOf(name, party)).code).to.equal("CONTRACT_EVENTS_NOT_FOUND");
  });

  for (const [what, contractId, code] of [
    ["was never made", placedId("never", 2, 7), "CONTRACT_EVENTS_NOT_FOUND"],
    ["is of an offset to come", placedId("later", 9, 0), "CONTRACT_EVENTS_NOT_FOUND"],
    ["has another hash", placedId("kept", 1, 0).replace(/ab$/, "ac"), "CONTRACT_EVENTS_NOT_FOUND"],
    ["is too short", "00abcd", "INVALID_FIELD"],
    ["is no id", "not an id!", "INVALID_FIELD"],
    ["is empty", "", "MISSING_FIELD"],
  ] as const) {
    it(`are ${code} for an id that ${what}`, async () => {
      const error = leftOf(
        await views.queries(context).contractEvents({ contractId, eventFormat: alice }),
      );
      expect(error.code).to.equal(code);
    });
  }

  it("are gone with the events that were pruned, and those of active contracts stay", async () => {
    const pruned = { ...context, prunedUpTo: () => 3 };
    expect(leftOf(await eventsOf("gone", "alice", pruned)).code).to.equal(
      "CONTRACT_EVENTS_NOT_FOUND",
    );
    expect(rightOf(await eventsOf("kept", "alice", pruned)).archived).to.equal(null);
  });

  describe("and its payload", () => {
    const payloadFor = (name: string, ...queryingParties: ReadonlyArray<string>) =>
      views.queries(context).contract({ contractId: idNamed(name), queryingParties });

    it("is given to each stakeholder, active or not, and to a query without parties", async () => {
      for (const [name, parties] of [
        ["kept", ["alice"]],
        ["kept", ["bob", "carol"]],
        ["gone", ["alice"]],
        ["other", []],
      ] as const) {
        const created = rightOf(await payloadFor(name, ...parties));
        expect(created.contractId).to.equal(idNamed(name));
        expect(created.createArgument).to.deep.equal({ text: name });
      }
    });

    it("is not found by others, nor where there is none", async () => {
      for (const found of [
        await payloadFor("kept", "carol"),
        await payloadFor("other", "alice", "bob"),
        await views
          .queries(context)
          .contract({ contractId: placedId("no", 1, 5), queryingParties: [] }),
      ])
        expect(leftOf(found).code).to.equal("CONTRACT_PAYLOAD_NOT_FOUND");
    });
  });
});

import { expect } from "chai";
import { bongProposal, bong, collapse, explode, merge } from "../../src/templates/builtin-bong.js";
import { pingPackage } from "../../src/templates/builtin-ping.js";
import type { Command } from "../../src/commands/composite-command.js";
import type { Json } from "../../src/values/json.js";
import { alice, bob, catalogOf, createdIn, exercisedIn, TestLedger } from "../ledger-fixture.js";

const idOf = ({ name }: { readonly name: string }): string => `#${pingPackage.name}:${name}`;
const timeout = "2030-01-01T00:00:00Z";

const proposal = {
  id: "b",
  initiator: alice,
  candidates: [bob],
  validators: [],
  responders: [bob],
  maxLevel: "1",
  timeout,
};

const creates = (change: object = {}): Command => ({
  kind: "CreateCommand",
  templateId: idOf(bongProposal),
  createArguments: { ...proposal, ...change },
});

const exercises = (
  of: { readonly name: string },
  contractId: string,
  choice: string,
  choiceArgument: Json,
): Command => ({
  kind: "ExerciseCommand",
  templateId: idOf(of),
  contractId,
  choice,
  choiceArgument,
});

const opened = () => new TestLedger({ catalog: catalogOf(pingPackage) });

const proposed = (ledger: TestLedger, change: object = {}): string =>
  createdIn(ledger.commit([alice], [creates(change)]))[0]?.contractId ?? "";

describe("a bong", () => {
  it("explodes into a tree and collapses into one contract, which its initiator acknowledges", () => {
    const ledger = opened();
    const both = [alice, bob];
    const accepted = ledger.commit(both, [
      exercises(bongProposal, proposed(ledger), "Accept", { validator: bob }),
    ]);
    const [exploding] = createdIn(accepted);
    expect(exploding?.payload).to.deep.equal({
      id: "b",
      initiator: alice,
      validators: [bob],
      responders: [bob],
      path: "",
      maxLevel: "1",
      timeout,
    });
    expect(exercisedIn(accepted)[0]?.result).to.deep.equal({
      tag: "Right",
      value: exploding?.contractId,
    });
    const exploded = ledger.commit(both, [
      exercises(explode, exploding?.contractId ?? "", "ProcessExplode", { winner: bob }),
    ]);
    const [merging, left, right] = createdIn(exploded).map(({ contractId }) => contractId);
    expect(exercisedIn(exploded)[0]?.result).to.deep.equal({
      _1: merging,
      _2: { tag: "Right", value: { _1: left, _2: right } },
    });
    const merged = ledger.commit(both, [
      exercises(merge, merging ?? "", "ProcessMerge", {
        winner: bob,
        leftId: left ?? "",
        rightId: right ?? "",
      }),
    ]);
    const [last] = createdIn(merged);
    expect(last?.templateId).to.match(/:Bong$/);
    expect(exercisedIn(merged).map(({ choice }) => choice)).to.deep.equal([
      "ProcessMerge",
      "ProcessCollapse",
      "ProcessCollapse",
    ]);
    ledger.commit([alice], [exercises(bong, last?.contractId ?? "", "Ack", {})]);
    expect(ledger.state.contracts.size).to.equal(0);
  });

  it("grows two branches where its level is not the last", () => {
    const ledger = opened();
    const [exploding] = createdIn(
      ledger.commit(
        [alice, bob],
        [
          exercises(bongProposal, proposed(ledger, { maxLevel: "2" }), "Accept", {
            validator: bob,
          }),
        ],
      ),
    );
    const grown = ledger.commit(
      [alice, bob],
      [exercises(explode, exploding?.contractId ?? "", "ProcessExplode", { winner: alice })],
    );
    expect(
      createdIn(grown).map(({ templateId, payload }) => [
        templateId.split(":")[2],
        Object(payload).path,
      ]),
    ).to.deep.equal([
      ["Merge", ""],
      ["Explode", "L"],
      ["Explode", "R"],
    ]);
  });

  it("needs candidates that differ, and is accepted by one of them alone", () => {
    const ledger = opened();
    for (const candidates of [[], [bob, bob]]) {
      expect(ledger.refuse([alice], [creates({ candidates })])).to.include({
        code: "DAML_FAILURE",
      });
    }
    const accept = exercises(bongProposal, proposed(ledger), "Accept", { validator: alice });
    const refused = ledger.refuse([alice], [accept]);
    expect(refused.context["error_id"]).to.match(/AssertionFailed$/);
  });

  it("merges only branches of its own place", () => {
    const ledger = opened();
    const node = { id: "b", initiator: alice, validators: [], responders: [], timeout };
    const created = (of: { readonly name: string }, path: string): string => {
      const createArguments = { ...node, path };
      const command: Command = { kind: "CreateCommand", templateId: idOf(of), createArguments };
      return createdIn(ledger.commit([alice], [command]))[0]?.contractId ?? "";
    };
    const merging = created(merge, "L");
    const argument = { winner: alice, leftId: created(collapse, "L") };
    const merges = (rightId: string): Command =>
      exercises(merge, merging, "ProcessMerge", { ...argument, rightId });
    expect(ledger.refuse([alice], [merges(created(collapse, "R"))]).code).to.equal("DAML_FAILURE");
    const [up] = createdIn(ledger.commit([alice], [merges(created(collapse, "L"))]));
    expect(up?.payload).to.deep.include({ path: "" });
  });
});

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { inMemoryStore } from "@tallystick/event-store";
import { openLedger, orThrow } from "@tallystick/node";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { auditRules } from "../../src/rules/audit-rules.js";
import { explain } from "../../src/travel/explain.js";

const dar = readFileSync(
  fileURLToPath(new URL("../../../../daml-lf/test/corpus/data/updates-2.3.dar", import.meta.url)),
);
const simple = "#updates-2-3:U:Simple";

describe("Transactions of uploaded Daml packages", () => {
  it("are decided again by their archives", async () => {
    const store = inMemoryStore();
    const ledger = orThrow(await openLedger({ store }));
    orThrow(await ledger.uploadDar(dar, true));
    const { party } = orThrow(await ledger.allocateParty({ partyIdHint: "alice" }));
    const submit = (
      commandId: string,
      command: Parameters<typeof ledger.submitAndWait>[0]["commands"][number],
    ) =>
      ledger.submitAndWait({ commandId, actAs: [party], userId: "auditor", commands: [command] });
    const created = orThrow(
      await submit("create", {
        kind: "CreateCommand",
        templateId: simple,
        createArguments: { sig: party, obs: [], n: "5", t: "t" },
      }),
    );
    const [contractId] = created.results;
    if (typeof contractId !== "string") throw new Error("a create answers a contract id");
    for (const choice of ["Get", "ThrowBody", "Inc"]) {
      const exercise = { templateId: simple, contractId, choice, choiceArgument: {} };
      const done = await submit(choice, { kind: "ExerciseCommand", ...exercise });
      expect(isLeft(done)).to.equal(choice === "ThrowBody");
    }
    await ledger.close();
    const journal = { store, stream: "participant-participant" };
    const report = await auditRules(journal, { level: "rules", packages: [] });
    if (isLeft(report)) throw new Error(report.left.message);
    expect(report.right.findings).to.deep.equal([]);
    expect(report.right.results.get("R1")).to.deep.include({ checked: 3, skipped: 0 });
    const told = await explain(journal, "Inc", []);
    const [story] = isLeft(told) ? [] : told.right.stories;
    expect([story?.again.kind, story?.consumed.length, story?.made.length]).to.deep.equal([
      "same",
      1,
      1,
    ]);
  });
});

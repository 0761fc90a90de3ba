import { openLedger } from "@tallystick/node";
import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { contractsOf, type Moment, stateAt } from "../../src/travel/state-at.js";

const template = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";

describe("The state at a moment of a pruned journal", () => {
  it("is known from the pruning on, and not before", async () => {
    const store = inMemoryStore();
    const opened = await openLedger({ store });
    if (isLeft(opened)) throw new Error(opened.left.message);
    const ledger = opened.right;
    const allocated = await ledger.allocateParty({ partyIdHint: "alice" });
    if (isLeft(allocated)) throw new Error(allocated.left.cause);
    const { party } = allocated.right;
    const createArguments = { initiator: party, responder: party };
    for (const id of ["one", "two", "three"]) {
      await ledger.submitAndWait({
        commandId: id,
        actAs: [party],
        userId: "user",
        commands: [
          {
            kind: "CreateAndExerciseCommand",
            templateId: template,
            createArguments: { id, ...createArguments },
            choice: "Archive",
            choiceArgument: {},
          },
        ],
      });
    }
    const last = await ledger.submitAndWait({
      commandId: "four",
      actAs: [party],
      userId: "user",
      commands: [
        {
          kind: "CreateCommand",
          templateId: template,
          createArguments: { id: "four", ...createArguments },
        },
      ],
    });
    if (isLeft(last)) throw new Error(last.left.cause);
    const upTo = last.right.completionOffset;
    await ledger.allocateParty({ partyIdHint: "bob" });
    const pruned = await ledger.prune(upTo);
    if (isLeft(pruned)) throw new Error(pruned.left.cause);
    const journal = { store, stream: "participant-participant" };
    const erased = async (): Promise<boolean> => {
      for await (const page of store.readStream(journal.stream))
        if (!isLeft(page) && page.right.some((event) => event.erased !== undefined)) return true;
      return false;
    };
    while (!(await erased())) await new Promise((resume) => setTimeout(resume, 5));
    const contracts = async (moment: Moment) => contractsOf(await stateAt(journal, moment), {});
    expect(await contracts({ offset: upTo })).to.have.length(1);
    const before = await contracts({ offset: upTo - 1 }).catch((thrown: unknown) => String(thrown));
    expect(before).to.contain(`was pruned up to offset ${upTo}`);
    await ledger.close();
  });
});

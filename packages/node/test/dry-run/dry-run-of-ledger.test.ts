import type { Submission } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import { accountId, iouId, iouPackage } from "../iou-package.js";
import { allocate, codeOf, openTest, rightOf } from "../test-ledger.js";

const start = 1_800_000_000_000_000;

interface Opened {
  readonly ledger: Ledger;
  readonly alice: string;
  readonly bob: string;
}

const opened = async (): Promise<Opened> => {
  let now = start;
  const ledger = await openTest({ packages: [iouPackage], clock: () => (now += 1_000) });
  return { ledger, alice: await allocate(ledger, "alice"), bob: await allocate(ledger, "bob") };
};

const submission = (
  actAs: ReadonlyArray<string>,
  commands: Submission["commands"],
  commandId = "c",
): Submission => ({ userId: "tester", commandId, actAs, commands });

const createIou = (issuer: string, owner: string) => ({
  kind: "CreateCommand" as const,
  templateId: iouId,
  createArguments: { issuer, owner, amount: "5.0" },
});

const exercise = (templateId: string, contractId: string, choice: string, choiceArgument = {}) => ({
  kind: "ExerciseCommand" as const,
  templateId,
  contractId,
  choice,
  choiceArgument,
});

const newIou = async (ledger: Ledger, issuer: string, owner: string, id = "new") => {
  const { updateId } = rightOf(
    await ledger.submitAndWait(submission([issuer], [createIou(issuer, owner)], id)),
  );
  return createdIn(await shown(ledger, updateId))[0] ?? "";
};

const shown = async (ledger: Ledger, updateId: string) =>
  rightOf(
    await ledger.queries.transaction({
      at: { updateId },
      transactionFormat: {
        transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
        eventFormat: { filtersByParty: {}, filtersForAnyParty: { cumulative: [] } },
      },
    }),
  );

type Shown = Awaited<ReturnType<typeof shown>>;

const createdIn = ({ events }: Shown): ReadonlyArray<string> =>
  events.flatMap((event) => ("CreatedEvent" in event ? [event.CreatedEvent.contractId] : []));

/** A transaction without what is drawn at random or comes from the clock. */
const comparable = (transaction: Shown): string => {
  let text = JSON.stringify({ ...transaction, updateId: "", recordTime: "", traceContext: null });
  for (const [at, id] of createdIn(transaction).entries()) text = text.replaceAll(id, `#${at}`);
  return text.replaceAll(/"(?:effectiveAt|createdAt)":"[^"]*"/g, "");
};

describe("A dry run of a ledger", () => {
  it("says what a submission then does, or why it is rejected", async () => {
    const { ledger, alice, bob } = await opened();
    const ids = [await newIou(ledger, alice, bob)];
    const any = fc.record({
      kind: fc.nat(4),
      contract: fc.nat(3),
      actAs: fc.constantFrom([alice], [bob], [alice, bob]),
      id: fc.nat(12),
    });
    const verdicts = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(any, async ({ kind, contract, actAs, id }) => {
        const known = ids[ids.length - 1 - (contract % ids.length)] ?? "";
        const command = [
          createIou(alice, bob),
          createIou(bob, alice),
          exercise(iouId, known, "Transfer", { newOwner: alice }),
          exercise(iouId, known, "Archive"),
          exercise(accountId, known, "Crash"),
        ][kind];
        const of = submission(actAs, command === undefined ? [] : [command], `c-${id}`);
        const end = ledger.ledgerEnd();
        const tried = rightOf(await ledger.dryRun(of));
        expect(ledger.ledgerEnd(), "nothing is written").to.equal(end);
        const done = await ledger.submitAndWait(of);
        const code = codeOf(done);
        expect(tried.error?.code ?? "ok", JSON.stringify(of)).to.equal(code);
        verdicts.set(code, (verdicts.get(code) ?? 0) + 1);
        if (isLeft(done)) {
          expect(tried.error?.cause).to.equal(done.left.cause);
          return;
        }
        const transaction = await shown(ledger, done.right.updateId);
        const whole = tried.transaction ?? expect.fail("no transaction");
        expect(comparable(whole)).to.equal(comparable(transaction));
        ids.push(...createdIn(transaction));
      }),
      { numRuns: 300 },
    );
    expect([...verdicts.keys()]).to.include.members([
      "ok",
      "CONTRACT_NOT_FOUND",
      "DAML_AUTHORIZATION_ERROR",
      "DUPLICATE_COMMAND",
    ]);
  });

  it("says who authorizes and sees each node, and what it used", async () => {
    const { ledger, alice, bob } = await opened();
    const iou = await newIou(ledger, alice, bob);
    const transfer = exercise(iouId, iou, "Transfer", { newOwner: alice });
    const tried = rightOf(await ledger.dryRun(submission([bob], [transfer])));
    expect(tried.nodes).to.deep.equal([
      {
        nodeId: 0,
        depth: 0,
        authorizers: [bob],
        informees: [alice, bob],
        witnesses: [alice, bob],
      },
      {
        nodeId: 1,
        depth: 1,
        authorizers: [alice, bob],
        informees: [alice],
        witnesses: [alice, bob],
      },
    ]);
    expect(tried.contracts).to.deep.equal([
      {
        contractId: iou,
        templateId: tried.contracts[0]?.templateId,
        signatories: [alice],
        observers: [bob],
        foundBy: "party",
        byKey: false,
        consumed: true,
      },
    ]);
    expect(tried.packages.map(({ name }) => name)).to.deep.equal(["node-test"]);
    expect(tried.eventBytes).to.be.greaterThan(300);
    expect(tried.trafficCost).to.be.greaterThan(300);
    expect(tried.holdings).to.deep.equal([]);
    expect(tried.amounts).to.deep.equal([]);
  });

  it("says whose authority is missing, and in which choice a command failed", async () => {
    const { ledger, alice, bob } = await opened();
    const iou = await newIou(ledger, alice, bob);
    const transfer = exercise(iouId, iou, "Transfer", { newOwner: alice });
    const tried = rightOf(await ledger.dryRun(submission([alice], [transfer])));
    expect(tried.verdict).to.equal("rejected");
    expect(tried.stopped?.authority).to.deep.equal({
      required: [bob],
      given: [alice],
      missing: [{ party: bob, isHosted: true, signed: [] }],
    });
    const account = {
      kind: "CreateAndExerciseCommand" as const,
      templateId: accountId,
      createArguments: { owner: alice, name: "a", limit: "1" },
      choice: "Crash",
      choiceArgument: {},
    };
    const crashed = rightOf(await ledger.dryRun(submission([alice], [account])));
    expect(crashed.error?.code).to.equal("UNHANDLED_EXCEPTION");
    expect(crashed.stopped?.exercises).to.have.lengthOf(1);
    expect(crashed.stopped?.exercises[0]).to.deep.include({
      choice: "Crash",
      argument: {},
      payload: { owner: alice, name: "a", limit: "1" },
      actingParties: [alice],
    });
  });

  it("tries a command after an earlier offset, to the letter the same again", async () => {
    const { ledger, alice, bob } = await opened();
    const before = ledger.ledgerEnd();
    const iou = await newIou(ledger, alice, bob);
    const made = ledger.ledgerEnd();
    const archive = submission([alice], [exercise(iouId, iou, "Archive")], "end");
    rightOf(await ledger.submitAndWait(archive));
    const verdictAt = async (at: number) => rightOf(await ledger.dryRun(archive, { at }));
    expect((await verdictAt(made)).verdict).to.equal("accepted");
    expect((await verdictAt(before)).error?.code).to.equal("CONTRACT_NOT_FOUND");
    expect((await verdictAt(ledger.ledgerEnd())).error?.code).to.equal("DUPLICATE_COMMAND");
    expect(await verdictAt(made)).to.deep.equal(await verdictAt(made));
    const end = ledger.ledgerEnd();
    expect(await verdictAt(end)).to.deep.equal(await verdictAt(end));
  });

  it("rejects offsets that are none", async () => {
    const { ledger, alice, bob } = await opened();
    const of = submission([alice], [createIou(alice, bob)]);
    expect(codeOf(await ledger.dryRun(of, { at: 1_000 }))).to.equal("OFFSET_AFTER_LEDGER_END");
    expect(codeOf(await ledger.dryRun(of, { at: -1 }))).to.equal("NEGATIVE_OFFSET");
    expect(codeOf(await ledger.dryRun(of, { at: 1.5 }))).to.equal("INVALID_ARGUMENT");
    expect(codeOf(await ledger.dryRun({ ...of, commands: [] }))).to.equal("MISSING_FIELD");
  });
});

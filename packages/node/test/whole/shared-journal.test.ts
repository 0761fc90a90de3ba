import { type EventStore, inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { isLeft, left } from "fp-ts/lib/Either.js";
import { iouId } from "../iou-package.js";
import {
  activeFor,
  allocate,
  codeOf,
  commandsBy,
  commit,
  completionsFor,
  contractAt,
  exerciseOf,
  iouBy,
  journalOf,
  leftOf,
  openTest,
  pingBy,
  rightOf,
  tempFolder,
  until,
} from "../test-ledger.js";

const openShared = (store: EventStore) => openTest({ store, config: { sharedJournal: true } });

const openTwo = async () => {
  const store = inMemoryStore();
  const [one, two] = await Promise.all([openShared(store), openShared(store)]);
  const alice = await allocate(one, "alice");
  const meet = (): Promise<void> =>
    until(() => one.ledgerEnd() === two.ledgerEnd(), "both have read the same");
  await meet();
  return { store, one, two, alice, meet };
};

describe("Two ledgers on one journal", () => {
  it("that begin it at the same time are the same participant, begun once", async () => {
    const { store, one, two, alice } = await openTwo();
    expect(two.participantId).to.equal(one.participantId);
    expect(two.synchronizerId).to.equal(one.synchronizerId);
    expect(two.party(alice)?.party).to.equal(alice);
    const types = (await journalOf(store)).map(({ type }) => type);
    expect(types.toSorted()).to.deep.equal([
      "ConfigurationApplied",
      "LedgerInitialized",
      "PackageRegistered",
      "PackageRegistered",
      "PartyAllocated",
      "UserCreated",
    ]);
  });

  it("see what the other commits without submitting anything themselves", async () => {
    const { one, two, alice, meet } = await openTwo();
    const followed: Array<string> = [];
    const following = (async () => {
      for await (const item of two.queries.completions({
        userId: "tester",
        parties: [alice],
        beginExclusive: 0,
        follow: true,
      })) {
        const { completionResponse } = rightOf(item);
        if ("Completion" in completionResponse)
          followed.push(completionResponse.Completion.value.commandId);
        if (followed.length === 3) return;
      }
    })();
    for (const id of ["a", "b", "c"]) await commit(one, pingBy(alice, id));
    await following;
    expect(followed).to.deep.equal(["a", "b", "c"]);
    await meet();
    expect(await activeFor(two, alice)).to.deep.equal(await activeFor(one, alice));
  });

  it("cannot both spend a contract, whoever is first", async () => {
    const { one, two, alice, meet } = await openTwo();
    for (let round = 0; round < 10; round++) {
      const { completionOffset } = await commit(one, iouBy(alice, alice, `issue-${round}`));
      await meet();
      const iou = await contractAt(one, alice, completionOffset);
      const spend = (commandId: string) =>
        commandsBy(alice, commandId, exerciseOf(iouId, iou, "Transfer", { newOwner: alice }));
      const ledgers = round % 2 === 0 ? [one, two] : [two, one];
      const answers = await Promise.all(
        ledgers.map((ledger, at) => ledger.submitAndWait(spend(`spend-${round}-${at}`))),
      );
      // nodes that contend take turns, so that either may be first
      expect(answers.map(codeOf).toSorted()).to.deep.equal(["CONTRACT_NOT_FOUND", "ok"]);
    }
    await meet();
    expect(await activeFor(one, alice)).to.have.length(10);
    expect(await activeFor(two, alice)).to.deep.equal(await activeFor(one, alice));
  });

  it("commit everything once, at one offset, when both are busy", async () => {
    const { store, one, two, alice, meet } = await openTwo();
    const start = one.ledgerEnd();
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, at) => {
        for (let turn = 0; turn < at % 5; turn++) await new Promise(setImmediate);
        return commit(at % 2 === 0 ? one : two, pingBy(alice, `c${at}`));
      }),
    );
    const offsets = answers.map(({ completionOffset }) => completionOffset);
    expect(offsets.toSorted((a, b) => a - b)).to.deep.equal(offsets.map((_, at) => start + 1 + at));
    expect(await journalOf(store)).to.have.length(start + 200);
    await meet();
    expect(await completionsFor(two, alice)).to.deep.equal(await completionsFor(one, alice));
  });

  it("deduplicate against each other, also when both get the command at once", async () => {
    const { one, two, alice } = await openTwo();
    const answers = await Promise.all([
      one.submitAndWait(pingBy(alice, "same")),
      two.submitAndWait(pingBy(alice, "same")),
    ]);
    const [won, lost] = answers.toSorted((a, b) => Number(isLeft(a)) - Number(isLeft(b)));
    if (won === undefined || lost === undefined) throw new Error("no answer");
    expect([codeOf(won), codeOf(lost)]).to.deep.equal(["ok", "DUPLICATE_COMMAND"]);
    const { completionOffset } = rightOf(won);
    expect(leftOf(lost).context).to.include({ completion_offset: String(completionOffset) });
  });

  it("in one data folder see, read and deduplicate what the other did", async () => {
    const data = tempFolder();
    const open = () =>
      openTest({ data, config: { sharedJournal: true, projectorThread: "worker" } });
    const one = await open();
    const two = await open();
    const alice = await allocate(one, "alice");
    const { completionOffset } = await commit(one, pingBy(alice, "first"));
    await until(() => two.ledgerEnd() === completionOffset, "the other has read it");
    expect(codeOf(await two.submitAndWait(pingBy(alice, "first")))).to.equal("DUPLICATE_COMMAND");
    await commit(two, pingBy(alice, "second"));
    await until(() => one.ledgerEnd() === two.ledgerEnd(), "both have read the same");
    expect(await activeFor(one, alice)).to.have.length(2);
    expect(await activeFor(two, alice)).to.deep.equal(await activeFor(one, alice));
  });

  it("follow on after the store's subscription broke", async () => {
    const inner = inMemoryStore();
    let broken = 0;
    const flaky: EventStore = {
      ...inner,
      subscribe: (stream, after) => {
        const real = inner.subscribe(stream, after);
        if (broken++ > 0) return real;
        return {
          close: () => real.close(),
          async *[Symbol.asyncIterator]() {
            yield left({ kind: "unavailable", outcome: "known", reason: "cut" } as const);
          },
        };
      },
    };
    const one = await openShared(flaky);
    const two = await openShared(inner);
    await allocate(two, "bob");
    await until(() => one.ledgerEnd() === two.ledgerEnd(), "the follower has subscribed again");
    expect(broken).to.equal(2);
  });

  it("answer with certainty, and do not spin, when the journal was cut behind their back", async () => {
    const store = inMemoryStore();
    const ledger = await openTest({
      store: {
        ...store,
        append: async (stream, expected, events) =>
          events.some(({ type }) => type === "PartyAllocated")
            ? left({ kind: "wrong-expected-revision", stream, expected, actual: 0 })
            : store.append(stream, expected, events),
      },
    });
    const error = leftOf(await ledger.allocateParty({ partyIdHint: "alice" }));
    expect([error.code, error.definiteAnswer]).to.deep.equal(["SERVICE_NOT_RUNNING", true]);
    rightOf(await ledger.createUser({ userId: "still-alive" }));
  });
});

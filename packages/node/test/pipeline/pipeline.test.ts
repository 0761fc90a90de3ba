import { type AppendFault, faultyStore, inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { isRight } from "fp-ts/lib/Either.js";
import type { LedgerConfig } from "../../src/ledger/ledger-config.js";
import { accountId, iouId } from "../iou-package.js";
import {
  accountBy,
  activeFor,
  allocate,
  codeOf,
  commandsBy,
  commit,
  completionsFor,
  contractAt,
  exerciseOf,
  iouBy,
  isSettled,
  journalOf,
  leftOf,
  openTest,
  pingBy,
  rightOf,
  transactionsFor,
  turns,
  until,
} from "../test-ledger.js";
import { gate, slowStore, watchedStore } from "./watched-store.js";

const watchedLedger = async (config: Partial<LedgerConfig> = {}) => {
  const store = watchedStore(inMemoryStore());
  const ledger = await openTest({ store, config });
  const alice = await allocate(ledger, "alice");
  store.appends.length = 0;
  return { store, ledger, alice };
};

const faultyLedger = async (config: Partial<LedgerConfig> = {}) => {
  const store = faultyStore(inMemoryStore());
  const watched = watchedStore(store);
  const ledger = await openTest({ store: watched, config });
  const alice = await allocate(ledger, "alice");
  watched.appends.length = 0;
  return { store, watched, ledger, alice };
};

const repeated = (fault: AppendFault, times: number): ReadonlyArray<AppendFault> =>
  Array.from({ length: times }, () => fault);

describe("Group commit", () => {
  it("takes those who wait into few appends and answers each with its own offset", async () => {
    const { store, ledger, alice } = await watchedLedger();
    const { wait, open } = gate();
    store.hold = wait;
    const first = ledger.submitAndWait(pingBy(alice, "first"));
    await until(() => store.appends.length === 1, "the append that is held");
    const start = ledger.ledgerEnd() + 1;
    const commands = Array.from({ length: 200 }, (_, at) => pingBy(alice, `c${at}`));
    const waiting = commands.map((command) => ledger.submitAndWait(command));
    await turns(20);
    open();
    rightOf(await first);
    const answers = await Promise.all(waiting);
    const offsets = answers.map((answer) => rightOf(answer).completionOffset);
    expect(offsets).to.deep.equal(commands.map((_, at) => start + 1 + at));
    expect(new Set(answers.map((answer) => rightOf(answer).updateId)).size).to.equal(200);
    // deciding leaves turns to others on a slow machine
    const sizes = store.appends.map((events) => events.length);
    expect(sizes[0], sizes.join()).to.equal(1);
    expect(sizes.reduce((sum, size) => sum + size, 0)).to.equal(201);
    expect(sizes.length, sizes.join()).to.be.below(10);
  });

  it("takes those who come during an append together into the next", async () => {
    const { store, ledger, alice } = await watchedLedger();
    const { wait, open } = gate();
    store.hold = wait;
    const first = ledger.submit(pingBy(alice, "first"));
    await until(() => store.appends.length === 1, "the first append");
    const others = Array.from({ length: 50 }, (_, at) => ledger.submit(pingBy(alice, `c${at}`)));
    await turns();
    expect(store.appends).to.have.length(1);
    open();
    await Promise.all([first, ...others]);
    expect(store.appends.map((events) => events.length)).to.deep.equal([1, 50]);
  });

  it("puts at most as many commands into an append as configured", async () => {
    const { store, ledger, alice } = await watchedLedger({ maxBatchSize: 8 });
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => ledger.submit(pingBy(alice, `c${at}`))),
    );
    expect(store.appends.map((events) => events.length)).to.deep.equal([8, 8, 4]);
  });

  it("lets a command see those decided before it in the same append", async () => {
    const { store, ledger, alice } = await watchedLedger();
    const both = await Promise.all([
      ledger.submitAndWait(accountBy(alice, "main", "one")),
      ledger.submitAndWait(accountBy(alice, "main", "two")),
    ]);
    expect(store.appends).to.have.length(1);
    rightOf(both[0]);
    expect(leftOf(both[1]).code).to.equal("DUPLICATE_CONTRACT_KEY");
  });

  it("is not spoilt by commands that are refused, or whose template throws", async () => {
    const { store, ledger, alice } = await watchedLedger();
    const account = await commit(ledger, accountBy(alice, "main", "account"));
    const contractId = await contractAt(ledger, alice, account.completionOffset);
    store.appends.length = 0;
    const answers = await Promise.all([
      ledger.submitAndWait(pingBy(alice, "good-1")),
      ledger.submitAndWait(commandsBy(alice, "crash", exerciseOf(accountId, contractId, "Crash"))),
      ledger.submitAndWait(
        commandsBy(alice, "none", exerciseOf(iouId, `00${"ab".repeat(32)}`, "Archive")),
      ),
      ledger.submitAndWait(pingBy("stranger::1220ab", "stranger")),
      ledger.submitAndWait(pingBy(alice, "good-2")),
    ]);
    expect(answers.map(codeOf)).to.deep.equal([
      "ok",
      "UNHANDLED_EXCEPTION",
      "COMMAND_PREPROCESSING_FAILED",
      "NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT",
      "ok",
    ]);
    expect(store.appends.map((events) => events.length)).to.deep.equal([2]);
  });

  it("writes nothing when all of a batch are refused", async () => {
    const { store, ledger } = await watchedLedger();
    leftOf(await ledger.submit(pingBy("stranger::1220ab", "stranger")));
    expect(store.appends).to.deep.equal([]);
  });

  it("lets exactly one of two commands that race for a contract win", async () => {
    const { store, ledger, alice } = await watchedLedger();
    const { completionOffset } = await commit(ledger, iouBy(alice, alice, "issue"));
    const iou = await contractAt(ledger, alice, completionOffset);
    store.appends.length = 0;
    const racing = ["one", "two"].map((id) =>
      ledger.submitAndWait(commandsBy(alice, id, exerciseOf(iouId, iou, "Archive"))),
    );
    const answers = await Promise.all(racing);
    expect(answers.map(codeOf)).to.deep.equal(["ok", "CONTRACT_NOT_FOUND"]);
    expect(store.appends.map((events) => events.length)).to.deep.equal([1]);
  });

  it("leaves nothing of a command whose last part fails", async () => {
    const { store, ledger, alice } = await watchedLedger();
    const ping = pingBy(alice, "x").commands;
    const failing = exerciseOf(iouId, `00${"ab".repeat(32)}`, "Archive");
    leftOf(await ledger.submit(commandsBy(alice, "mixed", ...ping, failing)));
    expect(store.appends).to.deep.equal([]);
    expect(await activeFor(ledger, alice)).to.deep.equal([]);
  });
});

describe("Answers", () => {
  it("come only when the append is durable; until then nothing shows anywhere", async () => {
    const { store, ledger, alice } = await watchedLedger();
    const end = ledger.ledgerEnd();
    const { wait, open } = gate();
    store.hold = wait;
    const followed: Array<string> = [];
    const following = (async () => {
      const query = { userId: "tester", parties: [alice], beginExclusive: 0, follow: true };
      for await (const item of ledger.queries.completions(query)) {
        const { completionResponse } = rightOf(item);
        if (!("Completion" in completionResponse)) continue;
        followed.push(completionResponse.Completion.value.commandId);
        return;
      }
    })();
    const submission = ledger.submitAndWait(pingBy(alice, "held"));
    const allocation = ledger.allocateParty({ partyIdHint: "bob" });
    await until(() => store.appends.length === 1, "the append");
    await turns(50);
    expect(await isSettled(submission)).to.equal(false);
    expect(await isSettled(allocation)).to.equal(false);
    expect(ledger.ledgerEnd()).to.equal(end);
    expect(await activeFor(ledger, alice)).to.deep.equal([]);
    expect(await transactionsFor(ledger, alice)).to.deep.equal([]);
    expect(followed).to.deep.equal([]);
    open();
    expect(rightOf(await submission).completionOffset).to.equal(end + 1);
    expect(ledger.party(rightOf(await allocation).party)?.party).to.match(/^bob::/);
    await following;
    expect(followed).to.deep.equal(["held"]);
  });

  for (const kind of ["applied-but-unknown", "lost-and-unknown", "refused"] as const) {
    it(`are right after an append that was ${kind}: it is tried again with the same ids`, async () => {
      const { store, watched, ledger, alice } = await faultyLedger();
      const start = ledger.ledgerEnd();
      store.failNext(...repeated({ kind }, 3));
      const answers = await Promise.all([
        ledger.submitAndWait(pingBy(alice, "one")),
        ledger.submitAndWait(pingBy(alice, "two")),
      ]);
      expect(answers.map((answer) => rightOf(answer).completionOffset)).to.deep.equal([
        start + 1,
        start + 2,
      ]);
      expect(watched.appends).to.have.length(4);
      expect(
        new Set(watched.appends.map((events) => events.map(({ id }) => id).join())).size,
      ).to.equal(1);
      expect(await journalOf(store)).to.have.length(start + 2);
      expect(ledger.ledgerEnd()).to.equal(start + 2);
    });
  }

  it("say so when the outcome stays unknown, and what was written is taken in without another command", async () => {
    const { store, ledger, alice } = await faultyLedger({ appendRetries: 2 });
    const start = ledger.ledgerEnd();
    store.failNext(...repeated({ kind: "applied-but-unknown" }, 3));
    const error = leftOf(await ledger.submitAndWait(pingBy(alice, "lost")));
    expect([error.code, error.definiteAnswer]).to.deep.equal(["REQUEST_TIME_OUT", false]);
    await until(() => ledger.ledgerEnd() === start + 1, "the ledger has read what it wrote");
    expect((await completionsFor(ledger, alice)).map(({ commandId }) => commandId)).to.deep.equal([
      "lost",
    ]);
    const again = leftOf(await ledger.submitAndWait(pingBy(alice, "lost")));
    expect(again.code).to.equal("DUPLICATE_COMMAND");
    expect(again.context).to.include({ completion_offset: String(start + 1) });
  });

  it("say so when the outcome stays unknown, and the command can be repeated if nothing was written", async () => {
    const { store, ledger, alice } = await faultyLedger({ appendRetries: 1 });
    const start = ledger.ledgerEnd();
    store.failNext(...repeated({ kind: "lost-and-unknown" }, 2));
    expect(leftOf(await ledger.submitAndWait(pingBy(alice, "lost"))).code).to.equal(
      "REQUEST_TIME_OUT",
    );
    expect(await journalOf(store)).to.have.length(start);
    expect((await commit(ledger, pingBy(alice, "lost"))).completionOffset).to.equal(start + 1);
  });

  it("are definite when nothing was written, and the ledger continues when the store is back", async () => {
    const { store, watched, ledger, alice } = await faultyLedger({ appendRetries: 3 });
    const start = ledger.ledgerEnd();
    store.failNext(...repeated({ kind: "refused" }, 4));
    const error = leftOf(await ledger.submitAndWait(pingBy(alice, "one")));
    expect([error.code, error.definiteAnswer]).to.deep.equal(["SERVICE_NOT_RUNNING", true]);
    expect(error.cause).to.include("planned fault");
    expect(watched.appends).to.have.length(4);
    expect([ledger.ledgerEnd(), ledger.ready()]).to.deep.equal([start, true]);
    await commit(ledger, pingBy(alice, "one"));
    expect(ledger.ledgerEnd()).to.equal(start + 1);
  });

  it("tell no one of a clash with a command of the same append that was not written", async () => {
    const { store, ledger, alice } = await faultyLedger({ appendRetries: 0 });
    store.failNext({ kind: "refused" });
    const answers = await Promise.all([
      ledger.submitAndWait(pingBy("stranger::1220ab", "stranger")),
      ledger.submitAndWait(accountBy(alice, "main", "one")),
      ledger.submitAndWait(accountBy(alice, "main", "two")),
    ]);
    expect(answers.map((answer) => leftOf(answer).code)).to.deep.equal([
      "NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT",
      "SERVICE_NOT_RUNNING",
      "SERVICE_NOT_RUNNING",
    ]);
    await commit(ledger, accountBy(alice, "main", "two"));
  });
});

describe("A duplicate", () => {
  it("of a command in flight is refused at once, naming its submission", async () => {
    const { store, ledger, alice } = await watchedLedger();
    const { wait, open } = gate();
    store.hold = wait;
    const first = ledger.submitAndWait({ ...pingBy(alice, "same"), submissionId: "the-first" });
    const error = leftOf(await ledger.submitAndWait(pingBy(alice, "same")));
    expect(error.code).to.equal("SUBMISSION_ALREADY_IN_FLIGHT");
    expect(error.definiteAnswer).to.equal(false);
    expect(error.context).to.include({ existingSubmissionId: "Some(the-first)" });
    open();
    rightOf(await first);
    expect(leftOf(await ledger.submitAndWait(pingBy(alice, "same"))).code).to.equal(
      "DUPLICATE_COMMAND",
    );
  });

  it("is found by change id: another user, command id or set of parties is another command", async () => {
    const { ledger, alice } = await watchedLedger();
    const bob = await allocate(ledger, "bob");
    const base = pingBy(alice, "same");
    const answers = await Promise.all([
      ledger.submitAndWait(base),
      ledger.submitAndWait({ ...base, userId: "another" }),
      ledger.submitAndWait({ ...base, commandId: "another" }),
      ledger.submitAndWait({ ...base, actAs: [alice, bob] }),
      ledger.submitAndWait({ ...base, actAs: [bob, alice, bob] }),
    ]);
    expect(answers.map(isRight)).to.deep.equal([true, true, true, true, false]);
    expect(leftOf(answers[4]).code).to.equal("SUBMISSION_ALREADY_IN_FLIGHT");
  });

  it("of a command that took effect is answered to who waits, and is a completion for who does not", async () => {
    const { ledger, alice } = await watchedLedger();
    const first = await commit(ledger, pingBy(alice, "same"));
    const error = leftOf(
      await ledger.submitAndWait({ ...pingBy(alice, "same"), submissionId: "s2" }),
    );
    expect(error).to.include({
      code: "DUPLICATE_COMMAND",
      definiteAnswer: true,
      correlationId: "s2",
    });
    expect(error.context).to.include({
      completion_offset: String(first.completionOffset),
      existing_submission_id: first.submissionId,
    });
    const submitted = rightOf(
      await ledger.submit({ ...pingBy(alice, "same"), submissionId: "s3" }),
    );
    expect(submitted).to.deep.equal({
      completionOffset: first.completionOffset + 2,
      submissionId: "s3",
    });
    const completions = await completionsFor(ledger, alice);
    expect(
      completions.map(({ offset, status, updateId }) => [offset, status.code, updateId]),
    ).to.deep.equal([
      [first.completionOffset, 0, first.updateId],
      [first.completionOffset + 1, 6, ""],
      [first.completionOffset + 2, 6, ""],
    ]);
    expect(await activeFor(ledger, alice)).to.have.length(1);
  });

  it("is not a duplicate when the earlier one was refused or rejected", async () => {
    const { ledger, alice } = await watchedLedger();
    leftOf(await ledger.submit({ ...pingBy(alice, "again"), synchronizerId: "other::1220ab" }));
    const future = { ...pingBy(alice, "again"), minLedgerTimeAbs: "2200-01-01T00:00:00Z" };
    expect(leftOf(await ledger.submitAndWait(future)).code).to.equal(
      "LOCAL_VERDICT_LEDGER_TIME_OUT_OF_BOUND",
    );
    await commit(ledger, pingBy(alice, "again"));
  });
});

describe("Commands that come while an append is under way", () => {
  /** A ledger whose appends wait at gates that a test opens, one for each. */
  const gatedLedger = async (faults: ReadonlyArray<AppendFault> = []) => {
    const faulty = faultyStore(inMemoryStore());
    const watched = watchedStore(faulty);
    const gates: Array<ReturnType<typeof gate>> = [];
    let isGated = false;
    const store = {
      ...watched,
      append: async (...args: Parameters<typeof watched.append>) => {
        const own = gate();
        gates.push(own);
        if (isGated) await own.wait;
        return watched.append(...args);
      },
    };
    const ledger = await openTest({ store, config: { appendRetries: 0 } });
    const alice = await allocate(ledger, "alice");
    gates.length = 0;
    watched.appends.length = 0;
    isGated = true;
    faulty.failNext(...faults);
    const next = async (at: number): Promise<void> => {
      await until(() => gates.length > at, `append ${at}`);
      gates[at]?.open();
    };
    const finish = async <A>(answers: ReadonlyArray<Promise<A>>): Promise<ReadonlyArray<A>> => {
      isGated = false;
      for (const { open } of gates) open();
      return Promise.all(answers);
    };
    return { ledger, alice, watched, gates, next, finish };
  };
  const names = (events: ReadonlyArray<{ readonly data: string }>): ReadonlyArray<string> =>
    events.map(({ data }) => /"(c\d+)"/.exec(data)?.[1] ?? "");

  it("are in the next append, which begins once the one before it is durable", async () => {
    const { ledger, alice, watched, gates, next, finish } = await gatedLedger();
    const start = ledger.ledgerEnd();
    const ids = Array.from({ length: 9 }, (_, at) => `c${at}`);
    const submitted = (some: ReadonlyArray<string>) =>
      some.map((id) => ledger.submitAndWait(pingBy(alice, id)));
    const answers = submitted(ids.slice(0, 5));
    await until(() => gates.length === 1, "the first append");
    answers.push(...submitted(ids.slice(5)));
    await turns(20);
    expect(gates).to.have.length(1);
    expect(await isSettled(answers[0] ?? Promise.resolve())).to.equal(false);
    await next(0);
    await until(() => gates.length === 2, "the second append");
    const offsets = (await finish(answers)).map((answer) => rightOf(answer).completionOffset);
    expect(offsets).to.deep.equal(ids.map((_, at) => start + 1 + at));
    expect(watched.appends.map(names)).to.deep.equal([ids.slice(0, 5), ids.slice(5)]);
  });

  it("are in one append all together, and none is answered before that is durable", async () => {
    const { ledger, alice, watched, gates, next, finish } = await gatedLedger();
    const first = ledger.submitAndWait(pingBy(alice, "c0"));
    await until(() => gates.length === 1, "the first append");
    const later = [];
    for (const id of ["c1", "c2", "c3"]) {
      later.push(ledger.submitAndWait(pingBy(alice, id)));
      await turns(5);
    }
    const stranger = ledger.submitAndWait(pingBy("stranger::1220ab", "stranger"));
    await turns(5);
    for (const each of [first, ...later, stranger]) expect(await isSettled(each)).to.equal(false);
    await next(0);
    await first;
    expect(await isSettled(stranger)).to.equal(false);
    await finish([...later, stranger]);
    expect(watched.appends.map(names)).to.deep.equal([["c0"], ["c1", "c2", "c3"]]);
    expect(codeOf(await stranger)).to.equal("NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT");
  });

  it("learn of a clash with what was not durable yet once it is", async () => {
    const { ledger, alice, gates, finish } = await gatedLedger();
    const one = ledger.submitAndWait(accountBy(alice, "main", "one"));
    await until(() => gates.length === 1, "the first append");
    const two = ledger.submitAndWait(accountBy(alice, "main", "two"));
    await turns(20);
    expect(await isSettled(two)).to.equal(false);
    expect((await finish([one, two])).map(codeOf)).to.deep.equal(["ok", "DUPLICATE_CONTRACT_KEY"]);
  });

  for (const [kind, code] of [
    ["refused", "SERVICE_NOT_RUNNING"],
    ["lost-and-unknown", "REQUEST_TIME_OUT"],
  ] as const) {
    it(`are decided without what an append that was ${kind} would have left`, async () => {
      const { ledger, alice, gates, finish } = await gatedLedger([{ kind }]);
      const start = ledger.ledgerEnd();
      const one = ledger.submitAndWait(accountBy(alice, "main", "one"));
      await until(() => gates.length === 1, "the first append");
      const two = ledger.submitAndWait(accountBy(alice, "main", "two"));
      await turns(20);
      expect((await finish([one, two])).map(codeOf)).to.deep.equal([code, "ok"]);
      expect(rightOf(await two).completionOffset).to.equal(start + 1);
    });
  }

  it("are decided, in order, on what won the race that the append lost", async () => {
    const inner = inMemoryStore();
    const rival = await openTest({ store: inner });
    const alice = await allocate(rival, "alice");
    const faulty = faultyStore(inner);
    const held = gate();
    const ledger = await openTest({ store: slowStore(faulty, () => 6) });
    const start = ledger.ledgerEnd();
    const before = async () => {
      await held.wait;
      return rival.submitAndWait(accountBy(alice, "main", "rival"));
    };
    faulty.failNext({ kind: "race", before });
    const one = ledger.submitAndWait(accountBy(alice, "main", "one"));
    await turns(10);
    const others = ["c1", "c2"].map((id) => ledger.submitAndWait(pingBy(alice, id)));
    await turns(10);
    held.open();
    expect(codeOf(await one)).to.equal("DUPLICATE_CONTRACT_KEY");
    const offsets = (await Promise.all(others)).map((answer) => rightOf(answer).completionOffset);
    expect(offsets).to.deep.equal([start + 2, start + 3]);
  });

  it("are answered before the ledger is closed", async () => {
    const { ledger, alice, gates, finish } = await gatedLedger();
    const answers = ["c0", "c1", "c2", "c3", "c4"].map((id) =>
      ledger.submitAndWait(pingBy(alice, id)),
    );
    await until(() => gates.length === 1, "the first append");
    const closed = ledger.close();
    const late = ledger.submitAndWait(pingBy(alice, "late"));
    expect((await finish(answers)).map(codeOf)).to.deep.equal(["ok", "ok", "ok", "ok", "ok"]);
    expect(codeOf(await late)).to.equal("SUBMISSION_DURING_SHUTDOWN");
    await closed;
  });
});

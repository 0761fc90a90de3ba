import { expect } from "chai";
import { systemTimers } from "@tallystick/background";
import { isLeft, left } from "fp-ts/lib/Either.js";
import type { LedgerCommand } from "@tallystick/core";
import { notRunning } from "../../src/pipeline/pipeline-errors.js";
import { WaitingCommands } from "../../src/pipeline/waiting-commands.js";
import { codeOf, isSettled } from "../test-ledger.js";
import { submitOf } from "./submissions.js";

const waitingWith = (
  config: { follow?: boolean; maxWaitingSubmissions?: number } = {},
  onDue: () => void = () => undefined,
  given: Partial<ConstructorParameters<typeof WaitingCommands>[0]> = {},
) => {
  let [now, made] = [100, 0];
  return new WaitingCommands({
    onDue,
    clock: () => now++,
    ...given,
    ids: {
      submissionId: () => `made-${made++}`,
      eventId: () => "",
      transactionSeed: () => "",
    },
    config: {
      follow: false,
      ledgerTimeSkewMicros: 60_000_000,
      maxWaitingSubmissions: 10,
      maxWaitingBytes: 400_000,
      ...config,
    },
  });
};

const idsOf = (batch: ReturnType<WaitingCommands["take"]>): ReadonlyArray<string> =>
  batch.map(({ command }) => (command.kind === "Submit" ? command.command.commandId : ""));

const no = left(notRunning("not now"));

/** A submission for a ledger time so long after its receipt. */
const submitAfter = (commandId: string, minLedgerTimeRel: bigint): LedgerCommand => {
  const submit = submitOf(commandId);
  return submit.kind === "Submit"
    ? { ...submit, command: { ...submit.command, minLedgerTimeRel } }
    : submit;
};

describe("Waiting commands", () => {
  it("come into the queue at their earliest ledger time, and are in flight until then", async () => {
    const due: { resolve: () => void } = { resolve: () => undefined };
    const isDue = new Promise<void>((resolve) => Object.assign(due, { resolve }));
    const waiting = waitingWith({}, () => due.resolve(), { clock: () => Date.now() * 1_000 });
    void waiting.add(submitAfter("later", 20_000n), undefined);
    void waiting.add(submitOf("now"), undefined);
    expect([waiting.length, waiting.unanswered]).to.deep.equal([1, 2]);
    expect(codeOf(await waiting.add(submitOf("later"), undefined))).to.equal(
      "SUBMISSION_ALREADY_IN_FLIGHT",
    );
    await isDue;
    expect(idsOf(waiting.take(9))).to.deep.equal(["now", "later"]);
  });

  it("do not wait for a time that is too far ahead: they are decided, and rejected", () => {
    const waiting = waitingWith();
    void waiting.add(submitAfter("too late", 61_000_000n), undefined);
    expect(waiting.length).to.equal(1);
  });

  it("wait for a clock that is moved by hand until it is there", () => {
    let now = 0;
    const alarms: Array<() => void> = [];
    const timers = {
      ...systemTimers,
      after: (_ms: number, work: () => void) => {
        alarms.push(work);
        return { cancel: () => undefined, unref: () => ({ cancel: () => undefined }) };
      },
    };
    const given = { clock: () => now, timers: timers as never, isClockOwn: true };
    const waiting = waitingWith({}, () => undefined, given);
    void waiting.add(submitAfter("later", 20_000_000n), undefined);
    for (const [time, length] of [
      [19_999_999, 0],
      [20_000_000, 1],
    ] as const) {
      now = time;
      alarms.at(-1)?.();
      expect(waiting.length).to.equal(length);
    }
  });

  it("are refused when too many wait for their ledger time, and leave room for others", async () => {
    const waiting = waitingWith({ maxWaitingSubmissions: 8 });
    for (const id of ["a", "b"]) void waiting.add(submitAfter(id, 30_000_000n), undefined);
    expect(codeOf(await waiting.add(submitAfter("c", 30_000_000n), undefined))).to.equal(
      "PARTICIPANT_BACKPRESSURE",
    );
    void waiting.add(submitOf("now"), undefined);
    expect(idsOf(waiting.take(9))).to.deep.equal(["now"]);
    waiting.close();
  });

  it("are refused at the end while they wait for their time", async () => {
    const waiting = waitingWith();
    const answer = waiting.add(submitAfter("later", 30_000_000n), undefined);
    waiting.close();
    expect(codeOf(await answer)).to.equal("SUBMISSION_DURING_SHUTDOWN");
    expect(waiting.unanswered).to.equal(0);
  });

  it("are taken in order, some at a time, and come first again when they are put back", () => {
    const waiting = waitingWith();
    for (const id of ["a", "b", "c"]) void waiting.add(submitOf(id), undefined);
    const first = waiting.take(2);
    void waiting.add(submitOf("d"), undefined);
    expect([idsOf(first), waiting.length, waiting.unanswered]).to.deep.equal([["a", "b"], 2, 4]);
    waiting.putBack(first);
    expect(idsOf(waiting.take(9))).to.deep.equal(["a", "b", "c", "d"]);
    expect([waiting.length, waiting.unanswered]).to.deep.equal([0, 4]);
  });

  it("have the time they came, and a submission id of their own or a fresh one", () => {
    const waiting = waitingWith();
    void waiting.add(submitOf("a", "mine"), undefined);
    void waiting.add(submitOf("b"), undefined);
    const taken = waiting.take(2).map(({ receivedAt, submissionId }) => [receivedAt, submissionId]);
    expect(taken).to.deep.equal([
      [100, "mine"],
      [101, "made-0"],
    ]);
  });

  it("are answered each with its own, and not before", async () => {
    const waiting = waitingWith();
    const answers = ["a", "b"].map((id) => waiting.add(submitOf(id), undefined));
    const batch = waiting.take(2);
    for (const answer of answers) expect(await isSettled(answer)).to.equal(false);
    waiting.answer(batch, (at) => left(notRunning(`number ${at}`)));
    const causes = (await Promise.all(answers)).map((each) => isLeft(each) && each.left.cause);
    expect(causes[0]).to.include("number 0");
    expect(causes[1]).to.include("number 1");
    expect(waiting.unanswered).to.equal(0);
  });

  it("refuse a change id that is not answered yet, taken or not, and take it after that", async () => {
    const waiting = waitingWith();
    void waiting.add(submitOf("a", "first"), undefined);
    const refused = await waiting.add(submitOf("a"), undefined);
    expect(codeOf(refused)).to.equal("SUBMISSION_ALREADY_IN_FLIGHT");
    expect(JSON.stringify(refused)).to.include("first");
    const batch = waiting.take(1);
    expect(codeOf(await waiting.add(submitOf("a"), undefined))).to.equal(
      "SUBMISSION_ALREADY_IN_FLIGHT",
    );
    waiting.answer(batch, () => no);
    void waiting.add(submitOf("a"), undefined);
    expect(idsOf(waiting.take(1))).to.deep.equal(["a"]);
  });

  it("are at most so many, those among them that were taken and are not answered", async () => {
    const waiting = waitingWith({ maxWaitingSubmissions: 2 });
    void waiting.add(submitOf("a"), undefined);
    const batch = waiting.take(1);
    void waiting.add(submitOf("b"), undefined);
    expect(codeOf(await waiting.add(submitOf("c"), undefined))).to.equal(
      "PARTICIPANT_BACKPRESSURE",
    );
    waiting.answer(batch, () => no);
    void waiting.add(submitOf("c"), undefined);
    expect(waiting.length).to.equal(2);
  });

  it("of a user take so much in memory, unless there is one alone, and those of all four times that", async () => {
    const waiting = waitingWith();
    const [half, larger] = ["x".repeat(90_000), "x".repeat(110_000)];
    const add = (id: string, user: string, text: string) =>
      waiting.add(submitOf(id, "", user, text), undefined);
    void add("a1", "alice", half);
    expect(codeOf(await add("a2", "alice", half))).to.equal("PARTICIPANT_BACKPRESSURE");
    // those that are small get through
    void add("a3", "alice", "x".repeat(60_000));
    for (const user of ["bob", "carol"]) void add(user, user, larger);
    expect(codeOf(await add("dave", "dave", larger))).to.equal("PARTICIPANT_BACKPRESSURE");
    expect(waiting.length).to.equal(4);
    const batch = waiting.take(2);
    expect(codeOf(await add("a2", "alice", half))).to.equal("PARTICIPANT_BACKPRESSURE");
    waiting.answer(batch, () => no);
    void add("a2", "alice", half);
    void add("dave", "dave", "x".repeat(70_000));
    expect(idsOf(waiting.take(9))).to.deep.equal(["bob", "carol", "a2", "dave"]);
  });

  it("are refused by a node that follows, that is broken, or that is closed", async () => {
    const follower = waitingWith({ follow: true });
    expect(codeOf(await follower.add(submitOf("a"), undefined))).to.equal(
      "NODE_IS_PASSIVE_REPLICA",
    );
    const waiting = waitingWith();
    expect(codeOf(await waiting.add(submitOf("a"), "why not"))).to.equal("SERVICE_NOT_RUNNING");
    expect(waiting.isClosed).to.equal(false);
    waiting.close();
    expect(waiting.isClosed).to.equal(true);
    expect(codeOf(await waiting.add(submitOf("a"), undefined))).to.equal(
      "SUBMISSION_DURING_SHUTDOWN",
    );
    expect(waiting.unanswered).to.equal(0);
  });
});

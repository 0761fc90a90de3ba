import { changeIdOf, type CommandRejected, type TransactionCommitted } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Attempt } from "../ledger/attempts.js";
import type { SimWorld } from "../ledger/sim-world.js";
import type { NaiveEvent, NaiveLedger } from "../ledger/naive-ledger.js";

type Submitted = NaiveEvent & { readonly event: TransactionCommitted | CommandRejected };

const isSubmitted = (each: NaiveEvent): each is Submitted =>
  each.event.type === "TransactionCommitted" || each.event.type === "CommandRejected";

class JournalOfSubmissions {
  readonly bySubmission = new Map<string, Array<Submitted>>();
  readonly byOffset = new Map<number, Submitted>();
  readonly accepted = new Map<
    string,
    Array<NaiveEvent & { readonly event: TransactionCommitted }>
  >();
  /** Submission ids of events that a disk lost. */
  readonly lost: ReadonlySet<string>;

  constructor({ disk }: SimWorld, naive: NaiveLedger) {
    for (const each of naive.events) {
      if (!isSubmitted(each)) continue;
      this.byOffset.set(each.offset, each);
      const { event } = each;
      listOf(this.bySubmission, event.submissionId).push(each);
      if (event.type === "TransactionCommitted")
        listOf(this.accepted, changeIdOf(event)).push({ ...each, event });
    }
    this.lost = new Set(
      disk.lost.flatMap(({ data }) => /"submissionId":"([^"]+)"/.exec(data)?.[1] ?? []),
    );
  }
}

const listOf = <A>(lists: Map<string, Array<A>>, key: string): Array<A> => {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
};

/**
 * Checks that what was acknowledged is there, once and in order; that what was rejected is not; and
 * that each repeat was told apart.
 */
export const checkAnswers = (world: SimWorld, naive: NaiveLedger): void => {
  const journal = new JournalOfSubmissions(world, naive);
  for (const attempt of world.answers.attempts) {
    const wrong = wrongAnswer(attempt, journal);
    if (wrong !== undefined) world.violated(`${attempt.submissionId}: ${wrong}`);
    if (attempt.answer !== undefined && isLeft(attempt.answer))
      world.met.add(attempt.answer.left.code);
  }
  checkOrder(world, journal);
  checkFirsts(world);
  checkRepeats(world, journal);
};

/** Errors that the journal has. */
const recordedCodes: ReadonlySet<string> = new Set([
  "DUPLICATE_COMMAND",
  "INVALID_DEDUPLICATION_PERIOD",
  "LOCAL_VERDICT_LEDGER_TIME_OUT_OF_BOUND",
  // of what was signed outside of the node
  "LOCAL_VERDICT_INACTIVE_CONTRACTS",
  "LOCAL_VERDICT_PREPARATION_TIME_OUT_OF_BOUND",
  "LOCAL_VERDICT_MAX_RECORD_TIME_EXCEEDED",
  "LOCAL_VERDICT_FAILED_MODEL_CONFORMANCE_CHECK",
  "DUPLICATE_CONFIRMATION_REQUEST_UUID",
]);

const wrongAnswer = (attempt: Attempt, journal: JournalOfSubmissions): string | undefined => {
  const { submissionId, answer, waits } = attempt;
  const written = journal.bySubmission.get(submissionId) ?? [];
  const [only] = written;
  if (written.length > 1) return `it is in the journal ${written.length} times`;
  if (answer === undefined || journal.lost.has(submissionId)) return undefined;
  if (!isLeft(answer)) {
    const { offset, updateId } = answer.right;
    if (only === undefined) return `acknowledged at offset ${offset}, and not in the journal`;
    if (only.offset !== offset) return `acknowledged at offset ${offset}, and at ${only.offset}`;
    if (!waits) return undefined;
    if (only.event.type !== "TransactionCommitted") return "acknowledged, and rejected";
    return only.event.updateId === updateId ? undefined : "acknowledged with another update id";
  }
  const { code } = answer.left;
  if (code === "REQUEST_TIME_OUT") return undefined;
  if (!recordedCodes.has(code))
    return only === undefined ? undefined : `refused with ${code}, and in the journal`;
  if (only?.event.type !== "CommandRejected")
    return `rejected with ${code}, which is not in the journal`;
  if (only.event.error.code !== code) return `rejected with ${code}, not ${only.event.error.code}`;
  return undefined;
};

/** If a change fails because a name exists, another change must have created it. */
const checkFirsts = ({ answers: { changes }, violated }: SimWorld): void => {
  for (const change of changes) {
    const { what, name, answer, answeredAt } = change;
    if (answer === undefined || !isLeft(answer) || !existing.has(answer.left.code)) continue;
    const isFirst = !changes.some(
      (other) =>
        other !== change &&
        other.what === what &&
        other.name === name &&
        other.calledAt < answeredAt &&
        (other.answer === undefined ||
          !isLeft(other.answer) ||
          other.answer.left.code === "REQUEST_TIME_OUT"),
    );
    if (isFirst) violated(`${what} ${name} is said to be there, and nobody has made it`);
  }
};

const existing: ReadonlySet<string> = new Set(["USER_ALREADY_EXISTS"]);

/** What was answered before another was submitted is before it in the journal. */
const checkOrder = (world: SimWorld, journal: JournalOfSubmissions): void => {
  const known = world.answers.attempts.flatMap(({ submissionId, calledAt, answeredAt, answer }) => {
    if (answer === undefined || isLeft(answer) || journal.lost.has(submissionId)) return [];
    return [{ submissionId, calledAt, answeredAt, offset: answer.right.offset }];
  });
  const byCall = known.toSorted((a, b) => a.calledAt - b.calledAt);
  const byAnswer = known.toSorted((a, b) => a.answeredAt - b.answeredAt);
  let answered = 0;
  let highest = 0;
  for (const { submissionId, calledAt, offset } of byCall) {
    for (; (byAnswer[answered]?.answeredAt ?? Number.POSITIVE_INFINITY) < calledAt; answered++)
      highest = Math.max(highest, byAnswer[answered]?.offset ?? 0);
    if (offset <= highest)
      world.violated(`${submissionId}: at offset ${offset}, after offset ${highest} was answered`);
  }
};

/** One change id is accepted once within the period of the later one; a duplicate has a first. */
const checkRepeats = (world: SimWorld, journal: JournalOfSubmissions): void => {
  const attempts = new Map(world.answers.attempts.map((each) => [each.submissionId, each]));
  const windowMicros = world.plan.world.deduplicationSeconds * 1_000_000;
  const covers = (
    attempt: Attempt | undefined,
    earlier: { readonly offset: number; readonly recordTime: number },
    recordTime: number,
  ): boolean => {
    const period = attempt?.period ?? { kind: "none" };
    switch (period.kind) {
      case "none":
        return earlier.recordTime >= recordTime - windowMicros;
      case "seconds":
        return earlier.recordTime >= recordTime - period.seconds * 1_000_000;
      case "offset":
        return earlier.offset > (attempt?.periodOffset ?? 0);
    }
  };
  for (const accepted of journal.accepted.values()) {
    for (const [at, { event, offset }] of accepted.entries()) {
      const before = accepted[at - 1];
      if (before === undefined) continue;
      const earlier = { offset: before.offset, recordTime: before.event.recordTime };
      if (!covers(attempts.get(event.submissionId), earlier, event.recordTime)) continue;
      world.violated(`${event.commandId} was accepted at ${before.offset} and again at ${offset}`);
    }
  }
  for (const { event, offset } of journal.byOffset.values()) {
    if (event.type !== "CommandRejected" || event.error.code !== "DUPLICATE_COMMAND") continue;
    const first = journal.byOffset.get(Number(event.error.context["completion_offset"]));
    const isFirst =
      first?.event.type === "TransactionCommitted" &&
      first.offset < offset &&
      changeIdOf(first.event) === changeIdOf(event);
    const earlier = { offset: first?.offset ?? 0, recordTime: first?.event.recordTime ?? 0 };
    if (!isFirst || !covers(attempts.get(event.submissionId), earlier, event.recordTime))
      world.violated(`${event.commandId} is said to be a duplicate at ${offset}, and is none`);
  }
};

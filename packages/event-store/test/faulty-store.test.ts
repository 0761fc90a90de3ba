import { expect } from "chai";
import { type Either, isLeft, isRight } from "fp-ts/lib/Either.js";
import {
  type AppendFault,
  type EventStore,
  faultyStore,
  inMemoryStore,
  appendToEnd,
} from "../src/index.js";

const event = (id: string) => ({ id, type: "T", data: "{}", metadata: "" });

const storedIds = async (store: EventStore): Promise<ReadonlyArray<string>> => {
  const ids: string[] = [];
  for await (const page of store.readStream("s"))
    if (isRight(page)) ids.push(...page.right.map(({ id }) => id));
  return ids;
};

const failureKind = (
  result: Either<{ readonly kind: string; readonly outcome?: string }, unknown>,
) => (isLeft(result) ? `${result.left.kind} ${result.left.outcome ?? ""}`.trim() : "success");

describe("the faulty store", () => {
  const rows: ReadonlyArray<readonly [AppendFault, string, ReadonlyArray<string>]> = [
    [{ kind: "pass" }, "success", ["1"]],
    [{ kind: "refused" }, "unavailable known", []],
    [{ kind: "applied-but-unknown" }, "unavailable unknown", ["1"]],
    [{ kind: "lost-and-unknown" }, "unavailable unknown", []],
    [
      { kind: "race", before: (inner) => appendToEnd(inner, "s", [event("rival")]) },
      "wrong-expected-revision",
      ["rival"],
    ],
  ];
  for (const [fault, answer, ids] of rows) {
    it(`answers ${answer} for the fault ${fault.kind}, and then works again`, async () => {
      const store = faultyStore(inMemoryStore(), [fault]);
      expect(failureKind(await store.append("s", "no-stream", [event("1")]))).to.equal(answer);
      expect(await storedIds(store)).to.deep.equal(ids);
      expect(isRight(await appendToEnd(store, "s", [event("2")]))).to.equal(true);
      expect(await storedIds(store)).to.deep.equal([...ids, "2"]);
    });
  }

  it("lets a retry with the same ids succeed whether the lost append was applied or not", async () => {
    for (const kind of ["applied-but-unknown", "lost-and-unknown"] as const) {
      const store = faultyStore(inMemoryStore(), [{ kind }]);
      await store.append("s", "no-stream", [event("1"), event("2")]);
      const retried = await store.append("s", "no-stream", [event("1"), event("2")]);
      expect(isRight(retried) && retried.right.revision).to.equal(1);
      expect(await storedIds(store)).to.deep.equal(["1", "2"]);
    }
  });

  it("takes one fault per append in the order they were queued", async () => {
    const store = faultyStore(inMemoryStore(), [{ kind: "refused" }]);
    store.failNext({ kind: "pass" }, { kind: "lost-and-unknown" });
    expect(store.waitingFaults).to.equal(3);
    const answers: string[] = [];
    for (const id of ["1", "2", "3", "4"])
      answers.push(failureKind(await appendToEnd(store, "s", [event(id)])));
    expect(answers).to.deep.equal([
      "unavailable known",
      "success",
      "unavailable unknown",
      "success",
    ]);
    expect(store.waitingFaults).to.equal(0);
  });

  it("passes a true error on instead of calling it unknown", async () => {
    const store = faultyStore(inMemoryStore(), [{ kind: "applied-but-unknown" }]);
    expect(failureKind(await store.append("s", 7, [event("1")]))).to.equal(
      "wrong-expected-revision",
    );
  });
});

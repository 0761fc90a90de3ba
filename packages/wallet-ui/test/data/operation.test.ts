import { assert } from "chai";
import { ApiError } from "../../src/data/api-error.js";
import { createOperation, type OperationSurroundings } from "../../src/data/operation.js";

const answer = (status: number): ApiError => new ApiError(status, "", "cause", "", undefined);

const restore = (stored: unknown): string | undefined =>
  typeof stored === "string" ? stored : undefined;

/** A browser tab, and a node that answers in order. */
const tab = () => {
  const stored = new Map<string, string>();
  const sent: Array<readonly [string, string]> = [];
  const done: string[] = [];
  const answers: Array<string | ApiError> = [];
  let ids = 0;
  const open = (more: Partial<OperationSurroundings<string, string>> = {}) =>
    createOperation<string, string>({
      key: "key",
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, text) => stored.set(key, text),
        removeItem: (key) => stored.delete(key),
      },
      newId: () => `id-${(ids += 1)}`,
      now: () => 0,
      pause: () => Promise.resolve(),
      run: async (input, id) => {
        sent.push([input, id]);
        const next = answers.shift() ?? "done";
        if (typeof next !== "string") throw next;
        return next;
      },
      committed: (result) => done.push(result),
      ...more,
    });
  return { stored, sent, done, answers, open };
};

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

describe("an operation", () => {
  it("is sent once, however often it is started", async () => {
    const { open, sent, done, stored } = tab();
    const operation = open();
    operation.start("a");
    operation.start("a");
    await settled();
    assert.lengthOf(sent, 1);
    assert.deepEqual(done, ["done"]);
    assert.deepInclude(operation.state(), { kind: "committed", result: "done" });
    assert.strictEqual(stored.size, 0);
  });

  it("is sent again under the same id where the answer is lost", async () => {
    const { open, sent, done, answers } = tab();
    answers.push(answer(0), answer(504), answer(429), "late");
    const operation = open();
    operation.start("a");
    await settled();
    assert.strictEqual(new Set(sent.map(([, id]) => id)).size, 1);
    assert.lengthOf(sent, 4);
    assert.deepEqual(done, ["late"]);
  });

  it("fails at once where it was refused, and is another one afterwards", async () => {
    const { open, sent, answers } = tab();
    answers.push(answer(409));
    const operation = open();
    operation.start("a");
    await settled();
    assert.strictEqual(operation.state().kind, "failed");
    operation.start("a");
    await settled();
    assert.strictEqual(operation.state().kind, "committed");
    assert.notStrictEqual(sent[0]?.[1], sent[1]?.[1]);
  });

  it("asks what became of it where it cannot be repeated", async () => {
    const { open, sent, answers } = tab();
    answers.push(answer(0));
    const asked: string[] = [];
    const operation = open({
      ask: async (id) => {
        asked.push(id);
        return "found";
      },
    });
    operation.start("a");
    await settled();
    assert.deepInclude(operation.state(), { kind: "committed", result: "found" });
    assert.lengthOf(sent, 1);
    assert.deepEqual(asked, [sent[0]?.[1]]);
  });

  it("continues after a reload with what was stored", async () => {
    const { open, sent } = tab();
    const left = open({ run: () => new Promise(() => undefined) });
    left.start("a");
    const { id } = left.state();
    const operation = open({ restore });
    assert.strictEqual(operation.state().kind, "unknown");
    operation.start("b");
    assert.lengthOf(sent, 0);
    operation.resume();
    await settled();
    assert.deepEqual(sent, [["a", id]]);
    assert.strictEqual(operation.state().kind, "committed");
  });

  it("keeps the id of what was sent for the same input alone", async () => {
    for (const [input, isSame] of [
      ["a", true],
      ["b", false],
    ] as const) {
      const { open, sent } = tab();
      const left = open({ run: () => new Promise(() => undefined) });
      left.start("a");
      const { id } = left.state();
      const operation = open();
      operation.start(input);
      await settled();
      assert.strictEqual(sent[0]?.[1] === id, isSame);
    }
  });

  it("stops to ask when the page is left, and does not forget", async () => {
    const { open, sent, answers, stored } = tab();
    answers.push(answer(0));
    const operation = open();
    operation.start("a");
    operation.stop();
    await settled();
    assert.lengthOf(sent, 1);
    assert.strictEqual(stored.size, 1);
  });
});

import { expect } from "chai";
import { left, right } from "fp-ts/lib/Either.js";
import { tryUntilDone } from "../../src/interface/try-until-done.js";
import type { ViewsError } from "../../src/interface/views.js";

const full: ViewsError = { kind: "file", message: "the disk is full" };
const ended: ViewsError = { kind: "worker", message: "the worker ended" };
const dead: ViewsError = { kind: "closed", message: "the views are closed" };

describe("What is tried until it works", () => {
  it("is tried once when it works", async () => {
    let tries = 0;
    const { done } = tryUntilDone(
      async () => {
        tries += 1;
        return right(undefined);
      },
      () => expect.fail("there was no error"),
    );
    expect(await done).to.deep.equal(right(undefined));
    expect(tries).to.equal(1);
  });

  it("is tried again after errors that may pass, and says the first alone", async () => {
    const said: Array<ViewsError> = [];
    let tries = 0;
    const { done } = tryUntilDone(
      async () => {
        tries += 1;
        if (tries === 1) return left(full);
        if (tries === 2) throw new Error("no more files");
        if (tries === 3) return left(ended);
        return right(undefined);
      },
      (error) => said.push(error),
    );
    expect(await done).to.deep.equal(right(undefined));
    expect(tries).to.equal(4);
    expect(said).to.deep.equal([full]);
  });

  it("ends at an error that does not pass", async () => {
    const { done } = tryUntilDone(
      async () => left(dead),
      () => undefined,
    );
    expect(await done).to.deep.equal(left(dead));
  });

  it("ends at once when it is stopped while it waits", async () => {
    let tries = 0;
    const { done, stop } = tryUntilDone(
      async () => {
        tries += 1;
        return left(full);
      },
      () => undefined,
    );
    await new Promise((resume) => setImmediate(resume));
    stop();
    expect(await done).to.deep.equal(left(full));
    expect(tries).to.equal(1);
  });
});

import { type LedgerError, ledgerError } from "@tallystick/core";
import { expect } from "chai";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { guardReads } from "../../src/query/guard-reads.js";

async function* items(
  thrown?: Error,
): AsyncGenerator<Either<LedgerError, number>, void, undefined> {
  yield right(1);
  yield right(2);
  if (thrown !== undefined) throw thrown;
}

const gathered = async <A>(of: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const found: Array<A> = [];
  for await (const item of of) found.push(item);
  return found;
};

const failed = ledgerError("SERVICE_NOT_RUNNING", "no");

describe("Guarded reads", () => {
  it("are the same items", async () => {
    expect(await gathered(guardReads(items(), () => failed))).to.deep.equal([right(1), right(2)]);
  });

  it("end with the error of what is thrown", async () => {
    const thrown = new Error("disk");
    const seen: Array<unknown> = [];
    const guarded = guardReads(items(thrown), (what) => {
      seen.push(what);
      return failed;
    });
    expect(await gathered(guarded)).to.deep.equal([right(1), right(2), left(failed)]);
    expect(seen).to.deep.equal([thrown]);
  });
});

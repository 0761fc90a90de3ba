import { ledgerError } from "@tallystick/core";
import { expect } from "chai";
import type { CompletionsQuery, QueryContext, Views } from "../../src/interface/views.js";
import { viewsOf } from "../ledger-views.js";
import {
  all,
  contextAt,
  createOf,
  entriesOf,
  onlyError,
  partyAt,
  rejectionAt,
  rightOf,
  transactionAt,
} from "../journal-fixture.js";

const rejected = ledgerError("CONTRACT_NOT_FOUND", "no");
const entries = entriesOf([
  transactionAt(1, [createOf(0, "a", ["alice"])], { actAs: ["alice"] }),
  transactionAt(2, [createOf(0, "b", ["alice", "bob"])], { actAs: ["bob"], userId: "other" }),
  rejectionAt(3, rejected, { actAs: ["alice"] }),
  partyAt(4, "zoe"),
  transactionAt(5, [createOf(0, "c", ["bob"])], { actAs: ["alice", "bob"] }),
  rejectionAt(6, rejected, { actAs: ["bob"], userId: "other" }),
]);
const texts = { between: (first: number, last: number) => entries.slice(first - 1, last) };
const context = contextAt(entries.length);

describe("Completions", () => {
  let views: Views;
  before(async () => {
    views = viewsOf({ file: ":memory:", thread: "main", texts });
    rightOf(await views.fold(entries));
  });
  after(() => views.close());

  const query = (more: Partial<CompletionsQuery>): CompletionsQuery => ({
    userId: "user",
    parties: ["alice"],
    beginExclusive: 0,
    ...more,
  });

  const offsets = async (
    more: Partial<CompletionsQuery>,
    of: QueryContext = context,
  ): Promise<ReadonlyArray<number>> =>
    (await all(views.queries(of).completions(query(more)))).flatMap(({ completionResponse }) =>
      "Completion" in completionResponse ? [completionResponse.Completion.value.offset] : [],
    );

  for (const [what, more, expected] of [
    ["of a user's submissions for a party", {}, [1, 3, 5]],
    ["for another party", { parties: ["bob"] }, [5]],
    ["for several parties, each once", { parties: ["alice", "bob"] }, [1, 3, 5]],
    ["for a party that submitted nothing", { parties: ["zoe"] }, []],
    ["for a party nobody knows", { parties: ["nobody"] }, []],
    ["of another user", { userId: "other", parties: ["bob"] }, [2, 6]],
    ["of another user, not for those it did not act for", { userId: "other" }, []],
    ["after an offset", { beginExclusive: 3 }, [5]],
    ["after the last", { beginExclusive: 6 }, []],
  ] as const) {
    it(`are those ${what}`, async () => {
      expect(await offsets(more)).to.deep.equal(expected);
    });
  }

  it("are those of everyone where no user is named", async () => {
    const { userId: _user, ...anybody } = query({ parties: [] });
    const found = await all(views.queries(context).completions(anybody));
    expect(
      found.filter(({ completionResponse }) => "Completion" in completionResponse),
    ).to.have.length(5);
  });

  it("say how a submission ended", async () => {
    const found = await all(views.queries(context).completions(query({})));
    const statuses = found.flatMap(({ completionResponse }) =>
      "Completion" in completionResponse
        ? [completionResponse.Completion.value.status?.code === 0]
        : [],
    );
    expect(statuses).to.deep.equal([true, false, true]);
  });

  for (const [what, more, code] of [
    ["a negative begin", { beginExclusive: -1 }, "NEGATIVE_OFFSET"],
    ["a begin to come", { beginExclusive: 7 }, "OFFSET_AFTER_LEDGER_END"],
    ["half an offset", { beginExclusive: 0.5 }, "INVALID_ARGUMENT"],
    ["no party", { parties: [] }, "MISSING_FIELD"],
    ["an empty user", { userId: "" }, "MISSING_FIELD"],
    ["a user that cannot be", { userId: "not a user!" }, "INVALID_FIELD"],
  ] as const) {
    it(`are an error for ${what}: ${code}`, async () => {
      expect((await onlyError(views.queries(context).completions(query(more)))).code).to.equal(
        code,
      );
    });
  }

  it("are not given from before what was pruned", async () => {
    const pruned = { ...context, prunedUpTo: () => 3 };
    const error = await onlyError(views.queries(pruned).completions(query({ beginExclusive: 2 })));
    expect(error.code).to.equal("PARTICIPANT_PRUNED_DATA_ACCESSED");
    expect(await offsets({ beginExclusive: 3 }, pruned)).to.deep.equal([5]);
  });
});

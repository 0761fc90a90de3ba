import { expect } from "chai";
import type { ReceivedCommand } from "../../src/pipeline/decide-batch.js";
import { FairOrder } from "../../src/pipeline/fair-order.js";
import { submitOf } from "./submissions.js";

/** Commands of users, one for each letter. */
const commandsOf = (users: string): ReadonlyArray<ReceivedCommand> =>
  [...users].map((user, at) => ({
    command: submitOf(`command-${at}`, "", user),
    receivedAt: at,
    submissionId: "",
  }));

const usersOf = (commands: ReadonlyArray<ReceivedCommand>): string =>
  commands
    .map(({ command }) => (command.kind === "Submit" ? command.command.userId : "-"))
    .join("");

/** Takes all commands, so many at once; those of users in `long` take long, and are the last. */
const order = (users: string, long: string, most: number): ReadonlyArray<string> => {
  const fair = new FairOrder();
  const batches: Array<string> = [];
  let queue = commandsOf(users);
  while (queue.length > 0) {
    const [taken, left] = fair.split(queue, most);
    const longAt = [...usersOf(taken)].findIndex((user) => long.includes(user));
    const batch = longAt < 0 ? taken : taken.slice(0, longAt + 1);
    const last = batch.at(-1);
    if (last === undefined) throw new Error("nothing was taken");
    fair.decided(last, longAt >= 0);
    batches.push(usersOf(batch));
    queue = [...taken.slice(batch.length), ...left];
  }
  return batches;
};

describe("The order of waiting commands", () => {
  const rows: ReadonlyArray<
    readonly [
      what: string,
      users: string,
      long: string,
      most: number,
      batches: ReadonlyArray<string>,
    ]
  > = [
    ["is that in which they came", "abcab", "", 3, ["abc", "ab"]],
    ["lets others go before those whose last took long", "aaabcb", "a", 9, ["a", "bcb", "a", "a"]],
    ["gives turns to all who take long", "aaabb", "ab", 9, ["a", "b", "a", "b", "a"]],
    ["lets those who take long have turns too", "aabbbb", "a", 2, ["a", "bb", "a", "bb"]],
    ["does so one by one", "aabb", "a", 1, ["a", "b", "a", "b"]],
  ];
  for (const [what, users, long, most, batches] of rows)
    it(what, () => expect(order(users, long, most)).to.deep.equal(batches));

  it("is that in which they came again once a command of its submitter was quick", () => {
    const fair = new FairOrder();
    const [first] = commandsOf("a");
    if (first === undefined) throw new Error("no command");
    fair.decided(first, true);
    fair.decided(first, false);
    expect(usersOf(fair.split(commandsOf("aab"), 2)[0])).to.equal("aa");
  });

  it("tells submissions of one user for several parties apart", () => {
    const fair = new FairOrder();
    const [own] = commandsOf("a");
    if (own?.command.kind !== "Submit") throw new Error("no command");
    const command = { ...own.command, command: { ...own.command.command, actAs: ["bob"] } };
    fair.decided(own, true);
    const [taken, left] = fair.split([own, { ...own, command }], 9);
    expect([taken.map((each) => each === own), left]).to.deep.equal([[false], [own]]);
  });
});

import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { left } from "fp-ts/lib/Either.js";
import { UnseenWinner } from "../../src/pipeline/unseen-winner.js";
import { allocate, codeOf, openTest, pingBy } from "../test-ledger.js";

describe("An append that won a race and is not seen", () => {
  it("is waited for, half a minute at most, each time again", () => {
    const unseen = new UnseenWinner();
    for (const begun of [0, 1_000_000]) {
      expect(unseen.waitMs(begun)).to.equal(250);
      expect(unseen.waitMs(begun + 29_999)).to.equal(250);
      expect(unseen.waitMs(begun + 30_000)).to.equal(undefined);
    }
    unseen.waitMs(2_000_000);
    unseen.over();
    expect(unseen.waitMs(2_040_000)).to.equal(250);
  });

  /** A ledger whose journal refuses so many appends for one that is not replicated. */
  const opened = async (sharedJournal: boolean) => {
    const plain = inMemoryStore();
    const world = { unseen: 0 };
    const ledger = await openTest({
      store: {
        ...plain,
        append: async (stream, expected, events) => {
          if (!stream.startsWith("participant-") || world.unseen === 0)
            return plain.append(stream, expected, events);
          world.unseen -= 1;
          const actual = expected === "no-stream" ? 0 : expected + 1;
          return left({ kind: "wrong-expected-revision", stream, expected, actual });
        },
      },
      config: { sharedJournal },
    });
    return { world, ledger, alice: await allocate(ledger, "alice") };
  };

  it("delays commands until it is visible or gone, and refuses none", async () => {
    const { world, ledger, alice } = await opened(true);
    world.unseen = 4;
    const answers = await Promise.all(
      ["a", "b", "c"].map((id) => ledger.submitAndWait(pingBy(alice, id))),
    );
    expect(answers.map(codeOf)).to.deep.equal(["ok", "ok", "ok"]);
    expect(world.unseen).to.equal(0);
  });

  it("is an error at once where no one else should write", async () => {
    const { world, ledger, alice } = await opened(false);
    world.unseen = 1;
    expect(codeOf(await ledger.submitAndWait(pingBy(alice, "a")))).to.equal("SERVICE_NOT_RUNNING");
    expect(codeOf(await ledger.submitAndWait(pingBy(alice, "b")))).to.equal("ok");
  });
});

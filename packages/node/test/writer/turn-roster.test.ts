import { randomUUID } from "node:crypto";
import { type EventStore, inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { left } from "fp-ts/lib/Either.js";
import { type Contender, contenderOf, turnRoster } from "../../src/writer/turn-roster.js";
import { afterwards, journalOf, rightOf, turns, until } from "../test-ledger.js";

const stream = "turns-p";
const contender: Contender = { node: "a", appendMs: 7, hasLost: true };

const rosterOn = (store: EventStore) => {
  const roster = turnRoster({ store, stream, newId: randomUUID });
  afterwards(() => roster.stop());
  const heard: Array<Contender> = [];
  roster.onHeard((said) => heard.push(said));
  return { roster, heard };
};

describe("The roster of those who append", () => {
  it("says to all nodes what one says, and nothing of before", async () => {
    const store = inMemoryStore();
    const one = rosterOn(store);
    one.roster.say({ ...contender, node: "old" });
    await until(() => one.heard.length === 1, "the first has heard it");
    const two = rosterOn(store);
    await turns();
    one.roster.say(contender);
    await until(() => two.heard.length === 1, "the second has heard it");
    expect(two.heard).to.deep.equal([contender]);
    expect(one.heard).to.deep.equal([{ ...contender, node: "old" }, contender]);
  });

  it("lets two say something at once", async () => {
    const store = inMemoryStore();
    const [one, two] = [rosterOn(store), rosterOn(store)];
    one.roster.say(contender);
    two.roster.say({ ...contender, node: "b" });
    await until(() => one.heard.length === 2 && two.heard.length === 2, "both were heard");
    expect(one.heard.map(({ node }) => node)).to.have.members(["a", "b"]);
    expect(two.heard).to.deep.equal(one.heard);
  });

  it("says one thing at a time, and nothing after it was stopped", async () => {
    const store = inMemoryStore();
    const { roster, heard } = rosterOn(store);
    for (let count = 0; count < 5; count++) roster.say(contender);
    await until(() => heard.length > 0, "it was heard");
    roster.stop();
    roster.say(contender);
    await turns();
    expect(await journalOf(store, stream)).to.have.length(1);
  });

  it("survives a store that is away, and a subscription that breaks", async () => {
    const inner = inMemoryStore();
    const state = { isAway: true };
    const away = left({ kind: "unavailable", outcome: "known", reason: "away" } as const);
    const store: EventStore = {
      ...inner,
      lastEvent: async (name) => (state.isAway ? away : inner.lastEvent(name)),
    };
    const { roster, heard } = rosterOn(store);
    roster.say(contender);
    await turns();
    expect(await journalOf(inner, stream)).to.deep.equal([]);
    state.isAway = false;
    await until(() => {
      roster.say(contender);
      return heard.length > 0;
    }, "it hears again");
  });

  it("passes over events that are none of its own", async () => {
    const store = inMemoryStore();
    const { roster, heard } = rosterOn(store);
    await turns();
    const event = { id: "i", type: "Other", data: "{}", metadata: "" };
    rightOf(await store.append(stream, "no-stream", [event]));
    roster.say(contender);
    await until(() => heard.length === 1, "it was heard");
    const wrong = ["{", "null", "{}", '{"node":"a"}', '{"node":"a","appendMs":"1","hasLost":true}'];
    for (const data of wrong) expect(contenderOf({ type: "TurnWanted", data })).to.equal(undefined);
    const data = JSON.stringify({ v: 1, ...contender });
    expect(contenderOf({ type: "TurnWanted", data })).to.deep.equal(contender);
    expect(contenderOf({ type: "Other", data })).to.equal(undefined);
  });
});

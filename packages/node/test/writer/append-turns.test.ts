import { Listeners } from "@tallystick/background";
import { expect } from "chai";
import fc from "fast-check";
import { type AppendTurns, appendTurns, everyTurn, turnAt } from "../../src/writer/append-turns.js";
import type { Contender, TurnRoster } from "../../src/writer/turn-roster.js";

/** Nodes that hear each other at once, and a clock the test moves. */
const nodesOf = (...names: ReadonlyArray<string>) => {
  const time = { now: 1_000_000, setAheadMs: 0 };
  const timers = { nowMs: () => time.now, wallMs: () => time.now + time.setAheadMs };
  const listeners = new Listeners<[Contender]>();
  const said: Array<Contender> = [];
  const roster = (): TurnRoster => ({
    say: (contender) => {
      said.push(contender);
      listeners.tell(contender);
    },
    onHeard: listeners.add,
    stop: () => undefined,
  });
  const turns = names.map((node) => appendTurns({ node, roster: roster(), timers }));
  const node = (at: number): AppendTurns => turns[at] ?? everyTurn;
  return { time, said, turns, node };
};

describe("The turn of a moment", () => {
  it("is that of one node after the other, each as long as the slowest needs", () => {
    const appendMs = new Map([
      ["b", 10],
      ["a", 5],
      ["c", 1],
    ]);
    const owners = [0, 119, 120, 239, 240, 359, 360].map((ms) => turnAt(appendMs, ms).owner);
    expect(owners).to.deep.equal(["a", "a", "b", "b", "c", "c", "a"]);
    expect(turnAt(appendMs, 250)).to.deep.equal({ owner: "c", sinceMs: 240, lengthMs: 120 });
  });

  it("is neither too short nor too long, whatever appends take", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 8 }),
        fc.nat(100_000),
        fc.nat(2 ** 40),
        (names, appendMs, nowMs) => {
          const all = new Map(names.map((name, at) => [name, at === 0 ? appendMs : 0]));
          const turn = turnAt(all, nowMs);
          expect(turn.lengthMs).to.be.within(60, 1_000);
          expect(nowMs - turn.sinceMs).to.be.within(0, turn.lengthMs - 1);
          expect(names).to.include(turn.owner);
          const reversed = new Map([...all].toReversed());
          expect(turnAt(reversed, nowMs)).to.deep.equal(turn);
        },
      ),
    );
  });
});

describe("Turns to append", () => {
  it("say how many nodes contend and how many races were lost", () => {
    const { node, time } = nodesOf("a", "b");
    expect(everyTurn.status()).to.deep.equal({ nodes: 1, lostRaces: 0 });
    node(0).lostRace();
    node(1).lostRace();
    node(1).lostRace();
    expect(node(0).status()).to.deep.equal({ nodes: 2, lostRaces: 1 });
    expect(node(1).status()).to.deep.equal({ nodes: 2, lostRaces: 2 });
    time.now += 3_001;
    expect(node(0).status()).to.deep.equal({ nodes: 1, lostRaces: 1 });
  });

  it("do not wait for the time of day to come again when the clock is set back", () => {
    const { time, node } = nodesOf("a", "b");
    node(0).lostRace();
    node(1).followed();
    node(0).followed();
    time.setAheadMs = -7_200_000;
    for (const at of [0, 1]) expect(node(at).waitMs()).to.be.within(0, 1_000);
    time.now += 3_000;
    for (const at of [0, 1]) expect(node(at).waitMs()).to.equal(0);
  });

  it("are not taken while no one has lost a race, nor by a node alone", () => {
    const { turns, node, said } = nodesOf("a", "b");
    expect(turns.map((each) => each.waitMs())).to.deep.equal([0, 0]);
    expect(said).to.deep.equal([]);
    const alone = nodesOf("a");
    alone.node(0).lostRace();
    expect(alone.node(0).waitMs()).to.equal(0);
    expect(everyTurn.waitMs()).to.equal(0);
    expect(node(0).waitMs()).to.equal(0);
  });

  it("are taken by all as soon as one has lost, so that one at a time appends", () => {
    const { time, turns, node, said } = nodesOf("a", "b", "c");
    node(1).lostRace();
    for (const each of turns) each.waitMs();
    expect(said.map(({ node: name, hasLost }) => [name, hasLost])).to.deep.equal([
      ["b", true],
      ["a", false],
      ["c", false],
    ]);
    for (const each of turns) each.followed();
    const begun = [0, 0, 0];
    for (let step = 0; step < 900; step++) {
      time.now += 1;
      const ready = turns.flatMap((each, at) => (each.waitMs() === 0 ? [at] : []));
      expect(ready.length, `at ${time.now}`).to.be.lessThan(2);
      for (const at of ready) begun[at] = (begun[at] ?? 0) + 1;
      // whoever's turn it is appends, and the others follow
      if (ready.length > 0)
        for (const [at, each] of turns.entries()) if (!ready.includes(at)) each.followed();
    }
    for (const count of begun) expect(count).to.be.within(150, 300);
  });

  it("that their owner does not use are anyone's after a while", () => {
    const { time, turns, node } = nodesOf("a", "b");
    node(0).lostRace();
    for (const each of turns) each.waitMs();
    // to the beginning of a turn of b
    const start = 120 * Math.ceil(time.now / 120) + 60;
    time.now = start;
    expect(node(0).waitMs()).to.equal(15);
    time.now = start + 14;
    expect(node(0).waitMs()).to.equal(1);
    time.now = start + 15;
    expect(node(0).waitMs()).to.equal(0);
    node(0).followed();
    expect(node(0).waitMs()).to.equal(15);
  });

  it("begin when the events of the turn before have come: a part of them would lose again", () => {
    const { time, turns, node } = nodesOf("a", "b");
    node(0).lostRace();
    for (const each of turns) each.waitMs();
    // to the beginning of a turn of b
    time.now = 120 * Math.ceil(time.now / 120) + 60;
    expect(node(1).waitMs()).to.equal(0);
    node(1).followed();
    expect(node(1).waitMs()).to.equal(2);
    time.now += 1;
    node(1).followed();
    expect(node(1).waitMs()).to.equal(2);
    time.now += 2;
    expect(node(1).waitMs()).to.equal(0);
  });

  it("end when no one has lost for a while, though all continue appending", () => {
    const { time, turns, node } = nodesOf("a", "b");
    node(0).lostRace();
    for (let step = 0; step < 6_500; step += 10) {
      time.now += 10;
      for (const each of turns) {
        each.waitMs();
        each.followed();
      }
    }
    expect(turns.map((each) => each.waitMs())).to.deep.equal([0, 0]);
  });

  it("are said once a second, with how long appends take", () => {
    const { time, said, node } = nodesOf("a", "b");
    for (let count = 0; count < 100; count++) node(0).appended(50);
    node(0).lostRace();
    for (let step = 0; step < 25; step++) {
      time.now += 100;
      node(0).waitMs();
    }
    expect(said.filter(({ node: name }) => name === "a")).to.deep.equal(
      [1, 2, 3].map(() => ({ node: "a", appendMs: 50, hasLost: true })),
    );
  });

  it("do not count a node that has said nothing for a while", () => {
    const { time, node, said } = nodesOf("a", "b");
    node(1).lostRace();
    node(0).waitMs();
    expect(said).to.have.length(2);
    for (let step = 0; step < 40; step++) {
      time.now += 100;
      node(0).lostRace();
    }
    const waits = Array.from({ length: 60 }, () => {
      time.now += 1;
      return node(0).waitMs();
    });
    expect(new Set(waits)).to.deep.equal(new Set([0]));
  });
});

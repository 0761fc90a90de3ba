import { coinPackages } from "@tallystick/coin";
import type { Package, TransactionCommitted } from "@tallystick/core";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { decideAt, type PastDecision } from "../../src/travel/decide-at.js";
import { decisionCase, decisionData, decisionLines } from "../../src/travel/decision-words.js";
import type { Moment } from "../../src/travel/state-at.js";
import {
  type HonestEvent,
  honestJournal,
  journalWith,
  storedAs,
  transferOf,
} from "../rules/coin-journal.js";

const fail = (what: string): never => {
  throw new Error(`there is no ${what}`);
};

describe("Deciding a command at a moment of the past", () => {
  let honest: ReadonlyArray<HonestEvent> = [];
  let transfer: { readonly offset: number; readonly event: TransactionCommitted };

  before(async () => {
    honest = await honestJournal();
    transfer = transferOf(honest);
  });

  /** What submitted the transfer, as a client writes it. */
  const commandOf = ({ nodes, actAs, readAs, userId }: TransactionCommitted): object => {
    const [root = fail("node")] = nodes;
    if (root.kind !== "exercise") return fail("exercise");
    const { templateId, contractId, choice, argument } = root;
    const exercise = { templateId, contractId, choice, choiceArgument: argument };
    const commands = [{ ExerciseCommand: exercise }];
    return { commandId: "what-if", userId, actAs, readAs, commands };
  };

  const decided = async (
    commands: unknown,
    moment: Moment,
    packages: ReadonlyArray<Package> = coinPackages,
  ) => decideAt(await journalWith(honest.map(storedAs)), { commands, moment, packages });

  const decisionAt = async (
    commands: unknown,
    moment: Moment,
    packages?: ReadonlyArray<Package>,
  ): Promise<PastDecision> => {
    const decision = await decided(commands, moment, packages);
    if (isLeft(decision)) throw new Error(decision.left.message);
    return decision.right;
  };

  it("tells of one that is accepted what it would do, step by step, and by whose authority", async () => {
    const behind = { offset: transfer.offset - 1 };
    const decision = await decisionAt(commandOf(transfer.event), behind);
    expect(decision).to.include({ verdict: "accepted", error: undefined, ...behind });
    const { event } = decision.story ?? fail("story");
    if (event.type !== "TransactionCommitted") return fail("transaction");
    // what happened then, but for what is drawn at random
    const shapes = (nodes: TransactionCommitted["nodes"]): ReadonlyArray<string> =>
      nodes.map(({ kind, templateId }) => `${kind} ${templateId}`);
    expect(shapes(event.nodes)).to.deep.equal(shapes(transfer.event.nodes));
    const kinds = decision.steps.map(({ kind }) => kind);
    expect(kinds).to.include.members(["exercise", "fetch", "create", "end"]);
    const text = decisionLines(decision).join("\n");
    expect(text).to.match(/alice::\S+ has 12\.5000000000 CC less/);
    expect(text).to.match(
      /^ {2}exercise AmuletRules_Transfer on Splice\.AmuletRules:.* by alice::/m,
    );
    expect(text).to.match(/^ {4}fetch Splice\.Round:OpenMiningRound 00\w+ by /m);
    expect(text).to.match(/by the authority of alice::/);
    expect(text).to.match(/\nverdict: accepted; /);
    const again = await decisionAt(commandOf(transfer.event), behind);
    expect(JSON.stringify(decisionData(again))).to.equal(JSON.stringify(decisionData(decision)));
    expect(decisionCase(decision).failures).to.deep.equal([]);
    return undefined;
  });

  it("tells why one is refused, and how far it came", async () => {
    // its coins are spent
    const decision = await decisionAt(commandOf(transfer.event), { offset: honest.length });
    expect(decision.verdict).to.equal("refused");
    expect(decision.error?.code).to.equal("CONTRACT_NOT_FOUND");
    expect(decision.steps.map(({ kind }) => kind)).to.include("exercise");
    const text = decisionLines(decision).join("\n");
    expect(text).to.match(/ {2}refused: CONTRACT_NOT_FOUND: /);
    expect(text).to.match(/by the rule: .*\n/);
    expect(text).to.match(/\ntrace:\n {2}exercise AmuletRules_Transfer /);
    expect(text).to.match(/\nverdict: refused$/);
    expect(decisionCase(decision).failures[0]?.message).to.match(/^CONTRACT_NOT_FOUND: /);
  });

  it("tells of a repeated command what it repeats", async () => {
    const { commandId } = transfer.event;
    const commands = { ...commandOf(transfer.event), commandId };
    const decision = await decisionAt(commands, { offset: honest.length });
    expect(decision.error?.code).to.equal("DUPLICATE_COMMAND");
    expect(decision.story?.event.type).to.equal("CommandRejected");
    expect(decision.error?.context["completion_offset"]).to.equal(String(transfer.offset));
    expect(decision.steps).to.deep.equal([]);
    expect(decisionLines(decision).join("\n")).to.match(/refused: DUPLICATE_COMMAND: /);
  });

  it("decides at a time later than the last event", async () => {
    const { recordTime } = honest.at(-1)?.event ?? fail("event");
    const hour = 3_600_000_000;
    const decision = await decisionAt(commandOf(transfer.event), { time: recordTime + hour });
    expect(decision).to.include({ offset: honest.length, at: recordTime + hour });
  });

  it("says which rights its user had", async () => {
    const [party = fail("party")] = transfer.event.actAs;
    const { users } = { users: honest.map(({ event }) => event) };
    const known = users.find((event) => event.type === "UserCreated") ?? fail("user");
    if (known.type !== "UserCreated") return fail("user");
    const { userId } = known;
    const commands = { ...commandOf(transfer.event), userId };
    const { authority } = await decisionAt(commands, { offset: honest.length });
    expect(authority).to.include({ userId, isKnown: true });
    const acts = authority.rights.some(
      (right) => right.kind === "CanActAs" && right.party === party,
    );
    expect(acts).to.equal(!authority.missing.includes(party));
    const nobody = await decisionAt(
      { ...commandOf(transfer.event), userId: "nobody" },
      { offset: honest.length },
    );
    expect(nobody.authority).to.include({ isKnown: false });
    expect(decisionLines(nobody)[1]).to.match(/the journal has no user "nobody"/);
    return undefined;
  });

  it("decides nothing without the code of a package", async () => {
    const decision = await decisionAt(
      commandOf(transfer.event),
      { offset: transfer.offset - 1 },
      [],
    );
    expect(decision.verdict).to.equal("unknown");
    expect(decision.notes[0]).to.match(/^no code is loaded for the package splice-amulet \(/);
    expect(decisionCase(decision).skipped).to.match(/^no code is loaded/);
  });

  it("takes no other thing than commands, and names what is wrong", async () => {
    for (const [commands, message] of [
      [undefined, /expected an object/],
      [[], /expected an object/],
      [{ commands: [] }, /commandId/],
      [{ ...commandOf(transfer.event), commandId: "" }, /commandId/],
      [{ ...commandOf(transfer.event), actAs: "alice" }, /actAs/],
      [{ ...commandOf(transfer.event), commands: [{ Jump: {} }] }, /commands/],
    ] as const) {
      const decision = await decided(commands, { offset: honest.length });
      if (!isLeft(decision)) throw new Error(JSON.stringify(commands));
      expect(decision.left.kind).to.equal("commands");
      expect(decision.left.message).to.match(message);
    }
  });
});

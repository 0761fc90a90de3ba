import {
  choice,
  contractId,
  create,
  definePackage,
  numeric,
  optional,
  party,
  record,
  template,
  text,
  timestamp,
} from "@tallystick/core";
import { expect } from "chai";
import { orThrow } from "../../src/ledger/or-throw.js";
import { step } from "../../src/ledger/step.js";
import { all, allocate, codeOf, leftOf, openTest } from "../test-ledger.js";

const Iou = template("Iou:Iou", {
  payload: record({
    issuer: party,
    owner: party,
    amount: numeric,
    due: optional(timestamp),
    note: optional(text),
  }),
  signatories: ({ issuer }) => [issuer],
  observers: ({ owner }) => [owner],
});

const Transfer = choice(Iou, "Transfer", {
  argument: record({ newOwner: party }),
  result: contractId,
  controllers: ({ owner }) => [owner],
  *body({ payload }, { newOwner }) {
    return yield* create(Iou, { ...payload, owner: newOwner });
  },
});

const Worth = choice(Iou, "Worth", {
  argument: record({ rate: numeric }),
  result: numeric,
  consuming: false,
  controllers: ({ owner }) => [owner],
  *body({ payload }, { rate }) {
    yield* [];
    return numeric.fromUnits(payload.amount).times(numeric.fromUnits(rate)).units;
  },
});

const Note = template("Iou:Note", {
  payload: record({ owner: party }),
  signatories: ({ owner }) => [owner],
});

const Stamp = choice(Note, "Stamp", {
  argument: record({}),
  result: text,
  controllers: ({ owner }) => [owner],
  *body() {
    yield* [];
    return "stamped";
  },
});

const notes = definePackage({
  name: "typed",
  version: "1.0.0",
  templates: [Iou, Note],
  choices: [Transfer, Worth, Stamp],
});

const opened = async () => {
  const ledger = await openTest({ packages: [notes] });
  const bank = await allocate(ledger, "bank");
  const alice = await allocate(ledger, "alice");
  return { ledger, bank, alice, iou: { issuer: bank, owner: alice, amount: "12.5" } };
};

describe("contracts of a ledger by their templates", () => {
  it("creates, exercises, fetches and lists with values in and values out", async () => {
    const { ledger, bank, alice, iou } = await opened();
    const due = new Date("2026-01-31T12:00:00Z");
    const created = orThrow(await ledger.create(Iou, { ...iou, due }, { actAs: bank }));
    expect(created.offset).to.equal(ledger.ledgerEnd());
    const read = orThrow(await ledger.fetch(Iou, created.contractId, { party: alice }));
    expect(read.payload).to.deep.equal({
      ...iou,
      amount: numeric("12.5"),
      due: "2026-01-31T12:00:00Z",
    });
    expect(read.signatories).to.deep.equal([bank]);
    const worth = await ledger.exercise(Worth, created.contractId, { rate: "2" }, { actAs: alice });
    expect(orThrow(worth).result.toString()).to.equal("25.0000000000");
    const moved = orThrow(
      await ledger.exercise(Transfer, created.contractId, { newOwner: bank }, { actAs: alice }),
    );
    const past = orThrow(await ledger.active(Iou, { party: alice, at: created.offset }));
    expect(past.map((each) => each.contractId)).to.deep.equal([created.contractId]);
    expect(orThrow(await ledger.active(Iou, { party: alice }))).to.deep.equal([]);
    const [now] = orThrow(await ledger.active(Iou));
    expect(now?.contractId).to.equal(moved.result);
    expect(now?.payload).to.deep.equal({ ...read.payload, owner: bank });
    const again = await ledger.create(Iou, { ...read.payload, amount: "1" }, { actAs: bank });
    expect(orThrow(again).contractId).to.match(/^00/);
    expect(codeOf(await ledger.fetch(Iou, created.contractId))).to.equal("CONTRACT_NOT_FOUND");
    await ledger.close();
  });

  it("answers the steps of a transaction in their order, and takes none when one fails", async () => {
    const { ledger, bank, alice, iou } = await opened();
    const { results, offset } = orThrow(
      await ledger.transact(
        [
          step.createAndExercise(Iou, iou, Transfer, { newOwner: bank }),
          step.create(Note, { owner: alice }),
          step.createAndExercise(Iou, iou, Worth, { rate: "0.5" }),
        ],
        { actAs: [bank, alice] },
      ),
    );
    expect(offset).to.equal(ledger.ledgerEnd());
    const [moved, note, worth] = results;
    expect(worth.result.toString()).to.equal("6.2500000000");
    const held = orThrow(await ledger.active(Iou)).map((each) => each.contractId);
    expect(held).to.have.members([moved.result, worth.contractId]);
    const failed = await ledger.transact(
      [step.create(Iou, iou), step.exercise(Stamp, note.contractId, {})],
      { actAs: bank },
    );
    expect(codeOf(failed), "the bank cannot see the note").to.equal("CONTRACT_NOT_FOUND");
    expect(ledger.ledgerEnd()).to.equal(offset);
    await ledger.close();
  });

  it("follows what comes and goes", async () => {
    const { ledger, bank, alice, iou } = await opened();
    const after = ledger.ledgerEnd();
    const { contractId: first } = orThrow(await ledger.create(Iou, iou, { actAs: bank }));
    orThrow(await ledger.create(Note, { owner: alice }, { actAs: alice }));
    const moved = orThrow(
      await ledger.exercise(Transfer, first, { newOwner: bank }, { actAs: alice }),
    );
    const changes = await all(ledger.follow(Iou, { after, until: moved.offset }));
    expect(changes.map(({ kind, contractId: id }) => [kind, id])).to.deep.equal([
      ["created", first],
      ["archived", first],
      ["created", moved.result],
    ]);
    for await (const each of ledger.follow(Iou, { party: alice, after })) {
      const change = orThrow(each);
      expect(change.kind === "created" && change.contract.payload.amount.toString()).to.equal(
        "12.5000000000",
      );
      break;
    }
    await ledger.close();
  });

  it("names the field of a wrong value, what was found and what is expected", async () => {
    const { ledger, bank, iou } = await opened();
    const end = ledger.ledgerEnd();
    const wrong: ReadonlyArray<readonly [payload: object, field: string, says: RegExp]> = [
      [{ ...iou, amount: 5 }, "payload.amount", /expected a decimal as text.*found the number 5/],
      [{ ...iou, amount: 5n }, "payload.amount", /numeric\.fromUnits.*found the bigint 5n/],
      [{ ...iou, amount: "1e5" }, "payload.amount", /found the text "1e5"/],
      [{ ...iou, amount: undefined }, "payload.amount", /found nothing/],
      [{ ...iou, nots: "x" }, "payload.nots", /no such field; did you mean note\?/],
      [{ ...iou, due: Date.now() }, "payload.due", /expected a Date.*found the number/],
      [{ ...iou, due: new Date(Number.NaN) }, "payload.due", /found a Date/],
      [{ ...iou, due: "tomorrow" }, "payload.due", /found the text "tomorrow"/],
      [{ ...iou, owner: 3 }, "payload.owner", /expected a party id, found the number 3/],
    ];
    for (const [payload, field, says] of wrong) {
      // as a caller without a type checker would
      const error = leftOf(await ledger.create(Iou, payload as typeof iou, { actAs: bank }));
      expect([error.code, error.field]).to.deep.equal(["INVALID_ARGUMENT", field]);
      expect(error.cause).to.match(says);
    }
    expect(ledger.ledgerEnd()).to.equal(end);
    await ledger.close();
  });

  it("refuses a template of no package, another template's contract and a misspelt option", async () => {
    const { ledger, bank, alice, iou } = await opened();
    const { contractId: id } = orThrow(await ledger.create(Iou, iou, { actAs: bank }));
    const stranger = template("Else:Where", {
      payload: record({ owner: party }),
      signatories: ({ owner }) => [owner],
    });
    const unknown = leftOf(await ledger.create(stranger, { owner: bank }, { actAs: bank }));
    expect(unknown.cause).to.match(/template: Else:Where belongs to no package of this ledger/);
    // @ts-expect-error -- a contract of another template
    const other = await ledger.exercise(Stamp, id, {}, { actAs: alice });
    expect(codeOf(other)).to.equal("WRONGLY_TYPED_CONTRACT");
    // @ts-expect-error -- a contract of another template
    expect(codeOf(await ledger.fetch(Note, id))).to.equal("WRONGLY_TYPED_CONTRACT");
    // @ts-expect-error -- a misspelt option
    const misspelt = leftOf(await ledger.create(Iou, iou, { actAs: bank, comandId: "x" }));
    expect(misspelt.cause).to.match(/as\.comandId: unknown field; did you mean commandId\?/);
    await ledger.close();
  });
});

import { ledgerError } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import { expect } from "chai";
import { left, right } from "fp-ts/lib/Either.js";
import { developmentUser } from "../../src/auth/auth-config.js";
import { ensureDevelopmentUser } from "../../src/auth/development-user.js";
import { memoryLedger } from "../fixtures/fake-ledger.js";
import { leftOf, rightOf } from "../fixtures/outcomes.js";

describe("the user of the development login", () => {
  let ledger: Ledger;
  beforeEach(async () => {
    ledger = await memoryLedger();
  });
  afterEach(() => ledger.close());

  it("is made as participant admin where it is missing", async () => {
    expect(ledger.user(developmentUser)).to.equal(undefined);
    expect(await ensureDevelopmentUser(ledger)).to.deep.equal(right(undefined));
    expect(rightOf(ledger.userRights(developmentUser))).to.deep.equal([
      { kind: "ParticipantAdmin" },
    ]);
  });

  it("is left alone where it is there, whatever its rights", async () => {
    rightOf(await ledger.createUser({ userId: developmentUser, rights: [] }));
    const end = ledger.ledgerEnd();
    expect(await ensureDevelopmentUser(ledger)).to.deep.equal(right(undefined));
    expect(rightOf(ledger.userRights(developmentUser))).to.deep.equal([]);
    expect(ledger.ledgerEnd()).to.equal(end);
  });

  it("stays deleted", async () => {
    rightOf(await ensureDevelopmentUser(ledger));
    rightOf(await ledger.deleteUser(developmentUser));
    expect(await ensureDevelopmentUser(ledger)).to.deep.equal(right(undefined));
    expect(ledger.user(developmentUser)).to.equal(undefined);
    const rights = [{ kind: "ParticipantAdmin" }] as const;
    rightOf(await ledger.createUser({ userId: developmentUser, rights }));
    expect(rightOf(ledger.userRights(developmentUser))).to.deep.equal(rights);
  });

  it("may be made by another node at the same time", async () => {
    const createUser = () =>
      Promise.resolve(left(ledgerError("USER_ALREADY_EXISTS", "it is there")));
    expect(await ensureDevelopmentUser({ ...ledger, createUser })).to.deep.equal(right(undefined));
  });

  it("is left to a node that writes where this one only follows", async () => {
    const createUser = () =>
      Promise.resolve(left(ledgerError("NODE_IS_PASSIVE_REPLICA", "it follows")));
    const following = { ...ledger, createUser };
    expect(await ensureDevelopmentUser(following)).to.deep.equal(right(undefined));
    expect(ledger.user(developmentUser)).to.equal(undefined);
  });

  it("is an error when it cannot be made", async () => {
    const error = ledgerError("SERVICE_NOT_RUNNING", "the ledger is closed");
    const createUser = () => Promise.resolve(left(error));
    expect(leftOf(await ensureDevelopmentUser({ ...ledger, createUser }))).to.equal(error);
  });
});

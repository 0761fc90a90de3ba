import { expect } from "chai";
import type { ContractId, PartyId, UserId } from "../../src/values/ids.js";

describe("An id", () => {
  it("is a plain text, and no id of another kind", () => {
    const plain: string = "alice::1220";
    const party: PartyId = plain;
    const user: UserId = "alice";
    // @ts-expect-error -- a party is no user
    const fromParty: UserId = party;
    // @ts-expect-error -- users are no parties, in lists either
    const fromUsers: ReadonlyArray<PartyId> = [user];
    // @ts-expect-error -- a function for parties does not return them as contracts
    const mixed = (of: PartyId): ContractId => of;
    expect([fromParty, ...fromUsers, mixed(party)]).to.deep.equal([plain, "alice", plain]);
  });
});

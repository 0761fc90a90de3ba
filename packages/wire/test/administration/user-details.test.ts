import type { User as UserRecord } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { User, userToWire } from "../../src/administration/user-details.js";
import { read, refused } from "../refused.js";

const held: UserRecord = {
  userId: "alice",
  primaryParty: "alice::1220ab",
  isDeactivated: true,
  annotations: { team: "a" },
  resourceVersion: 4,
  identityProviderId: "theirs",
  primaryPartyAuthentication: true,
  rights: [{ kind: "ParticipantAdmin" }],
};

describe("the details of a user", () => {
  it("are all fields but the rights", () => {
    expect(userToWire(held)).to.deep.equal({
      id: "alice",
      primaryParty: "alice::1220ab",
      isDeactivated: true,
      metadata: { resourceVersion: "4", annotations: { team: "a" } },
      identityProviderId: "theirs",
      primaryPartyAuthentication: true,
    });
  });

  it("are what their codec reads", () => {
    const users = fc.record({
      userId: fc.string(),
      primaryParty: fc.string(),
      isDeactivated: fc.boolean(),
      annotations: fc.dictionary(fc.string(), fc.string()),
      resourceVersion: fc.nat(),
      identityProviderId: fc.string(),
      primaryPartyAuthentication: fc.boolean(),
    });
    fc.assert(
      fc.property(users, (user) => {
        const wire = userToWire({ ...user, rights: [] });
        expect(read(User, JSON.parse(JSON.stringify(wire)))).to.deep.equal(wire);
      }),
    );
  });

  it("have the defaults of protobuf where a request says nothing, and no metadata", () => {
    expect(read(User, {})).to.deep.equal({
      id: "",
      primaryParty: "",
      isDeactivated: false,
      identityProviderId: "",
      primaryPartyAuthentication: false,
    });
    expect(read(User, { id: "u", metadata: null })).to.not.have.property("metadata");
    expect(User.schema.required).to.deep.equal(["id"]);
  });

  for (const field of ["id", "primaryParty", "isDeactivated", "identityProviderId"]) {
    it(`have in ${field} for null what they have for nothing, and refuse another type`, () => {
      expect(read(User, { [field]: null })).to.deep.equal(read(User, {}));
      expect(refused(User, { [field]: {} })).to.match(new RegExp(`^${field}: .*found an object$`));
    });
  }

  it("name a wrong annotation", () => {
    expect(refused(User, { metadata: { annotations: { team: 1 } } })).to.equal(
      "metadata.annotations.team: expected a string, found the number 1",
    );
  });
});

import { defaultProviderId, type Party } from "@tallystick/core";
import { expect } from "chai";
import {
  PartyDetails,
  partySeenFrom,
  partyToWire,
} from "../../src/administration/party-details.js";
import { read, refused } from "../refused.js";

const party: Party = {
  party: "alice::1220ab",
  annotations: { a: "b" },
  resourceVersion: 3,
  identityProviderId: "theirs",
};
const whole = {
  party: "alice::1220ab",
  isLocal: true,
  localMetadata: { resourceVersion: "3", annotations: { a: "b" } },
  identityProviderId: "theirs",
};
const hidden = {
  party: "alice::1220ab",
  localMetadata: { resourceVersion: "", annotations: {} },
  identityProviderId: "",
};

describe("the details of a party", () => {
  it("are whole for its own identity provider", () => {
    expect(partyToWire(party)).to.deep.equal(whole);
    expect(partySeenFrom("theirs")(party)).to.deep.equal(whole);
    expect(read(PartyDetails, whole)).to.deep.equal(whole);
  });

  it("hide metadata and provider from another one, and from other than the default the host", () => {
    expect(partySeenFrom("another")(party)).to.deep.equal({ ...hidden, isLocal: false });
    expect(partySeenFrom(defaultProviderId)(party)).to.deep.equal({ ...hidden, isLocal: true });
  });

  it("have fallbacks for all but the metadata", () => {
    expect(read(PartyDetails, {})).to.deep.equal({
      party: "",
      isLocal: false,
      identityProviderId: "",
    });
    expect(refused(PartyDetails, { isLocal: 1 })).to.equal(
      "isLocal: expected true or false, found the number 1",
    );
    expect(PartyDetails.schema.required).to.deep.equal(["party"]);
  });
});

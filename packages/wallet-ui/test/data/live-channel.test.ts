import { expect } from "chai";
import { readFrame } from "../../src/data/live-channel.js";

describe("the live channel", () => {
  it("reads the entities of a transaction and where it is", () => {
    const events = [
      { CreatedEvent: { templateId: "#splice-amulet:Splice.Amulet:Amulet" } },
      {
        ArchivedEvent: {
          templateId: "0abc:Splice.AmuletTransferInstruction:AmuletTransferInstruction",
        },
      },
    ];
    const update = { Transaction: { value: { offset: 12, events } } };
    expect(readFrame(JSON.stringify({ update }))).to.deep.equal({
      offset: 12,
      entities: ["Amulet", "AmuletTransferInstruction"],
    });
  });

  it("reads offsets without a transaction, and errors", () => {
    const checkpoint = { update: { OffsetCheckpoint: { value: { offset: 7 } } } };
    expect(readFrame(JSON.stringify(checkpoint))).to.deep.equal({ offset: 7, entities: [] });
    expect(readFrame('{"code":"ACCESS_TOKEN_EXPIRED","cause":""}')).to.deep.equal({
      entities: [],
      error: "ACCESS_TOKEN_EXPIRED",
    });
  });
});

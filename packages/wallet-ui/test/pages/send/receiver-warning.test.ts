import { expect } from "chai";
import type { TransferPreview } from "../../../src/data/transfers.js";
import { receiverWarning } from "../../../src/pages/send/receiver-warning.js";
import { partyNamed } from "../typed.js";

const [bob, network] = [partyNamed("bob"), partyNamed("network")];

const previewOf = (
  receiver: Partial<Pick<TransferPreview["receiver"], "party_id" | "is_first_time" | "similar_to">>,
  why: TransferPreview["why"] = "receiver-must-accept",
) => ({
  receiver: { party_id: bob, is_known: true, is_first_time: false, similar_to: [], ...receiver },
  why,
});

describe("what to look at twice before something is sent", () => {
  it("is nothing for a receiver that is known", () => {
    expect(receiverWarning(previewOf({}), undefined, [], network)).to.equal(undefined);
  });

  it("is an own party, the network's, one that looks like another, or a new one", () => {
    const warn = (preview: ReturnType<typeof previewOf>) =>
      receiverWarning(preview, undefined, [], network);
    expect(warn(previewOf({ is_first_time: true }, "own-party"))).to.match(/your own party/);
    expect(warn(previewOf({ party_id: network, is_first_time: true }))).to.match(/network's own/);
    expect(warn(previewOf({ similar_to: ["b0b::1220"], is_first_time: true }))).to.contain("b0b::");
    expect(warn(previewOf({ is_first_time: true }))).to.match(/never sent anything/);
  });

  it("is a contact that reads like the name by which the receiver was found", () => {
    const book = [{ party: partyNamed("robert"), label: "B0b", note: "" }];
    const warn = (name: string | undefined) => receiverWarning(previewOf({}), name, book, network);
    expect(warn("bob.unverified.ans")).to.contain('"B0b"');
    expect(warn(undefined)).to.equal(undefined);
  });
});

import { expect } from "chai";
import { restoredDraft, storedDraft } from "../../../src/pages/send/kept-draft.js";
import { emptyFields } from "../../../src/pages/send/send-fields.js";
import { partyNamed, typedAmount } from "../typed.js";

const fields = {
  receiver: "bob.unverified.ans",
  amount: typedAmount("1.5"),
  memo: "For \u202elunch\nof Monday",
  lifetime: "3600",
  way: "transfer-offer",
} as const;
const receiver = { party: partyNamed("bob"), name: "bob.unverified.ans" };

describe("what is typed and not sent yet", () => {
  it("is the same after a reload, with who was found and without", () => {
    for (const draft of [
      { fields: emptyFields },
      { fields },
      { fields, receiver },
      { fields, receiver: { ...receiver, name: undefined } },
      { fields: { ...fields, amount: { text: "1,5", value: undefined } } },
    ])
      expect(restoredDraft(storedDraft(draft))).to.deep.equal(draft);
  });

  it("is nothing where something else is stored", () => {
    for (const stored of [null, "", "{", "null", "5", "{}", '{"lifetime":"1"}'])
      expect(restoredDraft(stored), String(stored)).to.equal(undefined);
  });

  it("has no texts where other values are stored", () => {
    const stored = { lifetime: "3600", receiver: 1, amount: [], value: {}, memo: null, way: 7 };
    expect(restoredDraft(JSON.stringify(stored))).to.deep.equal({
      fields: { ...emptyFields, lifetime: "3600" },
    });
  });
});

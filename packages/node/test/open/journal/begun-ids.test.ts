import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { openLedger } from "../../../src/open/open-ledger.js";
import { leftOf, openTest, optionsOf, tempFolder } from "../../test-ledger.js";

const other = (name: "participantName" | "synchronizerName") => ({ config: { [name]: "other" } });

describe("The names that a journal was begun with", () => {
  for (const [name, begun] of [
    ["participantName", "participant"],
    ["synchronizerName", "global-domain"],
  ] as const) {
    it(`are in it, so that another ${name} is refused, also by who accepts a loss`, async () => {
      const data = tempFolder();
      const first = await openTest({ data });
      const { participantId } = first;
      const end = first.ledgerEnd();
      await first.close();
      for (const accepted of [{}, { acceptJournalEnd: name === "participantName" ? 0 : end }]) {
        const refused = leftOf(await openLedger(optionsOf({ data, ...other(name), ...accepted })));
        expect(refused.kind).to.equal("config");
        expect(refused.message).to.equal(
          `${name}: the journal was created with ${begun}, found other; set it to ${begun}, or create another journal in another folder (--data)`,
        );
      }
      const again = await openTest({ data });
      expect(again.participantId).to.equal(participantId);
      expect(again.ledgerEnd()).to.equal(end);
    });
  }

  it("are found in the folder where the store has the streams of others too", async () => {
    const data = tempFolder();
    // this store cannot list its streams
    await (await openTest({ data, store: inMemoryStore() })).close();
    const options = optionsOf({ data, store: inMemoryStore(), ...other("participantName") });
    expect(leftOf(await openLedger(options)).message).to.match(
      /created with participant, found other/,
    );
  });

  it("may be any in a store where others have theirs", async () => {
    const store = inMemoryStore();
    await openTest({ store });
    const second = await openTest({ store, ...other("participantName") });
    expect(second.participantId).to.match(/^other::/);
  });
});

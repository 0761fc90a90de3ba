import { inMemoryStore } from "@tallystick/event-store";
import { eventStoreDb } from "@tallystick/event-store-eventstoredb";
import { startWritableServer } from "@tallystick/event-store-eventstoredb/writable-server";
import { expect } from "chai";
import { openValidator } from "../../src/index.js";
import { afterwards, rightOf } from "../test-ledger.js";

describe("Nodes that begin a network together on one journal", () => {
  it("make its administrators and the users of the operator's wallet once", async () => {
    const store = inMemoryStore();
    const server = rightOf(await startWritableServer({ store, port: 0 }));
    afterwards(() => server.close());
    const connectionString = `esdb://127.0.0.1:${server.port}?tls=false`;
    // each is a race
    const administrators = Array.from({ length: 30 }, (_, at) => `administrator-${at}`);
    const validatorWalletUsers = ["administrator-1", "dave"];
    const open = async () => {
      const opened = await openValidator({
        store: rightOf(await eventStoreDb({ connectionString })),
        config: { sharedJournal: true },
        wallet: { amuletPrice: "0.1", config: { administrators, validatorWalletUsers } },
      });
      const node = rightOf(opened);
      afterwards(() => node.close());
      return node;
    };
    const nodes = await Promise.all([1, 2, 3].map(open));
    for (const { ledger, wallet } of nodes) {
      const { operator } = wallet.settings;
      await wallet.upToDate();
      for (const userId of [...administrators, ...validatorWalletUsers]) {
        const isAdministrator = administrators.includes(userId);
        const rights = rightOf(ledger.userRights(userId)).map(({ kind }) => kind);
        expect(rights, userId).to.have.members([
          "CanActAs",
          ...(isAdministrator ? ["ParticipantAdmin"] : []),
        ]);
        expect(ledger.user(userId)?.primaryParty).to.equal(operator);
      }
    }
  });
});

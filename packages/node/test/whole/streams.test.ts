import { everythingFor } from "@tallystick/wire";
import type { UpdatesQuery } from "@tallystick/views";
import { expect } from "chai";
import { isRight } from "fp-ts/lib/Either.js";
import { iouId } from "../iou-package.js";
import {
  activeFor,
  all,
  allocate,
  commandsBy,
  commit,
  contractAt,
  exerciseOf,
  iouBy,
  leftOf,
  openTest,
  pingBy,
  rightOf,
  tempFolder,
  until,
  userId,
} from "../test-ledger.js";

const updatesOf = (party: string, more: Partial<UpdatesQuery> = {}): UpdatesQuery => ({
  beginExclusive: 0,
  updateFormat: {
    includeTransactions: {
      transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
      eventFormat: everythingFor(party),
    },
  },
  ...more,
});

for (const [where, options] of [
  ["in memory", () => ({})],
  [
    "in a folder, projected by a worker",
    () => ({ data: tempFolder(), config: { projectorThread: "worker" as const } }),
  ],
] as const) {
  describe(`Streams of a ledger ${where}`, () => {
    it("show at once what their caller has committed", async () => {
      const ledger = await openTest(options());
      const alice = await allocate(ledger, "alice");
      for (let at = 0; at < 20; at++) {
        const { completionOffset, updateId } = await commit(ledger, pingBy(alice, `p${at}`));
        const beginExclusive = completionOffset - 1;
        const [first] = await all(
          ledger.queries.updates(
            updatesOf(alice, { beginExclusive, endInclusive: completionOffset }),
          ),
        );
        expect(first?.update).to.have.nested.property("Transaction.value.updateId", updateId);
        const [completion] = await all(
          ledger.queries.completions({ userId, parties: [alice], beginExclusive }),
        );
        expect(completion?.completionResponse).to.have.nested.property(
          "Completion.value.updateId",
          updateId,
        );
        expect(await activeFor(ledger, alice)).to.have.length(at + 1);
      }
    });

    it("follow the ledger in order, without gap or repetition, from the past into the present", async () => {
      const ledger = await openTest(options());
      const alice = await allocate(ledger, "alice");
      const submitted: Array<string> = [];
      const submit = async (count: number): Promise<void> => {
        const ids = Array.from({ length: count }, (_, at) => `p${submitted.length + at}`);
        submitted.push(...ids);
        await Promise.all(ids.map((id) => commit(ledger, pingBy(alice, id))));
      };
      const wanted = 120;
      const collect = async (items: AsyncIterable<string | undefined>): Promise<Array<string>> => {
        const found: Array<string> = [];
        for await (const item of items) {
          if (item !== undefined) found.push(item);
          if (found.length === wanted) break;
        }
        return found;
      };
      async function* commandIds() {
        for await (const item of ledger.queries.updates(updatesOf(alice, { follow: true }))) {
          const { update } = rightOf(item);
          yield "Transaction" in update ? update.Transaction.value.commandId : undefined;
        }
      }
      async function* completedIds() {
        const query = { userId, parties: [alice], beginExclusive: 0, follow: true };
        for await (const item of ledger.queries.completions(query)) {
          const { completionResponse } = rightOf(item);
          yield "Completion" in completionResponse
            ? completionResponse.Completion.value.commandId
            : undefined;
        }
      }
      await submit(40);
      const streams = [collect(commandIds()), collect(completedIds())];
      for (let round = 0; round < 8; round++) await submit(10);
      for (const found of await Promise.all(streams)) expect(found).to.deep.equal(submitted);
    });

    it("end when the consumer breaks out, while nothing comes", async () => {
      const ledger = await openTest(options());
      const alice = await allocate(ledger, "alice");
      const iterator = ledger.queries
        .completions({ userId, parties: [alice], beginExclusive: ledger.ledgerEnd(), follow: true })
        [Symbol.asyncIterator]();
      const checkpoint = await iterator.next();
      expect(checkpoint.done).to.equal(false);
      const pending = iterator.next();
      await iterator.return?.();
      expect((await pending).done).to.equal(true);
      await commit(ledger, pingBy(alice, "after"));
    });

    it("end when the ledger is closed", async () => {
      const ledger = await openTest(options());
      const alice = await allocate(ledger, "alice");
      let ended = false;
      const following = (async () => {
        const kinds: Array<boolean> = [];
        for await (const item of ledger.queries.updates(updatesOf(alice, { follow: true })))
          kinds.push(isRight(item));
        ended = true;
        return kinds;
      })();
      await commit(ledger, pingBy(alice, "one"));
      await ledger.close();
      await until(() => ended, "the stream has ended");
      expect((await following).slice(0, -1)).to.not.include(false);
    });

    it("show the active contracts of any past offset", async () => {
      const ledger = await openTest(options());
      const alice = await allocate(ledger, "alice");
      const bob = await allocate(ledger, "bob");
      const begin = ledger.ledgerEnd();
      const issued = await commit(ledger, iouBy(alice, bob, "issue"));
      const first = await contractAt(ledger, bob, issued.completionOffset);
      const moved = await commit(
        ledger,
        commandsBy(bob, "move", exerciseOf(iouId, first, "Transfer", { newOwner: alice })),
      );
      const second = await contractAt(ledger, alice, moved.completionOffset);
      await commit(ledger, commandsBy(alice, "archive", exerciseOf(iouId, second, "Archive")));
      const at = async (party: string, offset: number) =>
        (await activeFor(ledger, party, offset)).map(({ contractId }) => contractId);
      expect(await at(alice, 0)).to.deep.equal([]);
      expect(await at(alice, begin)).to.deep.equal([]);
      expect(await at(alice, begin + 1)).to.deep.equal([first]);
      expect(await at(bob, begin + 1)).to.deep.equal([first]);
      expect(await at(alice, begin + 2)).to.deep.equal([second]);
      expect(await at(bob, begin + 2)).to.deep.equal([]);
      expect(await at(alice, begin + 3)).to.deep.equal([]);
      const future = { activeAtOffset: begin + 4, eventFormat: everythingFor(alice) };
      for await (const item of ledger.queries.activeContracts(future))
        expect(leftOf(item).code).to.equal("OFFSET_AFTER_LEDGER_END");
    });
  });
}

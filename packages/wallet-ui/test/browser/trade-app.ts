import { allocationRequestV1, metadataV1 } from "@tallystick/coin";
import { commandsOf, definePackage, failWith, instance, template } from "@tallystick/core";
import { numeric, submitAs } from "./app-contracts.js";
import type { TestNode } from "./test-node.js";

const { emptyMetadata } = metadataV1;

/** A trade as an app's own template; wallets see it as a request for allocations. */
const Trade = template("Test.Trades:Trade", {
  payload: allocationRequestV1.AllocationRequestView,
  signatories: ({ settlement }) => [settlement.executor],
  observers: ({ transferLegs }) =>
    [...transferLegs.values()].flatMap(({ sender, receiver }) => [sender, receiver]),
});

/** An app that asks for allocations. */
export const tradeApp = definePackage({
  name: "test-trades",
  version: "1.0.0",
  templates: [Trade],
  choices: [],
  instances: [
    instance(Trade, allocationRequestV1.AllocationRequest, {
      view: (trade) => trade,
      methods: ({ transferLegs }) => ({
        *reject({ actor }) {
          if (![...transferLegs.values()].some(({ sender }) => sender === actor))
            yield* failWith({ errorId: "trade/no-sender", message: "Only a sender may reject." });
          return { meta: emptyMetadata };
        },
        *withdraw() {
          return { meta: emptyMetadata };
        },
      }),
    }),
  ],
});

const microsPerHour = 3_600_000_000;
const meta = { values: new Map<string, string>() };

/** A leg that a test writes. */
interface Leg {
  readonly sender: string;
  readonly receiver: string;
  readonly amount: string;
}

/** Asks as an app for allocations of the coin within an hour; answers the id of the request. */
export const askForAllocations = (
  node: TestNode,
  executor: string,
  id: string,
  legs: Readonly<Record<string, Leg>>,
): Promise<string> => {
  const { dso } = node.validator.wallet.settings;
  const now = node.validator.wallet.now();
  return submitAs(
    node,
    [executor],
    commandsOf(tradeApp).create(Trade, {
      settlement: {
        executor,
        settlementRef: { id, cid: undefined },
        requestedAt: BigInt(now),
        allocateBefore: BigInt(now + microsPerHour),
        settleBefore: BigInt(now + 2 * microsPerHour),
        meta,
      },
      transferLegs: new Map(
        Object.entries(legs).map(([leg, { sender, receiver, amount }]) => [
          leg,
          {
            sender,
            receiver,
            amount: numeric(amount),
            instrumentId: { admin: dso, id: "Amulet" },
            meta,
          },
        ]),
      ),
      meta,
    }),
  );
};

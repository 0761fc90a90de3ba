import { allocationRequestV1, metadataV1 } from "@tallystick/coin";
import { definePackage, failWith, instance, template } from "@tallystick/core";

const { emptyMetadata } = metadataV1;

/** A trade as an app's own template; wallets see it as a request for allocations. */
export const Trade = template("Test.Trades:Trade", {
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

import { allocationRequestV2, metadataV1 } from "@tallystick/coin";
import { archive, definePackage, instance, template } from "@tallystick/core";

/** An app's request for allocations of the token standard's second version. */
const Trade = template("Test.Trade:Trade", {
  payload: allocationRequestV2.AllocationRequestView,
  signatories: ({ settlement }) => settlement.executors,
  observers: ({ allocations }) => allocations.flatMap(({ authorizer }) => authorizer.owner ?? []),
});

function* ended(self: string) {
  yield* archive(Trade, self, allocationRequestV2.AllocationRequest);
  return { meta: metadataV1.emptyMetadata };
}

const nobody = (): ReadonlyArray<string> => [];

/** A trading app, as the node serves it. */
export const tradeApp = definePackage({
  name: "test-trade",
  version: "1.0.0",
  templates: [Trade],
  choices: [],
  instances: [
    instance(Trade, allocationRequestV2.AllocationRequest, {
      view: (trade) => trade,
      methods: () => ({
        accept: ended,
        reject: ended,
        withdraw: ended,
        acceptObservers: nobody,
        rejectObservers: nobody,
        withdrawObservers: nobody,
      }),
    }),
  ],
});

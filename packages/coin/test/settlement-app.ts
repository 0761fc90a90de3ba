import {
  choice,
  contractId,
  definePackage,
  exercise,
  failWith,
  fetchView,
  instance,
  record,
  type Static,
  type ChoiceProgram,
  template,
  textMap,
} from "@tallystick/core";
import { allocationRequestV1, allocationV1, metadataV1 } from "../src/index.js";

const { Allocation, Allocation_Cancel, Allocation_ExecuteTransfer, AllocationSpecification } =
  allocationV1;
const { AllocationRequestView } = allocationRequestV1;
const { emptyMetadata, ExtraArgs } = metadataV1;

const stopWith = (errorId: string, message: string): ChoiceProgram<never> =>
  failWith({ errorId, message });

type View = allocationRequestV1.AllocationRequestView;

const traders = ({ transferLegs }: View): ReadonlyArray<string> => [
  ...new Set([...transferLegs.values()].flatMap(({ sender, receiver }) => [sender, receiver])),
];

/**
 * A trade that all traders have agreed to; its executor settles it. Wallets see it as a request for
 * allocations.
 */
export const Trade = template("Test.Settlement:Trade", {
  payload: AllocationRequestView,
  signatories: (trade) => [...new Set([trade.settlement.executor, ...traders(trade)])],
});

const Allocations = textMap(record({ cid: contractId, extraArgs: ExtraArgs }));

/** Stops the command unless an allocation is for a leg of the trade. */
function* requireForLeg(trade: View, transferLegId: string, cid: string): ChoiceProgram<void> {
  const transferLeg = trade.transferLegs.get(transferLegId);
  if (transferLeg === undefined) return yield* stopWith("trade/no-leg", `No leg ${transferLegId}.`);
  const { allocation } = yield* fetchView(Allocation, cid);
  const shown = (of: typeof allocation) => JSON.stringify(AllocationSpecification.encode(of));
  if (shown(allocation) !== shown({ settlement: trade.settlement, transferLegId, transferLeg }))
    yield* stopWith("trade/other-leg", `The allocation ${cid} is for something else.`);
}

/** The executor carries all legs out, or none. */
export const Trade_Settle = choice(Trade, "Trade_Settle", {
  argument: record({ allocations: Allocations }),
  result: textMap(allocationV1.Allocation_ExecuteTransferResult),
  controllers: ({ settlement }) => [settlement.executor],
  *body({ payload }, { allocations }) {
    if (allocations.size !== payload.transferLegs.size)
      yield* stopWith("trade/incomplete", "Every leg needs its allocation.");
    const results = new Map<string, Static<typeof allocationV1.Allocation_ExecuteTransferResult>>();
    for (const [leg, { cid, extraArgs }] of allocations) {
      yield* requireForLeg(payload, leg, cid);
      results.set(leg, yield* exercise(Allocation_ExecuteTransfer, cid, { extraArgs }));
    }
    return results;
  },
});

/** The executor gives the trade up; what was reserved goes back. */
export const Trade_Cancel = choice(Trade, "Trade_Cancel", {
  argument: record({ allocations: Allocations }),
  result: record({}),
  controllers: ({ settlement }) => [settlement.executor],
  *body({ payload }, { allocations }) {
    for (const [leg, { cid, extraArgs }] of allocations) {
      yield* requireForLeg(payload, leg, cid);
      yield* exercise(Allocation_Cancel, cid, { extraArgs });
    }
    return {};
  },
});

/** An app that settles trades of any instruments. */
export const settlementPackage = definePackage({
  name: "test-settlement",
  version: "1.0.0",
  templates: [Trade],
  choices: [Trade_Settle, Trade_Cancel],
  instances: [
    instance(Trade, allocationRequestV1.AllocationRequest, {
      view: (trade) => trade,
      methods: (trade) => ({
        *reject({ actor }) {
          const senders = [...trade.transferLegs.values()].map(({ sender }) => sender);
          if (!senders.includes(actor))
            yield* stopWith("trade/no-sender", "Only a sender of a leg may reject.");
          return { meta: emptyMetadata };
        },
        *withdraw() {
          return { meta: emptyMetadata };
        },
      }),
    }),
  ],
});

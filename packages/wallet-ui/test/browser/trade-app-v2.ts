import { allocationRequestV2, type allocationV2, metadataV1 } from "@tallystick/coin";
import { archive, commandsOf, definePackage, instance, template } from "@tallystick/core";
import { numeric, submitAs } from "./app-contracts.js";
import type { TestNode } from "./test-node.js";

const { emptyMetadata: meta } = metadataV1;

/** An app's own request; wallets see it through the token standard's second version. */
const Trade = template("Test.TradesV2:Trade", {
  payload: allocationRequestV2.AllocationRequestView,
  signatories: ({ settlement }) => settlement.executors,
  observers: ({ allocations }) => allocations.flatMap(({ authorizer }) => authorizer.owner ?? []),
});

/** Ends a request. */
function* ended(self: string) {
  yield* archive(Trade, self, allocationRequestV2.AllocationRequest);
  return { meta };
}

const nobody = (): ReadonlyArray<string> => [];

/** An app that asks for allocations of the second version. */
export const tradeAppV2 = definePackage({
  name: "test-trades-v2",
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

const microsPerHour = 3_600_000_000;
const account = (owner: string) => ({ owner, provider: undefined, id: "" });

/** What one party sends and receives, in coins. */
export interface Part {
  readonly from: string;
  readonly sends: string;
  readonly receives: string;
  readonly other: string;
  readonly keeps?: string;
  /** Binds until the deadline in an hour, or, without one, as long as it lasts. */
  readonly committed?: "until-deadline" | "always";
}

const specificationOf = (
  dso: string,
  deadline: bigint,
  { from, sends, receives, other, keeps, committed }: Part,
): allocationV2.AllocationSpecification => {
  const leg = (transferLegId: string, side: allocationV2.TransferSide, amount: string) => ({
    transferLegId,
    side,
    otherside: account(other),
    amount: numeric(amount),
    instrumentId: "Amulet",
    meta,
  });
  return {
    admin: dso,
    authorizer: account(from),
    transferLegSides: [leg("pay", "SenderSide", sends), leg("goods", "ReceiverSide", receives)],
    settlementDeadline: committed === "always" ? undefined : deadline,
    nextIterationFunding: keeps === undefined ? undefined : new Map([["Amulet", numeric(keeps)]]),
    committed: committed !== undefined,
    meta,
  };
};

/** Asks as an app for allocations of the coin within an hour; answers the id of the request. */
export const askForPartsV2 = (
  node: TestNode,
  executor: string,
  id: string,
  parts: ReadonlyArray<Part>,
): Promise<string> => {
  const { wallet } = node.validator;
  const now = BigInt(wallet.now());
  const deadline = now + BigInt(microsPerHour);
  return submitAs(
    node,
    [executor],
    commandsOf(tradeAppV2).create(Trade, {
      originalRequestCid: undefined,
      settlement: { executors: [executor], id, cid: undefined, meta },
      allocations: parts.map((part) => specificationOf(wallet.settings.dso, deadline, part)),
      requestedAt: now,
      settleAt: undefined,
      availableActions: [],
      meta,
    }),
  );
};

import { type allocationV2, metadataV1 } from "@tallystick/coin";
import type { Numeric, Template } from "@tallystick/core";
import type { AmuletAllocationV2 } from "@tallystick/coin";
import { int } from "./held-contracts.js";
import { alice, bob, cc, dso, start } from "./wallet-ledger.js";

type Payload = typeof AmuletAllocationV2 extends Template<infer P> ? P : never;

const account = (owner: string) => ({ owner, provider: undefined, id: "" });

/** One side of a leg of the coin with another party. */
export const sideOf = (
  side: allocationV2.TransferSide,
  amount: Numeric,
  otherside = bob,
): allocationV2.TransferLegSide => ({
  transferLegId: "leg",
  side,
  otherside: account(otherside),
  amount,
  instrumentId: "Amulet",
  meta: metadataV1.emptyMetadata,
});

/** What alice allocates: 1 CC to bob, unless something of it is to be different. */
export const specificationOf = (
  more: Partial<allocationV2.AllocationSpecification> = {},
): allocationV2.AllocationSpecification => ({
  admin: dso,
  authorizer: account(alice),
  transferLegSides: [sideOf("SenderSide", cc("1"))],
  settlementDeadline: undefined,
  nextIterationFunding: undefined,
  committed: false,
  meta: metadataV1.emptyMetadata,
  ...more,
});

/** Her allocation, of which bob is the executor. */
export const allocationOf = (more: Partial<Payload> = {}): Payload => ({
  lockedAmulet: undefined,
  settlement: { executors: [bob], id: "s", cid: undefined, meta: metadataV1.emptyMetadata },
  allocation: specificationOf(),
  expiresAt: BigInt(start),
  numIterations: int(0),
  createdAt: BigInt(start),
  ...more,
});

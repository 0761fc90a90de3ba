import { party } from "@tallystick/core";
import { isRight } from "fp-ts/lib/Either.js";
import { throwGeneralError } from "../model/coin-error.js";
import {
  accountFromMeta,
  namespaceV2,
  ownerForV1,
  withAccount,
  withoutAccounts,
} from "./accounts.js";
import type * as v1 from "./allocation-v1.js";
import type * as v2 from "./allocation-v2.js";
import type { Metadata } from "./metadata-v1.js";
import type { Transfer as TransferV1 } from "./transfer-instruction-v1.js";
import type { Transfer as TransferV2 } from "./transfer-instruction-v2.js";

// What the first version of the token standard says in terms of the second, and the other way:
// accounts are parties there, with the rest of an account in metadata.

/** A transfer of the first version. */
export const transferToV2 = ({ sender, receiver, meta, ...transfer }: TransferV1): TransferV2 => ({
  ...transfer,
  sender: accountFromMeta(sender, "sender", meta),
  receiver: accountFromMeta(receiver, "receiver", meta),
  meta: withoutAccounts(meta, "sender", "receiver"),
});

/** A transfer in the first version. */
export const transferToV1 = ({ sender, receiver, meta, ...transfer }: TransferV2): TransferV1 => ({
  ...transfer,
  sender: ownerForV1(sender),
  receiver: ownerForV1(receiver),
  meta: withAccount(withAccount(meta, "receiver", receiver), "sender", sender),
});

/** The key for executors beyond the one that the first version has a field for. */
export const extraExecutorsKey = `${namespaceV2}extra-executors`;
const expiresAtKey = `${namespaceV2}expiresAt`;

const extraExecutors = ({ values }: Metadata): ReadonlyArray<string> => {
  const parties = values.get(extraExecutorsKey)?.split(",") ?? [];
  const wrong = parties.find((each) => !isRight(party.decode(each)));
  return wrong === undefined
    ? parties
    : throwGeneralError(`Invalid party in metadata field '${extraExecutorsKey}': ${wrong}`);
};

const without = ({ values }: Metadata, key: string): Metadata => ({
  values: new Map([...values].filter(([each]) => each !== key)),
});

/** Metadata with the time at which something expires, for the first version. */
export const withExpiry = ({ values }: Metadata, expiresAt: bigint | undefined): Metadata => ({
  values: new Map([
    ...values,
    ...(expiresAt === undefined ? [] : [[expiresAtKey, expiresAt.toString()] as const]),
  ]),
});

type SettlementV1 = v1.AllocationSpecification["settlement"];

/** A settlement of the first version. */
export const settlementToV2 = ({
  executor,
  settlementRef: { id, cid },
  meta,
}: SettlementV1): v2.SettlementInfo => ({
  executors: [executor, ...extraExecutors(meta)],
  id,
  cid,
  meta: without(meta, extraExecutorsKey),
});

/** An allocation of the first version: the sender's side of one leg. */
export const allocationToV2 = ({
  settlement,
  transferLegId,
  transferLeg: leg,
}: v1.AllocationSpecification): v2.AllocationSpecification => ({
  admin: leg.instrumentId.admin,
  authorizer: accountFromMeta(leg.sender, "sender", leg.meta),
  transferLegSides: [
    {
      transferLegId,
      side: "SenderSide",
      otherside: accountFromMeta(leg.receiver, "receiver", leg.meta),
      amount: leg.amount,
      instrumentId: leg.instrumentId.id,
      meta: withoutAccounts(leg.meta, "sender", "receiver"),
    },
  ],
  settlementDeadline: settlement.settleBefore,
  nextIterationFunding: undefined,
  committed: false,
  meta: { values: new Map() },
});

/** The view of an allocation of the first version. */
export const allocationViewToV2 = (
  { allocation, holdingCids, meta }: v1.AllocationView,
  expiresAt: bigint | undefined,
): Omit<v2.AllocationView, "createdAt" | "numIterations" | "availableActions"> => ({
  originalAllocationCid: undefined,
  settlement: settlementToV2(allocation.settlement),
  allocation: allocationToV2(allocation),
  holdingCids,
  expiresAt,
  meta: without(meta, expiresAtKey),
});

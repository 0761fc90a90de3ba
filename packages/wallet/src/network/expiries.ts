import {
  Amulet,
  Amulet_ExpireV2,
  AmuletAllocation,
  AmuletAllocation_DsoExpire,
  amuletPackage,
  AmuletTransferInstruction,
  DevelopmentFundCoupon,
  DevelopmentFundCoupon_DsoExpire,
  isDustAt,
  LockedAmulet,
  LockedAmulet_ExpireAmuletV2,
  TransferCommand,
  TransferCommand_Expire,
  transferInstructionV1,
  TransferPreapproval,
  TransferPreapproval_Expire,
  UnclaimedActivityRecord,
  UnclaimedActivityRecord_DsoExpire,
} from "@tallystick/coin";
import type { Micros } from "@tallystick/core";
import { commandsOf, type JsCommand } from "@tallystick/wire";
import type { ContractsView } from "../contracts/contracts-view.js";
import { extraArgsOf, releaseContext } from "../registry/choice-contexts.js";
import { commandIdOf, type Submission } from "../submissions/submission.js";
import type { NetworkState } from "../treasury/network-state.js";

const amulet = commandsOf(amuletPackage);
const transfers = commandsOf({ name: "splice-api-token-transfer-instruction-v1" });

/** Contracts ended by one command. */
const maxBatch = 50;

/**
 * One command for many contracts; all of them are the DSO's to end, so one submission has them all.
 */
const batch = (
  name: string,
  dso: string,
  found: ReadonlyArray<{ readonly contractId: string; readonly command: JsCommand }>,
): ReadonlyArray<Submission> =>
  found.length === 0
    ? []
    : [
        {
          commandId: commandIdOf(name, found[0]?.contractId ?? "", found.at(-1)?.contractId ?? ""),
          actAs: [dso],
          readAs: [],
          commands: found.map(({ command }) => command),
        },
      ];

/**
 * Coins whose amount is smaller than the holding fee they have accrued, locked ones once their lock
 * has expired (specification 8).
 */
const dust = (
  view: ContractsView,
  { dso, externalPartyConfigStates: [older, newer] }: NetworkState,
  now: Micros,
): ReadonlyArray<Submission> => {
  if (older === undefined || newer === undefined) return [];
  const current = older.payload.holdingFeesOpenRoundNumber;
  const states = {
    externalPartyConfigState0Cid: older.contractId,
    externalPartyConfigState1Cid: newer.contractId,
  };
  const free = view.due(Amulet, dso, Number(current.number), maxBatch).map(({ contractId }) => ({
    contractId,
    command: amulet.exercise(Amulet_ExpireV2, contractId, states),
  }));
  const locked = view
    .due(LockedAmulet, dso, now, maxBatch)
    .filter(({ payload }) => isDustAt(payload.amulet.amount, current))
    .map(({ contractId }) => ({
      contractId,
      command: amulet.exercise(LockedAmulet_ExpireAmuletV2, contractId, states),
    }));
  return [...batch("expire-dust", dso, free), ...batch("expire-locked-dust", dso, locked)];
};

const lockedFunds = (
  view: ContractsView,
  network: NetworkState,
  now: Micros,
): ReadonlyArray<Submission> => {
  const { dso } = network;
  const instructions = view
    .due(AmuletTransferInstruction, dso, now, maxBatch)
    .map(({ contractId, payload }) => ({
      contractId,
      command: transfers.exercise(transferInstructionV1.TransferInstruction_Update, contractId, {
        extraActors: [],
        extraArgs: extraArgsOf(releaseContext(view, network, payload.lockedAmulet)),
      }),
    }));
  const allocations = view
    .due(AmuletAllocation, dso, now, maxBatch)
    .map(({ contractId, payload }) => ({
      contractId,
      command: amulet.exercise(AmuletAllocation_DsoExpire, contractId, {
        expireLock: view.byId(LockedAmulet, payload.lockedAmulet) !== undefined,
      }),
    }));
  return [
    ...batch("expire-instructions", dso, instructions),
    ...batch("expire-allocations", dso, allocations),
  ];
};

const withoutFunds = (
  view: ContractsView,
  { dso }: NetworkState,
  now: Micros,
): ReadonlyArray<Submission> => {
  const preapprovals = view.due(TransferPreapproval, dso, now, maxBatch);
  const records = view.due(UnclaimedActivityRecord, dso, now, maxBatch);
  const coupons = view.due(DevelopmentFundCoupon, dso, now, maxBatch);
  const commands = view.due(TransferCommand, dso, now, maxBatch);
  return [
    ...batch(
      "expire-preapprovals",
      dso,
      preapprovals.map(({ contractId }) => ({
        contractId,
        command: amulet.exercise(TransferPreapproval_Expire, contractId, {}),
      })),
    ),
    ...batch(
      "expire-activity-records",
      dso,
      records.map(({ contractId }) => ({
        contractId,
        command: amulet.exercise(UnclaimedActivityRecord_DsoExpire, contractId, {}),
      })),
    ),
    ...batch(
      "expire-fund-coupons",
      dso,
      coupons.map(({ contractId }) => ({
        contractId,
        command: amulet.exercise(DevelopmentFundCoupon_DsoExpire, contractId, {}),
      })),
    ),
    ...batch(
      "expire-transfer-commands",
      dso,
      commands.map(({ contractId }) => ({
        contractId,
        command: amulet.exercise(TransferCommand_Expire, contractId, { p: dso }),
      })),
    ),
  ];
};

/**
 * What the DSO ends because its time is over (specification 3 and 8, wallet 8.4): dust, two-step
 * transfers, allocations, preapprovals, records and commands.
 */
export const expireStale = (
  view: ContractsView,
  network: NetworkState,
  now: Micros,
): ReadonlyArray<Submission> => [
  ...dust(view, network, now),
  ...lockedFunds(view, network, now),
  ...withoutFunds(view, network, now),
];

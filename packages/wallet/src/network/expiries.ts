import {
  allocationV2,
  Amulet,
  Amulet_ExpireV2,
  AmuletAllocation,
  AmuletAllocation_DsoExpire,
  amuletPackage,
  AmuletTransferInstruction,
  DevelopmentFundCoupon,
  DevelopmentFundCoupon_DsoExpire,
  LockedAmulet,
  type LockedAmuletPayload,
  LockedAmulet_ExpireAmuletV2,
  TransferCommand,
  TransferCommand_Expire,
  transferInstructionV1,
  TransferPreapproval,
  TransferPreapproval_Expire,
  UnclaimedActivityRecord,
  UnclaimedActivityRecord_DsoExpire,
  AmuletAllocationV2,
} from "@tallystick/coin";
import { type Command, commandsOf, type Micros, type Template } from "@tallystick/core";
import type { ActiveContract, ContractsView } from "../contracts/contracts-view.js";
import { firstDue } from "../contracts/first-found.js";
import { contextOfV2, extraArgsOf, releaseContext } from "../registry/choice-contexts.js";
import type { Submission } from "../submissions/submission.js";
import type { NetworkState } from "../treasury/network-state.js";
import { aloneId, together } from "./together.js";

const amulet = commandsOf(amuletPackage);
const allocations = commandsOf({ name: "splice-api-token-allocation-v2" });
const transfers = commandsOf({ name: "splice-api-token-transfer-instruction-v1" });

/** Contracts ended by one command. */
const maxBatch = 50;

/** The input of the expiry of stale contracts. */
interface Situation {
  readonly view: ContractsView;
  readonly network: NetworkState;
  readonly now: Micros;
  readonly isWaiting: (commandId: string) => boolean;
  readonly findLockedDust: FindLockedDust;
}

/** A lookup of locked coins. */
export interface LockedDustSearch {
  readonly dso: string;
  /** The round at which their fees exceed them. */
  readonly upTo: number;
  /** Their lock has expired by then. */
  readonly now: Micros;
  readonly keep: (coin: ActiveContract<LockedAmuletPayload>) => boolean;
  /** The most coins to find. */
  readonly wanted: number;
}

/** Finds locked coins that are dust and whose lock has expired. */
export type FindLockedDust = (
  search: LockedDustSearch,
) => ReadonlyArray<ActiveContract<LockedAmuletPayload>>;

/** Finds them by reading all locked dust. */
const lockedDustIn =
  (view: ContractsView): FindLockedDust =>
  ({ dso, upTo, now, keep, wanted }) =>
    firstDue(view, upTo, {
      template: LockedAmulet,
      party: dso,
      keep: (coin) => coin.payload.lock.expiresAt <= now && keep(coin),
      wanted,
    });

/** The expiry of a template's contracts. */
interface Ending<P> {
  readonly name: string;
  readonly template: Template<P>;
  /** Finds those that can be ended now; default: due ones. */
  readonly find?: (
    keep: (contract: ActiveContract<P>) => boolean,
    wanted: number,
  ) => ReadonlyArray<ActiveContract<P>>;
  readonly command: (contract: ActiveContract<P>) => Command;
}

/** Ends contracts of a template, up to the limit of one command. */
const ended = <P>(
  { view, network: { dso }, now, isWaiting }: Situation,
  { name, template, find, command }: Ending<P>,
): ReadonlyArray<Submission> => {
  const keep = ({ contractId }: ActiveContract<P>) => !isWaiting(aloneId(name, contractId));
  const found =
    find === undefined
      ? firstDue(view, now, { template, party: dso, keep, wanted: maxBatch })
      : find(keep, maxBatch);
  const acts = found.map((contract) => ({
    contractId: contract.contractId,
    command: command(contract),
  }));
  return together(name, dso, acts, isWaiting);
};

/**
 * Coins whose amount is smaller than the holding fee they have accrued, locked ones after their
 * lock has expired (specification 8).
 */
const dust = (situation: Situation): ReadonlyArray<Submission> => {
  const { view, network, now, findLockedDust } = situation;
  const { dso } = network;
  const [older, newer] = network.externalPartyConfigStates;
  if (older === undefined || newer === undefined) return [];
  const upTo = Number(older.payload.holdingFeesOpenRoundNumber.number);
  const states = {
    externalPartyConfigState0Cid: older.contractId,
    externalPartyConfigState1Cid: newer.contractId,
  };
  return [
    ...ended(situation, {
      name: "expire-dust",
      template: Amulet,
      find: (keep, wanted) => firstDue(view, upTo, { template: Amulet, party: dso, keep, wanted }),
      command: ({ contractId }) => amulet.exercise(Amulet_ExpireV2, contractId, states),
    }),
    ...ended(situation, {
      name: "expire-locked-dust",
      template: LockedAmulet,
      find: (keep, wanted) => findLockedDust({ dso, upTo, now, keep, wanted }),
      command: ({ contractId }) => amulet.exercise(LockedAmulet_ExpireAmuletV2, contractId, states),
    }),
  ];
};

const lockedFunds = (situation: Situation): ReadonlyArray<Submission> => {
  const { view, network } = situation;
  return [
    ...ended(situation, {
      name: "expire-instructions",
      template: AmuletTransferInstruction,
      command: ({ contractId, payload }) =>
        transfers.exercise(transferInstructionV1.TransferInstruction_Update, contractId, {
          extraActors: [],
          extraArgs: extraArgsOf(releaseContext(view, network, payload.lockedAmulet)),
        }),
    }),
    ...ended(situation, {
      name: "expire-allocations",
      template: AmuletAllocation,
      command: ({ contractId, payload }) =>
        amulet.exercise(AmuletAllocation_DsoExpire, contractId, {
          expireLock: view.byId(LockedAmulet, payload.lockedAmulet) !== undefined,
        }),
    }),
    // those that an iteration has left over too: each has the expiry of its own
    ...ended(situation, {
      name: "expire-allocations-v2",
      template: AmuletAllocationV2,
      command: ({ contractId, payload }) =>
        allocations.exercise(allocationV2.Allocation_Cancel, contractId, {
          actors: [network.dso],
          extraArgs: extraArgsOf(
            releaseContext(view, network, payload.lockedAmulet, contextOfV2(network)),
          ),
        }),
    }),
  ];
};

const withoutFunds = (situation: Situation): ReadonlyArray<Submission> => [
  ...ended(situation, {
    name: "expire-preapprovals",
    template: TransferPreapproval,
    command: ({ contractId }) => amulet.exercise(TransferPreapproval_Expire, contractId, {}),
  }),
  ...ended(situation, {
    name: "expire-activity-records",
    template: UnclaimedActivityRecord,
    command: ({ contractId }) => amulet.exercise(UnclaimedActivityRecord_DsoExpire, contractId, {}),
  }),
  ...ended(situation, {
    name: "expire-fund-coupons",
    template: DevelopmentFundCoupon,
    command: ({ contractId }) => amulet.exercise(DevelopmentFundCoupon_DsoExpire, contractId, {}),
  }),
  ...ended(situation, {
    name: "expire-transfer-commands",
    template: TransferCommand,
    command: ({ contractId }) =>
      amulet.exercise(TransferCommand_Expire, contractId, { p: situation.network.dso }),
  }),
];

/**
 * The expiries by the DSO (specification 3 and 8, wallet 8.4): dust, two-step transfers,
 * allocations, preapprovals, records and commands.
 *
 * @param isWaiting true for command ids that failed recently
 * @param findLockedDust default: reads all locked dust
 */
export const expireStale = (
  view: ContractsView,
  network: NetworkState,
  now: Micros,
  isWaiting: (commandId: string) => boolean = () => false,
  findLockedDust: FindLockedDust = lockedDustIn(view),
): ReadonlyArray<Submission> => {
  const situation = { view, network, now, isWaiting, findLockedDust };
  return [...dust(situation), ...lockedFunds(situation), ...withoutFunds(situation)];
};

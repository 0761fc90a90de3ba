import type { Timers } from "@tallystick/background";
import { MemberTraffic, WalletAppInstall } from "@tallystick/coin";
import type { WalletViews } from "@tallystick/views/wallet";
import { type NetworkSettings, type NetworkState, networkState } from "@tallystick/wallet";
import { readOnChange } from "./known-contracts.js";

/** How long the network is cached while nothing changes; microseconds. */
const rememberMicros = 50_000;

/** The current network, read again after a fold or when the cache expires. */
const knownNetwork = (
  views: WalletViews,
  dso: string,
  now: () => number,
  sharing: ReadonlySet<string>,
): (() => NetworkState | undefined) => {
  let known:
    | { readonly offset: number; readonly at: number; readonly state: NetworkState }
    | undefined;
  return () => {
    const [offset, at] = [views.checkpoint(), now()];
    if (known?.offset === offset && at >= known.at && at - known.at < rememberMicros)
      return known.state;
    const state = networkState(views, dso, at, sharing);
    known = state && { offset, at, state };
    return state;
  };
};

/**
 * Minimum time between two reads of the parties with wallets while wallets begin and end;
 * milliseconds.
 */
const readPartiesMs = 1_000;

/** The parties that have a wallet, cached until `forget`. */
const knownParties = (views: WalletViews, operator: string, timers: Timers) => {
  let known: ReadonlySet<string> | undefined;
  let readAt = 0;
  let isOld = false;
  // wallets are contracts of the operator
  views.onChange((parties, templates) => {
    if (templates.has(WalletAppInstall.name) && parties.has(operator)) isOld = true;
  });
  return {
    all: (): ReadonlySet<string> => {
      if (known !== undefined && !(isOld && timers.nowMs() - readAt >= readPartiesMs)) return known;
      readAt = timers.nowMs();
      isOld = false;
      known = new Set(
        views.of(WalletAppInstall, operator).map(({ payload }) => payload.endUserParty),
      );
      return known;
    },
    forget: (): void => {
      known = undefined;
    },
  };
};

/** What a wallet often reads from its views. */
export interface WalletReadings {
  /** The current network; undefined while it is not set up. */
  readonly network: () => NetworkState | undefined;
  readonly parties: () => ReadonlySet<string>;
  /** To be called when a wallet begins or ends. */
  readonly forgetParties: () => void;
  /** Extra traffic that is left, bytes; never below 0. */
  readonly extraTrafficLeft: () => bigint;
}

/**
 * The readings of a validator's views.
 *
 * @param memberId the validator as a member of the synchronizer
 * @param now microseconds since the Unix epoch
 */
export const walletReadings = (
  views: WalletViews,
  { dso, operator }: NetworkSettings,
  memberId: string,
  now: () => number,
  timers: Timers,
  sharing: ReadonlySet<string> = new Set(),
): WalletReadings => {
  const parties = knownParties(views, operator, timers);
  const trafficBought = readOnChange(views, MemberTraffic, dso, () =>
    views
      .named(MemberTraffic, dso, memberId)
      .reduce((sum, { payload }) => sum + payload.totalPurchased, 0n),
  );
  return {
    network: knownNetwork(views, dso, now, sharing),
    parties: parties.all,
    forgetParties: parties.forget,
    extraTrafficLeft: () => {
      const rest = trafficBought() - BigInt(views.extraTrafficUsed());
      return rest > 0n ? rest : 0n;
    },
  };
};

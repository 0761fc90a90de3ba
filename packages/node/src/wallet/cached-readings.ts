import type { Timers } from "@tallystick/background";
import type { PartyId } from "@tallystick/core";
import { MemberTraffic, WalletAppInstall } from "@tallystick/coin";
import type { WalletViews } from "@tallystick/views/wallet";
import { type NetworkSettings, type NetworkState, networkState } from "@tallystick/wallet";

/** How long the network is cached while nothing changes; microseconds. */
const rememberMicros = 50_000;

/** The current network, read again after a fold or when the cache expires. */
const rememberedNetwork = (
  views: WalletViews,
  dso: string,
  now: () => number,
): (() => NetworkState | undefined) => {
  let known:
    | { readonly offset: number; readonly at: number; readonly state: NetworkState }
    | undefined;
  return () => {
    const [offset, at] = [views.checkpoint(), now()];
    if (known?.offset === offset && at >= known.at && at - known.at < rememberMicros)
      return known.state;
    const state = networkState(views, dso, at);
    known = state && { offset, at, state };
    return state;
  };
};

/**
 * Minimum time between two reads of the parties with wallets while the operator's contracts change;
 * milliseconds.
 */
const readPartiesMs = 1_000;

/** The parties that have a wallet, cached until `forget`. */
const rememberedParties = (views: WalletViews, operator: string, timers: Timers) => {
  let known: ReadonlySet<string> | undefined;
  let readAt = 0;
  let isOld = false;
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
    /** To be called when a wallet begins or ends. */
    forget: (): void => {
      known = undefined;
    },
    /**
     * To be called when contracts of these parties have changed; wallets are contracts of the
     * operator.
     */
    changed: (parties: ReadonlySet<PartyId>): void => {
      if (parties.has(operator)) isOld = true;
    },
  };
};

/**
 * Bytes of traffic that a member has bought and not used; the purchases are added up again when
 * contracts of the network have changed.
 */
const rememberedTraffic = (views: WalletViews, dso: string, memberId: string) => {
  let bought: bigint | undefined;
  return {
    left: (): bigint => {
      bought ??= views
        .named(MemberTraffic, dso, memberId)
        .reduce((sum, { payload }) => sum + payload.totalPurchased, 0n);
      const rest = bought - BigInt(views.extraTrafficUsed());
      return rest > 0n ? rest : 0n;
    },
    changed: (parties: ReadonlySet<PartyId>): void => {
      if (parties.has(dso)) bought = undefined;
    },
  };
};

/** Caches what a wallet often reads from its views. */
export interface CachedReadings {
  /** The current network; undefined while it is not set up. */
  readonly network: () => NetworkState | undefined;
  readonly parties: () => ReadonlySet<string>;
  /** To be called when a wallet begins or ends. */
  readonly forgetParties: () => void;
  /** Extra traffic that is left, bytes; never below 0. */
  readonly extraTrafficLeft: () => bigint;
  /** To be called when contracts of these parties have changed. */
  readonly changed: (parties: ReadonlySet<PartyId>) => void;
}

/**
 * The cache over a validator's views.
 *
 * @param memberId the validator as a member of the synchronizer
 * @param now microseconds since the Unix epoch
 */
export const cachedReadings = (
  views: WalletViews,
  { dso, operator }: NetworkSettings,
  memberId: string,
  now: () => number,
  timers: Timers,
): CachedReadings => {
  const parties = rememberedParties(views, operator, timers);
  const traffic = rememberedTraffic(views, dso, memberId);
  return {
    network: rememberedNetwork(views, dso, now),
    parties: parties.all,
    forgetParties: parties.forget,
    extraTrafficLeft: traffic.left,
    changed: (changed) => {
      parties.changed(changed);
      traffic.changed(changed);
    },
  };
};

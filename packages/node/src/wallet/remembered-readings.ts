import type { PartyId } from "@tallystick/core";
import { MemberTraffic, WalletAppInstall } from "@tallystick/coin";
import type { WalletViews } from "@tallystick/views/wallet";
import { type NetworkSettings, type NetworkState, networkState } from "@tallystick/wallet";

/** How long a reading of the network is used again while nothing changes; microseconds. */
const rememberMicros = 50_000;

/** The network as it is now, read again when anything was folded or a moment has passed. */
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
 * How often the parties with wallets are read again at most while the operator's contracts change;
 * milliseconds.
 */
const readPartiesMs = 1_000;

/** The parties that have a wallet, read again after they were forgotten. */
const rememberedParties = (views: WalletViews, operator: string) => {
  let known: ReadonlySet<string> | undefined;
  let readAt = 0;
  let isOld = false;
  return {
    all: (): ReadonlySet<string> => {
      if (known !== undefined && !(isOld && performance.now() - readAt >= readPartiesMs))
        return known;
      readAt = performance.now();
      isOld = false;
      known = new Set(
        views.of(WalletAppInstall, operator).map(({ payload }) => payload.endUserParty),
      );
      return known;
    },
    /** Someone has got a wallet, or lost it. */
    forget: (): void => {
      known = undefined;
    },
    /** Contracts of these parties have changed; wallets are among the operator's. */
    changed: (parties: ReadonlySet<PartyId>): void => {
      if (parties.has(operator)) isOld = true;
    },
  };
};

/**
 * Bytes of traffic that a member has bought and not used; what it has bought is added up again when
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

/** What a wallet reads of its views again and again, kept while it stays the same. */
export interface RememberedReadings {
  /** The network as it is now; undefined while it is not set up. */
  readonly network: () => NetworkState | undefined;
  /** Parties with a wallet. */
  readonly parties: () => ReadonlySet<string>;
  /** Someone has got a wallet, or lost it. */
  readonly forgetParties: () => void;
  /** Extra traffic that is left, bytes; never below 0. */
  readonly extraTrafficLeft: () => bigint;
  /** Contracts of these parties have changed. */
  readonly changed: (parties: ReadonlySet<PartyId>) => void;
}

/**
 * The readings of a validator's views.
 *
 * @param memberId the validator as a member of the synchronizer
 * @param now microseconds since the Unix epoch
 */
export const rememberedReadings = (
  views: WalletViews,
  { dso, operator }: NetworkSettings,
  memberId: string,
  now: () => number,
): RememberedReadings => {
  const parties = rememberedParties(views, operator);
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

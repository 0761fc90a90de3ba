import {
  type ContextKey,
  contextKeys,
  FeaturedAppRight,
  LockedAmulet,
  metadataV1,
  TransferPreapproval,
} from "@tallystick/coin";
import type { Micros, ContractId } from "@tallystick/core";
import type { ContractsView } from "../contracts/contracts-view.js";
import type { NetworkState } from "../treasury/network-state.js";

/**
 * What the registry passes to a choice of the token standard: the context, and the contracts a
 * caller must disclose with it.
 */
export interface RegistryContext {
  readonly context: metadataV1.ChoiceContext;
  /** Contract ids. */
  readonly disclosed: ReadonlyArray<string>;
}

/** How a transfer goes: to oneself, at once over a preapproval, or in two steps (wallet 11.6). */
export type TransferKind = "self" | "direct" | "offer";

type Contracts = Partial<Record<ContextKey, string>>;

const contextOf = (
  contracts: Contracts,
  more: ReadonlyArray<readonly [string, metadataV1.AnyValue]> = [],
): metadataV1.ChoiceContext => ({
  values: new Map([
    ...Object.entries(contracts).map(([key, value]): [string, metadataV1.AnyValue] => [
      key,
      { tag: "AV_ContractId", value },
    ]),
    ...more,
  ]),
});

const registryContext = (
  contracts: Contracts,
  others: ReadonlyArray<string> = [],
  more: ReadonlyArray<readonly [string, metadataV1.AnyValue]> = [],
): RegistryContext => ({
  context: contextOf(contracts, more),
  disclosed: [...new Set([...Object.values(contracts), ...others])],
});

const lockToExpire = (value: boolean): readonly [string, metadataV1.AnyValue] => [
  contextKeys.expireLock,
  { tag: "AV_Bool", value },
];

/**
 * What every choice that moves CC looks at: the newest configuration state, and for older clients
 * the rules and the round.
 */
const rounds = ({ amuletRules, round, externalPartyConfigStates }: NetworkState): Contracts => {
  const state = externalPartyConfigStates.at(-1)?.contractId;
  return {
    [contextKeys.amuletRules]: amuletRules,
    [contextKeys.openRound]: round.contractId,
    ...(state === undefined ? {} : { [contextKeys.externalPartyConfigState]: state }),
  };
};

/** The preapproval by which a party can be paid now; the one that lasts longest. */
export const preapprovalFor = (
  view: ContractsView,
  receiver: string,
  now: Micros,
): { readonly contractId: ContractId; readonly provider: string } | undefined => {
  const [found] = view
    .named(TransferPreapproval, receiver, receiver)
    .filter(({ payload }) => payload.validFrom <= now && now < payload.expiresAt)
    .sort((a, b) => b.payload.expiresAt - a.payload.expiresAt);
  return found && { contractId: found.contractId, provider: found.payload.provider };
};

/** The featured right that the DSO has given a provider; undefined when it has none. */
export const featuredRightFor = (
  view: ContractsView,
  dso: string,
  provider: string,
): string | undefined => view.named(FeaturedAppRight, dso, provider, 1)[0]?.contractId;

/**
 * How a transfer between two parties would go now, and what its beginning at the factory needs
 * (wallet 11.6).
 */
export const transferFactoryContext = (
  view: ContractsView,
  network: NetworkState,
  sender: string,
  receiver: string,
  now: Micros,
): RegistryContext & { readonly kind: TransferKind } => {
  const factory = [network.externalPartyRules];
  if (sender === receiver) return { kind: "self", ...registryContext(rounds(network), factory) };
  const preapproval = preapprovalFor(view, receiver, now);
  if (preapproval === undefined)
    return { kind: "offer", ...registryContext(rounds(network), factory) };
  const featured = featuredRightFor(view, network.dso, preapproval.provider);
  const contracts: Contracts = {
    ...rounds(network),
    [contextKeys.transferPreapproval]: preapproval.contractId,
    ...(featured === undefined ? {} : { [contextKeys.featuredAppRight]: featured }),
  };
  return { kind: "direct", ...registryContext(contracts, factory) };
};

/** What reserving CC at the factory needs (wallet 11.7). */
export const allocationFactoryContext = (network: NetworkState): RegistryContext =>
  registryContext(rounds(network), [network.externalPartyRules]);

/**
 * What delivering locked CC needs: the acceptance of a transfer, the execution of an allocation by
 * a featured executor or another. Undefined when it is locked no more: it was given back.
 */
export const deliveryContext = (
  view: ContractsView,
  network: NetworkState,
  lockedAmulet: string,
  executor?: string,
): RegistryContext | undefined => {
  if (view.byId(LockedAmulet, lockedAmulet) === undefined) return undefined;
  const featured =
    executor === undefined ? undefined : featuredRightFor(view, network.dso, executor);
  const contracts: Contracts = {
    ...rounds(network),
    ...(featured === undefined ? {} : { [contextKeys.featuredAppRight]: featured }),
  };
  return registryContext(contracts, [lockedAmulet], [lockToExpire(true)]);
};

/** What giving locked CC back needs: whether it is still locked, and then the rules. */
export const releaseContext = (
  view: ContractsView,
  network: NetworkState,
  lockedAmulet: string,
): RegistryContext => {
  return view.byId(LockedAmulet, lockedAmulet) === undefined
    ? registryContext({}, [], [lockToExpire(false)])
    : registryContext(rounds(network), [lockedAmulet], [lockToExpire(true)]);
};

/** A context as the extra arguments of a choice. */
export const extraArgsOf = (
  { context }: RegistryContext,
  meta: metadataV1.Metadata = metadataV1.emptyMetadata,
): metadataV1.ExtraArgs => ({ context, meta });

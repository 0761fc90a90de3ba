import {
  AmuletAllocation,
  type ContextKey,
  contextKeys,
  FeaturedAppRight,
  LockedAmulet,
  metadataV1,
  TransferPreapproval,
  AmuletAllocationV2,
} from "@tallystick/coin";
import type { Micros, ContractId } from "@tallystick/core";
import type { ContractsView } from "../contracts/contracts-view.js";
import type { NetworkState } from "../treasury/network-state.js";

/**
 * The registry's data for a choice of the token standard: the context, and the contracts a caller
 * must disclose.
 */
export interface RegistryContext {
  readonly context: metadataV1.ChoiceContext;
  /** Contract ids. */
  readonly disclosed: ReadonlyArray<string>;
}

/**
 * The kind of a transfer: to oneself, directly with a preapproval, or in two steps (wallet 11.6).
 */
export type TransferKind = "self" | "direct" | "offer";

/** Contracts of a context, by their keys. */
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
 * The context of every choice that moves CC: the newest configuration state, and for older clients
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

/**
 * The context of every choice of the second version: the newest configuration state alone, as no
 * older client has such choices.
 */
export const contextOfV2 = (network: NetworkState): Contracts => {
  const { [contextKeys.externalPartyConfigState]: state, ...others } = rounds(network);
  return state === undefined ? others : { [contextKeys.externalPartyConfigState]: state };
};

/** The preapproval with which a party can be paid now; the one that lasts longest. */
export const preapprovalFor = (
  view: ContractsView,
  receiver: string,
  now: Micros,
): { readonly contractId: ContractId; readonly provider: string } | undefined => {
  const [found] = view
    .named(TransferPreapproval, receiver, receiver)
    .filter(({ payload }) => payload.validFrom <= now && now < payload.expiresAt)
    .sort((a, b) => (a.payload.expiresAt < b.payload.expiresAt ? 1 : -1));
  return found && { contractId: found.contractId, provider: found.payload.provider };
};

/** The featured right that the DSO has given a provider; undefined when it has none. */
export const featuredRightFor = (
  view: ContractsView,
  dso: string,
  provider: string,
): string | undefined => view.named(FeaturedAppRight, dso, provider, 1)[0]?.contractId;

/**
 * The kind of a transfer between two parties now, and its context at the factory (wallet 11.6).
 *
 * @param shared what each context has; default: that of the first version
 */
export const transferFactoryContext = (
  view: ContractsView,
  network: NetworkState,
  sender: string,
  receiver: string,
  now: Micros,
  shared: Contracts = rounds(network),
): RegistryContext & { readonly kind: TransferKind } => {
  const factory = [network.externalPartyRules];
  if (sender === receiver) return { kind: "self", ...registryContext(shared, factory) };
  const preapproval = preapprovalFor(view, receiver, now);
  if (preapproval === undefined) return { kind: "offer", ...registryContext(shared, factory) };
  const featured = featuredRightFor(view, network.dso, preapproval.provider);
  const contracts: Contracts = {
    ...shared,
    [contextKeys.transferPreapproval]: preapproval.contractId,
    ...(featured === undefined ? {} : { [contextKeys.featuredAppRight]: featured }),
  };
  return { kind: "direct", ...registryContext(contracts, factory) };
};

/**
 * The context of an allocation at the factory (wallet 11.7).
 *
 * @param shared what each context has; default: that of the first version
 */
export const allocationFactoryContext = (
  network: NetworkState,
  shared: Contracts = rounds(network),
): RegistryContext => registryContext(shared, [network.externalPartyRules]);

/**
 * The context of settling allocations at the factory: their locked CC is disclosed too.
 *
 * @param allocations contract ids; those of no active allocation are skipped
 */
export const settlementContext = (
  view: ContractsView,
  network: NetworkState,
  allocations: ReadonlyArray<string>,
): RegistryContext => {
  const locked = allocations.flatMap(
    (cid) =>
      (view.byId(AmuletAllocationV2, cid) ?? view.byId(AmuletAllocation, cid))?.payload
        .lockedAmulet ?? [],
  );
  return registryContext(contextOfV2(network), [network.externalPartyRules, ...locked]);
};

/**
 * The context of delivering locked CC: the acceptance of a transfer, or the execution of an
 * allocation by a featured executor or another. Undefined when the lock no longer exists.
 *
 * @param shared what each context has; default: that of the first version
 */
export const deliveryContext = (
  view: ContractsView,
  network: NetworkState,
  lockedAmulet: string,
  executor?: string,
  shared: Contracts = rounds(network),
): RegistryContext | undefined => {
  if (view.byId(LockedAmulet, lockedAmulet) === undefined) return undefined;
  const featured =
    executor === undefined ? undefined : featuredRightFor(view, network.dso, executor);
  const contracts: Contracts = {
    ...shared,
    ...(featured === undefined ? {} : { [contextKeys.featuredAppRight]: featured }),
  };
  return registryContext(contracts, [lockedAmulet], [lockToExpire(true)]);
};

/**
 * The context of returning locked CC: whether it is still locked, and then the rules.
 *
 * @param lockedAmulet undefined: nothing was locked
 * @param shared what each context has; default: that of the first version
 */
export const releaseContext = (
  view: ContractsView,
  network: NetworkState,
  lockedAmulet: string | undefined,
  shared: Contracts = rounds(network),
): RegistryContext =>
  lockedAmulet === undefined || view.byId(LockedAmulet, lockedAmulet) === undefined
    ? registryContext({}, [], [lockToExpire(false)])
    : registryContext(shared, [lockedAmulet], [lockToExpire(true)]);

/** A context as the extra arguments of a choice. */
export const extraArgsOf = (
  { context }: RegistryContext,
  meta: metadataV1.Metadata = metadataV1.emptyMetadata,
): metadataV1.ExtraArgs => ({ context, meta });

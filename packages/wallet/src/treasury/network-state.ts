import {
  type AmuletConfig,
  AmuletRules,
  configOf,
  ExternalPartyConfigState,
  type ExternalPartyConfigStatePayload,
  ExternalPartyAmuletRules,
  IssuingMiningRound,
  OpenMiningRound,
  type OpenRoundPayload,
} from "@tallystick/coin";
import type { Micros, PartyId, Static } from "@tallystick/core";
import type { ActiveContract, ContractsView } from "../contracts/contracts-view.js";

/** An issuing round. */
export type IssuingRoundPayload = Static<(typeof IssuingMiningRound)["payload"]>;

/** The contracts that all transfers use: the rules, the rounds and the current configuration. */
export interface NetworkState {
  readonly dso: string;
  /** Contract id of AmuletRules. */
  readonly amuletRules: string;
  /** Contract id of ExternalPartyAmuletRules. */
  readonly externalPartyRules: string;
  readonly isDevNet: boolean;
  readonly config: AmuletConfig;
  /** All open rounds, lowest number first; the last may open in the future. */
  readonly openRounds: ReadonlyArray<ActiveContract<OpenRoundPayload>>;
  /** The round of new transfers: the highest that has opened (wallet 12.3). */
  readonly round: ActiveContract<OpenRoundPayload>;
  /**
   * States that transfers of external parties and of the token standard use instead of a round:
   * two, the older one first.
   */
  readonly externalPartyConfigStates: ReadonlyArray<
    ActiveContract<ExternalPartyConfigStatePayload>
  >;
  /** Issuing rounds that have opened, lowest number first. */
  readonly issuingRounds: ReadonlyArray<ActiveContract<IssuingRoundPayload>>;
  /** Providers that share the coupons of their apps' traffic before these are minted. */
  readonly sharing: ReadonlySet<PartyId>;
}

const byRound = (
  a: ActiveContract<{ readonly round: { readonly number: bigint } }>,
  b: ActiveContract<{ readonly round: { readonly number: bigint } }>,
): number => (a.payload.round.number < b.payload.round.number ? -1 : 1);

/**
 * Reads the network's state. Undefined while the network has no rules or no open round, so before
 * it is set up.
 *
 * @param sharing providers that share the coupons of their apps' traffic; default: none
 */
export const networkState = (
  view: ContractsView,
  dso: string,
  now: Micros,
  sharing: ReadonlySet<PartyId> = new Set(),
): NetworkState | undefined => {
  const rules = view.of(AmuletRules, dso, 1)[0];
  const externalRules = view.of(ExternalPartyAmuletRules, dso, 1)[0];
  const openRounds = [...view.of(OpenMiningRound, dso)].sort(byRound);
  const round = openRounds.findLast(({ payload }) => payload.opensAt <= now);
  if (rules === undefined || externalRules === undefined || round === undefined) return undefined;
  return {
    dso,
    amuletRules: rules.contractId,
    externalPartyRules: externalRules.contractId,
    isDevNet: rules.payload.isDevNet,
    config: configOf(rules.payload),
    openRounds,
    round,
    externalPartyConfigStates: [...view.of(ExternalPartyConfigState, dso)].sort((a, b) =>
      a.payload.targetArchiveAfter < b.payload.targetArchiveAfter ? -1 : 1,
    ),
    issuingRounds: view
      .of(IssuingMiningRound, dso)
      .filter(({ payload }) => payload.opensAt <= now)
      .sort(byRound),
    sharing,
  };
};

import type { Micros, PartyId } from "@tallystick/core";
import type { WalletConfig } from "../configuration/wallet-config.js";
import type { ContractsView } from "../contracts/contracts-view.js";
import type { Submission } from "../submissions/submission.js";
import type { NetworkState } from "../treasury/network-state.js";

/** What an automation looks at: nothing else influences what it does. */
export interface AutomationContext {
  readonly view: ContractsView;
  readonly network: NetworkState;
  /** The party of the validator's operator. */
  readonly operator: string;
  readonly config: WalletConfig;
  readonly now: Micros;
  /** Extra traffic the validator has left, bytes; undefined where it is not counted. */
  readonly trafficRemainderBytes?: bigint;
  /** The validator as a member of the synchronizer, `PAR::name::fingerprint`. */
  readonly memberId: string;
  readonly synchronizerId: string;
  /**
   * True for command ids that failed a moment ago and wait for their next try: something else is
   * done meanwhile.
   */
  readonly isWaiting: (commandId: string) => boolean;
  /** True for command ids of the wallet's own that took effect within the last two days. */
  readonly isDone: (commandId: string) => boolean;
  /**
   * Whether parties collect what they have earned at a moment of their own in each round, and not
   * all at its beginning.
   */
  readonly isSpread: boolean;
  /**
   * Owners of delegations to the operator who have more coins than are merged, in any order; see
   * `crowdedOwners`.
   */
  readonly crowdedOwners: () => Iterable<string>;
}

/**
 * An automation of a party: what it wants to submit now, in order; nothing when there is nothing to
 * do. Each submission is named after what it reacts to, so asking twice never does a thing twice.
 * One that spends coins is alone in its list: the next is planned when the first has taken effect.
 */
export interface Automation {
  readonly name: string;
  /** Whose automation it is: every onboarded party's, or the operator's alone. */
  readonly runsFor: "party" | "operator";
  readonly plan: (context: AutomationContext, party: PartyId) => ReadonlyArray<Submission>;
}

import type { Micros, PartyId } from "@tallystick/core";
import type { WalletConfig } from "../configuration/wallet-config.js";
import type { AllocationAsked } from "../registry/allocation-requests.js";
import type { ContractsView } from "../contracts/contracts-view.js";
import type { Submission } from "../submissions/submission.js";
import type { SweptMoney } from "../configuration/sweep-rings.js";
import type { NetworkState } from "../treasury/network-state.js";
import type { Lack } from "./lack.js";

/** The complete input of an automation. */
export interface AutomationContext {
  readonly view: ContractsView;
  readonly network: NetworkState;
  /** The party of the validator's operator. */
  readonly operator: string;
  readonly config: WalletConfig;
  readonly now: Micros;
  /** Extra traffic the validator has left, bytes; undefined when it is not counted. */
  readonly trafficRemainderBytes?: bigint;
  /** The validator as a member of the synchronizer, `PAR::name::fingerprint`. */
  readonly memberId: string;
  readonly synchronizerId: string;
  /**
   * True for command ids that failed recently and wait for their retry: other work is done
   * meanwhile.
   */
  readonly isWaiting: (commandId: string) => boolean;
  /** True for the wallet's command ids that took effect within the last two days. */
  readonly isDone: (commandId: string) => boolean;
  /**
   * Whether each party collects its rewards at its own moment of each round, and not all at its
   * beginning.
   */
  readonly isSpread: boolean;
  /**
   * Owners of delegations to the operator with more coins than the limit, in any order; see
   * `crowdedOwners`.
   */
  readonly crowdedOwners: () => Iterable<string>;
  /** What apps ask a party to allocate; of the packages in `config.rejectLapsedRequestsOf`. */
  readonly allocationsAsked: (party: PartyId) => ReadonlyArray<AllocationAsked>;
  /** What sweeps brought to parties of rings. */
  readonly swept: SweptMoney;
  /** False for parties whose coins are merged on request alone. */
  readonly mergesCoins: (party: PartyId) => boolean;
}

/**
 * What keeps an automation from waking itself, or another one, without end: a most of commands of a
 * party in any polling interval, or what each command uses up, of which there are only so many.
 */
export type AutomationBound = { readonly most: number } | { readonly oncePer: string };

/**
 * How an automation is held up by coins that are missing: what says so; or it pays nothing; or it
 * ends what cannot be paid, with the reason.
 */
export type AutomationLack =
  | ((context: AutomationContext, party: PartyId) => Lack | undefined)
  | "pays nothing"
  | "ends it";

/**
 * An automation of a party: the submissions due now, in order; empty when there are none. The
 * command id of each is derived from what it reacts to, so planning twice has one effect. A
 * submission that spends coins is alone in its list: the next is planned when the first has taken
 * effect.
 */
export interface Automation {
  readonly name: string;
  /** The parties of an automation: every onboarded party, or only the operator. */
  readonly runsFor: "party" | "operator";
  readonly bound: AutomationBound;
  readonly lack: AutomationLack;
  readonly plan: (context: AutomationContext, party: PartyId) => ReadonlyArray<Submission>;
}

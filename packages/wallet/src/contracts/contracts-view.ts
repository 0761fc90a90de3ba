import type { Micros, Template, ContractId, PartyId } from "@tallystick/core";

/** An active contract with its decoded payload. */
export interface ActiveContract<P> {
  readonly contractId: ContractId;
  readonly payload: P;
  /** Ledger time of the creating transaction. */
  readonly createdAt: Micros;
}

/** A condition on contracts. */
export type Keep<P> = (contract: ActiveContract<P>) => boolean;

/** Options of lookups of due contracts. */
export interface DueOptions<P> {
  /** Exclusive lower bound of moments; default: none. */
  readonly after?: number | undefined;
  /** Others are skipped; default: none are. */
  readonly keep?: Keep<P> | undefined;
}

/**
 * The active contracts of the coin as automations and queries read them: by template and
 * stakeholder. The functions of this package read nothing else of a ledger.
 */
export interface ContractsView {
  /**
   * The contracts of a template of which a party is a stakeholder, oldest first.
   *
   * @param limit the most contracts; default: all
   * @param keep others are skipped; default: none are
   */
  of<P>(
    template: Template<P>,
    party: PartyId,
    limit?: number,
    keep?: Keep<P>,
  ): ReadonlyArray<ActiveContract<P>>;
  /** Whether a party is a stakeholder of more than a number of contracts of a template. */
  hasMoreThan(count: number, template: { readonly name: string }, party: PartyId): boolean;
  /**
   * Those whose moment, see `dueOf`, is not after `upTo`, the earliest first; dust only for the
   * network's operator.
   *
   * @param upTo microseconds since the Unix epoch, or a round number where the moment is a round
   */
  due<P>(
    template: Template<P>,
    party: PartyId,
    upTo: number,
    limit: number,
    options?: DueOptions<P>,
  ): ReadonlyArray<ActiveContract<P>>;
  /**
   * Those whose name, see `namedOf`, is a text, oldest first.
   *
   * @param limit the most contracts to read; default: all
   */
  named<P>(
    template: Template<P>,
    party: PartyId,
    text: string,
    limit?: number,
  ): ReadonlyArray<ActiveContract<P>>;
  /**
   * Those whose name begins with a text, in the order of their names as UTF-8.
   *
   * @param keep others are skipped; default: none are
   */
  namedWithin<P>(
    template: Template<P>,
    party: PartyId,
    prefix: string,
    limit: number,
    keep?: Keep<P>,
  ): ReadonlyArray<ActiveContract<P>>;
  /** An active contract by its id; undefined when there is none of this template. */
  byId<P>(template: Template<P>, contractId: ContractId): ActiveContract<P> | undefined;
}

import type {
  Choice,
  ContractIdOf,
  Given,
  LedgerError,
  PartyId,
  Plain,
  Template,
  TemplateId,
  UserId,
} from "@tallystick/core";
import type { Either } from "fp-ts/lib/Either.js";
import type { AnswersOf, Step } from "./step.js";

/** The submitter, and the ids of the submission. */
export interface SubmitAs {
  /** The parties that authorize the commands. */
  readonly actAs: PartyId | ReadonlyArray<PartyId>;
  /** The parties whose contracts may be read in addition. */
  readonly readAs?: ReadonlyArray<PartyId>;
  /**
   * Identical in every repeat of one intended change, which then takes effect once. Default: a new
   * id, so that a repeated call repeats the change.
   */
  readonly commandId?: string;
  /** Default `embedded`. */
  readonly userId?: UserId;
  /** Name of the workflow that the submission belongs to, visible to readers of the transaction. */
  readonly workflowId?: string;
}

/** The transaction of a submission. */
export interface TransactionPlace {
  /** Its id, for `queries.update`. */
  readonly updateId: string;
  /** Offset of the transaction. */
  readonly offset: number;
  /** The one given, or made. */
  readonly commandId: string;
}

/** A contract was created. */
export interface Created<N extends string = string> extends TransactionPlace {
  readonly contractId: ContractIdOf<N>;
}

/** A choice was exercised. */
export interface Exercised<R> extends TransactionPlace {
  readonly result: Plain<R>;
}

/** Several commands took effect together. */
export interface Transacted<Results> extends TransactionPlace {
  /** The result of each command, in order. */
  readonly results: Results;
}

/** A contract of a template, with its payload as values. */
export interface ContractOf<P, N extends string = string> {
  readonly contractId: ContractIdOf<N>;
  /** The contents of the contract; may be given again as it is. */
  readonly payload: Plain<P>;
  /** With the package id of the version that created it. */
  readonly templateId: TemplateId;
  readonly signatories: ReadonlyArray<PartyId>;
  readonly observers: ReadonlyArray<PartyId>;
  /** ISO-8601 text. */
  readonly createdAt: string;
  /** Offset of the transaction that created it. */
  readonly offset: number;
}

/** The parties whose contracts to read. */
export interface SeenBy {
  /** Default: any stakeholders. */
  readonly party?: PartyId | ReadonlyArray<PartyId>;
}

/** Which active contracts to read. */
export interface ActiveAt extends SeenBy {
  /** An offset, such as that of a transaction. Default: the ledger end. */
  readonly at?: number;
}

/** Where to begin to follow contracts. */
export interface FollowFrom extends SeenBy {
  /** After this offset; 0: from the beginning. Default: only new events. */
  readonly after?: number;
  /** Up to this offset; default: without end, until the loop is left. */
  readonly until?: number;
}

/** A create or archive of a contract. */
export type ContractChange<P, N extends string = string> =
  | {
      readonly kind: "created";
      readonly offset: number;
      readonly updateId: string;
      readonly contractId: ContractIdOf<N>;
      readonly contract: ContractOf<P, N>;
    }
  | {
      readonly kind: "archived";
      readonly offset: number;
      readonly updateId: string;
      readonly contractId: ContractIdOf<N>;
    };

/** An asynchronous answer: the Right, or the error with its code (`orThrow` unwraps it). */
export type Later<A> = Promise<Either<LedgerError, A>>;

/** Contracts by their templates: commands with values in, and contracts with values out. */
export interface TemplateContracts {
  /**
   * Creates a contract. Left DAML_AUTHORIZATION_ERROR when a signatory is missing in `actAs`,
   * TEMPLATE_PRECONDITION_VIOLATED, DUPLICATE_CONTRACT_KEY; INVALID_ARGUMENT names a field that is
   * wrong.
   *
   * @param template as `template(...)` makes it; of a package the ledger was opened with
   * @param payload what the contract says; a numeric as text, a time as `Date` or ISO-8601 text
   * @param as who submits, and under which command id
   * @example
   * import { orThrow } from "@tallystick/node";
   * import { Iou } from "./iou.js";
   * declare const ledger: import("@tallystick/node").Ledger;
   * declare const bank: string;
   *
   * const { contractId } = orThrow(
   *   await ledger.create(Iou, { issuer: bank, owner: bank, amount: "100" }, { actAs: bank }),
   * );
   * console.log(contractId);
   */
  create<P, K, N extends string>(
    template: Template<P, K, N>,
    payload: Given<NoInfer<P>>,
    as: SubmitAs,
  ): Later<Created<N>>;
  /**
   * Exercises a choice on a contract. Left CONTRACT_NOT_FOUND when it is unknown, archived or
   * visible to no party of `actAs` and `readAs`, DAML_AUTHORIZATION_ERROR when a controller is
   * missing in `actAs`; DAML_FAILURE, INTERPRETATION_USER_ERROR and UNHANDLED_EXCEPTION come from
   * the body.
   *
   * @param choice as `choice(...)` or `interfaceChoice(...)` makes it
   * @param contractId on which contract
   * @param argument what the choice takes; `{}` for an empty record
   * @param as who submits, and under which command id
   * @returns what the body returned as `result`, and the transaction
   * @example
   * import { orThrow } from "@tallystick/node";
   * import { Iou, Transfer } from "./iou.js";
   * declare const ledger: import("@tallystick/node").Ledger;
   * declare const alice: string, bob: string;
   *
   * for (const { contractId } of orThrow(await ledger.active(Iou, { party: alice }))) {
   *   const argument = { newOwner: bob };
   *   const moved = await ledger.exercise(Transfer, contractId, argument, { actAs: alice });
   *   console.log(orThrow(moved).result);
   * }
   */
  exercise<A, R, N extends string>(
    choice: Choice<A, R, N>,
    contractId: ContractIdOf<NoInfer<N>>,
    argument: Given<NoInfer<A>>,
    as: SubmitAs,
  ): Later<Exercised<R>>;
  /**
   * Exercises a choice on the active contract that holds a key. Left CONTRACT_KEY_NOT_FOUND when
   * there is none that the parties see, else as `exercise`.
   *
   * @param template with the key, as `template(...)` makes it; of a package the ledger was opened
   * with
   * @param choice of that template
   * @param key as the key type of the template has it
   * @param argument what the choice takes
   * @param as who submits, and under which command id
   * @returns what the body returned as `result`, and the transaction
   */
  exerciseByKey<P, K, A, R, N extends string>(
    template: Template<P, K, N>,
    choice: Choice<A, R, NoInfer<N>>,
    key: Given<NoInfer<K>>,
    argument: Given<NoInfer<A>>,
    as: SubmitAs,
  ): Later<Exercised<R>>;
  /**
   * Takes several steps, all or none; `step.create`, `step.exercise` and so on make them. Left: the
   * error of the first that fails.
   *
   * @param steps in their order; later ones see what earlier ones did
   * @param as who submits, and under which command id
   * @returns the result of each, in order
   */
  transact<const S extends ReadonlyArray<Step<unknown>>>(
    steps: S,
    as: SubmitAs,
  ): Later<Transacted<AnswersOf<S>>>;

  /**
   * The active contracts of a template. Where they may be millions, see `queries`. Left
   * OFFSET_AFTER_LEDGER_END, PARTICIPANT_PRUNED_DATA_ACCESSED for an offset that cannot be
   * answered.
   *
   * @param template as `template(...)` makes it; of a package the ledger was opened with
   * @param wanted of whom and when; default all, now
   */
  active<P, K, N extends string>(
    template: Template<P, K, N>,
    wanted?: ActiveAt,
  ): Later<ReadonlyArray<ContractOf<P, N>>>;
  /**
   * One active contract. Left CONTRACT_NOT_FOUND when it is unknown, archived or not for this
   * party; WRONGLY_TYPED_CONTRACT when it is of another template.
   *
   * @param template as `template(...)` makes it; of a package the ledger was opened with
   * @param contractId of which contract
   * @param wanted for whom it must be visible; default for anybody
   */
  fetch<P, K, N extends string>(
    template: Template<P, K, N>,
    contractId: ContractIdOf<NoInfer<N>>,
    wanted?: SeenBy,
  ): Later<ContractOf<P, N>>;
  /**
   * Creates and archives of a template's contracts, until the loop is left. A Left is the last
   * item.
   *
   * @param template as `template(...)` makes it; of a package the ledger was opened with
   * @param from for whom, from which offset on, and up to which
   * @example
   * import { orThrow } from "@tallystick/node";
   * import { Iou } from "./iou.js";
   * declare const ledger: import("@tallystick/node").Ledger;
   *
   * for await (const each of ledger.follow(Iou, { after: 0 })) {
   *   const change = orThrow(each);
   *   if (change.kind === "created") console.log(change.contract.payload.amount.toString());
   * }
   */
  follow<P, K, N extends string>(
    template: Template<P, K, N>,
    from?: FollowFrom,
  ): AsyncIterable<Either<LedgerError, ContractChange<P, N>>>;
}

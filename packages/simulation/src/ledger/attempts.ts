import type { LedgerError } from "@tallystick/core";
import type { Either } from "fp-ts/lib/Either.js";
import type { NamedPeriod } from "../plan/plan.js";

/** What a submission was answered, if it was. */
export interface SubmissionAnswer {
  readonly offset: number;
  /** Undefined where only the completion is answered. */
  readonly updateId: string | undefined;
}

/** A call of a user, and its answer. */
export interface Call<A> {
  readonly node: number;
  /** Numbers of lines of the trace: they tell what was before what. */
  readonly calledAt: number;
  readonly answeredAt: number;
  /** Undefined: the node ended before it answered. */
  readonly answer: Either<LedgerError, A> | undefined;
}

export interface Attempt extends Call<SubmissionAnswer> {
  /** Unique to the attempt. */
  readonly submissionId: string;
  readonly changeId: string;
  readonly period: NamedPeriod;
  /** The offset that the period named, where it named one. */
  readonly periodOffset: number | undefined;
  readonly waits: boolean;
}

/** What a query of active contracts answered. */
interface ContractsRead extends Call<ReadonlyArray<string>> {
  readonly party: string;
  readonly offset: number;
  /** The end of the ledger when it was called. */
  readonly end: number;
}

/** What queries of transactions and completions answered. */
interface HistoryRead
  extends Call<{
    readonly transactions: ReadonlyArray<string>;
    readonly completions: ReadonlyArray<string>;
    /** Where the journal was pruned then. */
    readonly begin: number;
  }> {
  readonly party: string;
  readonly end: number;
}

/** A change of the participant that was tried. */
export interface Change extends Call<string> {
  readonly what:
    | "user"
    | "party"
    | "grant"
    | "upload"
    | "vet"
    | "unvet"
    | "provider"
    | "drop-provider"
    | "member"
    | "move";
  readonly name: string;
  /** The identity provider that was named for a user. */
  readonly of?: string;
}

interface BalanceRead extends Call<bigint> {
  readonly party: string;
  /** What its views had then. */
  readonly offset: number;
}

/** Everything that users were answered. */
export class Answers {
  readonly attempts: Array<Attempt> = [];
  readonly contracts: Array<ContractsRead> = [];
  readonly histories: Array<HistoryRead> = [];
  readonly changes: Array<Change> = [];
  readonly balances: Array<BalanceRead> = [];
  /** Calls that wait for their answer. */
  open = 0;
}

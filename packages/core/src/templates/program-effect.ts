import type { DamlType } from "../daml-types/daml-type.js";
import type { ContractId, TemplateId } from "../values/ids.js";
import type { Profile } from "./profile.js";

/**
 * Stands for one interpretation: the code of a package may keep by it what all its evaluations
 * share, such as what they may still take. Absent outside of an interpretation.
 */
export interface Run {
  /** Set by code that took long since the last pause: interpretation pauses after its effect. */
  isPauseDue?: boolean;
  /** Counts what code takes, where that is asked for. */
  readonly profile?: Profile;
}

/** A value, and the type that writes and reads it. */
export interface TypedValue {
  readonly type: DamlType<unknown>;
  readonly value: unknown;
}

/** A payload, and what the template it is one of says of it. */
export interface FetchedPayload extends TypedValue {
  readonly templateId: TemplateId;
  readonly packageName: string;
  readonly signatories: ReadonlyArray<string>;
  /** Those beside the signatories. */
  readonly observers: ReadonlyArray<string>;
  /** The view through an interface; undefined where the template does not implement it. */
  view(interfaceId: string): TypedValue | undefined;
}

/**
 * What the body of a choice requests by ids, as compiled Daml does; ids are in package-id form. The
 * code behind an id may be of any kind: values travel with their types, and what another type has
 * to read goes by way of JSON. The answers: `create` a contract id, `fetch` a `FetchedPayload`,
 * `exercise` a `TypedValue`, `fetchByKey` a `FetchedContract`, `queryByKey` a
 * `KeyAnswer`, `isLedgerTimeBefore` a boolean.
 *
 * `tryBegin`, `tryCommit` and `tryRollback` are in pairs like parentheses. Inside of them what a
 * create or a choice throws is thrown into the body, which must then roll back; anywhere else it
 * ends the command.
 *
 * `pause` asks for nothing: interpretation may be interrupted there.
 */
export type ProgramEffect =
  | { readonly op: "createOf"; readonly of: TemplateId; readonly payload: TypedValue }
  | { readonly op: "fetchOf"; readonly of: string; readonly contractId: ContractId }
  | {
      readonly op: "exerciseOf";
      readonly of: string;
      readonly choice: string;
      readonly contractId: ContractId;
      readonly argument: TypedValue;
    }
  | {
      readonly op: "exerciseByKeyOf";
      readonly of: TemplateId;
      readonly choice: string;
      readonly key: TypedValue;
      readonly argument: TypedValue;
    }
  | { readonly op: "fetchByKeyOf"; readonly of: TemplateId; readonly key: TypedValue }
  | {
      readonly op: "queryByKeyOf";
      readonly of: TemplateId;
      readonly key: TypedValue;
      /** How many contracts at most. */
      readonly count: number;
    }
  | { readonly op: "isLedgerTimeBefore"; readonly time: bigint }
  | { readonly op: "tryBegin" }
  | { readonly op: "tryCommit" }
  | { readonly op: "tryRollback"; readonly thrown?: ThrownException }
  | { readonly op: "pause" };

/** An exception that a `try` caught. */
export interface ThrownException {
  /** The id of its type, in package-id form. */
  readonly of: string;
  readonly value?: TypedValue;
}

/** A contract that was found by its key. */
export interface FetchedContract extends FetchedPayload {
  readonly contractId: ContractId;
}

/** The contracts that hold a key. */
export interface KeyAnswer {
  readonly found: ReadonlyArray<FetchedContract>;
  /** True when there are no others. */
  readonly isExhaustive: boolean;
}

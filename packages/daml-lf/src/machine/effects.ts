import type { Reference } from "../syntax/type.js";
import type { LfError } from "../values/lf-error.js";
import type { ContractId, LfRecord, LfValue, Timestamp } from "../values/value.js";

/**
 * What a running update asks of the ledger (daml-lf B.3). The answer is the value that the update
 * has as its result: `create` a ContractId, `fetch` the payload, `fetchInterface` an interface
 * value, `exercise` the result of the choice, `fetchByKey` a Tuple2, `queryByKey` an Optional,
 * `getTime` a Timestamp, `ledgerTimeLess` a Bool.
 *
 * A ledger that rejects an effect throws into the program: an `LfError` with a thrown exception is
 * caught by the nearest `try`, any other error ends the update.
 *
 * `tryBegin`, `tryCommit` and `tryRollback` are in pairs like parentheses; their answer is not
 * used. A rollback comes before the handler decides whether it takes the exception.
 *
 * `pause` asks for nothing: the program may be interrupted there.
 */
export type LfEffect =
  | { readonly op: "create"; readonly template: Reference; readonly payload: LfRecord }
  | {
      readonly op: "exercise";
      readonly template: Reference;
      readonly choice: string;
      readonly contractId: ContractId;
      readonly argument: LfValue;
    }
  | {
      readonly op: "exerciseInterface";
      readonly interface: Reference;
      readonly choice: string;
      readonly contractId: ContractId;
      readonly argument: LfValue;
    }
  | {
      readonly op: "exerciseByKey";
      readonly template: Reference;
      readonly choice: string;
      readonly key: LfValue;
      readonly argument: LfValue;
    }
  | { readonly op: "fetch"; readonly template: Reference; readonly contractId: ContractId }
  | {
      readonly op: "fetchInterface";
      readonly interface: Reference;
      readonly contractId: ContractId;
    }
  | { readonly op: "fetchByKey"; readonly template: Reference; readonly key: LfValue }
  | {
      readonly op: "queryByKey";
      readonly template: Reference;
      /** How many contracts at most; the ledger rejects fewer than one. */
      readonly count: bigint;
      readonly key: LfValue;
    }
  | { readonly op: "getTime" }
  | { readonly op: "ledgerTimeLess"; readonly time: Timestamp }
  | { readonly op: "tryBegin" }
  | { readonly op: "tryCommit" }
  | { readonly op: "tryRollback"; readonly thrown?: LfError }
  | { readonly op: "pause" };

/** A running update: it yields effects, receives their answers and returns its result. */
export type UpdateProgram = Generator<LfEffect, LfValue, LfValue>;

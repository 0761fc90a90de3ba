/** What a user does. Numbers choose among what is there at that moment. */
export type Operation =
  | { readonly kind: "issue"; readonly to: number; readonly units: number }
  | { readonly kind: "transfer"; readonly pick: number; readonly to: number }
  | { readonly kind: "split"; readonly pick: number; readonly part: number }
  | { readonly kind: "join"; readonly pick: number }
  | { readonly kind: "lock"; readonly pick: number; readonly forMs: number }
  | { readonly kind: "unlock"; readonly pick: number }
  | { readonly kind: "open"; readonly name: number }
  | { readonly kind: "count"; readonly name: number }
  | { readonly kind: "close"; readonly name: number }
  | { readonly kind: "burst"; readonly count: number; readonly to: number }
  /** The commands of an earlier step again, under the same command id. */
  | { readonly kind: "again"; readonly of: number }
  | { readonly kind: "user"; readonly name: number }
  | { readonly kind: "grant"; readonly name: number; readonly to: number }
  | { readonly kind: "party"; readonly name: number }
  /** An external party prepares, signs and executes. */
  | { readonly kind: "sign"; readonly pick: number; readonly name: number }
  /** Erases data up to so many offsets before the end. */
  | { readonly kind: "prune"; readonly back: number }
  | { readonly kind: "upload"; readonly version: number; readonly vets: boolean }
  /** Takes a version that was uploaded into use for commands, or out of it. */
  | { readonly kind: "vet"; readonly version: number; readonly vets: boolean }
  /** Makes, looks at or closes a contract of that package. */
  | { readonly kind: "note"; readonly pick: number }
  | { readonly kind: "provider"; readonly name: number }
  | { readonly kind: "drop-provider"; readonly name: number }
  /** A user of an identity provider. */
  | { readonly kind: "member"; readonly name: number; readonly of: number }
  /** Gives a user to another identity provider, or to the default one. */
  | { readonly kind: "move"; readonly name: number; readonly of: number; readonly to: number }
  /** Has a node prove a transaction to a party. */
  | { readonly kind: "prove"; readonly pick: number }
  | { readonly kind: "read" }
  | { readonly kind: "read-past"; readonly pick: number }
  | { readonly kind: "history" }
  | { readonly kind: "tap"; readonly units: number }
  | { readonly kind: "offer"; readonly to: number; readonly units: number; readonly forMs: number }
  | { readonly kind: "accept"; readonly pick: number }
  | { readonly kind: "reject"; readonly pick: number }
  | { readonly kind: "withdraw"; readonly pick: number }
  | { readonly kind: "balance" };

/** The kinds of operations of users without wallets. */
export const plainOperations = [
  "issue",
  "transfer",
  "split",
  "join",
  "lock",
  "unlock",
  "open",
  "count",
  "close",
  "burst",
  "again",
  "user",
  "grant",
  "party",
  "read",
  "read-past",
  "history",
] as const;

/** The kinds of what users of wallets do. */
export const walletOperations = [
  "tap",
  "offer",
  "accept",
  "reject",
  "withdraw",
  "balance",
  "again",
  "read",
  "history",
] as const;

/** The period a submission names for its deduplication. */
export type NamedPeriod =
  | { readonly kind: "none" }
  | { readonly kind: "seconds"; readonly seconds: number }
  /** So many offsets before the end. */
  | { readonly kind: "offset"; readonly back: number };

export interface Step {
  /** Its number, which stays when others are left out. */
  readonly id: number;
  readonly atMs: number;
  readonly node: number;
  readonly user: number;
  readonly operation: Operation;
  readonly period: NamedPeriod;
  /** Repeats with the same command id while the outcome is unknown. */
  readonly retries: number;
}

/** What goes wrong with one append. */
export type AppendFault = "refused" | "applied-but-unknown" | "lost-and-unknown" | "torn";

/** What goes wrong with one read. */
export type FaultOfRead = "fails" | "ends" | "repeats";

/** What happens to the files of a node while it is down. */
export type FaultOfFiles =
  | "views-lost"
  | "views-flipped"
  | "snapshot-lost"
  | "snapshot-flipped"
  | "snapshot-cut"
  | "snapshot-older";

export type Fault =
  | {
      readonly kind: "append";
      readonly node: number;
      readonly nth: number;
      readonly what: AppendFault;
    }
  | {
      readonly kind: "read";
      readonly node: number;
      readonly nth: number;
      readonly what: FaultOfRead;
    }
  /** The process is killed before its n-th callback. */
  | {
      readonly kind: "crash";
      readonly node: number;
      readonly task: number;
      readonly downMs: number;
    }
  /** The node is stopped and started again. */
  | { readonly kind: "stop"; readonly node: number; readonly atMs: number; readonly downMs: number }
  | { readonly kind: "clock"; readonly node: number; readonly atMs: number; readonly byMs: number }
  | { readonly kind: "full"; readonly atMs: number; readonly forMs: number }
  | { readonly kind: "slow"; readonly atMs: number; readonly forMs: number; readonly times: number }
  /** From a moment on flushes are not done, until the power fails and loses what was written. */
  | {
      readonly kind: "unflushed";
      readonly atMs: number;
      readonly forMs: number;
      readonly downMs: number;
    }
  | {
      readonly kind: "files";
      readonly node: number;
      readonly start: number;
      readonly what: FaultOfFiles;
    };

export const faultKinds = [
  "append",
  "read",
  "crash",
  "stop",
  "clock",
  "full",
  "slow",
  "unflushed",
  "files",
] as const;

/** How the nodes of a history run. */
export interface World {
  readonly nodes: number;
  readonly users: number;
  /** True: nodes have folders with views and snapshots. */
  readonly hasFiles: boolean;
  readonly hasWallets: boolean;
  /** Events that concern no view, before nodes are started for the last time. */
  readonly quietEvents: number;
  /** True: nodes keep and sign the log of the journal. */
  readonly signs: boolean;
  /** True: a node pays rent by an automation. */
  readonly paysRent: boolean;
  readonly maxBatchSize: number;
  readonly appendRetries: number;
  readonly snapshotEveryEvents: number;
  readonly deduplicationSeconds: number;
  readonly pageEvents: number;
  /** True: the store reads synchronously too. */
  readonly readsNow: boolean;
  /** The longest delay of a call of the store on a good day; milliseconds. */
  readonly delayMs: number;
  readonly maxWaitingSubmissions: number;
}

/** A whole history, before it happens. */
export interface Plan {
  readonly seed: number;
  readonly world: World;
  readonly steps: ReadonlyArray<Step>;
  readonly faults: ReadonlyArray<Fault>;
}

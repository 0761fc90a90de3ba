import type { LogFolder } from "@tallystick/audit";
import type { EventStore } from "@tallystick/event-store";
import type { Ids, Ledger, LedgerConfig } from "@tallystick/node";
import type { ledgerParts } from "@tallystick/node/parts";
import type { WalletViews } from "@tallystick/views/wallet";
import type { Plan } from "../plan/plan.js";
import type { MoneyRules } from "./sim-package.js";

export type Parts = typeof ledgerParts;

export interface CanaryPlace {
  /** How often the node was started before. */
  readonly start: number;
}

/**
 * A fault in the program itself, which the checks must find. It replaces a part of a node from
 * outside; the product contains no code for it.
 */
export interface Canary {
  readonly name: string;
  readonly breaks: string;
  readonly store?: (store: EventStore, place: CanaryPlace) => EventStore;
  readonly parts?: (parts: Parts, place: CanaryPlace) => Parts;
  readonly ids?: (ids: Ids, place: CanaryPlace) => Ids;
  readonly config?: (config: Partial<LedgerConfig>) => Partial<LedgerConfig>;
  readonly ledger?: (ledger: Ledger, place: CanaryPlace) => Ledger;
  readonly money?: MoneyRules;
  readonly walletViews?: (views: WalletViews, place: CanaryPlace) => WalletViews;
  /** The store as the log of the journal reads it. */
  readonly logStore?: (store: EventStore, place: CanaryPlace) => EventStore;
  readonly logFolder?: (folder: LogFolder) => LogFolder;
  /** The command id of the rent of a period. */
  readonly rentId?: (period: number, place: CanaryPlace) => string;
  /** The histories in which it can do anything; default all. */
  readonly concerns?: (plan: Plan) => boolean;
}

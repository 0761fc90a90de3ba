import type { Timers } from "@tallystick/background";
import type { LedgerError, Micros, PartyId } from "@tallystick/core";
import type { WalletViews } from "@tallystick/views/wallet";
import type {
  NetworkSettings,
  NetworkState,
  Submission,
  WalletConfig,
  WalletSwitches,
} from "@tallystick/wallet";
import type { Either } from "fp-ts/lib/Either.js";
import type { ReadAsked } from "../contracts/asked-allocations.js";
import type { PartyQueue } from "../party-queue.js";
import type { WalletCommitted } from "../wallet.js";

export interface SchedulerParts {
  readonly timers: Timers;
  readonly views: WalletViews;
  readonly config: WalletConfig;
  readonly settings: NetworkSettings;
  readonly memberId: string;
  readonly queue: PartyQueue;
  readonly network: () => NetworkState | undefined;
  readonly parties: () => ReadonlySet<string>;
  readonly switchesOf: (party: PartyId) => WalletSwitches;
  /** Undefined: no requests are rejected. */
  readonly askedAllocations?: ReadAsked | undefined;
  readonly extraTrafficLeft: () => bigint;
  readonly now: () => Micros;
  /** See `AutomationContext`. */
  readonly isSpread: boolean;
  /** Resolves when the views have all events committed now. */
  readonly upToDate: () => Promise<void>;
  readonly submit: (submission: Submission) => Promise<Either<LedgerError, WalletCommitted>>;
  /** False while another node of the ledger runs the automations. */
  readonly mayRun: () => boolean;
  /** Called with errors of automations. */
  readonly onError: (automation: string, commandId: string, error: string) => void;
}

import type { Turns } from "@tallystick/background";
import type { DappState } from "../sessions/dapp-state.js";
import type { TakenSnapshots } from "../sessions/taken-snapshots.js";
import type { Ledger, Wallet } from "@tallystick/node";
import type { AuditLog } from "./audit-log.js";
import type { Followers } from "../metrics/followers.js";
import type { Instruments } from "../metrics/instrument-panel.js";
import type { TokenRegistry } from "./token-registry.js";
import type { HttpConfig } from "./http-config.js";

/** The services of the JSON Ledger API's endpoints. */
export interface Services {
  readonly ledger: Ledger;
  readonly config: HttpConfig;
  /** When the interface was made; milliseconds since the Unix epoch. */
  readonly startedAt: number;
  readonly openApi: () => Promise<string>;
  readonly asyncApi: () => Promise<string>;
  /** Text of the OpenAPI document of the wallet. */
  readonly walletOpenApi: () => Promise<string>;
  /** Text of the OpenAPI document of the log. */
  readonly auditOpenApi: () => Promise<string>;
  /** What the node measures; undefined where it was opened without metrics. */
  readonly instruments?: Instruments | undefined;
  /** The programs that follow the ledger and say where they are. */
  readonly followers: Followers;
  /** The log of the journal; undefined on a node that keeps none. */
  readonly audit?: AuditLog | undefined;
  /** The snapshots of a node in development. */
  readonly snapshots: TakenSnapshots;
  /** The web pages that users of the wallet have connected. */
  readonly dapp: DappState;
  /** Turns of long work, such as parsing large bodies. */
  readonly turns: Turns;
  /** The validator's wallet; undefined on a node without one. */
  readonly wallet?: Wallet | undefined;
  /** The registries of tokens that the node serves. */
  readonly registries?: ReadonlyArray<TokenRegistry> | undefined;
}

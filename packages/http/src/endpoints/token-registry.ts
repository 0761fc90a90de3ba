import type {
  allocationInstructionV1,
  allocationInstructionV2,
  allocationV2,
  metadataV1,
  transferInstructionV1,
  transferInstructionV2,
} from "@tallystick/coin";
import type { Choice, PartyId, Static } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import type { TransferKind } from "@tallystick/wallet";

/** The argument of a choice. */
type ArgumentOf<C> = C extends Choice<infer A, infer _R> ? A : never;

/** What a choice needs besides its argument. */
export interface NeededContext {
  /** The context of its `extraArgs`. */
  readonly context: Static<typeof metadataV1.ChoiceContext>;
  /** Contract ids of what is disclosed with it. */
  readonly disclosed: ReadonlyArray<string>;
}

/** A factory, and what its choice needs besides its argument. */
export interface NeededFactory extends NeededContext {
  readonly factoryId: string;
}

/** A factory of transfers. */
export interface NeededTransferFactory extends NeededFactory {
  /** `direct`: the transfer completes at once; `offer`: its receiver accepts it. */
  readonly transferKind: TransferKind;
}

/** The factories of a token; clients get 404 for those that it does not have. */
export interface TokenFactories {
  readonly transferV1?: (
    argument: ArgumentOf<typeof transferInstructionV1.TransferFactory_Transfer>,
  ) => Promise<NeededTransferFactory>;
  readonly transferV2?: (
    argument: ArgumentOf<typeof transferInstructionV2.TransferFactory_Transfer>,
  ) => Promise<NeededTransferFactory>;
  readonly allocationV1?: (
    argument: ArgumentOf<typeof allocationInstructionV1.AllocationFactory_Allocate>,
  ) => Promise<NeededFactory>;
  readonly allocationV2?: (
    argument: ArgumentOf<typeof allocationInstructionV2.AllocationFactory_Allocate>,
  ) => Promise<NeededFactory>;
  readonly settlementV2?: (
    argument: ArgumentOf<typeof allocationV2.SettlementFactory_SettleBatch>,
  ) => Promise<NeededFactory>;
}

/** A choice on one contract of the token standard. */
export interface ContractChoice {
  readonly on: "transfer-instruction" | "allocation-instruction" | "allocations";
  readonly version: 1 | 2;
  /** As in the path: `accept`, `reject`, `withdraw`, `cancel`, `execute-transfer`. */
  readonly choice: string;
  readonly contractId: string;
}

/** An instrument, as wallets show it. */
export interface TokenInstrument {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  /** The interfaces that it has, with the minor version of each. */
  readonly supportedApis: Readonly<Record<string, number>>;
}

/** The registry of a token: which factories there are, and what choices need. */
export interface TokenRegistry {
  /** Its paths are below `/registries/NAME`: letters, digits and hyphens. */
  readonly name: string;
  /** Who administers its instruments. */
  readonly admin: PartyId;
  readonly instruments: ReadonlyArray<TokenInstrument>;
  readonly factories: TokenFactories;
  /**
   * What a choice on a contract needs; undefined where there is no such contract.
   *
   * @param choice which one
   */
  readonly contextOf: (choice: ContractChoice) => Promise<NeededContext | undefined>;
}

/** What a package module exports, so that `serve` mounts the registry of its token. */
export interface RegistryModule {
  readonly kind: "token-registry";
  /**
   * Is called once, when the ledger takes commands: finds or makes the administrator's party and
   * contracts.
   *
   * @param ledger whose packages have the token
   */
  readonly open: (ledger: Ledger) => Promise<TokenRegistry>;
}

import { type Checkpoint, emptyCheckpoint, type FileKind } from "@tallystick/tables";

export interface WalletCheckpointRow extends Checkpoint {
  /** The count of traffic; -1 before the first message, see `TrafficMeter`. */
  readonly baseLeft: number;
  readonly baseAt: number;
  readonly extraUsed: number;
}

/** The checkpoint of empty views of a journal. */
export const emptyWalletCheckpoint = (journal: string): WalletCheckpointRow => ({
  ...emptyCheckpoint(journal),
  baseLeft: -1,
  baseAt: 0,
  extraUsed: 0,
});

/** The file of the wallet's views ("TSwl"): the sorted maps of `wallet-keys.ts`. */
export const walletKind: FileKind<WalletCheckpointRow> = {
  applicationId: 0x5453776c,
  version: 23,
  empty: emptyWalletCheckpoint,
  pageCacheKiB: 8 * 1024,
  // 32 MiB
  copyBackPages: 4_096,
};

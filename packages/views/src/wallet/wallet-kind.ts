import { type Checkpoint, checkSeed, type FileKind, type TableFile } from "@tallystick/tables";

/** The checkpoint of the wallet's views. */
export interface WalletCheckpointRow extends Checkpoint {
  /** The count of traffic; -1 before the first message, see `TrafficMeter`. */
  readonly baseLeft: number;
  readonly baseAt: number;
  readonly extraUsed: number;
  /** See `LeafTotals`. */
  readonly leaves: number;
  readonly sum: number;
}

/** The checkpoint of empty views of a journal. */
export const emptyWalletCheckpoint = (journal: string): WalletCheckpointRow => ({
  journal,
  offset: 0,
  hash: "",
  baseLeft: -1,
  baseAt: 0,
  extraUsed: 0,
  names: 0,
  namesCheck: checkSeed(journal),
  leaves: 0,
  sum: 0,
});

/** A file of wallet views, open for folding. */
export type WalletFile = TableFile<WalletCheckpointRow>;

/** The file of the wallet's views ("TSwl"): `leaf` has the sorted maps of `wallet-keys.ts`. */
export const walletKind: FileKind<WalletCheckpointRow> = {
  applicationId: 0x5453776c,
  version: 13,
  tables: `
    CREATE TABLE leaf (
      id INTEGER PRIMARY KEY,
      tree INTEGER NOT NULL,
      first TEXT NOT NULL,
      text TEXT NOT NULL,
      check_sum INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX leaf_place ON leaf (tree, first);
  `,
  empty: emptyWalletCheckpoint,
  pageCacheKiB: 8 * 1024,
  // 32 MiB
  copyBackPages: 4_096,
};

import { sha256 } from "../ledger/sha256.js";

/** Prefix of the files of views of journals in this stream. */
export const viewsPrefix = (stream: string): string => `views-${sha256(stream).slice(0, 8)}-`;

/** The name of the file of wallet views in the data folder. */
export const walletFileName = "wallet.db";

/**
 * The name of the views' file of a journal in the data folder.
 *
 * @param journalId hash of the journal's first event
 */
export const viewsFileName = (stream: string, journalId: string): string =>
  `${viewsPrefix(stream)}${journalId.slice(0, 16)}.db`;

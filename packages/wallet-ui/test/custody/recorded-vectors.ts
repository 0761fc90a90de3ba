import { readFileSync } from "node:fs";
import type { HashingScheme } from "@tallystick/signing/browser";

interface Vectors {
  readonly preparedTransactions: ReadonlyArray<{
    readonly name: string;
    readonly preparedTransaction: string;
    readonly hashV2?: string;
    readonly hashV3: string;
  }>;
  readonly topology: ReadonlyArray<{
    readonly name: string;
    readonly topologyTransactions: ReadonlyArray<string>;
    readonly multiHash: string;
  }>;
}

// the compiled test is in dist/test/custody
const file = "../../../../signing/test/fixtures/prepared-transactions.json";

/** Transactions and hashes computed with the network's own programs. */
const vectors: Vectors = JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8"));

const base64 = (hex: string): string => Buffer.from(hex, "hex").toString("base64");

/** Every recorded prepared transaction as a server's answer, in each scheme that hashes it. */
export const preparedAnswers = vectors.preparedTransactions.flatMap(
  ({ name, preparedTransaction, hashV2, hashV3 }) => {
    const answer = (hash: string, hashingSchemeVersion: HashingScheme) => ({
      name: `${name} in ${hashingSchemeVersion.slice(-2)}`,
      preparedTransaction,
      preparedTransactionHash: base64(hash),
      hashingSchemeVersion,
    });
    return [
      ...(hashV2 === undefined ? [] : [answer(hashV2, "HASHING_SCHEME_VERSION_V2")]),
      answer(hashV3, "HASHING_SCHEME_VERSION_V3"),
    ];
  },
);

/** Recorded topology transactions as a server's answers. */
export const topologyAnswers = vectors.topology.map(({ multiHash, ...rest }) => ({
  ...rest,
  multiHash: base64(multiHash),
}));

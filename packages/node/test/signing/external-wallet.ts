import { generateKeyPairSync } from "node:crypto";
import {
  type HashingScheme,
  type PrivateKey,
  privateKeyFrom,
  signMessage,
} from "@tallystick/signing";
import type { Submission } from "@tallystick/core";
import type { Ledger } from "../../src/ledger/ledger.js";
import type {
  ExecuteSubmission,
  PreparedSubmissionToSign,
} from "../../src/ledger/external-signing.js";
import { receivePrepared } from "../../src/signing/received-prepared.js";
import { rightOf, userId } from "../test-ledger.js";

/** A party whose key the test has, and the node has not. */
export interface ExternalWallet {
  readonly party: string;
  readonly key: PrivateKey;
}

/** A new Ed25519 key. */
export const newKey = (): PrivateKey =>
  rightOf(privateKeyFrom(generateKeyPairSync("ed25519").privateKey));

/** Makes a party as a wallet does: topology, signature, allocation. */
export const onboard = async (ledger: Ledger, partyHint: string): Promise<ExternalWallet> => {
  const key = newKey();
  const topology = rightOf(
    ledger.generateExternalPartyTopology({ partyHint, publicKey: key.publicKey }),
  );
  rightOf(
    await ledger.allocateExternalParty({
      transactions: topology.transactions.map((transaction) => ({ transaction, signatures: [] })),
      multiHashSignatures: [signMessage(key, topology.multiHash)],
    }),
  );
  return { party: topology.partyId, key };
};

/** What is to be signed. */
export const prepared = async (
  ledger: Ledger,
  commands: Submission,
  hashingScheme: HashingScheme = "HASHING_SCHEME_VERSION_V2",
): Promise<PreparedSubmissionToSign> =>
  rightOf(await ledger.prepareSubmission({ submission: commands, hashingScheme }));

/** The request that executes bytes with signatures over a hash by some wallets. */
export const signed = (
  { preparedTransaction, hash, hashingScheme }: PreparedSubmissionToSign,
  ...wallets: ReadonlyArray<ExternalWallet>
): ExecuteSubmission => ({
  prepared: rightOf(receivePrepared(preparedTransaction)),
  hashingScheme,
  signatures: wallets.map(({ party, key }) => ({ party, signatures: [signMessage(key, hash)] })),
  submission: { userId, submissionId: "" },
});

import { MintingDelegationProposal } from "@tallystick/coin";
import { generateKeyPairSync, sign } from "node:crypto";
import type { TestNode } from "./test-node.js";

const operatorUser = "ledger-api-user";

/** A party whose key only the test has. */
export interface ExternalParty {
  readonly partyId: string;
  /** Hex. */
  readonly publicKey: string;
  /** Signs bytes given as hex; answers hex. */
  sign(hex: string): string;
}

/** Makes a party by the validator's endpoints; it is not set up yet. */
export const externalParty = async (node: TestNode, hint: string): Promise<ExternalParty> => {
  const keys = generateKeyPairSync("ed25519");
  const der = keys.publicKey.export({ format: "der", type: "spki" });
  const publicKey = der.subarray(-32).toString("hex");
  const signHex = (hex: string): string =>
    sign(null, Buffer.from(hex, "hex"), keys.privateKey).toString("hex");
  const topology = "/v0/admin/external-party/topology";
  const generated = await node.api<{
    party_id: string;
    topology_txs: ReadonlyArray<{ topology_tx: string; hash: string }>;
  }>(operatorUser, "POST", `${topology}/generate`, { party_hint: hint, public_key: publicKey });
  await node.api(operatorUser, "POST", `${topology}/submit`, {
    public_key: publicKey,
    signed_topology_txs: generated.topology_txs.map(({ topology_tx, hash }) => ({
      topology_tx,
      signed_hash: signHex(hash),
    })),
  });
  return { partyId: generated.party_id, publicKey, sign: signHex };
};

/** Sets a party up with this validator: the operator pays, the party signs. */
const setUpParty = async (node: TestNode, party: ExternalParty): Promise<void> => {
  const setup = "/v0/admin/external-party/setup-proposal";
  const { contract_id } = await node.api<{ contract_id: string }>(operatorUser, "POST", setup, {
    user_party_id: party.partyId,
  });
  const prepared = await node.api<{ transaction: string; tx_hash: string }>(
    operatorUser,
    "POST",
    `${setup}/prepare-accept`,
    { contract_id, user_party_id: party.partyId },
  );
  await node.api(operatorUser, "POST", `${setup}/submit-accept`, {
    submission: {
      party_id: party.partyId,
      transaction: prepared.transaction,
      signed_tx_hash: party.sign(prepared.tx_hash),
      public_key: party.publicKey,
    },
  });
};

/** A party that is set up, and for which the operator may act. */
export const servedParty = async (node: TestNode, hint: string): Promise<ExternalParty> => {
  const party = await externalParty(node, hint);
  await node.validator.ledger.grantUserRights(operatorUser, [
    { kind: "CanActAs", party: party.partyId },
  ]);
  await setUpParty(node, party);
  return party;
};

let submitted = 0;

/** A party, and who signs for it. */
export interface Signer {
  readonly partyId: string;
  readonly sign: (hex: string) => string | Promise<string>;
}

const signatureOf = async ({ partyId, sign: signHex }: Signer, hash: Buffer) => ({
  party: partyId,
  signatures: [
    {
      format: "SIGNATURE_FORMAT_CONCAT",
      signature: Buffer.from(await signHex(hash.toString("hex")), "hex").toString("base64"),
      signedBy: partyId.split("::")[1],
      signingAlgorithmSpec: "SIGNING_ALGORITHM_SPEC_ED25519",
    },
  ],
});

/**
 * Has parties do something by `/v2`: prepares, signs, executes.
 *
 * @param user may act for the parties
 */
export const submitSigned = async (
  node: TestNode,
  parties: ReadonlyArray<Signer>,
  command: object,
  user = operatorUser,
): Promise<void> => {
  const path = "/v2/interactive-submission";
  const { preparedTransaction, preparedTransactionHash } = await node.api<{
    preparedTransaction: string;
    preparedTransactionHash: string;
  }>(user, "POST", `${path}/prepare`, {
    commandId: `external-${++submitted}`,
    actAs: parties.map(({ partyId }) => partyId),
    commands: [command],
    synchronizerId: "",
    packageIdSelectionPreference: [],
  });
  const hash = Buffer.from(preparedTransactionHash, "base64");
  await node.api(user, "POST", `${path}/executeAndWait`, {
    preparedTransaction,
    hashingSchemeVersion: "HASHING_SCHEME_VERSION_V2",
    submissionId: "",
    deduplicationPeriod: { Empty: {} },
    partySignatures: {
      signatures: await Promise.all(parties.map((each) => signatureOf(each, hash))),
    },
  });
};

const microsPerHour = 3_600_000_000;

/** Has a party propose that a delegate mints for it. */
export const proposeDelegation = (
  node: TestNode,
  party: Signer,
  delegate: string,
  { hours = 48, limit = 10, user = operatorUser } = {},
): Promise<void> =>
  submitSigned(
    node,
    [party],
    {
      CreateCommand: {
        templateId: `#splice-wallet:${MintingDelegationProposal.name}`,
        createArguments: {
          delegation: {
            beneficiary: party.partyId,
            delegate,
            dso: node.validator.wallet.settings.dso,
            expiresAt: new Date(
              (node.validator.wallet.now() + hours * microsPerHour) / 1_000,
            ).toISOString(),
            amuletMergeLimit: String(limit),
          },
        },
      },
    },
    user,
  );

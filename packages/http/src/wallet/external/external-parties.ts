import { base64Encode } from "@tallystick/core";
import { orThrow } from "@tallystick/node";
import { hexOf, topologyTransactionHash } from "@tallystick/signing";
import { required, wireArray, wireObject, wireString } from "@tallystick/wire";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { base64Bytes, hexBytes, publicKey } from "../rows/value-codecs.js";
import { walletRow } from "../rows/wallet-row.js";
import { externalBalance } from "./external-balance.js";
import { externalSendingRows } from "./external-sending.js";
import { externalSetupRows } from "./external-setup.js";
import { ownSetupRows } from "./own-setup.js";
import { ed25519Signature } from "./external-submission.js";

/** `POST /v0/admin/external-party/topology/generate` (specification 4.7, wallet 4.5). */
const generateTopology = walletRow({
  method: "POST",
  path: "/v0/admin/external-party/topology/generate",
  summary: "What the owner of a key signs to become a party",
  description: "public_key is the Ed25519 key as hex, hash what is to be signed. Nothing changes.",
  access: "admin",
  submits: false,
  body: wireObject("GenerateExternalPartyTopologyRequestV0", {
    party_hint: required(wireString),
    public_key: required(publicKey),
  }),
  response: wireObject("GenerateExternalPartyTopologyResponseV0", {
    party_id: required(wireString),
    topology_txs: required(
      wireArray(
        wireObject("TopologyTx", { topology_tx: required(wireString), hash: required(wireString) }),
      ),
    ),
  }),
  errorStatuses: { 400: "The hint or the key is none" },
  handle: ({ body }, { ledger }) => {
    const { partyId, transactions } = orThrow(
      ledger.generateExternalPartyTopology({
        partyHint: body.party_hint,
        publicKey: body.public_key,
        separateMappings: true,
      }),
    );
    return {
      party_id: partyId,
      topology_txs: transactions.map((bytes) => ({
        topology_tx: base64Encode(bytes),
        hash: hexOf(topologyTransactionHash(bytes)),
      })),
    };
  },
});

/** `POST /v0/admin/external-party/topology/submit` (specification 4.7, wallet 4.5). */
const submitTopology = walletRow({
  method: "POST",
  path: "/v0/admin/external-party/topology/submit",
  summary: "Host the party whose topology transactions were signed",
  description: "signed_hash is the Ed25519 signature over the bytes of the hash, as hex.",
  access: "admin",
  body: wireObject("SubmitExternalPartyTopologyRequest", {
    public_key: required(publicKey),
    signed_topology_txs: required(
      wireArray(
        wireObject("SignedTopologyTx", {
          topology_tx: required(base64Bytes),
          signed_hash: required(hexBytes),
        }),
      ),
    ),
  }),
  response: wireObject("SubmitExternalPartyTopologyResponse", { party_id: required(wireString) }),
  errorStatuses: { 400: "A transaction or a signature does not fit" },
  handle: async ({ body }, { ledger, userId }) => {
    const { partyId } = orThrow(
      await ledger.allocateExternalParty({
        transactions: body.signed_topology_txs.map(({ topology_tx, signed_hash }) => ({
          transaction: topology_tx,
          signatures: [ed25519Signature(body.public_key, signed_hash)],
        })),
        multiHashSignatures: [],
        userId,
      }),
    );
    return { party_id: partyId };
  },
});

/** The operator's endpoints for external parties (specification 4.7). */
export const externalPartyRows: ReadonlyArray<Endpoint> = [
  generateTopology,
  submitTopology,
  ...externalSetupRows,
  ...ownSetupRows,
  ...externalSendingRows,
  externalBalance,
];

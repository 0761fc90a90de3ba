import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { type Answer, at, type KilledNode, succeeded } from "./killed-node.js";

/** A command of the ledger's JSON interface, and contracts that others disclose for it. */
export interface Command {
  readonly commands: ReadonlyArray<object>;
  readonly disclosed: ReadonlyArray<unknown>;
}

/** Who does something on a node: by the id of a command, once however often it is sent. */
export interface Actor {
  readonly party: string;
  /** Throws when the command is refused. */
  submit(commandId: string, command: Command): Promise<void>;
}

const userId = "ledger-api-user";

/** Done now, or by the same command before the node was killed. */
const expectDone = (commandId: string, answer: Answer): void => {
  if (answer.status === 409 && at(answer.json, "code") === "DUPLICATE_COMMAND") return;
  succeeded(commandId, answer);
};

/** A party whose user submits for it. */
export const localActor = async (node: KilledNode, partyIdHint: string): Promise<Actor> => {
  const made = await node.answered("POST", "/v2/parties", { partyIdHint, userId });
  const party = String(at(made, "partyDetails", "party"));
  return {
    party,
    async submit(commandId, { commands, disclosed }) {
      const body = { commandId, actAs: [party], commands, disclosedContracts: disclosed };
      expectDone(commandId, await node.command("/v2/commands/submit-and-wait", body));
    },
  };
};

const signedWith = (key: KeyObject, signedBy: string, hash: unknown) => ({
  format: "SIGNATURE_FORMAT_CONCAT",
  signature: sign(null, Buffer.from(String(hash), "base64"), key).toString("base64"),
  signedBy,
  signingAlgorithmSpec: "SIGNING_ALGORITHM_SPEC_ED25519",
});

/** A party whose key only the test has. */
export class Trader implements Actor {
  private constructor(
    private readonly node: KilledNode,
    readonly party: string,
    private readonly key: KeyObject,
    private readonly fingerprint: string,
  ) {}

  /** Makes a party by a topology that it signs. */
  static async on(node: KilledNode, partyHint: string): Promise<Trader> {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const external = "/v2/parties/external";
    const connected = await node.answered("GET", "/v2/state/connected-synchronizers");
    const synchronizer = at(connected, "connectedSynchronizers", 0, "synchronizerId");
    const topology = await node.answered("POST", `${external}/generate-topology`, {
      synchronizer,
      partyHint,
      publicKey: {
        format: "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO",
        keyData: publicKey.export({ format: "der", type: "spki" }).toString("base64"),
        keySpec: "SIGNING_KEY_SPEC_EC_CURVE25519",
      },
    });
    const fingerprint = String(at(topology, "publicKeyFingerprint"));
    const transactions = [...Object(at(topology, "topologyTransactions"))];
    const allocated = await node.answered("POST", `${external}/allocate`, {
      synchronizer,
      onboardingTransactions: transactions.map((transaction: unknown) => ({ transaction })),
      multiHashSignatures: [signedWith(privateKey, fingerprint, at(topology, "multiHash"))],
      userId,
    });
    return new Trader(node, String(at(allocated, "partyId")), privateKey, fingerprint);
  }

  /** What the node says of a command that the party has not signed. */
  prepare(commandId: string, { commands, disclosed }: Command): Promise<Answer> {
    return this.node.command("/v2/interactive-submission/prepare", {
      commandId,
      actAs: [this.party],
      synchronizerId: "",
      packageIdSelectionPreference: [],
      commands,
      disclosedContracts: disclosed,
    });
  }

  /** Signs what it prepared once; that is sent until the node says that it is done. */
  async submit(commandId: string, command: Command): Promise<void> {
    const prepared = succeeded(commandId, await this.prepare(commandId, command));
    const { party, key, fingerprint } = this;
    const signature = signedWith(key, fingerprint, at(prepared, "preparedTransactionHash"));
    const executed = await this.node.command("/v2/interactive-submission/executeAndWait", {
      preparedTransaction: at(prepared, "preparedTransaction"),
      hashingSchemeVersion: at(prepared, "hashingSchemeVersion"),
      submissionId: "",
      deduplicationPeriod: { Empty: {} },
      partySignatures: { signatures: [{ party, signatures: [signature] }] },
    });
    expectDone(commandId, executed);
  }
}

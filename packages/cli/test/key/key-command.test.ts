import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  externalPartyTopology,
  hashPreparedTransaction,
  openKeyFile,
  type PreparedTransaction,
  type Signature,
  verifySignature,
  encodePreparedTransaction,
} from "@tallystick/signing";
import { expect } from "chai";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { run } from "../../src/run.js";

const passphrase = "correct horse";
const folder = mkdtempSync(join(tmpdir(), "tallystick-key-"));
const file = (name: string): string => join(folder, name);

const invoke = async (
  args: ReadonlyArray<string>,
  answers: ReadonlyArray<string> = [],
  env = {},
) => {
  const lines = { out: "", err: "" };
  const left = [...answers];
  const code = await run(["key", ...args], {
    env,
    out: (line) => {
      lines.out += `${line}\n`;
    },
    err: (line) => {
      lines.err += `${line}\n`;
    },
    ask: async () => left.shift(),
  });
  return { code, ...lines };
};

const ping = (packageName: string): PreparedTransaction => ({
  transaction: {
    version: "2.1",
    roots: ["0"],
    nodes: [
      {
        nodeId: "0",
        content: {
          kind: "create",
          value: {
            lfVersion: "2.1",
            contractId: `00${"ab".repeat(32)}`,
            packageName,
            templateId: { packageId: "p", moduleName: "Canton.Internal.Ping", entityName: "Ping" },
            argument: { kind: "record", value: { recordId: undefined, fields: [] } },
            signatories: ["alice"],
            stakeholders: ["alice"],
            key: undefined,
          },
        },
      },
    ],
    nodeSeeds: [{ nodeId: 0, seed: new Uint8Array(32) }],
  },
  metadata: {
    submitterInfo: { actAs: ["alice"], commandId: "c" },
    synchronizerId: "s::1220::35-0",
    mediatorGroup: 0,
    transactionUuid: "4c6471d3-4e09-49dd-addf-6cd90e19c583",
    preparationTime: 1n,
    inputContracts: [],
    globalKeyMapping: [],
    minLedgerEffectiveTime: undefined,
    maxLedgerEffectiveTime: undefined,
    maxRecordTime: undefined,
  },
});

const requestFile = (name: string, content: object): string => {
  writeFileSync(file(name), JSON.stringify(content));
  return file(name);
};

const preparedRequest = (prepared: PreparedTransaction) => {
  const hash = hashPreparedTransaction(prepared, "HASHING_SCHEME_VERSION_V2");
  if (isLeft(hash)) throw new Error(hash.left.message);
  return {
    preparedTransaction: Buffer.from(encodePreparedTransaction(prepared)).toString("base64"),
    preparedTransactionHash: Buffer.from(hash.right.hash).toString("base64"),
    hashingSchemeVersion: "HASHING_SCHEME_VERSION_V2",
  };
};

const known = requestFile(
  "known.json",
  preparedRequest(ping("canton-builtin-admin-workflow-ping")),
);
const unknown = requestFile("unknown.json", preparedRequest(ping("other")));

const openedKey = () => {
  const key = openKeyFile(readFileSync(file("alice.key"), "utf8"), passphrase);
  if (isLeft(key)) throw new Error(key.left.message);
  return key.right;
};

const verifies = (text: string, message: Uint8Array): boolean => {
  const { format, signature, signedBy, signingAlgorithmSpec } = JSON.parse(text);
  const read: Signature = {
    format,
    bytes: Buffer.from(signature, "base64"),
    signedBy,
    algorithm: signingAlgorithmSpec,
  };
  return isRight(verifySignature(openedKey().publicKey, message, read));
};

describe("tallystick key", () => {
  before(async () => {
    const made = await invoke(["new", file("alice.key")], [passphrase, passphrase]);
    expect(made.code, made.err).to.equal(0);
    expect(made.out.trim()).to.equal(openedKey().publicKey.fingerprint);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it("writes a file for its owner only, and never over another", async () => {
    expect(statSync(file("alice.key")).mode & 0o777).to.equal(0o600);
    const again = await invoke(["new", file("alice.key")], [passphrase, passphrase]);
    expect([again.code, again.out]).to.deep.equal([1, ""]);
    expect(again.err).to.contain("cannot be written");
  });

  it("refuses short passphrases, two that differ, none, and kinds that are not known", async () => {
    expect((await invoke(["new", file("x")], ["short", "short"])).err).to.contain("at least 8");
    expect((await invoke(["new", file("x")], ["long enough", "other one"])).err).to.contain(
      "differ",
    );
    expect((await invoke(["new", file("x")])).err).to.contain("TALLYSTICK_KEY_PASSPHRASE");
    expect((await invoke(["new", file("x"), "--kind", "rsa"])).err).to.contain(
      "ed25519, p256, secp256k1",
    );
  });

  it("makes keys of the other kinds, with a passphrase from the environment", async () => {
    for (const kind of ["p256", "secp256k1"]) {
      const env = { TALLYSTICK_KEY_PASSPHRASE: passphrase };
      expect((await invoke(["new", file(kind), "--kind", kind], [], env)).code).to.equal(0);
      expect((await invoke(["public", file(kind)])).out).to.contain(
        kind === "p256" ? "P256" : "SECP256K1",
      );
    }
  });

  it("prints the public key as generate-topology takes it", async () => {
    const { out, code } = await invoke(["public", file("alice.key")]);
    expect(code).to.equal(0);
    expect(JSON.parse(out)).to.deep.equal({
      publicKey: {
        format: "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO",
        keyData: Buffer.from(openedKey().publicKey.der).toString("base64"),
        keySpec: "SIGNING_KEY_SPEC_EC_CURVE25519",
      },
      fingerprint: openedKey().publicKey.fingerprint,
    });
  });

  it("says what it signs, asks, and signs the hash that it computed", async () => {
    const signed = await invoke(["sign", file("alice.key"), known], ["yes", passphrase]);
    expect(signed.code, signed.err).to.equal(0);
    expect(signed.err).to.contain("Creates the ping");
    const hash = Buffer.from(
      JSON.parse(readFileSync(known, "utf8")).preparedTransactionHash,
      "base64",
    );
    expect(verifies(signed.out, hash)).to.equal(true);
  });

  it("does not sign without a yes, nor with a wrong passphrase", async () => {
    for (const answers of [["no"], [], ["yes", "wrong passphrase"]]) {
      const refused = await invoke(["sign", file("alice.key"), known], answers);
      expect([refused.code, refused.out]).to.deep.equal([1, ""]);
    }
  });

  it("does not sign what it cannot describe unless a flag says so", async () => {
    const refused = await invoke(["sign", file("alice.key"), unknown, "--yes"], [passphrase]);
    expect([refused.code, refused.out]).to.deep.equal([1, ""]);
    expect(refused.err).to.contain("Doubt: unknown").and.to.contain("--blind");
    const blind = await invoke(
      ["sign", file("alice.key"), unknown, "--yes", "--blind"],
      [passphrase],
    );
    expect(blind.code, blind.err).to.equal(0);
  });

  it("does not sign a request whose hash is another one", async () => {
    const other = { ...JSON.parse(readFileSync(known, "utf8")), preparedTransactionHash: "AAAA" };
    const refused = await invoke(
      ["sign", file("alice.key"), requestFile("other.json", other), "--yes"],
      [passphrase],
    );
    expect([refused.code, refused.out]).to.deep.equal([1, ""]);
    expect(refused.err).to.contain("not the hash of what it asks to sign");
  });

  it("signs the topology of a party over the hash of all transactions", async () => {
    const { publicKey } = openedKey();
    const topology = externalPartyTopology({
      partyHint: "alice",
      publicKey,
      participant: `p::1220${"ab".repeat(32)}`,
      localParticipantObservationOnly: false,
      otherConfirmingParticipants: [],
      observingParticipants: [],
      confirmationThreshold: 0,
    });
    if (isLeft(topology)) throw new Error(topology.left.message);
    const { transactions, multiHash } = topology.right;
    const request = requestFile("topology.json", {
      topologyTransactions: transactions.map((bytes) => Buffer.from(bytes).toString("base64")),
      multiHash: Buffer.from(multiHash).toString("base64"),
    });
    const signed = await invoke(["sign", file("alice.key"), request], ["yes", passphrase]);
    expect(signed.code, signed.err).to.equal(0);
    expect(signed.err).to.contain("is hosted on").and.to.contain(publicKey.fingerprint);
    expect(verifies(signed.out, multiHash)).to.equal(true);
  });

  for (const args of [
    [],
    ["new"],
    ["dance", "x"],
    ["sign", "x"],
    ["public", "x", "y"],
    ["new", "x", "y", "z"],
    ["new", "x", "--no"],
  ]) {
    it(`answers "${args.join(" ")}" with where its usage is`, async () => {
      const { code, err } = await invoke(args);
      expect(code).to.equal(2);
      expect(err).to.match(/"tallystick key( \w+)? --help"/);
    });
  }

  it("says which file cannot be read, and which is none", async () => {
    expect((await invoke(["public", file("missing")])).err).to.contain("cannot be read");
    expect((await invoke(["public", known])).err).to.contain("expected the JSON of a key file");
    expect((await invoke(["sign", file("alice.key"), file("alice.key")])).err).to.contain(
      "preparedTransaction or topologyTransactions",
    );
  });
});

import { generateKeyPairSync } from "node:crypto";
import { lastingPort } from "@tallystick/dev";
import { type PrivateKey, privateKeyFrom, signMessage } from "@tallystick/signing";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { at, openPingServer, type PingServer } from "../../fixtures/ping-server.js";
import { otherParticipants } from "../../../src/v2/parties/other-participants.js";

const newKey = (): PrivateKey => {
  const key = privateKeyFrom(generateKeyPairSync("ed25519").privateKey);
  if (isLeft(key)) throw new Error(key.left.message);
  return key.right;
};
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

const generatePath = "/v2/parties/external/generate-topology";
const allocatePath = "/v2/parties/external/allocate";

/** What a client does that thinks it hosts a party on several participants. */
const hostedBy = (pings: PingServer, key: PrivateKey, partyHint: string, others: object) => {
  const { synchronizerId: synchronizer } = pings.ledger;
  const generate = () =>
    pings.post(generatePath, {
      synchronizer,
      partyHint,
      publicKey: {
        format: "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO",
        keyData: base64(key.publicKey.der),
        keySpec: key.publicKey.keySpec,
      },
      ...others,
    });
  const allocate = (topology: unknown) => {
    const signature = signMessage(key, Buffer.from(String(at(topology, "multiHash")), "base64"));
    const { format, bytes, signedBy, algorithm } = signature;
    return pings.post(allocatePath, {
      synchronizer,
      onboardingTransactions: [{ transaction: String(at(topology, "topologyTransactions", 0)) }],
      multiHashSignatures: [
        { format, signature: base64(bytes), signedBy, signingAlgorithmSpec: algorithm },
      ],
      userId: "ledger-api-user",
    });
  };
  return { generate, allocate };
};

describe("A party hosted by the participants of a LocalNet", () => {
  const key = newKey();

  for (const list of ["otherConfirmingParticipantUids", "observingParticipantUids"]) {
    it(`is hosted here once where further ports stand for them all (${list})`, async () => {
      const pings = await openPingServer({ alsoPorts: [await lastingPort()] });
      const { generate, allocate } = hostedBy(pings, key, "charlie", {
        [list]: [pings.ledger.participantId],
      });
      const topology = await generate();
      expect(topology.status, topology.text).to.equal(200);
      const first = await allocate(topology.json);
      expect(first.status, first.text).to.equal(200);
      // the same on each of the other participants' ports
      const second = await allocate(topology.json);
      expect([second.status, second.json]).to.deep.equal([200, first.json]);
      expect(pings.ledger.party(String(at(first.json, "partyId")))?.external?.threshold).to.equal(
        1,
      );
      await pings.close();
    });
  }

  it("of another key is refused there too", async () => {
    const pings = await openPingServer({ alsoPorts: [await lastingPort()] });
    const mine = hostedBy(pings, key, "charlie", {});
    const topology = await mine.generate();
    expect((await mine.allocate(topology.json)).status).to.equal(200);
    const theirs = hostedBy(pings, newKey(), "charlie", {});
    expect((await theirs.allocate(topology.json)).status).to.equal(400);
    await pings.close();
  });

  it("is refused without further ports: one node is one participant", async () => {
    const pings = await openPingServer();
    const { generate } = hostedBy(pings, key, "charlie", {
      otherConfirmingParticipantUids: [pings.ledger.participantId],
    });
    expect((await generate()).status).to.equal(400);
    const plain = hostedBy(pings, key, "charlie", {});
    const topology = await plain.generate();
    expect((await plain.allocate(topology.json)).status).to.equal(200);
    expect((await plain.allocate(topology.json)).status).to.equal(400);
    await pings.close();
  });
});

describe("The other participants of a request", () => {
  const own = `node::1220${"a".repeat(64)}`;
  const other = `other::1220${"b".repeat(64)}`;
  const rows: ReadonlyArray<readonly [ReadonlyArray<number>, ReadonlyArray<string>]> = [
    [[], [own, other]],
    [[2975], [other]],
  ];
  for (const [alsoPorts, expected] of rows) {
    it(`are ${expected.length} with ${alsoPorts.length} further ports`, () => {
      expect(otherParticipants([own, other], `PAR::${own}`, { alsoPorts })).to.deep.equal(expected);
      expect(otherParticipants([other], own, { alsoPorts })).to.deep.equal([other]);
    });
  }
});

import { inMemoryStore } from "@tallystick/event-store";
import {
  encodeTopologyTransaction,
  multiHash,
  type PrivateKey,
  signMessage,
  topologyKeyOf,
  topologyTransactionHash,
} from "@tallystick/signing";
import { expect } from "chai";
import type { Ledger } from "../../src/ledger/ledger.js";
import { codeOf, leftOf, openTest, pingBy, rightOf, tempFolder } from "../test-ledger.js";
import { type ExternalWallet, newKey, onboard, prepared, signed } from "./external-wallet.js";

const rotation = (
  ledger: Ledger,
  { party }: ExternalWallet,
  keys: ReadonlyArray<PrivateKey>,
  threshold: number,
  serial: number,
) =>
  encodeTopologyTransaction({
    operation: 1,
    serial,
    mapping: {
      kind: "partyToParticipant",
      value: {
        party,
        threshold: 1,
        participants: [
          { participantUid: ledger.participantId.replace(/^PAR::/, ""), permission: 2 },
        ],
        partySigningKeys: {
          keys: keys.map(({ publicKey }) => topologyKeyOf(publicKey)),
          threshold,
        },
      },
    },
  });

const change = (ledger: Ledger, transaction: Uint8Array, signers: ReadonlyArray<PrivateKey>) => {
  const hash = multiHash([topologyTransactionHash(transaction)]);
  return ledger.changePartyKeys({
    transactions: [{ transaction, signatures: [] }],
    multiHashSignatures: signers.map((key) => signMessage(key, hash)),
  });
};

describe("Keys of an external party", () => {
  it("are changed by a transaction that its namespace and all new keys signed", async () => {
    const store = inMemoryStore();
    const data = tempFolder();
    const ledger = await openTest({ store, data });
    const alice = await onboard(ledger, "alice");
    const before = signed(await prepared(ledger, pingBy(alice.party, "c1")), alice);
    const second = newKey();
    const transaction = rotation(ledger, alice, [alice.key, second], 2, 2);
    const changed = rightOf(await change(ledger, transaction, [alice.key, second]));
    expect(changed).to.deep.equal({ serial: 2 });
    expect(ledger.party(alice.party)?.external).to.deep.include({ threshold: 2, serial: 2 });
    // what was signed with one key alone does not count any more
    expect(leftOf(await ledger.executeSubmissionAndWait(before)).cause).to.contain(
      "expected at least 2 valid",
    );
    await ledger.close();
    const reopened = await openTest({ store, data });
    const toSign = await prepared(reopened, pingBy(alice.party, "c2"));
    const both = [alice.key, second].map((key) => signMessage(key, toSign.hash));
    const request = {
      ...signed(toSign),
      signatures: [{ party: alice.party, signatures: both }],
    };
    expect(codeOf(await reopened.executeSubmissionAndWait(request))).to.equal("ok");
  });

  it("stay when a signature is missing, or the serial is not the next", async () => {
    const ledger = await openTest();
    const alice = await onboard(ledger, "alice");
    const second = newKey();
    const keys = [alice.key, second];
    const good = rotation(ledger, alice, keys, 1, 2);
    expect(leftOf(await change(ledger, good, [second])).cause).to.contain("missing authorizations");
    expect(leftOf(await change(ledger, good, [alice.key])).cause).to.contain(
      "missing authorizations",
    );
    expect(leftOf(await change(ledger, good, [])).cause).to.contain("not signed");
    const late = rotation(ledger, alice, keys, 1, 3);
    expect(leftOf(await change(ledger, late, keys)).cause).to.contain(
      "serial: found 3, expected 2",
    );
    const first = rotation(ledger, alice, keys, 1, 1);
    expect(leftOf(await change(ledger, first, keys)).code).to.equal("INVALID_FIELD");
    expect(ledger.party(alice.party)?.external).to.deep.include({ threshold: 1, serial: 1 });
    rightOf(await change(ledger, good, keys));
    expect(leftOf(await change(ledger, good, keys)).cause).to.contain(
      "serial: found 2, expected 3",
    );
  });

  it("cannot be given to a party that is not known", async () => {
    const ledger = await openTest();
    const other = await openTest();
    const alice = await onboard(other, "alice");
    const transaction = rotation(ledger, alice, [alice.key], 1, 2);
    expect(codeOf(await change(ledger, transaction, [alice.key]))).to.equal("PARTY_NOT_FOUND");
  });

  it("cannot be taken over by a key that signs for another namespace", async () => {
    const ledger = await openTest();
    const alice = await onboard(ledger, "alice");
    const mallory = newKey();
    const transaction = rotation(ledger, alice, [mallory], 1, 2);
    expect(leftOf(await change(ledger, transaction, [mallory])).cause).to.contain(
      `namespaces=${alice.key.publicKey.fingerprint}`,
    );
  });
});

describe("Allocating an external party", () => {
  it("answers the id of a party that others must host too, and does not host it", async () => {
    const ledger = await openTest();
    const key = newKey();
    const topology = rightOf(
      ledger.generateExternalPartyTopology({
        partyHint: "shared",
        publicKey: key.publicKey,
        otherConfirmingParticipants: [`other::1220${"ab".repeat(32)}`],
      }),
    );
    const allocated = await ledger.allocateExternalParty({
      transactions: topology.transactions.map((transaction) => ({ transaction, signatures: [] })),
      multiHashSignatures: [signMessage(key, topology.multiHash)],
    });
    expect(rightOf(allocated)).to.deep.equal({ partyId: topology.partyId });
    expect(ledger.party(topology.partyId)).to.equal(undefined);
  });

  it("happens once when it is done twice at once", async () => {
    const ledger = await openTest();
    const key = newKey();
    const topology = rightOf(
      ledger.generateExternalPartyTopology({ partyHint: "twice", publicKey: key.publicKey }),
    );
    const request = {
      transactions: topology.transactions.map((transaction) => ({ transaction, signatures: [] })),
      multiHashSignatures: [signMessage(key, topology.multiHash)],
    };
    const outcomes = await Promise.all([1, 2].map(() => ledger.allocateExternalParty(request)));
    expect(outcomes.map(codeOf).toSorted()).to.deep.equal(["INVALID_ARGUMENT", "ok"]);
  });
});

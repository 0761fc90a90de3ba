import { hashPreparedTransaction as officialHash } from "@canton-network/core-tx-visualizer";
import {
  bool,
  choice,
  decodeLedgerEvent,
  definePackage,
  isLedgerTimeBefore,
  party,
  record,
  shortId,
  type Submission,
  template,
  timestamp,
  timestampToText,
} from "@tallystick/core";
import {
  hashPreparedTransaction,
  hexOf,
  signMessage,
  encodePreparedTransaction,
} from "@tallystick/signing";
import { everythingFor } from "@tallystick/wire";
import { expect } from "chai";
import * as fc from "fast-check";
import { inMemoryStore } from "@tallystick/event-store";
import { isLeft } from "fp-ts/lib/Either.js";
import { receivePrepared } from "../../src/signing/received-prepared.js";
import { iouId, pingId } from "../iou-package.js";
import {
  accountBy,
  activeFor,
  allocate,
  codeOf,
  commandsBy,
  commit,
  contractAt,
  createOf,
  exerciseOf,
  iouBy,
  journalOf,
  leftOf,
  openTest,
  pingBy,
  rightOf,
  tempFolder,
  transactionsFor,
} from "../test-ledger.js";
import { onboard, prepared, signed } from "./external-wallet.js";

describe("executing what an external party signed", () => {
  it("commits a create that the party signed, and its hash is that of the official client", async () => {
    const ledger = await openTest();
    const alice = await onboard(ledger, "alice");
    const toSign = await prepared(ledger, pingBy(alice.party, "c1"));
    const base64 = Buffer.from(toSign.preparedTransaction).toString("base64");
    expect(await officialHash(base64, "hex")).to.equal(hexOf(toSign.hash));
    const before = ledger.ledgerEnd();
    const committed = rightOf(await ledger.executeSubmissionAndWait(signed(toSign, alice)));
    expect(committed.completionOffset).to.equal(before + 1);
    const [contract] = await activeFor(ledger, alice.party);
    const message = rightOf(receivePrepared(toSign.preparedTransaction)).message;
    const node = message.transaction.nodes[0]?.content;
    if (node?.kind !== "create") throw new Error("a create");
    expect(contract?.contractId.startsWith(node.value.contractId)).to.equal(true);
  });

  it("commits an exercise on a contract of someone else, with what it creates", async () => {
    const ledger = await openTest();
    const bank = await allocate(ledger, "bank");
    const alice = await onboard(ledger, "alice");
    const bob = await onboard(ledger, "bob");
    const { completionOffset } = await commit(ledger, iouBy(bank, alice.party, "issue"));
    const iou = await contractAt(ledger, alice.party, completionOffset);
    const commands = commandsBy(
      alice.party,
      "pay",
      exerciseOf(iouId, iou, "Transfer", { newOwner: bob.party }),
    );
    for (const scheme of ["HASHING_SCHEME_VERSION_V3", "HASHING_SCHEME_VERSION_V2"] as const)
      await prepared(ledger, commands, scheme);
    const toSign = await prepared(ledger, commands);
    const base64 = Buffer.from(toSign.preparedTransaction).toString("base64");
    expect(await officialHash(base64, "hex")).to.equal(hexOf(toSign.hash));
    rightOf(await ledger.executeSubmissionAndWait(signed(toSign, alice)));
    expect(
      (await activeFor(ledger, bob.party)).map(({ createArgument }) => createArgument),
    ).to.deep.equal([{ issuer: bank, owner: bob.party, amount: "10.0000000000" }]);
    expect(await activeFor(ledger, alice.party)).to.deep.equal([]);
    const transactions = await transactionsFor(ledger, bob.party);
    const transactionHash = Buffer.from(toSign.hash).toString("base64");
    expect(transactions.at(-1)?.externalTransactionHash).to.equal(hexOf(toSign.hash));
    const updateFormat = {
      includeTransactions: {
        transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" as const,
        eventFormat: everythingFor(bob.party, bank),
      },
    };
    const { update } = rightOf(
      await ledger.queries.update({ at: { transactionHash }, updateFormat }),
    );
    expect("Transaction" in update && update.Transaction.value.commandId).to.equal("");
    const issued = Buffer.from(
      (await transactionsFor(ledger, bank))[0]?.updateId.slice(4) ?? "",
      "hex",
    ).toString("base64");
    expect(
      codeOf(await ledger.queries.update({ at: { transactionHash: issued }, updateFormat })),
    ).to.equal("UPDATE_NOT_FOUND");
  });

  it("commits what compares the ledger time for as long as the answer is the one that was signed", async () => {
    const due = Date.now() * 1000 + 7_200_000_000;
    const desk = template("Time:Desk", {
      payload: record({ owner: party }),
      signatories: ({ owner }) => [owner],
    });
    const early = choice(desk, "Early", {
      argument: record({ until: timestamp }),
      result: bool,
      controllers: ({ owner }) => [owner],
      *body(_subject, { until }) {
        return yield* isLedgerTimeBefore(until);
      },
    });
    const packages = [
      definePackage({ name: "time-test", version: "1.0.0", templates: [desk], choices: [early] }),
    ];
    let late = 0;
    const ledger = await openTest({ packages, clock: () => Date.now() * 1000 + late });
    const alice = await onboard(ledger, "alice");
    const id = "#time-test:Time:Desk";
    const committed = async (made: Submission) =>
      ledger.executeSubmissionAndWait(signed(await prepared(ledger, made), alice));
    const signedEarly = async (commandId: string) => {
      const create = createOf(id, { owner: alice.party });
      const { completionOffset } = rightOf(
        await committed(commandsBy(alice.party, `desk of ${commandId}`, create)),
      );
      const contractId = await contractAt(ledger, alice.party, completionOffset);
      const exercise = exerciseOf(id, contractId, "Early", { until: timestampToText(due) });
      return signed(await prepared(ledger, commandsBy(alice.party, commandId, exercise)), alice);
    };
    const [first, second] = [await signedEarly("a"), await signedEarly("b")];
    const bounds = first.prepared.message.metadata;
    expect(bounds.minLedgerEffectiveTime).to.equal(undefined);
    expect(bounds.maxLedgerEffectiveTime).to.equal(BigInt(due) - 1n);
    late = 3_600_000_000;
    rightOf(await ledger.executeSubmissionAndWait(first));
    late = 7_300_000_000;
    expect(codeOf(await ledger.executeSubmissionAndWait(second))).to.equal(
      "LOCAL_VERDICT_LEDGER_TIME_OUT_OF_BOUND",
    );
  });

  it("changes nothing when it is only prepared", async () => {
    const ledger = await openTest();
    const alice = await onboard(ledger, "alice");
    const end = ledger.ledgerEnd();
    await prepared(ledger, pingBy(alice.party, "c1"));
    expect(ledger.ledgerEnd()).to.equal(end);
  });

  it("refuses to submit for the party without its signature", async () => {
    const ledger = await openTest();
    const alice = await onboard(ledger, "alice");
    expect(codeOf(await ledger.submitAndWait(pingBy(alice.party, "c1")))).to.equal(
      "NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT",
    );
  });

  it("refuses any single bit changed in the prepared transaction, its hash signature or the scheme", async () => {
    const ledger = await openTest();
    const alice = await onboard(ledger, "alice");
    const toSign = await prepared(ledger, pingBy(alice.party, "c1"));
    const request = signed(toSign, alice);
    const { bytes } = request.prepared;
    const end = ledger.ledgerEnd();
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 8 * bytes.length - 1 }), async (bit) => {
        const copy = Uint8Array.from(bytes);
        const at = Math.floor(bit / 8);
        copy[at] = (copy[at] ?? 0) ^ (1 << (bit % 8));
        const received = receivePrepared(copy);
        if (isLeft(received)) return;
        const outcome = await ledger.executeSubmissionAndWait({
          ...request,
          prepared: received.right,
        });
        expect(isLeft(outcome)).to.equal(true);
      }),
      { numRuns: 3_000 },
    );
    const other = await ledger.executeSubmissionAndWait({
      ...request,
      hashingScheme: "HASHING_SCHEME_VERSION_V3",
    });
    expect(leftOf(other).code).to.equal("FAILED_TO_EXECUTE_TRANSACTION");
    expect(await activeFor(ledger, alice.party)).to.deep.equal([]);
    expect(ledger.ledgerEnd()).to.be.at.least(end);
    expect(codeOf(await ledger.executeSubmissionAndWait(request))).to.equal("ok");
  });

  it("refuses a latest record time that was put in or changed after signing, which V2 does not hash", async () => {
    const ledger = await openTest();
    const alice = await onboard(ledger, "alice");
    const commands = pingBy(alice.party, "c1");
    const far = Date.now() * 1000 + 3_600_000_000;
    const toSign = rightOf(
      await ledger.prepareSubmission({ submission: commands, maxRecordTime: BigInt(far) }),
    );
    const { message } = rightOf(receivePrepared(toSign.preparedTransaction));
    for (const maxRecordTime of [undefined, BigInt(far) + 1n]) {
      const altered = encodePreparedTransaction({
        ...message,
        metadata: { ...message.metadata, maxRecordTime },
      });
      const request = { ...signed(toSign, alice), prepared: rightOf(receivePrepared(altered)) };
      expect(codeOf(await ledger.executeSubmissionAndWait(request))).to.equal(
        "LOCAL_VERDICT_FAILED_MODEL_CONFORMANCE_CHECK",
      );
    }
  });

  it("needs the signature of the acting party, by its own key, over this hash", async () => {
    const ledger = await openTest();
    const alice = await onboard(ledger, "alice");
    const bob = await onboard(ledger, "bob");
    const toSign = await prepared(ledger, pingBy(alice.party, "c1"));
    const cause = async (request: ReturnType<typeof signed>) =>
      leftOf(await ledger.executeSubmissionAndWait(request)).cause;
    expect(await cause(signed(toSign))).to.contain(
      `did not provide an external signature: ${alice.party}`,
    );
    expect(await cause(signed(toSign, bob))).to.contain("did not provide an external signature");
    expect(await cause(signed(toSign, { party: alice.party, key: bob.key }))).to.contain(
      `Received 0 valid signatures from distinct keys (1 invalid), but expected at least 1 valid for ${shortId(alice.party)}. Transaction hash to be signed: 1220${hexOf(toSign.hash)}`,
    );
    const multihash = Uint8Array.from([0x12, 0x20, ...toSign.hash]);
    const signatures = [{ party: alice.party, signatures: [signMessage(alice.key, multihash)] }];
    expect(await cause({ ...signed(toSign), signatures })).to.contain("Received 0 valid");
    const good = signMessage(alice.key, toSign.hash);
    expect(
      await cause({
        ...signed(toSign),
        signatures: [{ party: alice.party, signatures: [good, good] }],
      }),
    ).to.contain(
      "2 external signatures were provided, which is more than the number of registered",
    );
  });

  it("refuses a party of this node that has no keys", async () => {
    const ledger = await openTest();
    const local = await allocate(ledger, "local");
    const alice = await onboard(ledger, "alice");
    const toSign = await prepared(ledger, pingBy(local, "c1"));
    const outcome = await ledger.executeSubmissionAndWait(
      signed(toSign, { party: local, key: alice.key }),
    );
    expect(leftOf(outcome).cause).to.contain(`Could not find party signing keys for ${local}.`);
  });

  it("takes effect once when it is executed twice at once, and never again after a restart", async () => {
    const store = inMemoryStore();
    const data = tempFolder();
    const ledger = await openTest({ store, data });
    const alice = await onboard(ledger, "alice");
    const toSign = await prepared(ledger, pingBy(alice.party, "c1"));
    const request = signed(toSign, alice);
    const outcomes = await Promise.all([1, 2].map(() => ledger.executeSubmissionAndWait(request)));
    expect(outcomes.map(codeOf).toSorted()).to.deep.equal(["SUBMISSION_ALREADY_IN_FLIGHT", "ok"]);
    expect(codeOf(await ledger.executeSubmissionAndWait(request))).to.equal("DUPLICATE_COMMAND");
    await ledger.close();
    const reopened = await openTest({ store, data });
    expect(codeOf(await reopened.executeSubmissionAndWait(request))).to.equal("DUPLICATE_COMMAND");
    const otherUser = { ...request, submission: { userId: "other", submissionId: "" } };
    expect(codeOf(await reopened.executeSubmissionAndWait(otherUser))).to.equal(
      "DUPLICATE_CONFIRMATION_REQUEST_UUID",
    );
    expect((await activeFor(reopened, alice.party)).length).to.equal(1);
    const again = await prepared(reopened, pingBy(alice.party, "c2"));
    expect(codeOf(await reopened.executeSubmissionAndWait(signed(again, alice)))).to.equal("ok");
  });

  it("executes after a restart what was prepared before it", async () => {
    const store = inMemoryStore();
    const ledger = await openTest({ store });
    const alice = await onboard(ledger, "alice");
    const request = signed(await prepared(ledger, pingBy(alice.party, "c1")), alice);
    await ledger.close();
    const reopened = await openTest({ store });
    expect(codeOf(await reopened.executeSubmissionAndWait(request))).to.equal("ok");
  });

  it("rejects a contract that was consumed meanwhile, and nothing is half done", async () => {
    const ledger = await openTest();
    const bank = await allocate(ledger, "bank");
    const alice = await onboard(ledger, "alice");
    const { completionOffset } = await commit(ledger, iouBy(bank, alice.party, "issue"));
    const iou = await contractAt(ledger, alice.party, completionOffset);
    const pay = (commandId: string) =>
      prepared(
        ledger,
        commandsBy(alice.party, commandId, exerciseOf(iouId, iou, "Transfer", { newOwner: bank })),
      );
    const [first, second] = [await pay("p1"), await pay("p2")];
    rightOf(await ledger.executeSubmissionAndWait(signed(first, alice)));
    const end = ledger.ledgerEnd();
    const outcome = await ledger.executeSubmissionAndWait(signed(second, alice));
    expect(codeOf(outcome)).to.equal("LOCAL_VERDICT_INACTIVE_CONTRACTS");
    expect(ledger.ledgerEnd()).to.equal(end + 1);
  });

  it("rejects another transaction than interpretation gives, though it was signed", async () => {
    const ledger = await openTest();
    const bank = await allocate(ledger, "bank");
    const alice = await onboard(ledger, "alice");
    const { completionOffset } = await commit(ledger, iouBy(bank, alice.party, "issue"));
    const iou = await contractAt(ledger, alice.party, completionOffset);
    const commands = commandsBy(
      alice.party,
      "p1",
      exerciseOf(iouId, iou, "Transfer", { newOwner: bank }),
    );
    const { preparedTransaction } = await prepared(ledger, commands);
    const { message } = rightOf(receivePrepared(preparedTransaction));
    const nodes = message.transaction.nodes.map((node) =>
      node.content.kind === "create"
        ? {
            ...node,
            content: {
              kind: "create" as const,
              value: { ...node.content.value, signatories: [alice.party] },
            },
          }
        : node,
    );
    const altered = { ...message, transaction: { ...message.transaction, nodes } };
    const scheme = "HASHING_SCHEME_VERSION_V2";
    const request = signed(
      {
        preparedTransaction: encodePreparedTransaction(altered),
        hash: rightOf(hashPreparedTransaction(altered, scheme)).hash,
        hashingScheme: scheme,
        preparedAt: 0,
      },
      alice,
    );
    const error = leftOf(await ledger.executeSubmissionAndWait(request));
    expect([error.code, error.cause]).to.deep.equal([
      "LOCAL_VERDICT_FAILED_MODEL_CONFORMANCE_CHECK",
      "Interpreting the transaction again gives a different transaction than the signed one: node 1 differs.",
    ]);
  });

  it("keeps in the journal what an auditor needs to check the signatures", async () => {
    const store = inMemoryStore();
    const ledger = await openTest({ store });
    const alice = await onboard(ledger, "alice");
    const toSign = await prepared(ledger, pingBy(alice.party, "c1"));
    rightOf(await ledger.executeSubmissionAndWait(signed(toSign, alice)));
    const last = (await journalOf(store)).at(-1);
    if (last === undefined) throw new Error("an event");
    const event = rightOf(decodeLedgerEvent(last.type, last.data, last.revision + 1));
    if (event.type !== "TransactionCommitted") throw new Error(event.type);
    expect(event.external?.hash).to.equal(hexOf(toSign.hash));
    expect(
      event.external?.signatures.map(({ party, signedBy }) => [party, signedBy]),
    ).to.deep.equal([[alice.party, alice.key.publicKey.fingerprint]]);
  });

  it("prepares nothing that cannot be hashed, or that is more than one command", async () => {
    const ledger = await openTest();
    const alice = await onboard(ledger, "alice");
    const keyed = await ledger.prepareSubmission({ submission: accountBy(alice.party, "a", "c1") });
    expect(leftOf(keyed).cause).to.contain(
      "Supported versions: HASHING_SCHEME_VERSION_V2, HASHING_SCHEME_VERSION_V3",
    );
    const toSign = await prepared(
      ledger,
      accountBy(alice.party, "a", "c1"),
      "HASHING_SCHEME_VERSION_V3",
    );
    expect(codeOf(await ledger.executeSubmissionAndWait(signed(toSign, alice)))).to.equal("ok");
    const ping = createOf(pingId, { id: "x", initiator: alice.party, responder: alice.party });
    const two = await ledger.prepareSubmission({
      submission: commandsBy(alice.party, "c2", ping, ping),
    });
    expect(leftOf(two).cause).to.contain("Preparing multiple commands is currently not supported");
  });
});

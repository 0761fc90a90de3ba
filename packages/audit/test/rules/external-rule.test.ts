import { coinPackages } from "@tallystick/coin";
import {
  type ExternalSubmission,
  type LedgerEvent,
  type PartyKeysChanged,
  type TransactionCommitted,
  updateIdOf,
} from "@tallystick/core";
import { hexOf, signMessage } from "@tallystick/signing";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { auditRules } from "../../src/rules/audit-rules.js";
import type { RuleFinding } from "../../src/rules/rule.js";
import { type HonestEvent, honestJournal, journalWith, storedAs } from "./coin-journal.js";
import { type ExternalWallet, newKey, onboard, ping } from "./external-wallet.js";

const fail = (what: string): never => {
  throw new Error(`there is no ${what}`);
};

/** A signature over a hash in hex, as an event has it. */
const signatureBy = ({ party, key }: ExternalWallet, hash: string) => {
  const { signedBy, format, algorithm, bytes } = signMessage(key, Buffer.from(hash, "hex"));
  return { party, signedBy, format, algorithm, signature: Buffer.from(bytes).toString("base64") };
};

describe("The signatures of external parties, in an audit", () => {
  let honest: ReadonlyArray<HonestEvent> = [];
  let alice: ExternalWallet = { party: "", key: newKey() };
  let mallory = alice;
  const offsets = { keys: 0, first: 0, second: 0 };

  before(async () => {
    honest = await honestJournal(async ({ ledger }) => {
      alice = await onboard(ledger, "alice");
      await ping(ledger, alice, "first");
      await ping(ledger, alice, "second");
      // its rejection is decided again too
      await ping(ledger, alice, "second").catch(() => "refused as a duplicate");
      mallory = await onboard(ledger, "mallory");
    });
    const offsetOf = (isIt: (event: LedgerEvent) => boolean): number =>
      honest.find(({ event }) => isIt(event))?.offset ?? fail("event");
    const isOf = (id: string) => (event: LedgerEvent) =>
      event.type === "TransactionCommitted" && event.commandId === id;
    offsets.keys = offsetOf(({ type }) => type === "PartyKeysChanged");
    offsets.first = offsetOf(isOf("first"));
    offsets.second = offsetOf(isOf("second"));
  });

  const eventAt = (offset: number): LedgerEvent => honest[offset - 1]?.event ?? fail("event");

  const transactionAt = (offset: number): TransactionCommitted => {
    const event = eventAt(offset);
    return event.type === "TransactionCommitted" ? event : fail("transaction");
  };

  const keysAt = (offset: number): PartyKeysChanged => {
    const event = eventAt(offset);
    return event.type === "PartyKeysChanged" ? event : fail("change of keys");
  };

  /** What an audit finds when an event is another one. */
  const foundWith = async (offset: number, event: LedgerEvent) =>
    findings(honest.map((each) => storedAs(each.offset === offset ? { ...each, event } : each)));

  const findings = async (
    events: Parameters<typeof journalWith>[0],
  ): Promise<ReadonlyArray<RuleFinding>> => {
    const audit = { level: "rules", packages: coinPackages } as const;
    const report = await auditRules(await journalWith(events), audit);
    if (isLeft(report)) throw new Error(report.left.message);
    return report.right.findings;
  };

  it("are right in an honest journal", async () => {
    const rejected = honest.filter(({ event }) => event.type === "CommandRejected");
    expect(rejected).to.have.length(2);
    expect(await findings(honest.map(storedAs))).to.deep.equal([]);
  });

  const changes: ReadonlyArray<
    readonly [string, (external: ExternalSubmission) => Partial<ExternalSubmission>, RegExp]
  > = [
    [
      "that is removed",
      () => ({ signatures: [] }),
      /^The following actAs parties did not provide an external signature: alice::/,
    ],
    [
      "by another key",
      ({ hash }) => ({ signatures: [signatureBy({ ...mallory, party: alice.party }, hash)] }),
      /^Received 0 valid signatures from distinct keys \(1 invalid\)/,
    ],
    [
      "over another transaction",
      () => {
        const { signatures = [] } = transactionAt(offsets.second).external ?? {};
        return { signatures };
      },
      /^Received 0 valid signatures/,
    ],
    [
      "that does not count, beside one that does",
      ({ signatures, hash }) => ({ signatures: [...signatures, signatureBy(mallory, hash)] }),
      /^it has 2 signatures, of which 1 are valid/,
    ],
    [
      "over another hash",
      () => ({ hash: hexOf(new Uint8Array(32)) }),
      /^its hash is 0{64}, that of the signed transaction is /,
    ],
    [
      "by an unknown scheme",
      () => ({ hashingScheme: "HASHING_SCHEME_VERSION_V9" }),
      /^HASHING_SCHEME_VERSION_V9 is not a hashing scheme$/,
    ],
    [
      "over what cannot be read",
      () => ({ preparedTransaction: "AAAA" }),
      /^the signed transaction cannot be read: /,
    ],
  ];
  for (const [what, change, message] of changes) {
    it(`find one ${what}`, async () => {
      const event = transactionAt(offsets.first);
      const external = event.external ?? fail("signature");
      const forged = { ...event, external: { ...external, ...change(external) } };
      const found = await foundWith(offsets.first, forged);
      const x8 = found.find(({ rule }) => rule === "X8");
      expect(x8?.message, JSON.stringify(found)).to.match(message);
      expect(x8?.offset).to.equal(offsets.first);
    });
  }

  it("find that all about it was removed, with the update id that fits", async () => {
    const { external: _external, ...event } = transactionAt(offsets.first);
    const updateId = updateIdOf(event.seed, offsets.first);
    const found = await foundWith(offsets.first, { ...event, updateId });
    const messages = found.map(({ rule, message }) => `${rule} ${message}`).join("\n");
    expect(messages).to.match(/^X8 the external party alice::\S+ did not sign it$/m);
    expect(messages).to.match(/^R1 /m);
  });

  it("find nodes that are others than were signed", async () => {
    const event = transactionAt(offsets.first);
    const [node = fail("node")] = event.nodes;
    const payload = { id: "other", initiator: alice.party, responder: alice.party };
    const nodes = [node.kind === "create" ? { ...node, payload } : node];
    const found = await foundWith(offsets.first, { ...event, nodes });
    const r1 = found.find(({ rule }) => rule === "R1");
    expect(r1?.message).to.match(
      /rejected: LOCAL_VERDICT_FAILED_MODEL_CONFORMANCE_CHECK: .*node 0 differs/,
    );
  });

  it("find a command, a seed or submitters that are others than were signed", async () => {
    const event = transactionAt(offsets.first);
    const other = { commandId: "other", seed: "ab".repeat(32), actAs: [mallory.party] };
    const found = await foundWith(offsets.first, { ...event, ...other });
    const messages = found.filter(({ rule }) => rule === "X8").map(({ message }) => message);
    expect(messages.slice(0, 3).join("\n")).to.match(
      /^seed: found \w+, signed \w+\ncommand id: found other, signed first\nsubmitters: found mallory\S+, signed alice/,
    );
  });

  it("find keys of somebody else, and keys for which nothing was signed", async () => {
    const event = keysAt(offsets.keys);
    const other = keysAt(
      honest.findLast(({ event: { type } }) => type === event.type)?.offset ?? 0,
    );
    const messages = async (forged: PartyKeysChanged): Promise<ReadonlyArray<string>> =>
      (await foundWith(offsets.keys, forged))
        .filter(({ rule, offset }) => rule === "X8" && offset === offsets.keys)
        .map(({ message }) => message);
    expect((await messages({ ...event, keys: other.keys })).join()).to.match(
      /^its keys are \{"party":"alice::.*, the signed ones are \{"party":"alice::/,
    );
    const { authorization, ...bare } = event;
    expect(authorization?.transactions.length).to.be.above(0);
    expect((await messages(bare)).join()).to.match(
      /^no signature of alice::\S+ for its keys is stored/,
    );
    expect((await messages({ ...event, serial: 3 })).join()).to.match(
      /^the serial of the keys of alice::\S+ is 3, expected 1$/,
    );
    const unsigned = { transactions: authorization?.transactions ?? [], signatures: [] };
    expect((await messages({ ...event, authorization: unsigned })).join()).to.match(
      /^its topology transactions/,
    );
  });

  it("find the first keys of a party that come a second time", async () => {
    const event = keysAt(offsets.keys);
    const last = honest.at(-1) ?? fail("event");
    const again = { ...event, recordTime: last.event.recordTime };
    const id = "0199b1c2-0000-7000-8000-000000000001";
    const stored = storedAs({ id, offset: last.offset + 1, event: again });
    const found = await findings([...honest.map(storedAs), stored]);
    expect(found).to.deep.equal([
      {
        rule: "X8",
        offset: last.offset + 1,
        message: `the serial of the keys of ${alice.party} is 1, expected 2`,
      },
    ]);
  });

  it("find who acts for a party of another namespace that never got keys", async () => {
    const without = honest.filter(({ offset }) => offset !== offsets.keys);
    const { external: _external, ...bare } = transactionAt(offsets.first);
    const found = await findings(
      without.map((each, at) =>
        storedAs({
          ...each,
          offset: at + 1,
          event: each.offset === offsets.first ? bare : each.event,
        }),
      ),
    );
    const x8 = found.find(({ rule }) => rule === "X8");
    expect(x8?.message).to.match(
      /^alice::\S+ has another namespace than this participant, but no keys$/,
    );
  });
});

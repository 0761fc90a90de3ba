import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import { iouPackage } from "../iou-package.js";
import {
  activeFor,
  allocate,
  codeOf,
  commit,
  completionsFor,
  iouBy,
  openTest,
  rightOf,
  tempFolder,
  transactionsFor,
} from "../test-ledger.js";

/** Everything that a party reads of a ledger. */
const readBy = async (ledger: Ledger, party: string) => ({
  end: ledger.ledgerEnd(),
  parties: ledger.parties({ after: "", limit: 100, identityProviderId: "" }),
  active: await activeFor(ledger, party),
  transactions: await transactionsFor(ledger, party),
  completions: await completionsFor(ledger, party),
});

describe("Snapshots of a ledger", () => {
  it("bring back contracts, updates, completions, parties and change ids", async () => {
    const ledger = await openTest({ packages: [iouPackage] });
    const alice = await allocate(ledger, "alice");
    await commit(ledger, iouBy(alice, alice, "first"));
    const before = await readBy(ledger, alice);
    const snapshot = rightOf(await ledger.snapshot());
    for (let times = 0; times < 3; times += 1) {
      const bob = await allocate(ledger, "bob");
      await commit(ledger, iouBy(bob, alice, "again"));
      await commit(ledger, iouBy(alice, bob, "second"));
      expect((await readBy(ledger, alice)).end).to.equal(before.end + 3);
      rightOf(await snapshot.revert());
      expect(await readBy(ledger, alice)).to.deep.equal(before);
    }
    expect(codeOf(await ledger.submitAndWait(iouBy(alice, alice, "first")))).to.equal(
      "DUPLICATE_COMMAND",
    );
  });

  it("end open streams, which would miss what comes at the same offsets", async () => {
    const ledger = await openTest({ packages: [iouPackage] });
    const alice = await allocate(ledger, "alice");
    const snapshot = rightOf(await ledger.snapshot());
    const request = { userId: "tester", parties: [alice], beginExclusive: 0, follow: true };
    const codes: Array<string> = [];
    const reading = (async () => {
      for await (const item of ledger.queries.completions(request))
        if (isLeft(item)) codes.push(item.left.code);
    })();
    await commit(ledger, iouBy(alice, alice, "one"));
    await commit(ledger, iouBy(alice, alice, "two"));
    rightOf(await snapshot.revert());
    await reading;
    expect(codes).to.deep.equal(["SERVICE_NOT_RUNNING"]);
  });

  it("are taken and reverted between commands that come meanwhile", async () => {
    const ledger = await openTest({ packages: [iouPackage] });
    const alice = await allocate(ledger, "alice");
    const some = (name: string) =>
      Array.from({ length: 20 }, (_, at) => commit(ledger, iouBy(alice, alice, `${name}-${at}`)));
    const first = some("first");
    const snapshot = rightOf(await ledger.snapshot());
    await Promise.all(first);
    const second = some("second");
    rightOf(await snapshot.revert());
    await Promise.all(second);
    await Promise.all(some("third"));
    const active = await activeFor(ledger, alice);
    const visible = (await transactionsFor(ledger, alice)).length;
    expect(active.length).to.equal(visible);
    expect(ledger.ledgerEnd()).to.be.at.least(snapshot.offset + 20);
  });

  it("are not taken of a ledger that keeps what it has", async () => {
    const ledger = await openTest({ packages: [iouPackage], data: tempFolder() });
    const refused = await ledger.snapshot();
    expect(codeOf(refused)).to.equal("INVALID_ARGUMENT");
    expect(isLeft(refused) && refused.left.cause).to.contain("only a ledger in memory");
  });
});

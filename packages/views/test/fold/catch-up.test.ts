import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { ViewsUnreadable } from "../../src/interface/views-unreadable.js";
import { openWalletViews } from "../../src/wallet/open-wallet-views.js";
import { packBatch } from "../../src/fold/packed-batch.js";
import { foldThread, outcomeOf } from "../../src/fold/fold-thread.js";
import type { WalletViews } from "../../src/wallet/wallet-views.js";
import { entriesOf, leftOf, rightOf } from "../journal-fixture.js";
import { amulet, walletHistory } from "../wallet/wallet-journal.js";
import { walletAnswers } from "../wallet/wallet-questions.js";

const length = 6_000;
const entries = entriesOf(walletHistory(length)).map((entry) => ({
  ...entry,
  hash: `hash of ${entry.offset}`,
}));
const journal = "0123";

describe("Wallet views that are far behind the journal", () => {
  let folder: string;
  let file: string;
  let views: WalletViews;
  const said: Array<string> = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "wallet-catch-up-"));
    file = join(folder, "wallet.db");
    said.length = 0;
    views = rightOf(openWalletViews(file, "worker"));
    views.onNotice(({ message }) => void said.push(message));
  });
  afterEach(async () => {
    await views.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const foldUpTo = async (end: number): Promise<void> => {
    while (views.checkpoint() < end) {
      const from = views.checkpoint();
      rightOf(await views.fold(entries.slice(from, Math.min(end, from + 1_000))));
    }
  };

  it("are folded in a thread, read by no one meanwhile, and then answer what they would have", async () => {
    let end = length - 100;
    views.begin(journal, end, () => end);
    expect(views.foldsInThread()).to.equal(true);
    const changed: Array<string> = [];
    views.onChange((parties) => void changed.push(...parties));
    await foldUpTo(3_000);
    expect(views.behind()).to.include(`have 3000 of ${end} events`);
    expect(() => views.contractsOf(amulet, "alice")).to.throw(
      ViewsUnreadable,
      `have 3000 of ${end} events`,
    );
    await foldUpTo(end);
    expect(views.foldsInThread()).to.equal(false);
    expect(views.behind()).to.equal(undefined);
    expect(changed).to.include("alice");
    end = length;
    await foldUpTo(end);
    expect(said[0]).to.contain(`of ${length - 100} events`);
    expect(said.at(-1)).to.match(/^the wallet's views have 5\d{3} events/);
    const plain = rightOf(openWalletViews(":memory:"));
    plain.begin(journal, length);
    for (let at = 0; at < length; at += 40) rightOf(await plain.fold(entries.slice(at, at + 40)));
    expect(walletAnswers(views, length)).to.deep.equal(walletAnswers(plain, length));
    expect(views.checkpointHash()).to.equal(plain.checkpointHash());
    rightOf(views.check());
    await plain.close();
  });

  it("keep what the thread has folded when they are closed on the way", async () => {
    views.begin(journal, length, () => length);
    await foldUpTo(2_000);
    await views.close();
    views = rightOf(openWalletViews(file, "worker"));
    expect(views.checkpoint()).to.equal(2_000);
    views.begin(journal, length, () => length);
    await foldUpTo(length);
    rightOf(views.check());
  });

  it("take no entries that do not follow what the thread has", async () => {
    const script = new URL("../../src/wallet/wallet-worker.js", import.meta.url);
    const data = { path: join(folder, "other.db"), journal };
    const listener = { ended: () => undefined, started: () => undefined };
    const thread = foldThread(script, data, listener);
    const fold = async (from: number, to: number) =>
      outcomeOf(await thread.ask({ kind: "fold", batch: packBatch(entries.slice(from, to)) }));
    expect(leftOf(await fold(5, 10))).to.deep.include({
      kind: "gap",
      expectedOffset: 1,
      actualOffset: 6,
    });
    expect(rightOf(await fold(0, 10)).offset).to.equal(10);
    await thread.stop();
    expect(leftOf(await fold(10, 20)).kind).to.equal("closed");
  });
});

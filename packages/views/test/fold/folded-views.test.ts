import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { FoldedViews } from "../../src/fold/folded-views.js";
import { ViewsUnreadable } from "../../src/interface/views-unreadable.js";
import { type WalletChanges, walletFold } from "../../src/wallet/wallet-database.js";
import type { WalletCheckpointRow } from "../../src/wallet/wallet-kind.js";
import type { WalletTables } from "../../src/wallet/wallet-tables.js";
import { entriesOf, idNamed, leftOf, rightOf } from "../journal-fixture.js";
import { walletHistory } from "../wallet/wallet-journal.js";
import { failingFile, sqlite } from "./failing-file.js";

const entries = entriesOf(walletHistory(60));

class ReadViews extends FoldedViews<WalletCheckpointRow, WalletTables, WalletChanges> {
  readonly changes: Array<WalletChanges> = [];

  outcome(commandId: string): number | undefined {
    return this.read((tables) => tables.outcome(commandId));
  }

  protected override changed(changes: WalletChanges): void {
    this.changes.push(changes);
  }
}

const begun = () => {
  const { file, throwing } = failingFile();
  const parts = {
    name: "views",
    title: "the views",
    fold: walletFold(),
    path: ":memory:",
    thread: undefined,
  };
  const views = new ReadViews(parts, file);
  const said: Array<string> = [];
  views.onNotice(({ kind, message }) => void said.push(`${kind}: ${message}`));
  views.onRewind(() => void said.push("rewound"));
  views.begin("", 0);
  return { views, file, throwing, said };
};

describe("Views of a fold", () => {
  it("are read as they are folded, and tell what has changed", async () => {
    const { views, said } = begun();
    expect(views.checkpoint()).to.equal(0);
    expect(rightOf(await views.fold(entries))).to.equal(60);
    expect(views.checkpoint()).to.equal(60);
    expect(views.outcome("tap-1")).to.equal(1);
    expect(views.changes[0]?.parties).to.include("alice");
    expect(views.changes[0]?.archived).to.include(idNamed("coin7"));
    expect(said).to.deep.equal([]);
    await views.close();
  });

  it("are folded before the call returns", async () => {
    const { views } = begun();
    const folding = views.fold(entries);
    expect(views.outcome("tap-1")).to.equal(1);
    rightOf(await folding);
    await views.close();
  });

  it("are checked in parts, which end when they were found damaged", async () => {
    const { views, throwing, said } = begun();
    rightOf(await views.fold(entries));
    const parts = [...views.checkParts()];
    for (const part of parts) rightOf(part);
    expect(parts.length).to.be.above(0);
    expect(said).to.deep.equal([]);
    const kinds: Array<string> = [];
    for (const part of views.checkParts()) {
      kinds.push(isLeft(part) ? part.left.kind : "sound");
      throwing(sqlite("SQLITE_CORRUPT"));
      views.check();
    }
    expect(kinds).to.deep.equal(["sound", "behind"]);
    await views.close();
    expect([...views.checkParts()].map((part) => leftOf(part).kind)).to.deep.equal(["closed"]);
  });

  it("that are damaged are folded again, and read when they are as far as they were", async () => {
    const { views, file, throwing, said } = begun();
    rightOf(await views.fold(entries.slice(0, 20)));
    throwing(sqlite("SQLITE_CORRUPT"));
    file.write();
    expect(said).to.deep.equal(["views-damaged: what SQLITE_CORRUPT says of /a/path", "rewound"]);
    expect(views.checkpoint()).to.equal(0);
    const read = (): unknown => views.outcome("tap-1");
    expect(read).to.throw(ViewsUnreadable, "of 20 events");
    rightOf(await views.fold(entries.slice(0, 19)));
    expect(read).to.throw(ViewsUnreadable, "of 20 events");
    rightOf(await views.fold(entries.slice(19)));
    expect(read()).to.equal(1);
    await views.close();
  });

  it("that cannot be read say so once, name no file to readers, and say when they can again", async () => {
    const { views, throwing, said } = begun();
    rightOf(await views.fold(entries));
    // what is kept in memory is read without the disk
    rightOf(views.check());
    throwing(sqlite("SQLITE_IOERR_READ"));
    const read = (): unknown => views.outcome("tap-1");
    for (let turn = 0; turn < 3; turn++) {
      expect(read)
        .to.throw(ViewsUnreadable)
        .with.property("error")
        .that.has.property("code", "SERVICE_NOT_RUNNING");
      expect(read).to.not.throw("/a/path");
    }
    const reason = "what SQLITE_IOERR_READ says of /a/path";
    expect(said).to.deep.equal([`views-interrupted: the views cannot be read: ${reason}`]);
    throwing(undefined);
    expect(read()).to.equal(1);
    expect(said.slice(1)).to.deep.equal(["views-resumed: the views can be read again"]);
    await views.close();
  });

  it("end all waits when the journal contradicts itself", async () => {
    const { views } = begun();
    const waiting = views.waitFor(5);
    const unreadable = { offset: 1, type: "TransactionCommitted", data: "{" };
    expect(leftOf(await views.fold([unreadable])).kind).to.equal("journal");
    expect(leftOf(await waiting).kind).to.equal("journal");
    expect(leftOf(await views.waitFor(9)).kind).to.equal("journal");
    await views.close();
  });

  it("that are closed answer nothing, and end their waits", async () => {
    const { views } = begun();
    const waiting = views.waitFor(5);
    await views.close();
    await views.close();
    expect(leftOf(await waiting).kind).to.equal("closed");
    expect(() => views.outcome("tap-1")).to.throw(ViewsUnreadable, "closed");
    expect(leftOf(await views.fold(entries)).kind).to.equal("closed");
    expect(leftOf(views.check()).kind).to.equal("closed");
  });
});

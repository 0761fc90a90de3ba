import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  checkpointText,
  noteText,
  type SignerKey,
  signatureType,
  signerKey,
  signNote,
} from "@tallystick/transparency";
import { expect } from "chai";
import { LogFolder } from "../../src/log/log-folder.js";

const origin = "ledger.example/participant/00000000";

describe("The folder of a log", () => {
  const folders: Array<string> = [];
  const newFolder = (): { readonly place: string; readonly folder: LogFolder } => {
    const place = mkdtempSync(join(tmpdir(), "log-folder-"));
    folders.push(place);
    return { place, folder: new LogFolder(place) };
  };
  after(() => {
    for (const place of folders) rmSync(place, { recursive: true, force: true });
  });

  const keyOf = (name: string, byte: number): SignerKey =>
    signerKey(name, signatureType.ed25519, Buffer.alloc(32, byte));
  const log = keyOf(origin, 1);
  const witness = keyOf("witness.example/w1", 2);

  const noteOf = (size: number, ...keys: ReadonlyArray<SignerKey>): string => {
    const root = Buffer.alloc(32, size % 256);
    const text = checkpointText({ origin, size, root });
    return noteText({ text, signatures: keys.map((key) => signNote(text, key)) });
  };

  it("publishes each checkpoint, as long as witnesses cosigned none", () => {
    const { folder } = newFolder();
    expect(folder.publishedCheckpoint()).to.equal(undefined);
    for (const size of [1, 2]) {
      folder.keep(noteOf(size, log));
      expect(folder.publishedCheckpoint()).to.equal(noteOf(size, log));
    }
  });

  it("keeps the cosigned checkpoint published until a later one is cosigned", () => {
    const { folder } = newFolder();
    const cosigned = noteOf(5, log, witness);
    folder.keep(noteOf(5, log));
    folder.keep(cosigned);
    expect(folder.publishedCheckpoint()).to.equal(cosigned);
    folder.keep(noteOf(6, log));
    folder.keep(noteOf(7, log));
    expect(folder.publishedCheckpoint()).to.equal(cosigned);
    expect(folder.lastCheckpoint()).to.equal(noteOf(7, log));
    folder.keep(noteOf(7, log, witness));
    expect(folder.publishedCheckpoint()).to.equal(noteOf(7, log, witness));
    // a witness that answers late
    folder.keep(noteOf(6, log, witness));
    expect(folder.publishedCheckpoint()).to.equal(noteOf(7, log, witness));
  });

  it("publishes what is signed once the cosigned one was removed", () => {
    const { place, folder } = newFolder();
    folder.keep(noteOf(5, log, witness));
    rmSync(join(place, "public", "checkpoint"));
    folder.keep(noteOf(6, log));
    expect(folder.publishedCheckpoint()).to.equal(noteOf(6, log));
  });

  it("keeps the tiles of the published checkpoint beside those of the last", () => {
    const { place, folder } = newFolder();
    const tiles = (): ReadonlyArray<string> =>
      readdirSync(join(place, "public", "tile", "0", "000.p")).sort();
    const sign = (width: number, ...keys: ReadonlyArray<SignerKey>): void => {
      folder.writePartial([{ level: 0, index: 0, width, hashes: Buffer.alloc(32 * width) }]);
      folder.writeEntries(
        0,
        Array.from({ length: width }, () => Buffer.alloc(33)),
      );
      folder.keep(noteOf(width, ...keys));
    };
    sign(3, log);
    sign(5, log, witness);
    sign(6, log);
    sign(7, log);
    expect(tiles()).to.deep.equal(["5", "7"]);
    expect(folder.keptEntries(0).length).to.equal(7);
    sign(8, log, witness);
    sign(9, log);
    expect(tiles()).to.deep.equal(["8", "9"]);
  });

  it("gives all checkpoints, the oldest first, however long the file is", () => {
    const { place, folder } = newFolder();
    expect([...folder.checkpoints()]).to.deep.equal([]);
    const [plain, cosigned] = [noteOf(5, log), noteOf(5, log, witness)];
    const notes = Array.from({ length: 700 }, (_, at) =>
      (at % 3 === 0 ? cosigned : plain).replace("\n5\n", `\n${at + 1}\n`),
    );
    folder.keep(notes[0] ?? "");
    const file = join(place, "public", "checkpoints");
    writeFileSync(file, notes.join(""));
    // longer than what is read at once
    expect(readFileSync(file).length).to.be.above(2 * 65_536);
    expect([...folder.checkpoints()]).to.deep.equal(notes);
    // a crash cut the last one off
    writeFileSync(file, notes.join("").slice(0, -20));
    expect([...folder.checkpoints()]).to.deep.equal(notes.slice(0, -1));
    folder.keep(noteOf(800, log));
    expect([...folder.checkpoints()]).to.deep.equal([...notes.slice(0, -1), noteOf(800, log)]);
  });
});

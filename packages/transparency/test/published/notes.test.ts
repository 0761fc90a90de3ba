import { hash } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { type Checkpoint, checkpointOf, checkpointText } from "../../src/notes/checkpoint.js";
import {
  signatureType,
  signerKey,
  signerKeyOf,
  signerKeyText,
  verifierKeyOf,
  verifierKeyText,
} from "../../src/notes/note-keys.js";
import { openCheckpoint } from "../../src/notes/opened-checkpoint.js";
import { proofFileOf, proofFileText } from "../../src/notes/proof-file.js";
import {
  cosignNote,
  noteText,
  signatureLine,
  signedNoteOf,
  signNote,
  verifiedSignatures,
} from "../../src/notes/signed-note.js";
import {
  entriesOfBundle,
  entriesPath,
  entryBundle,
  tilePath,
  tilesOf,
} from "../../src/notes/tile-path.js";
import {
  originHash,
  witnessed,
  witnessRequestOf,
  witnessRequestText,
} from "../../src/notes/witness-request.js";
import { logAlone, witnessPolicyOf } from "../../src/notes/witness-policy.js";
import { consistencyPath, type TreeHead } from "../../src/tree/consistency.js";
import { inclusionPath } from "../../src/tree/inclusion.js";
import { grownRoot, sampleEntries, sampleLeaves, subtreesOf } from "../tree/sample-tree.js";
import { sampleLog, sampleTime, sampleWitness } from "../notes/sample-log.js";

const sha256 = (text: string | Uint8Array): string => hash("sha256", text, "hex");
const origin = sampleLog.verifier.name;
const checkpointAt = (size: number): Checkpoint => ({
  origin,
  size,
  root: grownRoot(sampleLeaves.slice(0, size)),
});
const text = checkpointText(checkpointAt(8));
const signatures = [signNote(text, sampleLog), cosignNote(text, sampleWitness, sampleTime)];
const note = noteText({ text, signatures });
const keys = [sampleLog.verifier, sampleWitness.verifier];

const messageOf = (read: ReturnType<typeof openCheckpoint>): string =>
  isLeft(read) ? read.left.message : "";

describe("Signed checkpoints", () => {
  it("have keys in the published form", () => {
    expect(keys.map(verifierKeyText)).to.deep.equal([
      "tallystick.example/ledger-1+3a05a119+AddamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea",
      "witness.example/w1+04d2d833+BD1AF8PoQ4lakrcKp00bfrycmCzPLsSWjMDNVfEq9GYM",
    ]);
    const plain = signerKey("witness.example/w1", signatureType.ed25519, sampleWitness.seed);
    expect(plain.verifier.id).to.equal("d3188955");
    for (const key of [sampleLog, sampleWitness]) {
      const verifier = verifierKeyOf(verifierKeyText(key.verifier));
      const signer = signerKeyOf(signerKeyText(key));
      expect(isRight(verifier) && verifierKeyText(verifier.right)).to.equal(
        verifierKeyText(key.verifier),
      );
      expect(isRight(signer) && signerKeyText(signer.right)).to.equal(signerKeyText(key));
    }
  });

  it("are the published example, byte by byte", () => {
    expect(Buffer.byteLength(note)).to.equal(329);
    expect(sha256(note)).to.equal(
      "7dfc2cd50b956b676b60218eabd7da738a304e2979881d79431f6bde4e795475",
    );
    const opened = openCheckpoint(note, logAlone(sampleLog.verifier));
    expect(isRight(opened) && opened.right.size).to.equal(8);
  });

  it("are proved by the published proof file", () => {
    const path = inclusionPath({ index: 5, size: 8 }, subtreesOf(sampleLeaves));
    const file = proofFileText({ index: 5, path, checkpoint: note });
    expect(Buffer.byteLength(file)).to.equal(496);
    expect(sha256(file)).to.equal(
      "563b7704bc178bd3e5da8650c8f9baddabf22da570276f9b144ddb9185cb08c8",
    );
    const extra = Buffer.from("{}");
    for (const proof of [file, proofFileText({ index: 5, path, extra, checkpoint: note })]) {
      const read = proofFileOf(proof);
      expect(isRight(read) && proofFileText(read.right)).to.equal(proof);
    }
  });

  it("are sent to witnesses in the published body", () => {
    const larger = checkpointText(checkpointAt(8));
    const path = consistencyPath({ old: 6, new: 8 }, subtreesOf(sampleLeaves));
    const lines = path.map((each) => `${Buffer.from(each).toString("base64")}\n`).join("");
    const signed = noteText({ text: larger, signatures: [signNote(larger, sampleLog)] });
    const body = `old 6\n${lines}\n${signed}`;
    expect(sha256(body)).to.equal(
      "0e5b98a8a8a8bdcbc95e9239bcc78a1f01322e466d8804b33d23f791dc3a9fa4",
    );
    const request = { old: 6, path, checkpoint: signed };
    expect(witnessRequestText(request)).to.equal(body);
    const read = witnessRequestOf(body);
    expect(isRight(read) && witnessRequestText(read.right)).to.equal(body);
    expect(originHash(origin)).to.equal(
      "88d5c210be304a56f8297581afd18064768031d81415653717e3339bef17f5f0",
    );
    const seen = (): TreeHead => checkpointAt(6);
    const cosigned = witnessed(request, [sampleLog.verifier], seen, sampleWitness, sampleTime);
    expect([cosigned.status, `${signed}${cosigned.body}`]).to.deep.equal([200, note]);
  });

  it("need a known log, its own signature and every signature of a known key to fit", () => {
    const other = signerKey("other.example/log", signatureType.ed25519, sampleWitness.seed);
    const policy = logAlone(sampleLog.verifier);
    const unsigned = noteText({ text, signatures: signatures.slice(1) });
    const changed = note.replace("\n8\n", "\n9\n");
    const foreign = checkpointText({ ...checkpointAt(8), origin: "other.example/log" });
    const foreignNote = noteText({ text: foreign, signatures: [signNote(foreign, other)] });
    expect(messageOf(openCheckpoint(unsigned, policy))).to.contain("expected a signature by");
    expect(messageOf(openCheckpoint(changed, policy))).to.contain("does not match the text");
    expect(messageOf(openCheckpoint(foreignNote, policy))).to.contain(
      "belongs to the log other.example/log, expected tallystick.example/ledger-1",
    );
    const unknown = `${note}${signatureLine(signNote(text, other))}`;
    expect(isRight(openCheckpoint(unknown, policy)), "an unknown signature").to.equal(true);
  });

  it("tell no change of any character", () => {
    const places = fc.record({
      at: fc.integer({ min: 0, max: note.length - 1 }),
      by: fc.constantFrom("A", "b", "0", "+", "/", "=", " ", "\n", "é", "—"),
    });
    fc.assert(
      fc.property(places, ({ at, by }) => {
        const changed = `${note.slice(0, at)}${by}${note.slice(at + 1)}`;
        fc.pre(changed !== note);
        const read = signedNoteOf(changed);
        const verified = isLeft(read) ? read : verifiedSignatures(read.right, keys);
        // a changed name or key id makes a signature unknown, which is passed over
        expect(isLeft(verified) || verified.right.length < 2).to.equal(true);
      }),
      { numRuns: 500 },
    );
  });

  it("name the error of a text that is not a checkpoint", () => {
    const wrongs: ReadonlyArray<readonly [string, string]> = [
      ["", "the origin"],
      ["log\n08\n\n", "size of the tree in the second line"],
      ["log\n8\nshort\n", "root of the tree"],
      [text.slice(0, -1), "ended by a line feed"],
    ];
    for (const [wrong, message] of wrongs) {
      const read = checkpointOf(wrong);
      expect(isLeft(read) && read.left.message, wrong).to.contain(message);
    }
    expect(isRight(checkpointOf(`${text}extension\n`))).to.equal(true);
    expect(isLeft(signedNoteOf(note.replace("\n\n", "\n")))).to.equal(true);
    expect(isLeft(signedNoteOf(`${note}\u0000`))).to.equal(true);
    expect(isLeft(signedNoteOf("x".repeat(1_000_001)))).to.equal(true);
  });
});

describe("A policy on witnesses", () => {
  const lines = [
    `log ${verifierKeyText(sampleLog.verifier)} https://log.example # ours`,
    "",
    `witness w1 ${verifierKeyText(sampleWitness.verifier)}`,
  ];

  it("asks for a quorum of cosignatures", () => {
    const alone = noteText({ text, signatures: signatures.slice(0, 1) });
    for (const quorum of ["quorum w1", "group g any w1\nquorum g", "group g 1 w1\nquorum g"]) {
      const policy = witnessPolicyOf([...lines, quorum].join("\n"));
      if (isLeft(policy)) throw new Error(policy.left.message);
      expect(isRight(openCheckpoint(note, policy.right)), quorum).to.equal(true);
      expect(messageOf(openCheckpoint(alone, policy.right))).to.contain("lacks cosignatures");
    }
    const none = witnessPolicyOf([...lines, "quorum none"].join("\n"));
    expect(isRight(none) && isRight(openCheckpoint(alone, none.right))).to.equal(true);
  });

  const wrongs: ReadonlyArray<readonly [string, string]> = [
    ["quorum w2", 'line 4: "w2" is no witness or group so far'],
    ["group g 2 w1\nquorum g", 'expected any, all or a number up to 1, found "2"'],
    ["group g 0 w1\nquorum g", 'found "0"'],
    ["group w1 any w1\nquorum w1", 'expected a new name, found "w1"'],
    ["toString x\nquorum none", "expected log, witness, group or quorum"],
    ["", "expected one quorum, found 0"],
    ["witness w2 nonsense\nquorum none", "expected a verifier key"],
  ];
  for (const [line, message] of wrongs) {
    it(`says what is wrong with ${JSON.stringify(line)}`, () => {
      const read = witnessPolicyOf([...lines, line].join("\n"));
      expect(isLeft(read) && read.left.message).to.contain(message);
    });
  }

  it("needs a log", () => {
    const read = witnessPolicyOf("quorum none");
    expect(isLeft(read) && read.left.message).to.contain("the key of at least one log");
  });
});

describe("Keys of notes", () => {
  it("are refused when they have another form, without showing a private one", () => {
    const verifier = verifierKeyText(sampleLog.verifier);
    const signer = signerKeyText(sampleLog);
    const wrongs = ["", "a b+00000000+AA==", verifier.replace("3a05", "3a06"), `${verifier}=`];
    for (const wrong of wrongs) expect(isLeft(verifierKeyOf(wrong)), wrong).to.equal(true);
    for (const wrong of [verifier, signer.replace("3a05", "3a06"), signer.slice(0, -4)]) {
      const read = signerKeyOf(wrong);
      expect(isLeft(read) && read.left.message).to.be.a("string");
      expect(isLeft(read) && read.left.message).to.not.contain(signer.slice(-20));
    }
  });
});

describe("Tiles of a log", () => {
  it("are the published bytes, with their entries", () => {
    const hashes = Buffer.concat(sampleLeaves);
    expect(sha256(hashes)).to.equal(
      "aea2f1bbb5140fd5f8eacb503fdf54c00c3d860c72588e40233addd416bc8f10",
    );
    const entries = sampleEntries.map((each) => Buffer.from(each, "hex"));
    const bundle = entryBundle(entries);
    expect([bundle.length, sha256(bundle)]).to.deep.equal([
      50,
      "1afdc32f06ff88236207410a37b10ff2b5647186b52a531da0416d539b15a876",
    ]);
    expect(entriesOfBundle(bundle)).to.deep.equal(entries);
    expect(() => entriesOfBundle(bundle.subarray(0, -1))).to.throw(RangeError);
  });

  it("have the published paths", () => {
    expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).to.equal("tile/0/x001/x234/067");
    expect(entriesPath({ index: 0, width: 8 })).to.equal("tile/entries/000.p/8");
    const paths = tilesOf(70_000).map(tilePath);
    expect(paths.slice(272)).to.deep.equal([
      "tile/0/272",
      "tile/0/273.p/112",
      "tile/1/000",
      "tile/1/001.p/17",
      "tile/2/000.p/1",
    ]);
    expect(tilesOf(256).map(tilePath)).to.deep.equal(["tile/0/000", "tile/1/000.p/1"]);
    expect(tilesOf(0)).to.deep.equal([]);
  });
});

import { expect } from "chai";
import fc from "fast-check";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { checkProof } from "../../src/disclosure/check-proof.js";
import {
  type Disclosure,
  disclose,
  disclosureText,
  rootOfRows,
} from "../../src/disclosure/disclosure.js";
import { entryOf, eventKeyOf, rowHash, saltOf } from "../../src/disclosure/event-entry.js";
import { checkpointText } from "../../src/notes/checkpoint.js";
import { proofFileText } from "../../src/notes/proof-file.js";
import { noteText, signNote } from "../../src/notes/signed-note.js";
import { logAlone } from "../../src/notes/witness-policy.js";
import { inclusionPath } from "../../src/tree/inclusion.js";
import { leafHash } from "../../src/tree/merkle-hash.js";
import { hex, leavesOf, naiveRoot, subtreesOf } from "../tree/sample-tree.js";
import { sampleLog } from "../notes/sample-log.js";

const key = Uint8Array.from({ length: 32 }, (_, index) => index);

describe("The entry of an event in the log", () => {
  // the example of docs/journal-format.md before fields were given defaults, with rows of no text
  it("hashes the row `event` of the published example to the published hash", () => {
    const eventKey = eventKeyOf(key, 1);
    expect(hex([eventKey, saltOf(eventKey, "node 1")])).to.deep.equal([
      "f0dec3e59208bee45ade0a3e31f0b25a0d08b755383e7ff7bfb4535c9a58aa48",
      "0eff4d61561ffd7f53c5890e627b70febdf42549435c23691cac5291a8ce4900",
    ]);
    const text =
      '{"offset":1,"type":"TransactionCommitted","v":1,"rows":7,"updateId":"122000",' +
      '"recordTime":1767225600000001,"effectiveAt":1767225600000000}';
    const chain = "40948764497911ce1f1e881656c33e2f7a77988f568e5958d397e4fe1141fc3a";
    const hashes = [
      rowHash(saltOf(eventKey, "chain"), { name: "chain", text: chain }),
      rowHash(saltOf(eventKey, "event"), { name: "event", text }),
    ];
    expect(hex(hashes)).to.deep.equal([
      "4a8f45aa076c53e1a1df4c4c892af9b081b0b8580a97c48fc94f0b4bb98107ad",
      "ba55c743833160cc68a892f8a6377a74070f4929cb2bba0bd25249566b82ffdb",
    ]);
    const leaf = leafHash(
      entryOf(
        Buffer.from("ca7973b046e9a8d628ccdf712eb5d94c4038e4c5413a491d5655377d9a6aa208", "hex"),
      ),
    );
    expect(hex([leaf])).to.deep.equal([
      "950dd6eda6c583109f25a75e056503fb6e72d687303cb376f0b0c88da0ef076e",
    ]);
  });
});

const offset = 5;
const rows = [
  { name: "chain", text: "ab".repeat(32) },
  {
    name: "event",
    text: `{"offset":${offset},"type":"TransactionCommitted","v":1,"rows":6,"updateId":"1220","recordTime":7}`,
  },
  { name: "submission", text: "{}" },
  { name: "node 0", text: '{"kind":"create"}' },
  { name: "node 1", text: '{"kind":"exercise"}' },
  { name: "node 2", text: '{"kind":"create","payload":"secret"}' },
];
const eventKey = eventKeyOf(key, offset);
const size = 9;
const leaves = leavesOf(size).map((leaf, index) =>
  index === offset - 1 ? leafHash(entryOf(rootOfRows(eventKey, rows))) : leaf,
);
const text = checkpointText({
  origin: sampleLog.verifier.name,
  size,
  root: naiveRoot(leaves),
});
const checkpoint = noteText({ text, signatures: [signNote(text, sampleLog)] });
const policy = logAlone(sampleLog.verifier);
const path = inclusionPath({ index: offset - 1, size }, subtreesOf(leaves));
const proofOf = (disclosure: Disclosure): string =>
  proofFileText({
    index: offset - 1,
    path,
    extra: Buffer.from(disclosureText(disclosure)),
    checkpoint,
  });
const node1 = disclose(offset, rows, eventKey, (index) => index === 4);

const messageOf = (proof: string): string => {
  const checked = checkProof(proof, policy);
  return isLeft(checked) ? checked.left.message : "";
};

describe("A proof of one node", () => {
  it("shows that node and what event it is of, and nothing of the others", () => {
    const proof = proofOf(node1);
    const checked = checkProof(proof, policy);
    if (isLeft(checked)) throw new Error(checked.left.message);
    const { event } = checked.right;
    expect(event).to.deep.include({ offset, updateId: "1220", recordTime: 7, rowCount: 6 });
    expect(event.rows.map(({ name }) => name)).to.deep.equal(["event", "node 1"]);
    const shown = Buffer.from(/^extra (.*)$/m.exec(proof)?.[1] ?? "", "base64").toString("utf8");
    expect(shown).to.not.contain("secret");
  });

  it("can show any choice of rows", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 })), (indexes) => {
        const disclosure = disclose(offset, rows, eventKey, (index) => indexes.includes(index));
        const checked = checkProof(proofOf(disclosure), policy);
        const names = isRight(checked) ? checked.right.event.rows.map(({ name }) => name) : [];
        const wanted = rows.filter(({ name }, at) => name === "event" || indexes.includes(at));
        expect(names).to.deep.equal(wanted.map(({ name }) => name));
      }),
    );
  });

  const [eventRow, nodeRow] = node1.rows;
  if (eventRow === undefined || nodeRow === undefined) throw new Error("no rows");
  const lied: ReadonlyArray<readonly [string, Disclosure, string]> = [
    ["another text", { ...node1, rows: [eventRow, { ...nodeRow, text: "{}" }] }, "row 4"],
    ["another name", { ...node1, rows: [eventRow, { ...nodeRow, name: "node 2" }] }, "row 4"],
    ["another place", { ...node1, rows: [eventRow, { ...nodeRow, index: 5 }] }, "row 5"],
    ["fewer rows", { ...node1, rowCount: 5 }, "does not lead to the root"],
    [
      "another offset",
      { ...node1, offset: 6 },
      "the rows belong to offset 6, the proof to offset 5",
    ],
    ["no row `event`", { ...node1, rows: [nodeRow] }, 'expected the row "event"'],
    ["no row", { ...node1, rows: [] }, "at least one row"],
  ];
  for (const [name, disclosure, message] of lied) {
    it(`is refused with ${name}`, () => {
      expect(messageOf(proofOf(disclosure))).to.contain(message);
    });
  }

  it("is refused with a path of another event, no disclosure, or nonsense", () => {
    const elsewhere = inclusionPath({ index: 3, size }, subtreesOf(leaves));
    const extra = Buffer.from(disclosureText(node1));
    const moved = proofFileText({ index: offset - 1, path: elsewhere, extra, checkpoint });
    expect(messageOf(moved)).to.contain("offset 5 of the log tallystick.example/ledger-1");
    const bare = proofFileText({ index: offset - 1, path, checkpoint });
    expect(messageOf(bare)).to.contain("discloses no row");
    const broken = proofFileText({
      index: offset - 1,
      path,
      extra: Buffer.from("{"),
      checkpoint,
    });
    expect(messageOf(broken)).to.contain("expected JSON");
    expect(messageOf("")).to.contain("c2sp.org/tlog-proof@v1");
  });

  it("refuses a row that says it is of another event, though its hashes fit", () => {
    const lying = rows.map((row) =>
      row.name === "event" ? { ...row, text: row.text.replace(`:${offset},`, ":6,") } : row,
    );
    const lyingLeaves = leaves.map((leaf, index) =>
      index === offset - 1 ? leafHash(entryOf(rootOfRows(eventKey, lying))) : leaf,
    );
    const head = checkpointText({
      origin: sampleLog.verifier.name,
      size,
      root: naiveRoot(lyingLeaves),
    });
    const proof = proofFileText({
      index: offset - 1,
      path: inclusionPath({ index: offset - 1, size }, subtreesOf(lyingLeaves)),
      extra: Buffer.from(disclosureText(disclose(offset, lying, eventKey, () => true))),
      checkpoint: noteText({ text: head, signatures: [signNote(head, sampleLog)] }),
    });
    expect(messageOf(proof)).to.contain('the row "event" says offset 6');
  });
});

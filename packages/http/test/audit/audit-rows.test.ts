import { expect } from "chai";
import { right } from "fp-ts/lib/Either.js";
import type { AuditLog } from "../../src/endpoints/audit-log.js";
import { auditProof } from "../../src/audit/audit-proof.js";
import { auditCheckpoint, auditKey, auditTileRows } from "../../src/audit/audit-published.js";
import { auditRows } from "../../src/audit/audit-rows.js";
import { auditStatus } from "../../src/audit/audit-status.js";
import { auditTitle, openApiDocumentOf } from "../../src/docs/openapi.js";
import { callerWith } from "../fixtures/callers.js";
import { type FakeLedger, fakeLedger } from "../fixtures/fake-ledger.js";
import { rightOf } from "../fixtures/outcomes.js";
import { type RowCalls, rowCalls } from "../fixtures/row-calls.js";

const note = "ledger.example/p/1\n7\nroot\n\n— ledger.example/p/1 sig\n";
/** An earlier one, which witnesses cosigned. */
const cosigned =
  "ledger.example/p/1\n5\nroot\n\n— ledger.example/p/1 sig\n— witness.example/w1 sig\n";
const updateId = `1220${"ab".repeat(32)}`;

describe("The endpoints of the log", () => {
  let ledger: FakeLedger;
  let calls: RowCalls;
  const asked: Array<unknown> = [];
  let proof: Awaited<ReturnType<AuditLog["prove"]>> = { kind: "proof", text: "the proof" };
  const audit: AuditLog = {
    status: () => ({
      state: "signing",
      reason: undefined,
      verifiedUpTo: 9,
      note,
      verifierKey: "the key",
    }),
    onMoved: () => () => undefined,
    published: async (path) => {
      if (path === "checkpoint") return Buffer.from(cosigned);
      return path === "tile/0/000.p/7" ? Buffer.from("tile") : undefined;
    },
    prove: async (...request) => {
      asked.push(request);
      return proof;
    },
  };

  before(async () => {
    ledger = await fakeLedger();
    const made = rowCalls(ledger);
    calls = rowCalls(ledger, {}, { audit });
    expect(await made.error(auditStatus)).to.equal("SERVICE_NOT_RUNNING");
  });
  after(() => ledger.close());

  it("say how far the journal was verified and signed", async () => {
    expect(await calls.json(auditStatus)).to.deep.equal({
      state: "signing",
      ledgerEnd: ledger.ledgerEnd(),
      verifiedUpTo: 9,
      signedUpTo: 7,
      origin: "ledger.example/p/1",
      checkpoint: note,
      verifierKey: "the key",
      damage: [],
    });
  });

  it("give everyone the checkpoint, the key and the tiles, as C2SP has them", async () => {
    for (const row of [auditCheckpoint, auditKey, ...auditTileRows])
      expect(row.access).to.equal("open");
    expect(rightOf(await calls.outcome(auditCheckpoint)).body).to.equal(cosigned);
    expect(rightOf(await calls.outcome(auditKey)).body).to.equal("the key\n");
    const [, tile] = auditTileRows;
    if (tile === undefined) throw new Error("there is no row");
    const parameters = { level: "0", "part-1": "000.p", "part-2": "7" };
    const answer = rightOf(await calls.outcome(tile, { parameters }));
    expect([answer.status, String(answer.body)]).to.deep.equal([200, "tile"]);
    const other = { ...parameters, "part-2": "8" };
    expect(await calls.error(tile, { parameters: other })).to.equal("ENDPOINT_NOT_FOUND");
    for (const level of ["64", "x", "..", "entries.p"]) {
      const refused = rightOf(await calls.outcome(tile, { parameters: { ...parameters, level } }));
      expect([refused.status, String(refused.body)]).to.deep.equal([
        400,
        "Invalid value for: path parameter level",
      ]);
    }
  });

  it("prove an update to who may see something of it", async () => {
    const granted = [
      { kind: "CanReadAs", party: "alice::1" },
      { kind: "CanActAs", party: "bob::1" },
      { kind: "CanExecuteAs", party: "carol::1" },
    ] as const;
    const mine = { ...ledger, userRights: () => right(granted) };
    const ofMine = rowCalls(mine, {}, { audit });
    const caller = callerWith(granted);
    const answer = rightOf(await ofMine.outcome(auditProof, { query: { offset: "7" }, caller }));
    expect(answer).to.include({ status: 200, body: "the proof" });
    expect(answer.headers).to.deep.equal({
      "Content-Disposition": 'attachment; filename="offset-7.tlog-proof"',
    });
    expect(asked.pop()).to.deep.equal([{ offset: 7 }, ["alice::1", "bob::1"]]);
    const query = { "update-id": updateId, party: "alice::1" };
    await ofMine.outcome(auditProof, { query, caller });
    expect(asked.pop()).to.deep.equal([{ updateId }, ["alice::1"]]);
    await calls.outcome(auditProof, {
      query: { offset: "7" },
      caller: callerWith([{ kind: "CanReadAsAnyParty" }]),
    });
    expect(asked.pop()).to.deep.equal([{ offset: 7 }, "all"]);
    for (const party of ["carol::1", "dave::1"]) {
      const denied = await ofMine.error(auditProof, { query: { offset: "7", party }, caller });
      expect(denied, party).to.equal("PERMISSION_DENIED");
    }
    expect(asked).to.deep.equal([]);
  });

  it("refuse what names no update, and say that there is no proof", async () => {
    for (const query of [
      {},
      { offset: "7", "update-id": updateId },
      { offset: "0" },
      { offset: "1e3" },
      { "update-id": "12" },
    ]) {
      const code = await calls.error(auditProof, { query });
      expect(code, JSON.stringify(query)).to.equal("INVALID_ARGUMENT");
    }
    proof = { kind: "unknown" };
    const caller = callerWith([{ kind: "CanReadAsAnyParty" }]);
    const asking = { query: { offset: "7" }, caller };
    expect(await calls.error(auditProof, asking)).to.equal("UPDATE_NOT_FOUND");
    proof = { kind: "unavailable", reason: "it is being read" };
    expect(await calls.error(auditProof, asking)).to.equal("SERVICE_NOT_RUNNING");
  });

  it("are in a document of their own", () => {
    const { paths } = openApiDocumentOf(auditRows, auditTitle);
    expect(Object.keys(Object(paths))).to.include.members([
      "/audit/status",
      "/audit/proof",
      "/audit/checkpoint",
      "/audit/key",
      "/audit/tile/{level}/{part-1}",
    ]);
  });
});

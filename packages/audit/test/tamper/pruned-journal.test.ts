import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeLedgerEvent, type LedgerEvent } from "@tallystick/core";
import { orThrow } from "@tallystick/node";
import { expect } from "chai";
import { eventOf, fail } from "./forged-events.js";
import {
  audited,
  copyOf,
  type Forged,
  honestFolder,
  rechained,
  removeDerived,
  type Row,
  rowsOf,
  signed,
} from "./tampered-folder.js";

describe("A pruned journal", () => {
  const folder = mkdtempSync(join(tmpdir(), "pruned-"));
  const honest = join(folder, "honest");
  let rows: ReadonlyArray<Row> = [];

  before(async () => {
    await honestFolder(honest, 120, async (t) => {
      await signed(honest);
      orThrow(await t.ledger.prune(100));
      while (!rowsOf(honest).some(({ erased }) => erased !== undefined))
        await new Promise((resume) => setTimeout(resume, 20));
    });
    rows = rowsOf(honest);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const erasedAt = (): number => rows.findLastIndex(({ erased }) => erased !== undefined);
  const prunedAt = (): number => rows.findLastIndex(({ type }) => type === "JournalPruned");
  const changed = (place: number, change: (row: Row) => Forged): ReadonlyArray<Forged> =>
    rows.with(place, { ...(rows[place] ?? fail("row")), ...change(rows[place] ?? fail("row")) });
  const said = (change: object): ReadonlyArray<Forged> =>
    changed(prunedAt(), (row) => {
      const event: LedgerEvent = Object.assign({}, eventOf(row), change);
      return { ...row, ...encodeLedgerEvent(event, prunedAt() + 1) };
    });

  it("has nothing wrong in it, and its log still has what was erased", async () => {
    const { verdict, findings } = await audited(honest);
    expect(findings).to.deep.equal([]);
    expect(["holds", "inconclusive"]).to.include(verdict);
  });

  const attacks: ReadonlyArray<readonly [what: string, forge: () => ReadonlyArray<Forged>]> = [
    [
      "what is left of an erased submission",
      () => changed(erasedAt(), (row) => ({ ...row, data: row.data.replace(/\d/, "7") })),
    ],
    [
      "the digest of what was erased",
      () => changed(erasedAt(), (row) => ({ ...row, erased: "0".repeat(64) })),
    ],
    ["that the journal was pruned", () => rows.toSpliced(prunedAt(), 1)],
    ["the digest of all that was erased", () => said({ residue: "0".repeat(64) })],
    ["up to which offset it was pruned", () => said({ offset: 90 })],
    [
      "a submission that nobody pruned into an erased one",
      () => {
        const place = rows.findIndex(
          ({ type, erased }, at) =>
            type === "TransactionCommitted" && erased === undefined && at > prunedAt() - 20,
        );
        const left = rows[erasedAt()] ?? fail("row");
        return changed(place, (row) => ({
          ...row,
          data: left.data,
          erased: createHash("sha256").update(row.data).digest("hex"),
        }));
      },
    ],
  ];
  for (const [what, forge] of attacks) {
    it(`is damaged where someone changed ${what} and chained all again`, async () => {
      const copy = copyOf(honest);
      rechained(copy, forge());
      removeDerived(copy);
      const { verdict, findings } = await audited(copy);
      expect(["damaged", "inconsistent"], JSON.stringify(findings)).to.include(verdict);
      expect(findings[0], JSON.stringify(findings)).to.include({ rule: "J2", where: "journal" });
    });
  }
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { coinPackages } from "@tallystick/coin";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { Database } from "@tallystick/sqlite";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { AuditError } from "../../src/log/audited-journal.js";
import { auditRules } from "../../src/rules/audit-rules.js";
import { rangeEnds } from "../../src/rules/audit-by-threads.js";
import type { RulesAudit, RulesReport } from "../../src/rules/rules-walk.js";
import { dayJournal } from "./coin-day.js";
import { storedAs } from "./coin-journal.js";

const stream = "participant-participant";
const manyThreads = { minEvents: 10, maxThreads: 3 };
const oneThread = { minEvents: Number.POSITIVE_INFINITY, maxThreads: 1 };
const packagesFrom = {
  module: new URL("./packages-from-coin.js", import.meta.url).href,
  names: [],
};

describe("An audit in threads", () => {
  const folder = mkdtempSync(join(tmpdir(), "audit-threads-"));
  const audits: Array<
    (audit: Partial<RulesAudit>, limits: typeof manyThreads) => Promise<RulesReport>
  > = [];

  before(async () => {
    const honest = await dayJournal();
    const forged = honest.map((each) => {
      const { event, offset } = each;
      // one in each half, and a time before that of the event before it
      const isForged = offset === 40 || offset === honest.length - 5;
      return storedAs(isForged ? { ...each, event: { ...event, recordTime: 1 } } : each);
    });
    const repeated = [...forged, { ...(forged[20] ?? fail()) }];
    const { id } = forged[4] ?? fail();
    // in the range of the first thread, whose ids the last one compares
    const early = forged.map((each, at) => (at === 39 || at === 41 ? { ...each, id } : each));
    for (const [name, events] of Object.entries({
      honest: honest.map(storedAs),
      repeated,
      early,
    })) {
      const opened = await sqliteStore({ file: join(folder, `${name}.db`) });
      if (isLeft(opened)) throw new Error("the store cannot be opened");
      const store = opened.right;
      for (const [at, event] of events.entries()) {
        const before = at === 0 ? "no-stream" : at - 1;
        await store.append(stream, before, [{ ...event, metadata: "" }]);
      }
      audits.push(async (audit, limits) => {
        const options = { level: "rules", packages: coinPackages, packagesFrom, ...audit } as const;
        const report = await auditRules({ store, stream }, options, limits);
        if (isLeft(report)) throw new Error(report.left.message);
        return report.right;
      });
    }
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it("finds what one thread finds", async () => {
    for (const audit of audits) {
      for (const part of [{}, { from: 30, to: 100 }]) {
        const expected = await audit(part, oneThread);
        const taken: Array<number> = [];
        const found = await audit({ ...part, onTaken: (at) => taken.push(at) }, manyThreads);
        expect(found).to.deep.equal(expected);
        // one thread says how far it is after each page only, and never less than this
        expect(taken.length).to.be.at.most(manyThreads.maxThreads);
      }
    }
    const [honest, repeated, early] = await Promise.all(
      audits.map((audit) => audit({}, oneThread)),
    );
    expect(honest?.findings).to.deep.equal([]);
    expect(repeated?.findings.map(({ rule }) => rule)).to.include.members(["T1", "J3"]);
    const ids = early?.findings.filter(({ rule }) => rule === "J3").map(({ offset }) => offset);
    expect(ids).to.deep.equal([40, 42]);
  });

  it("passes over no broken chain, in whichever part it is", async () => {
    for (const offset of [3, 60, 150]) {
      const file = join(folder, `broken-${offset}.db`);
      const honest = new Database(join(folder, "honest.db"), { readOnly: true });
      honest.exec(`VACUUM INTO '${file}'`);
      honest.close();
      const database = new Database(file);
      const change = "UPDATE event SET id = replace(id, 'a', 'b'), hash = ? WHERE revision = ?";
      database.prepare<[string, number]>(change).run("ab".repeat(32), offset - 1);
      database.close();
      const unchecked = { tailCheckEvents: 0, acceptLostTail: true };
      const opened = await sqliteStore({ file, readOnly: true, ...unchecked });
      if (isLeft(opened)) throw new Error("the store cannot be opened");
      const options = { level: "rules", packages: coinPackages, packagesFrom } as const;
      const audited = auditRules({ store: opened.right, stream }, options, manyThreads);
      const thrown = await audited.then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(thrown).to.be.an.instanceOf(AuditError);
      await opened.right.close();
    }
  });

  it("gives the first thread the longest range, and the ranges have no gap", () => {
    expect(rangeEnds(0, 1000, 1)).to.deep.equal([1000]);
    expect(rangeEnds(0, 1000, 2)).to.deep.equal([606, 1000]);
    const ends = rangeEnds(99, 1000, 3);
    expect(ends.at(-1)).to.equal(1000);
    expect(ends.map((end, at) => end - (ends[at - 1] ?? 99))).to.deep.equal([435, 282, 184]);
  });
});

const fail = (): never => {
  throw new Error("there is no such event");
};

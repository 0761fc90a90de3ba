import { chmodSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { LedgerNotice } from "../../src/ledger/ledger-observer.js";
import {
  activeFor,
  allocate,
  codeOf,
  commit,
  openTest,
  pingBy,
  tempFolder,
  until,
} from "../test-ledger.js";

describe("A ledger whose journal is made read-only while it is open", () => {
  const cases: ReadonlyArray<
    readonly [string, (file: string) => void, (file: string) => void, RegExp]
  > = [
    [
      "by its mode",
      (file) => chmodSync(file, 0o444),
      (file) => chmodSync(file, 0o600),
      /is read-only/,
    ],
    [
      "by moving it away",
      (file) => renameSync(file, `${file}.away`),
      (file) => renameSync(`${file}.away`, file),
      /was removed or replaced/,
    ],
  ];
  for (const [how, make, mend, reason] of cases) {
    it(`${how} says so, takes no commands, answers reads, and continues by itself`, async () => {
      const [data, said]: [string, Array<string>] = [tempFolder(), []];
      const file = join(data, "journal.db");
      const onNotice = ({ kind, message }: LedgerNotice): void =>
        void said.push(`${kind} ${message}`);
      const ledger = await openTest({ data, onNotice, config: { appendRetries: 1 } });
      const alice = await allocate(ledger, "alice");
      await commit(ledger, pingBy(alice, "p1"));
      make(file);
      // no one submits anything: it is noticed all the same
      await until(() => !ledger.ready(), "the ledger is not ready");
      expect(codeOf(await ledger.submitAndWait(pingBy(alice, "p2")))).to.equal(
        "SERVICE_NOT_RUNNING",
      );
      expect(await activeFor(ledger, alice)).to.have.length(1);
      mend(file);
      await until(() => ledger.ready(), "the ledger is ready again");
      await commit(ledger, pingBy(alice, "p2"));
      expect(await activeFor(ledger, alice)).to.have.length(2);
      expect(said.map((each) => each.split(" ")[0])).to.deep.equal([
        "journal-interrupted",
        "journal-resumed",
      ]);
      expect(said[0]).to.match(reason);
      await ledger.close();
      const again = await openTest({ data });
      expect(await activeFor(again, alice)).to.have.length(2);
    });
  }
});

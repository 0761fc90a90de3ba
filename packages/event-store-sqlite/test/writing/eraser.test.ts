import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { dataDigest, verifyStream } from "@tallystick/event-store";
import { expect } from "chai";
import {
  journalFolder,
  leftOf,
  newEvents,
  opened,
  readToEnd,
  rightOf,
  STREAM,
  tamper,
  writeJournal,
} from "../journal-files.js";

const RESIDUE = '{"v":0}';

const erasures = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => ({ revision: from + at, data: RESIDUE }));

describe("erased data", () => {
  let journal = journalFolder();
  beforeEach(() => {
    journal = journalFolder();
  });
  afterEach(() => journal.cleanUp());

  it("makes the file smaller, and an opening later finds the chain whole", async () => {
    const store = await opened({ file: journal.file });
    for (let batch = 0; batch < 10; batch += 1) {
      const expected = batch === 0 ? "no-stream" : batch * 200 - 1;
      rightOf(await store.append(STREAM, expected, newEvents(200, 1_500)));
    }
    const head = rightOf(await verifyStream(store, STREAM));
    for (let from = 0; from < 1_900; from += 100) {
      // every tenth event stays
      const some = erasures(from, from + 100).filter(({ revision }) => revision % 10 > 0);
      rightOf(await store.capabilities.erasing.erase(STREAM, some));
    }
    while (rightOf(await store.capabilities.erasing.shrink()));
    await store.close();
    expect(statSync(journal.file).size).to.be.below(2_000 * 1_500 * 0.45);
    const again = await opened({ file: journal.file });
    expect(rightOf(await verifyStream(again, STREAM))).to.deep.equal(head);
    const { events, error } = await readToEnd(again.capabilities.allStreams.readAll());
    expect(error).to.equal(undefined);
    expect(events).to.have.length(2_000);
    for (const event of events) {
      const isErased = event.revision < 1_900 && event.revision % 10 > 0;
      expect(event.erased !== undefined, `revision ${event.revision}`).to.equal(isErased);
      expect(event.data === RESIDUE).to.equal(isErased);
    }
    await again.close();
  });

  const ALTERED: ReadonlyArray<readonly [string, string]> = [
    ["what is in place of the data", `data = '{"v":0 }'`],
    ["the digest", "erased = '0' || substr(erased, 2)"],
    ["the check", "erased = substr(erased, 1, 79) || 'x'"],
    ["the length of the mark", "erased = substr(erased, 1, 79)"],
    ["the mark, which is no text", "erased = CAST(x'00' AS TEXT)"],
    ["the hash", `hash = '${"0".repeat(64)}'`],
    ["the type", "type = 'Forged'"],
    ["the mark, which is gone", "erased = NULL"],
    [
      "the place of what is left",
      "data = (SELECT data FROM event WHERE revision = 4), erased = (SELECT erased FROM event WHERE revision = 4)",
    ],
  ];
  for (const [name, change] of ALTERED) {
    it(`is damage when someone changes ${name}`, async () => {
      const store = await opened({ file: journal.file });
      rightOf(await store.append(STREAM, "no-stream", newEvents(8)));
      rightOf(await store.capabilities.erasing.erase(STREAM, erasures(2, 5)));
      await store.close();
      tamper(journal.file, `UPDATE event SET ${change} WHERE revision = 3`);
      const read = await opened({ file: journal.file, readOnly: true, tailCheckEvents: 1 });
      const { events, error } = await readToEnd(read.readStream(STREAM));
      expect(error).to.include({ kind: "damaged", revision: 3 });
      expect(events).to.have.length(3);
      expect((await readToEnd(read.capabilities.allStreams.readAll())).error?.kind).to.equal(
        "damaged",
      );
      await read.close();
    });
  }

  const DAMAGE: ReadonlyArray<readonly [string, string]> = [
    ["was changed", "UPDATE event SET data = '\"forged\"' WHERE revision = 3"],
    ["was marked as erased", "UPDATE event SET erased = 'x' WHERE revision = 3"],
  ];
  for (const [name, sql] of DAMAGE) {
    it(`is never made of data that ${name}: its digest would look right`, async () => {
      await writeJournal(journal.file, 8);
      tamper(journal.file, sql);
      const store = await opened({ file: journal.file, tailCheckEvents: 1 });
      const error = leftOf(await store.capabilities.erasing.erase(STREAM, erasures(2, 5)));
      expect(error).to.include({ kind: "damaged", stream: STREAM, revision: 3 });
      const { events } = await readToEnd(store.readStream(STREAM, { maxCount: 3 }));
      expect(events.map(({ erased }) => erased)).to.deep.equal([undefined, undefined, undefined]);
      await store.close();
    });
  }

  it("is refused to one who may only read", async () => {
    await writeJournal(journal.file, 3);
    const reader = await opened({ file: journal.file, readOnly: true });
    expect(leftOf(await reader.capabilities.erasing.erase(STREAM, erasures(0, 1)))).to.include({
      kind: "unavailable",
      outcome: "known",
    });
    await reader.close();
  });

  it("is erased whole batches at a time when the process is killed", async () => {
    const store = await opened({ file: journal.file });
    rightOf(await store.append(STREAM, "no-stream", newEvents(2_000, 400)));
    const digests = (await readToEnd(store.readStream(STREAM))).events.map(({ data }) =>
      dataDigest(data),
    );
    await store.close();
    const script = fileURLToPath(new URL("../erase-process.js", import.meta.url));
    for (const lines of [1, 3, 7]) {
      const child = spawn(process.execPath, [script, journal.file]);
      await new Promise<void>((resolve) => {
        let seen = 0;
        child.stdout.on("data", (text: Buffer) => {
          seen += text.toString().split("\n").length - 1;
          if (seen >= lines) child.kill("SIGKILL");
        });
        child.on("exit", () => resolve());
      });
      const again = await opened({ file: journal.file });
      rightOf(await verifyStream(again, STREAM));
      const { events } = await readToEnd(again.readStream(STREAM));
      const erased = events.filter((event) => event.erased !== undefined);
      expect(erased.length % 50).to.equal(0);
      expect(erased.length).to.be.at.least(lines * 50);
      for (const event of erased) expect(event.erased).to.equal(digests[event.revision]);
      await again.close();
    }
  });
});

describe("erased events of another journal", () => {
  it("are kept with their digests, and the chain continues behind them", async () => {
    const one = journalFolder();
    const other = journalFolder();
    const from = await opened({ file: one.file });
    rightOf(await from.append(STREAM, "no-stream", newEvents(40)));
    rightOf(
      await from.capabilities.erasing.erase(STREAM, [
        { revision: 3, data: "{}" },
        { revision: 20, data: '{"x":1}' },
      ]),
    );
    const { events } = await readToEnd(from.readStream(STREAM));
    const to = await opened({ file: other.file });
    const adopted = rightOf(await to.capabilities.adopt(STREAM, "no-stream", events));
    expect(adopted.hash).to.equal(events.at(-1)?.hash);
    expect((await readToEnd(to.readStream(STREAM))).events).to.deep.equal(events);
    // again is nothing new, and what follows is chained as ever
    rightOf(await to.capabilities.adopt(STREAM, "no-stream", events));
    const next = newEvents(1);
    const appended = rightOf(await to.append(STREAM, 39, next));
    expect(appended.hash).to.equal(rightOf(await from.append(STREAM, 39, next)).hash);
    expect(rightOf(await to.capabilities.selfCheck.checkFiles())).to.deep.equal([]);
    for (const store of [from, to]) await store.close();
    for (const folder of [one, other]) folder.cleanUp();
  });

  it("do not hide what was changed: another digest is another chain", async () => {
    const { file, cleanUp } = journalFolder();
    const store = await opened({ file });
    const events = newEvents(2);
    const digest = "ab".repeat(32);
    const recorded = events.map((event, revision) => {
      const place = { stream: STREAM, revision, position: revision + 1, hash: "" };
      return { ...event, ...place, erased: digest };
    });
    const plain = await opened({ file: ":memory:" });
    const whole = rightOf(await plain.append(STREAM, "no-stream", events));
    expect(
      rightOf(await store.capabilities.adopt(STREAM, "no-stream", recorded)).hash,
    ).to.not.equal(whole.hash);
    await store.close();
    await plain.close();
    cleanUp();
  });
});

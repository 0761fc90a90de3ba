import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { endedLedger, invoked, openIn, tempFolder } from "../ledger-folder.js";
import { replacedJournal, signedLedger } from "./signed-ledger.js";

describe("tallystick audit checkpoint", () => {
  it("signs what the journal has, and again only what is new", async () => {
    const { data, note, size } = await signedLedger();
    expect(note).to.match(/^ledger\.example\/participant\/[0-9a-f]{8}\n\d+\n/);
    const again = await invoked(["audit", "checkpoint", "--data", data]);
    expect(`${again.out.join()}\n`).to.equal(note);
    const ledger = await openIn(data);
    await ledger.allocateParty({ partyIdHint: "carol" });
    await ledger.close();
    const later = await invoked(["audit", "checkpoint", "--data", data]);
    expect(Number(later.out.at(-1)?.split("\n")[1])).to.be.above(size);
    const list = await invoked(["audit", "checkpoint", "--data", data, "--list"]);
    expect(list.out).to.deep.equal([note.trimEnd(), later.out.join()]);
  });

  it("says that a journal has no disclosure key, or no event", async () => {
    const { data } = await endedLedger();
    const { code, err } = await invoked(["audit", "checkpoint", "--data", data]);
    expect([code, err]).to.deep.equal([
      7,
      "tallystick: the journal has no disclosure key; create one with tallystick disclosure-key",
    ]);
    expect(readdirSync(data)).to.not.include("log");
    const wrong = await invoked(["audit", "checkpoint", "--data", data, "--origin", "a b"]);
    expect([wrong.code, wrong.err]).to.deep.equal([
      2,
      'tallystick: --origin: expected a domain such as ledger.example, found "a b"',
    ]);
  });

  it("keeps the name of its log", async () => {
    const { data } = await signedLedger();
    const { code, err } = await invoked(["audit", "checkpoint", "--data", data, "--origin", "b"]);
    expect(code).to.equal(2);
    expect(err).to.match(
      /--origin: the log is ledger\.example\/participant\/[0-9a-f]{8}, fixed by its first checkpoint/,
    );
  });

  it("keeps its key private, and publishes hashes and checkpoints alone", async () => {
    const { data } = await signedLedger(Array.from({ length: 300 }, (_, at) => `party-${at}`));
    const log = join(data, "log");
    expect(statSync(join(log, "checkpoint.key")).mode & 0o777).to.equal(0o600);
    expect(readdirSync(join(log, "public")).toSorted()).to.deep.equal([
      "checkpoint",
      "checkpoints",
      "tile",
    ]);
    expect(readdirSync(join(log, "public", "tile", "0"))).to.deep.equal(["000", "001.p"]);
  });

  for (const [what, damage] of [
    ["lost", (tile: string) => rmSync(tile)],
    ["cut", (tile: string) => writeFileSync(tile, readFileSync(tile).subarray(1))],
    ["changed", (tile: string) => writeFileSync(tile, Buffer.alloc(8192, 7))],
  ] as const) {
    it(`makes tiles of the journal again when one is ${what}`, async () => {
      const { data, note } = await signedLedger(
        Array.from({ length: 300 }, (_, at) => `party-${at}`),
      );
      damage(join(data, "log", "public", "tile", "0", "000"));
      const again = await invoked(["audit", "checkpoint", "--data", data]);
      expect([again.code, `${again.out.join()}\n`]).to.deep.equal([0, note]);
    });
  }

  it("continues behind a pruning, with the hashes of what was erased", async () => {
    const { data, size } = await signedLedger();
    const ledger = await openIn(data);
    const allocated = await ledger.allocateParty({ partyIdHint: "carol" });
    if (isLeft(allocated)) throw new Error(allocated.left.cause);
    const { party } = allocated.right;
    const createArguments = { id: "x", initiator: party, responder: party };
    const command = {
      kind: "CreateAndExerciseCommand",
      templateId: "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping",
      createArguments,
      choice: "Archive",
      choiceArgument: {},
    } as const;
    const submission = { commandId: "c", actAs: [party], userId: "u", commands: [command] };
    const committed = await ledger.submitAndWait(submission);
    if (isLeft(committed)) throw new Error(committed.left.cause);
    const { completionOffset } = committed.right;
    await ledger.allocateParty({ partyIdHint: "dave" });
    await ledger.close();
    const signed = await invoked(["audit", "checkpoint", "--data", data]);
    expect(signed.code).to.equal(0);
    const again = await openIn(data);
    await again.prune(completionOffset);
    // data is erased in the background
    const verify = ["audit", "verify", "--data", data];
    const verdict = async () => (await invoked(verify)).out.at(-1);
    while ((await verdict()) !== "verdict: holds, except for pruned data")
      await new Promise((resume) => setTimeout(resume, 20));
    await again.close();
    const later = await invoked(["audit", "checkpoint", "--data", data]);
    expect([later.code, later.err]).to.deep.equal([0, ""]);
    expect(Number(later.out.at(-1)?.split("\n")[1])).to.be.above(size + 3);
    const prove = ["audit", "prove", "--data", data, "--out", join(tempFolder(), "proof")];
    expect(await invoked([...prove, String(size)])).to.include({ code: 7 });
    expect(await invoked([...prove, "2"])).to.include({ code: 0 });
    const verified = await invoked(verify);
    expect(verified.out).to.include(
      `log: 3 checkpoints, the last covers ${later.out.at(-1)?.split("\n")[1]} events`,
    );
    expect(verified.out.filter((line) => /^[DJ]\d log/.test(line))).to.deep.equal([]);
    expect((await invoked([...prove, String(completionOffset)])).err).to.contain("was pruned");
  });

  it("finds a history that was rewritten and chained again, as verify does by the log", async () => {
    const { data, note, size } = await signedLedger();
    const kept = join(tempFolder(), "kept");
    writeFileSync(kept, note);
    const against = ["audit", "checkpoint", "--data", data, "--against", kept];
    expect((await invoked(against)).code).to.equal(0);
    const forged = await replacedJournal(data, (events) =>
      events.map((event) =>
        event.type === "PartyAllocated"
          ? { ...event, data: event.data.replace("alice::", "mallory::") }
          : event,
      ),
    );
    const verify = ["audit", "verify", "--data", forged];
    const verified = await invoked(verify);
    expect(verified.code).to.equal(8);
    expect(verified.out.at(-1)).to.match(/^verdict: inconsistent: \d findings$/);
    expect(verified.out).to.include(
      `J2 log, offset ${size}: the first ${size} events differ from those of a signed checkpoint`,
    );
    // the attacker removes the log, and others have a copy of it without its key
    const copy = join(tempFolder(), "copy");
    cpSync(join(forged, "log"), copy, { recursive: true });
    rmSync(join(copy, "checkpoint.key"));
    rmSync(join(forged, "log"), { recursive: true });
    expect((await invoked(verify)).code).to.equal(0);
    expect((await invoked([...verify, "--log", copy])).code).to.equal(8);
    const missing = await invoked([...verify, "--log", tempFolder()]);
    expect(missing.code).to.equal(2);
    expect(missing.err).to.match(/^tallystick: --log: .* has no checkpoint of a log$/);
    cpSync(join(data, "log"), join(forged, "log"), { recursive: true });
    for (const more of [["--against", kept], []]) {
      const { code, err } = await invoked(["audit", "checkpoint", "--data", forged, ...more]);
      expect(code).to.equal(8);
      expect(err).to.contain("it is a different journal");
    }
  });

  it("finds events that were cut off", async () => {
    const { data } = await signedLedger();
    const cut = await replacedJournal(data, (events) => events.slice(0, -1));
    const { code, err } = await invoked(["audit", "checkpoint", "--data", cut]);
    expect(code).to.equal(8);
    expect(err).to.contain("events are lost");
  });
});

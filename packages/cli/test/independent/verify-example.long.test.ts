import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { endedLedger, invoked, tempFolder } from "../ledger-folder.js";
import { replacedJournal, signedLedger } from "../audit/signed-ledger.js";

const program = fileURLToPath(new URL("../../../../../examples/verify/verify.js", import.meta.url));

const verify = (...args: ReadonlyArray<string>) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: "utf8",
  });
  return { status, out: stdout.trim().split("\n"), err: stderr.trim() };
};

const proofIn = async (data: string): Promise<string> => {
  const file = join(tempFolder(), "event.tlog-proof");
  await invoked(["audit", "prove", "2", "--data", data, "--out", file]);
  return file;
};

describe("examples/verify, which has nothing of Tallystick", () => {
  it("finds that a journal holds", async () => {
    const { data, end } = await endedLedger();
    const { status, out, err } = verify("journal", data);
    expect([status, err, out.at(-1)]).to.deep.equal([0, "", "holds"]);
    expect(out[0]).to.match(new RegExp(`^participant-participant: ${end} events, [0-9a-f]{64}$`));
  });

  it("names the event that was changed, and a journal that was cut", async () => {
    const { data } = await endedLedger();
    const file = join(data, "journal.db");
    const bytes = readFileSync(file);
    for (let at = bytes.indexOf("alice::"); at >= 0; at = bytes.indexOf("alice::"))
      bytes.write("Z", at);
    writeFileSync(file, bytes);
    const changed = verify("journal", data);
    expect(changed.status).to.equal(5);
    expect(changed.err).to.match(/offset \d+: the hash does not match the event/);
    const { data: whole } = await endedLedger();
    const cut = await replacedJournal(whole, (events) => events.slice(0, -1), "journal.db.head");
    expect(verify("journal", cut).err).to.match(/the head names position \d+, the last is \d+/);
  });

  it("agrees with check-proof on proofs, good and bad", async () => {
    const { data, key } = await signedLedger();
    const other = await signedLedger(["zoe"]);
    const proof = await proofIn(data);
    const text = readFileSync(proof, "utf8");
    const { status, out } = verify("proof", proof, key);
    expect([status, out.at(-1)]).to.deep.equal([0, "holds"]);
    expect(verify("proof", proof, readFileSync(key, "utf8").trim()).status).to.equal(0);
    const wrongs = [
      text.replace("index 1\n", "index 2\n"),
      text.replace(/^extra .*\n/m, ""),
      text.replace(/^(extra .{40})./m, "$1A"),
      text.replace(/\n(\d+)\n/, (_, size: string) => `\n${Number(size) + 1}\n`),
      text.replace(/\n[^\n]+\n\n/, "\n\n"),
      "",
    ];
    for (const wrong of wrongs) {
      expect(wrong).to.not.equal(text);
      writeFileSync(proof, wrong);
      const ours = await invoked(["audit", "check-proof", proof, "--key", key]);
      expect([verify("proof", proof, key).status, ours.code], wrong).to.deep.equal([8, 8]);
    }
    writeFileSync(proof, text);
    expect(verify("proof", proof, other.key).err).to.contain("the checkpoint is of the log");
  });

  it("says how it is used", () => {
    expect([verify().status, verify("proof", "x").status]).to.deep.equal([2, 2]);
    expect(verify("journal", "/nowhere").status).to.equal(1);
  });
});

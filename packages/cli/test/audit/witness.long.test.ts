import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { invoked, openIn, tempFolder } from "../ledger-folder.js";
import { start, type Started } from "../process.js";
import { signedLedger } from "./signed-ledger.js";

describe("tallystick audit witness", () => {
  const running: Array<Started> = [];
  afterEach(async () => {
    for (const { child, ended } of running.splice(0)) {
      child.kill("SIGKILL");
      await ended;
    }
  });

  /** A witness of a log; where it listens, and its key. */
  const witnessOf = async (key: string, folder = tempFolder()) => {
    const args = ["--folder", folder, "--name", "witness.example/w1", "--log-key", key];
    const started = start(["audit", "witness", ...args, "--listen", "127.0.0.1:0"]);
    running.push(started);
    const first = await started.firstLine;
    const base = /http:\/\/\S+/.exec(first)?.[0] ?? "";
    const published = await (await fetch(`${base}/key`)).text();
    return { base, folder, verifier: published.trim(), started };
  };

  const cosigned = async (data: string, base: string, ...more: ReadonlyArray<string>) =>
    invoked(["audit", "checkpoint", "--data", data, "--witness", base, ...more]);

  it("cosigns what continues what it cosigned before, and proofs need its signature", async () => {
    const { data, key } = await signedLedger();
    const { base, verifier } = await witnessOf(key);
    const policy = join(tempFolder(), "policy");
    const log = readFileSync(key, "utf8").trim();
    writeFileSync(policy, `log ${log}\nwitness w1 ${verifier}\nquorum w1\n`);
    const alone = await invoked(["audit", "checkpoint", "--data", data, "--policy", policy]);
    expect([alone.code, alone.err]).to.deep.equal([
      8,
      'tallystick: checkpoint: the checkpoint lacks cosignatures: the quorum "w1" is not reached',
    ]);
    const first = await cosigned(data, base, "--policy", policy);
    expect([first.code, first.err]).to.deep.equal([0, ""]);
    expect(first.out.join("\n")).to.match(/\n— witness\.example\/w1 \S+$/);
    const ledger = await openIn(data);
    await ledger.allocateParty({ partyIdHint: "carol" });
    await ledger.close();
    const later = await cosigned(data, base, "--policy", policy);
    expect(later.code, later.err).to.equal(0);
    const proof = join(tempFolder(), "event.tlog-proof");
    await invoked(["audit", "prove", "2", "--data", data, "--out", proof]);
    const checked = await invoked(["audit", "check-proof", proof, "--policy", policy]);
    expect(checked.out.join("\n")).to.match(
      /\ncosigned by: witness\.example\/w1, \d{4}-.*\nevent: /,
    );
    // what is signed later takes their signatures from nobody
    const more = await openIn(data);
    await more.allocateParty({ partyIdHint: "dave" });
    await more.close();
    const uncosigned = await invoked(["audit", "checkpoint", "--data", data]);
    expect(uncosigned.out.join("\n")).not.to.contain("witness.example");
    const published = readFileSync(join(data, "log", "public", "checkpoint"), "utf8");
    expect(published.trimEnd()).to.equal(later.out.join("\n"));
    await invoked(["audit", "prove", "2", "--data", data, "--out", proof]);
    expect((await invoked(["audit", "check-proof", proof, "--policy", policy])).code).to.equal(0);
    const kept = join(tempFolder(), "kept");
    writeFileSync(kept, `${later.out.join("\n")}\n`);
    const against = ["--against", kept, "--policy", policy];
    expect((await invoked(["audit", "checkpoint", "--data", data, ...against])).code).to.equal(0);
  });

  it("refuses another history, and never goes back, also after it was killed", async () => {
    const { data, key } = await signedLedger();
    const older = tempFolder();
    cpSync(data, older, { recursive: true });
    const ledger = await openIn(data);
    await ledger.allocateParty({ partyIdHint: "carol" });
    await ledger.close();
    const first = await witnessOf(key);
    expect((await cosigned(data, first.base)).code).to.equal(0);
    first.started.child.kill("SIGKILL");
    await first.started.ended;
    const { base } = await witnessOf(key, first.folder);
    const shorter = await cosigned(older, base);
    expect(shorter.code).to.equal(8);
    expect(shorter.err).to.match(
      /a witness has cosigned \d+ events, but the last checkpoint covers only \d+$/,
    );
    const other = await openIn(older);
    for (const name of ["dave", "erin"]) await other.allocateParty({ partyIdHint: name });
    await other.close();
    const forged = await cosigned(older, base);
    expect(forged.code).to.equal(8);
    expect(forged.err).to.match(/has cosigned a different history of this log/);
  });

  it("answers as witnesses do to what it does not cosign", async () => {
    const { key, note } = await signedLedger();
    const other = await signedLedger();
    const { base } = await witnessOf(key);
    const post = async (body: string) => {
      const answer = await fetch(`${base}/add-checkpoint`, { method: "POST", body });
      return [answer.status, answer.headers.get("content-type"), await answer.text()];
    };
    const size = Number(note.split("\n")[1]);
    expect((await post(`old 0\n\n${other.note}`))[0]).to.equal(404);
    expect((await post(`old ${size + 1}\n\n${note}`))[0]).to.equal(400);
    expect((await post("nonsense"))[0]).to.equal(400);
    expect(
      (await post(`old 0\n\n${note.replace(/— .*/, (line) => line.slice(0, -6) + "AAAAA=")}`))[0],
    ).to.be.oneOf([400, 403]);
    expect((await post(`old 0\n${Buffer.alloc(32).toString("base64")}\n\n${note}`))[0]).to.equal(
      422,
    );
    expect((await post("x".repeat(70_000)))[0]).to.equal(413);
    expect((await post(`old 0\n\n${note}`))[0]).to.equal(200);
    expect(await post(`old 0\n\n${note}`)).to.deep.equal([409, "text/x.tlog.size", `${size}\n`]);
    expect((await fetch(`${base}/${"0".repeat(64)}/checkpoint`)).status).to.equal(404);
  });

  it("needs a folder, a name, the key of a log and an address", async () => {
    const folder = tempFolder();
    for (const [args, message] of [
      [[], "audit witness: expected --folder"],
      [["--folder", folder], /expected --name/],
      [["--folder", folder, "--name", "w"], /--log-key: expected the key of at least one log/],
      [["--folder", folder, "--name", "w", "--log-key", "none"], /^tallystick: --log-key: /],
      [["--folder", folder, "--name", "w", "--listen", "x"], /--listen: expected HOST:PORT/],
    ] as const) {
      const { code, err } = await invoked(["audit", "witness", ...args]);
      expect(code, err).to.equal(2);
      expect(err).to.match(new RegExp(message));
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it("says in a sentence that its key is damaged, no file, or of another name", async () => {
    const { key } = await signedLedger();
    const { verifier } = await witnessOf(key);
    const made = tempFolder();
    (await witnessOf(key, made)).started.child.kill("SIGKILL");
    const whole = readFileSync(join(made, "witness.key"), "utf8");
    expect(verifier).to.match(/^witness\.example\/w1\+/);
    const rows: ReadonlyArray<readonly [write: (path: string) => void, message: RegExp]> = [
      [(path) => writeFileSync(path, ""), /witness\.key is damaged: expected a signer key/],
      [
        (path) => writeFileSync(path, "garbage"),
        /witness\.key is damaged: .*restore it from a copy/,
      ],
      [(path) => writeFileSync(path, whole.slice(0, 40)), /witness\.key is damaged: /],
      [(path) => mkdirSync(path), /witness\.key: EISDIR/],
      [(path) => writeFileSync(path, whole), /is witness\.example\/w1, expected w2/],
    ];
    for (const [write, message] of rows) {
      const folder = tempFolder();
      write(join(folder, "witness.key"));
      const args = ["--folder", folder, "--name", "w2", "--log-key", key];
      const { code, err } = await invoked(["audit", "witness", ...args]);
      expect(err).to.match(message).and.not.contain("    at ");
      expect(code).to.equal(5);
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("has its checkpoints published with their tiles", async () => {
    const { data, note } = await signedLedger();
    const to = join(tempFolder(), "published");
    const { code } = await invoked(["audit", "checkpoint", "--data", data, "--publish", to]);
    expect(code).to.equal(0);
    expect(readFileSync(join(to, "checkpoint"), "utf8")).to.equal(note);
    const size = Number(note.split("\n")[1]);
    expect(readFileSync(join(to, "tile", "0", "000.p", String(size))).length).to.equal(32 * size);
    const entries = join(to, "tile", "entries", "000.p", String(size));
    expect(readFileSync(entries).length).to.equal(35 * size);
  });
});

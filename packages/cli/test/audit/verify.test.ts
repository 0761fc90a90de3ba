import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { reportLines } from "@tallystick/audit";
import { endedLedger, invoked, openIn, tempFolder } from "../ledger-folder.js";
import { get, post, scratchFolder, start, startNode } from "../process.js";

/** Changes a byte of each copy of a text in a file. */
const spoil = (file: string, text: string): void => {
  const bytes = readFileSync(file);
  expect(bytes.indexOf(text), text).to.be.above(0);
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text)) bytes.write("#", at + 2);
  writeFileSync(file, bytes);
};

describe("tallystick audit verify", () => {
  it("says of a journal that holds what it read", async () => {
    const { data, end } = await endedLedger();
    const { code, out, err } = await invoked(["audit", "verify", "--data", data]);
    expect([code, err]).to.deep.equal([0, ""]);
    expect(out[0]).to.equal(`reading sqlite:${data}`);
    expect(out[1]).to.match(
      new RegExp(`^journal: participant-participant, ${end} events, chain hash [0-9a-f]{64}$`),
    );
    expect(out[2]).to.match(/^participant: participant::1220[0-9a-f]{64}$/);
    // the last events may be folded at the next start only
    expect(out[4]).to.match(/^views: complete up to offset \d+$/);
    const ofViews = out[4]?.replace("views: complete ", "");
    expect(out.slice(3)).to.deep.equal([
      `snapshot: complete up to offset ${end}`,
      out[4],
      out[5],
      `compared: snapshot up to offset ${end}, views ${ofViews}`,
      "verdict: holds",
    ]);
    expect(out[5]).to.match(/^rules: 28, of which 0 are violated; \d+ checks$/);
  });

  it("takes the folder from the environment, and a store by its address", async () => {
    const { data } = await endedLedger();
    expect((await invoked(["audit", "verify"], { TALLYSTICK_DATA: data })).code).to.equal(0);
    const byAddress = await invoked(["audit", "verify", "--store", `sqlite:${data}`]);
    expect([byAddress.code, byAddress.out.at(-1)]).to.deep.equal([0, "verdict: holds"]);
  });

  it("changes nothing, not even where files are missing", async () => {
    const { data } = await endedLedger();
    for (const name of readdirSync(data))
      if (name !== "journal.db") rmSync(join(data, name), { recursive: true });
    const before = readFileSync(join(data, "journal.db"));
    const { code, out } = await invoked(["audit", "verify", "--data", data]);
    expect([code, out.at(-1)]).to.deep.equal([0, "verdict: holds"]);
    expect(out.filter((line) => /^(snapshot|views)/.test(line))).to.deep.equal([]);
    expect(readFileSync(join(data, "journal.db")).equals(before)).to.equal(true);
  });

  it("works while a node is running", async () => {
    const [data, remove] = await scratchFolder();
    const node = await startNode(data);
    await post(`${node.base}/v2/parties`, { partyIdHint: "alice" });
    const beside = await start(["audit", "verify", "--data", data]).ended;
    expect([beside.code, beside.err]).to.deep.equal([0, ""]);
    expect(beside.out).to.match(/^wallet: complete up to offset \d+$/m);
    expect(beside.out).to.include("verdict: holds");
    await post(`${node.base}/v2/parties`, { partyIdHint: "bob" });
    expect(await get(`${node.base}/v2/state/ledger-end`)).to.have.property("offset");
    node.child.kill("SIGTERM");
    expect((await node.ended).code).to.equal(0);
    await remove();
  });

  it("reports a pruning", async () => {
    const data = tempFolder();
    const ledger = await openIn(data);
    for (const partyIdHint of ["alice", "bob"]) await ledger.allocateParty({ partyIdHint });
    const pruned = await ledger.prune(2);
    expect(isLeft(pruned)).to.equal(false);
    await ledger.close();
    const { code, out } = await invoked(["audit", "verify", "--data", data]);
    expect(code).to.equal(0);
    expect(out).to.include("pruned: up to offset 2, 0 events erased");
  });

  it("says what of a pruning is left to be done", () => {
    const said = {
      type: "JournalPruned",
      offset: 9,
      hash: "",
      erased: 7,
      kept: 2,
      residue: "",
      lastErased: 8,
      forgottenUpTo: 0,
      signature: "",
      recordTime: 0,
    } as const;
    const journal = {
      events: 12,
      hash: "ab",
      journalId: "",
      participantId: "p",
      pruned: { said, erased: 4 },
    };
    const wallet = { wallet: 2, notes: ["snapshot: it has format 1, expected 2"] };
    const report = { journal, snapshot: undefined, views: 3, ...wallet, findings: [] };
    const outcome = { stream: "participant-p", level: "chain", tool: "1", chain: report } as const;
    expect(reportLines(outcome)).to.deep.equal([
      "journal: participant-p, 12 events, chain hash ab",
      "participant: p",
      "pruned: up to offset 9, 4 events erased, 3 more at the next start",
      "views: complete up to offset 3",
      "wallet: complete up to offset 2",
      "note: snapshot: it has format 1, expected 2",
      "verdict: holds",
    ]);
  });

  it("names what is damaged, and ends with code 5", async () => {
    const { data } = await endedLedger();
    const [views = ""] = readdirSync(data).filter((name) => /^views-.*\.db$/.test(name));
    writeFileSync(join(data, views), "no database".repeat(1_000));
    writeFileSync(join(data, "snapshot", "manifest"), "{}");
    writeFileSync(join(data, "wallet.db"), "no database".repeat(1_000));
    const { code, out } = await invoked(["audit", "verify", "--data", data]);
    expect(code).to.equal(5);
    expect(out.filter((line) => /^D1 (views|snapshot|wallet): /.test(line))).to.have.length(3);
    expect(out.at(-1)).to.equal("verdict: damaged: 3 findings");
  });

  it("names the offset of an event that was changed", async () => {
    const { data } = await endedLedger(Array.from({ length: 1_100 }, (_, at) => `p${at}`));
    spoil(join(data, "journal.db"), `"party":"p7::`);
    const { code, out } = await invoked(["audit", "verify", "--data", data]);
    expect(code).to.equal(5);
    expect(out.join("\n")).to.match(/journal, offset \d+: the hash does not match/);
  });

  it("ends with code 5 where the end of the journal is damaged, which is seen at opening", async () => {
    const { data } = await endedLedger();
    spoil(join(data, "journal.db"), `"party":"bob::`);
    const { code, err } = await invoked(["audit", "verify", "--data", data]);
    expect(code).to.equal(5);
    expect(err).to.include("damaged");
  });

  it("counts a note next to the journal that cannot be read as damage", async () => {
    const { data } = await endedLedger();
    writeFileSync(join(data, "journal.db.head"), "garbage");
    const { code, out } = await invoked(["audit", "verify", "--data", data]);
    expect(code).to.equal(5);
    expect(out.find((line) => line.startsWith("note: "))).to.include("journal.db.head");
    expect(out.find((line) => line.startsWith("J2 head: "))).to.include("cannot be read");
  });

  it("checks a part of the journal alone", async () => {
    const { data } = await endedLedger();
    writeFileSync(join(data, "wallet.db"), "no database".repeat(1_000));
    const part = (level: string, from: string, to: string) =>
      invoked(["audit", "verify", "--data", data, "--level", level, "--from", from, "--to", to]);
    for (const level of ["chain", "rules"]) {
      const { code, out } = await part(level, "2", "3");
      expect([code, out.at(-1)], out.join("\n")).to.deep.equal([0, "verdict: holds"]);
      expect(out.join("\n")).to.include(", offsets 2 to 3, ");
      const beyond = await part(level, "1000", "2000");
      const none = "verdict: inconclusive: no event was read";
      expect([beyond.code, beyond.out.at(-1)]).to.deep.equal([7, none]);
    }
  });

  it("does not call an empty journal sound", async () => {
    const { data } = await endedLedger();
    const { code, out } = await invoked([
      "audit",
      "verify",
      "--data",
      data,
      "--participant",
      "nobody",
    ]);
    expect([code, out.at(-1)]).to.deep.equal([7, "verdict: inconclusive: no event was read"]);
  });

  const MISUSED: ReadonlyArray<readonly [string, ReadonlyArray<string>, string]> = [
    [
      "nothing to do",
      [],
      "audit: expected verify or checkpoint or witness or prove or check-proof or",
    ],
    ["something else to do", ["verif"], "unknown command verif; did you mean verify?"],
    ["too much to do", ["verify", "it"], "audit verify: unexpected argument it"],
    [
      "an end before the beginning",
      ["verify", "--from", "10", "--to", "5"],
      "--to: expected an offset from that of --from, 10, found 5",
    ],
    [
      "an end before the beginning of an export",
      ["export", "--data", ".", "--from", "10", "--to", "5"],
      "--to: expected an offset from that of --from, 10, found 5",
    ],
  ];
  for (const [name, args, message] of MISUSED) {
    it(`is used wrongly with ${name}`, async () => {
      const { code, err, out } = await invoked(["audit", ...args]);
      expect([code, out]).to.deep.equal([2, []]);
      expect(err).to.include(message);
    });
  }

  it("is an error where there is no journal, and creates none", async () => {
    const data = tempFolder();
    const { code, err } = await invoked(["audit", "verify", "--data", data]);
    expect(code).to.equal(1);
    expect(err).to.not.equal("");
    expect(readdirSync(data)).to.deep.equal([]);
  });
});

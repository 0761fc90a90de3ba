import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chainHash, GENESIS_HASH } from "@tallystick/event-store";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { endedLedger, invoked, openIn, tempFolder } from "../ledger-folder.js";
import { replacedJournal } from "./signed-ledger.js";

const ping = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";

/** A journal in which a ping was sent, answered and, a second time, refused. */
const pingedLedger = async () => {
  const data = tempFolder();
  const ledger = await openIn(data);
  const party = async (partyIdHint: string): Promise<string> => {
    const allocated = await ledger.allocateParty({ partyIdHint });
    if (isLeft(allocated)) throw new Error(allocated.left.cause);
    return allocated.right.party;
  };
  const [alice, bob] = [await party("alice"), await party("bob")];
  const submit = async (commandId: string) =>
    ledger.submitAndWait({
      commandId,
      actAs: [alice],
      userId: "user",
      commands: [
        {
          kind: "CreateCommand",
          templateId: ping,
          createArguments: { id: commandId, initiator: alice, responder: bob },
        },
      ],
    });
  await submit("first");
  const created = ledger.ledgerEnd();
  await submit("second");
  await submit("second");
  await ledger.close();
  return { data, alice, bob, created };
};

describe("tallystick audit state", () => {
  it("prints the active contracts of an offset, of a time and of the end", async () => {
    const { data, bob, created } = await pingedLedger();
    const state = async (...args: ReadonlyArray<string>) => {
      const { code, out, err } = await invoked(["audit", "state", "--data", data, ...args]);
      expect([code, err]).to.deep.equal([0, ""]);
      return out;
    };
    expect((await state()).at(0)).to.match(/: 2 contracts$/);
    const past = await state("--at", String(created), "--party", bob);
    expect(past[0]).to.match(new RegExp(`^at offset ${created}, .*: 1 contracts$`));
    expect(past[2]).to.contain("Canton.Internal.Ping:Ping");
    const json = JSON.parse((await state("--at", String(created), "--format", "json"))[0] ?? "");
    expect(json.contracts).to.have.length(1);
    const byTime = JSON.parse((await state("--at", json.recordTime, "--format", "json"))[0] ?? "");
    expect(byTime.offset).to.be.at.least(created);
    expect((await state("--template", "Other:T"))[0]).to.match(/: 0 contracts$/);
  });

  it("says that a moment is not in the journal", async () => {
    const { data } = await pingedLedger();
    const at = async (moment: string) =>
      invoked(["audit", "state", "--data", data, "--at", moment]);
    expect(await at("9999")).to.include({ code: 7 });
    expect((await at("9999")).err).to.match(/the journal ends at offset \d+/);
    expect((await at("1990-01-01T00:00:00Z")).err).to.contain("no event at or before that time");
    expect(await at("yesterday")).to.include({
      code: 2,
      err: 'tallystick: --at: expected an offset from 1 or a time, found "yesterday"',
    });
  });

  it("does not tell what was before a pruning", async () => {
    const { data } = await pingedLedger();
    const ledger = await openIn(data);
    await ledger.prune(3);
    await ledger.close();
    expect((await invoked(["audit", "state", "--data", data])).code).to.equal(0);
  });
});

describe("tallystick audit explain", () => {
  it("tells of a command, its transaction and its rejection", async () => {
    const { data, alice, bob } = await pingedLedger();
    const { code, out } = await invoked(["audit", "explain", "second", "--data", data]);
    expect(code).to.equal(0);
    const text = out.join("\n");
    expect(text).to.contain(`user user submitted the command second for ${alice}`);
    expect(text).to.contain(
      `by the authority of ${alice}; seen by ${[alice, bob].sort().join(", ")}`,
    );
    expect(text).to.contain("refused: DUPLICATE_COMMAND: ");
    const updateId = /update (1220\w+)/.exec(text)?.[1] ?? "";
    const contractId = /^ +(00\w{100,})$/m.exec(text)?.[1] ?? "";
    for (const target of [updateId, contractId]) {
      const again = await invoked(["audit", "explain", target, "--data", data]);
      expect(again.out.slice(0, 6).join("\n")).to.contain(updateId);
    }
    const none = await invoked(["audit", "explain", "third", "--data", data]);
    expect(none.code).to.equal(7);
    expect(none.err).to.match(/^tallystick: the journal contains nothing named third; /);
    expect(text).to.contain("decided again: the same event, byte for byte");
    const json = ["audit", "explain", "second", "--data", data, "--format", "json"];
    const [first = ""] = (await invoked(json)).out;
    expect(JSON.parse(first)).to.include({ target: "second", verdict: "holds" });
    expect((await invoked(json)).out).to.deep.equal([first]);
  });

  it("draws one transaction", async () => {
    const { data } = await pingedLedger();
    const svg = join(tempFolder(), "update.svg");
    const explain = (target: string) =>
      invoked(["audit", "explain", target, "--data", data, "--svg", svg]);
    const { out } = await explain("second");
    const updateId = /update (1220\w+)/.exec(out.join("\n"))?.[1] ?? "";
    expect((await explain(updateId)).code).to.equal(0);
    const text = readFileSync(svg, "utf8");
    expect(text).to.contain(`<title>Update ${updateId}</title>`);
    expect(text).to.match(/>signed: alice</);
    const none = await explain("1");
    expect([none.code, none.err]).to.deep.equal([
      2,
      "tallystick: --svg: expected the name of one transaction, found 0",
    ]);
  });
});

describe("tallystick audit explain --command", () => {
  const fileWith = (text: string): string => {
    const file = join(tempFolder(), "command.json");
    writeFileSync(file, text);
    return file;
  };
  const commandOf = (commandId: string, alice: string, bob: string, more = {}): string => {
    const createArguments = { id: "x", initiator: alice, responder: bob };
    const commands = [{ CreateCommand: { templateId: ping, createArguments } }];
    return JSON.stringify({ commands, commandId, userId: "user", actAs: [alice], ...more });
  };

  it("tells what a command would have done at an offset, or why it is refused", async () => {
    const { data, alice, bob, created } = await pingedLedger();
    const explain = async (commandId: string, ...args: ReadonlyArray<string>) => {
      const file = fileWith(commandOf(commandId, alice, bob));
      return invoked(["audit", "explain", "--command", file, "--data", data, ...args]);
    };
    const before = await explain("second", "--at", String(created));
    expect([before.code, before.err]).to.deep.equal([0, ""]);
    expect(before.out[0]).to.contain(
      `the command second for ${alice}, decided after offset ${created}`,
    );
    expect(before.out.join("\n")).to.match(
      /\ntrace:\n {2}create Canton\.Internal\.Ping:Ping 00\w+, signed by /,
    );
    expect(before.out.at(-1)).to.match(/^verdict: accepted/);
    const repeated = await explain("second");
    expect([repeated.code, repeated.out.at(-1)]).to.deep.equal([0, "verdict: refused"]);
    expect(repeated.out.join("\n")).to.contain("refused: DUPLICATE_COMMAND: ");
    const [json = ""] = (await explain("second", "--format", "json")).out;
    expect(JSON.parse(json)).to.include({ v: 1, verdict: "refused" });
    expect((await explain("second", "--format", "json")).out).to.deep.equal([json]);
    const junit = await explain("second", "--format", "junit");
    expect(junit.out.join("\n")).to.contain('<failure message="DUPLICATE_COMMAND: ');
    const late = await explain("third", "--at", "9999");
    expect(late.code).to.equal(7);
  });

  it("names what is wrong with the file and the flags", async () => {
    const { data, alice, bob } = await pingedLedger();
    const good = fileWith(commandOf("third", alice, bob));
    const long = fileWith(`"${"x".repeat(10 * 1024 * 1024)}"`);
    for (const [args, message] of [
      [["--command", "/nowhere.json"], "--command: /nowhere.json: expected JSON: ENOENT"],
      [["--command", fileWith("{")], "expected JSON: "],
      [["--command", fileWith("\xff\xfe")], "expected JSON: "],
      [["--command", long], "expected at most 10485760 bytes"],
      [["--command", fileWith(`${"[".repeat(100_000)}${"]".repeat(100_000)}`)], "--command: "],
      [["--command", fileWith(commandOf("", alice, bob))], "commandId"],
      [["--command", fileWith(commandOf("x", alice, bob, { commands: {} }))], "commands"],
      [["--command", good, "--at", "soon"], "--at: expected an offset from 1 or a time"],
      [
        ["--command", good, "second"],
        'expected either --command or an offset or id, found both --command and "second"',
      ],
      [["second", "--at", "3"], "--at: requires --command"],
      [[], "expected OFFSET|UPDATE-ID|COMMAND-ID|CONTRACT-ID or --command FILE"],
    ] as const) {
      const { code, err } = await invoked(["audit", "explain", ...args, "--data", data]);
      expect([code, args.join(" ").slice(0, 60)]).to.deep.equal([2, args.join(" ").slice(0, 60)]);
      expect(err).to.contain(message);
    }
  });
});

describe("tallystick audit diff", () => {
  it("says what changed between two offsets", async () => {
    const { data, created } = await pingedLedger();
    const args = ["audit", "diff", String(created + 1), String(created - 1), "--data", data];
    const { code, out, err } = await invoked(args);
    expect([code, err]).to.deep.equal([0, ""]);
    expect(out[0]).to.equal(`from offset ${created - 1} to offset ${created + 1}`);
    expect(out[1]).to.match(/^\+ Canton\.Internal\.Ping:Ping 00[0-9a-f]+ \{"id":"first",/);
    expect(out.at(-1)).to.equal("0 contracts archived, 2 created, 0 balances changed");
    const beyond = await invoked(["audit", "diff", "1", "999", "--data", data]);
    expect([beyond.code, beyond.err]).to.deep.equal([
      7,
      `tallystick: the journal ends at offset ${created + 2}`,
    ]);
    const mixed = await invoked(["audit", "diff", "1", data, "--data", data]);
    expect([mixed.code, mixed.err]).to.deep.equal([
      2,
      "tallystick: diff: expected two offsets with --data or --store, or two places (a folder or an address) without them",
    ]);
  });

  it("finds where two journals part", async () => {
    const { data } = await endedLedger(["alice", "bob", "carol"]);
    const same = await replacedJournal(data, (events) => events, "");
    const shorter = await replacedJournal(data, (all) => all.slice(0, -1), "");
    const other = await replacedJournal(
      data,
      (all) => all.map((each) => ({ ...each, data: each.data.replace("bob::", "eve::") })),
      "",
    );
    const diff = async (a: string, b: string) => invoked(["audit", "diff", a, b]);
    expect(await diff(data, same)).to.include({ code: 0 });
    const cut = await diff(data, shorter);
    expect(cut.code).to.equal(0);
    expect(cut.out.at(-1)).to.match(/ends at offset \d+$/);
    const parted = await diff(data, other);
    expect(parted.code).to.equal(8);
    expect(parted.out.join("\n")).to.match(/continues:\noffset \d+, .*: PartyAllocated/);
    expect(parted.out.join("\n")).to.contain("eve::");
  });
});

describe("tallystick audit export", () => {
  it("prints the same as CSV", async () => {
    const { data } = await endedLedger();
    const lines = (await invoked(["audit", "export", "--data", data])).out;
    const { out } = await invoked(["audit", "export", "--data", data, "--csv"]);
    expect(out[0]).to.equal("offset,id,type,hash,erased,data");
    expect(out).to.have.length(lines.length + 1);
    const { id, type, hash, data: text } = JSON.parse(lines[1] ?? "");
    expect(out[2]).to.equal(`2,${id},${type},${hash},,"${text.replaceAll('"', '""')}"`);
  });

  it("prints lines of which every hash can be computed again", async () => {
    const { data, end } = await endedLedger();
    const { code, out } = await invoked(["audit", "export", "--data", data]);
    expect([code, out.length]).to.deep.equal([0, end]);
    let previous = GENESIS_HASH;
    for (const [revision, line] of out.entries()) {
      const { offset, id, type, hash, data: text } = JSON.parse(line);
      const event = { stream: "participant-participant", revision, id, type, metadata: "" };
      previous = chainHash(previous, { ...event, data: text });
      expect([offset, hash]).to.deep.equal([revision + 1, previous]);
    }
    const part = await invoked(["audit", "export", "--data", data, "--from", "2", "--to", "3"]);
    expect(part.out).to.deep.equal(out.slice(1, 3));
    const wrong = await invoked(["audit", "export", "--data", data, "--from", "x"]);
    expect([wrong.code, wrong.err]).to.deep.equal([
      2,
      'tallystick: --from: expected an offset from 1, found "x"',
    ]);
  });
});

describe("tallystick audit balance", () => {
  it("prints none of a journal without coins, as a table and as CSV", async () => {
    const { data } = await endedLedger();
    expect((await invoked(["audit", "balance", "--data", data])).out).to.deep.equal(["none"]);
    const { out } = await invoked(["audit", "balance", "--data", data, "--csv"]);
    expect(out).to.deep.equal([
      "offset,record_time,party,admin,instrument,unlocked,locked,total,coins,last_change",
    ]);
  });
});

describe("tallystick bisect", () => {
  it("finds where a claim became false, and tells what happened there", async () => {
    const { data, created } = await pingedLedger();
    const bisect = (...args: ReadonlyArray<string>) => invoked(["bisect", ...args, "--data", data]);
    const held = await bisect("count(Canton.Internal.Ping:Ping) <= 2");
    expect([held.code, held.err]).to.deep.equal([0, ""]);
    expect(held.out[0]).to.match(/^the claim holds to the end: 2 changes of /);
    const broken = await bisect("count(Canton.Internal.Ping:Ping) < 2");
    expect(broken.code).to.equal(6);
    expect(broken.out[0]).to.equal(
      `the claim became false at offset ${created + 1}: 1.0000000000 before, 2.0000000000 after`,
    );
    expect(broken.out.join("\n")).to.contain("submitted the command second");
    const json = await bisect("count(Canton.Internal.Ping:Ping) < 2", "--json");
    expect(JSON.parse(json.out[0] ?? "")).to.include({ holds: false, offset: created + 1 });
  });

  it("reads a claim from a file, or from a module", async () => {
    const { data, created } = await pingedLedger();
    const folder = tempFolder();
    const written = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const bisect = (file: string) => invoked(["bisect", file, "--data", data]);
    const file = written("claim", "count(Canton.Internal.Ping:Ping) == 0\n");
    expect((await bisect(file)).out[0]).to.contain(`offset ${created}`);
    const template = "Canton.Internal.Ping:Ping";
    const module = (holds: string) =>
      `export const claim = { template: "${template}", holds: ${holds} };`;
    const never = written(
      "never.mjs",
      module('(all) => all.every((it) => it.payload.id !== "second")'),
    );
    expect((await bisect(never)).out[0]).to.equal(
      `the claim became false at offset ${created + 1}`,
    );
    const throwing = await bisect(written("throws.mjs", module("() => nothing")));
    expect([throwing.code, throwing.err]).to.deep.equal([
      2,
      `tallystick: CLAIM: ${join(folder, "throws.mjs")} holds() throws: nothing is not defined`,
    ]);
    expect((await bisect(written("none.mjs", "export {}"))).err).to.contain("exports no claim");
    expect((await bisect("count")).err).to.contain("expected a claim such as");
  });
});

describe("The commands that look at the past of a journal", () => {
  const target: Readonly<Record<string, ReadonlyArray<string>>> = {
    "audit state": [],
    "audit balance": [],
    "audit explain": ["1"],
    "audit export": [],
    bisect: ["count(A:B) < 1"],
  };

  it("say nothing of a journal without events, which may have another name", async () => {
    const { data } = await endedLedger();
    for (const [command, args] of Object.entries(target)) {
      const all = [...command.split(" "), ...args, "--data", data, "--participant", "nobody"];
      const { code, out, err } = await invoked(all);
      expect([code, out, err], command).to.deep.equal([
        7,
        [],
        "tallystick: the journal has no event in its stream participant-nobody",
      ]);
    }
  });

  it("refuse packages that are not there, also where they need none", async () => {
    const { data } = await endedLedger();
    for (const words of ["bisect count(A:B)<1", "audit diff 1 2", "audit explain 1"]) {
      const args = [...words.split(" "), "--data", data, "--packages", join(data, "none.js")];
      const { code, err } = await invoked(args);
      expect([code, err.includes("packages: cannot read")], err).to.deep.equal([2, true]);
    }
  });

  it("take no number that has more digits than an offset", async () => {
    const { data } = await endedLedger();
    const { code, err } = await invoked(["audit", "explain", "9007199254740993", "--data", data]);
    expect(code).to.equal(7);
    expect(err).to.contain("nothing named 9007199254740993;");
    for (const from of ["0x10", " 5", "1e3", "9007199254740993"]) {
      const refused = await invoked(["audit", "export", "--data", data, "--from", from]);
      expect([refused.code, refused.err]).to.deep.equal([
        2,
        `tallystick: --from: expected an offset from 1, found "${from}"`,
      ]);
    }
  });
});

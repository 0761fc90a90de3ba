import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { orThrow } from "@tallystick/node";
import { endedLedger, openIn, tempFolder } from "./ledger-folder.js";

const main = fileURLToPath(new URL("../src/main.js", import.meta.url));

/** A journal whose lines are longer than what a pipe holds. */
const longLines = async () => {
  const data = tempFolder();
  const ledger = await openIn(data);
  const annotations = { note: "x".repeat(200_000) };
  for (const partyIdHint of ["alice", "bob", "carol", "dave"])
    orThrow(await ledger.allocateParty({ partyIdHint, annotations }));
  const end = ledger.ledgerEnd();
  await ledger.close();
  return { data, end };
};

/** Runs a line of sh in which `$EXPORT` exports the journal. */
const shell = (line: string, data: string) => {
  const program = `'${process.execPath}' '${main}' audit export --data '${data}'`;
  const { status, stdout, stderr } = spawnSync("sh", ["-c", line.replace("$EXPORT", program)], {
    encoding: "utf8",
    env: { PATH: process.env.PATH ?? "" },
  });
  return { status, out: stdout.trim(), err: stderr };
};

describe("What the program prints", () => {
  it("goes through a pipe whole, however slow its reader", async () => {
    const { data, end } = await longLines();
    expect(shell("$EXPORT | wc -l", data)).to.deep.equal({
      status: 0,
      out: String(end),
      err: "",
    });
  });

  it("ends without an error message when its reader has enough", async () => {
    const { data } = await longLines();
    const { out, err } = shell("$EXPORT | head -n 1", data);
    expect(out).to.contain('"offset":1,');
    expect(err).to.equal("");
  });

  it("is an error where a file takes no more", async () => {
    // not every system has such a file
    if (!existsSync("/dev/full")) return;
    const { data } = await endedLedger();
    expect(shell("$EXPORT > /dev/full", data)).to.deep.equal({
      status: 1,
      out: "",
      err: "tallystick: ENOSPC: no space left on device, write: make room on the disk\n",
    });
  });
});

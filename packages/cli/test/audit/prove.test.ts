import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { invoked, tempFolder } from "../ledger-folder.js";
import { signedLedger } from "./signed-ledger.js";

const proofOf = async (data: string, ...args: ReadonlyArray<string>): Promise<string> => {
  const file = join(tempFolder(), "event.tlog-proof");
  const made = await invoked(["audit", "prove", ...args, "--data", data, "--out", file]);
  expect([made.code, made.err], made.out.join()).to.deep.equal([0, ""]);
  return file;
};

describe("tallystick audit prove and check-proof", () => {
  it("prove an event, with the key of the log alone", async () => {
    const { data, key } = await signedLedger();
    const proof = await proofOf(data, "2");
    const checked = await invoked(["audit", "check-proof", proof, "--key", key]);
    expect([checked.code, checked.out.at(-1)]).to.deep.equal([0, "verdict: holds"]);
    expect(checked.out[2]).to.match(/^event: offset 2, /);
    const printed = await invoked(["audit", "prove", "2", "--data", data]);
    expect(`${printed.out.join("\n")}\n`).to.equal(readFileSync(proof, "utf8"));
    const text = readFileSync(key, "utf8").trim();
    const json = await invoked(["audit", "check-proof", proof, "--key", text, "--format", "json"]);
    expect(JSON.parse(json.out[0] ?? "")).to.include({ verdict: "holds", offset: 2 });
  });

  it("refuse a proof of another log, and one that was changed", async () => {
    const { data, key } = await signedLedger();
    const other = await signedLedger(["zoe"]);
    const proof = await proofOf(data, "2");
    const foreign = await invoked(["audit", "check-proof", proof, "--key", other.key]);
    expect(foreign.code).to.equal(8);
    expect(foreign.err).to.contain("the proof is invalid: the checkpoint belongs to the log");
    const text = readFileSync(proof, "utf8");
    writeFileSync(proof, text.replace("index 1\n", "index 2\n"));
    const changed = await invoked(["audit", "check-proof", proof, "--key", key]);
    expect([changed.code, changed.err]).to.deep.equal([
      8,
      "tallystick: the proof is invalid: the rows belong to offset 2, the proof to offset 3",
    ]);
  });

  it("never show the event that opens all others, nor one that no checkpoint covers", async () => {
    const { data, size } = await signedLedger();
    const key = await invoked(["audit", "prove", String(size), "--data", data]);
    expect([key.code, key.err]).to.deep.equal([
      7,
      `tallystick: offset ${size} contains a disclosure key, with which other events can be disclosed`,
    ]);
    const later = await invoked(["audit", "prove", String(size + 1), "--data", data]);
    expect([later.code, later.err]).to.deep.equal([
      7,
      `tallystick: no checkpoint covers offset ${size + 1}: the last one covers ${size} events`,
    ]);
  });

  const wrongs: ReadonlyArray<readonly [ReadonlyArray<string>, number, string]> = [
    [["prove", "0"], 2, 'prove: expected an offset from 1 or an update id, found "0"'],
    [["prove", `1220${"0".repeat(64)}`], 7, "the journal has no update 1220"],
    [["prove", "2", "--node", "x"], 2, '--node: expected the number of a node, found "x"'],
    [["prove", "2", "--node", "9"], 7, "offset 2 has none of these nodes"],
    [["prove"], 2, "audit prove: expected OFFSET|UPDATE-ID"],
    [["check-proof", "/nowhere", "--key", "/nowhere"], 2, "--key: ENOENT"],
    [["check-proof", "/nowhere"], 2, "expected either --key or --policy"],
    [["chekpoint"], 2, "unknown command chekpoint; did you mean checkpoint?"],
    [[], 2, "audit: expected verify or checkpoint or witness or prove or check-proof or"],
  ];
  for (const [args, code, message] of wrongs) {
    it(`answer "${args.join(" ")}" with ${code}`, async () => {
      const { data } = await signedLedger();
      const withData = args[0] === "prove" ? [...args, "--data", data] : args;
      const found = await invoked(["audit", ...withData]);
      expect(found.code, found.err).to.equal(code);
      expect(found.err).to.contain(message);
    });
  }
});

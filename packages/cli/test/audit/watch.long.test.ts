import { once } from "node:events";
import { readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect } from "chai";
import { invoked } from "../ledger-folder.js";
import {
  type Ended,
  get,
  post,
  scratchFolder,
  type Started,
  start,
  startNode,
} from "../process.js";
import { signedLedger } from "./signed-ledger.js";

const signed = /signed a checkpoint of (\d+) events/g;
const verified = /"verified":(\d+)/g;
const readWhole = /"whole":(\d+)/g;

/** Waits until a watch has come to an offset; throws what it wrote when it ends before. */
const comesTo = async (watch: Started, form: RegExp, offset: number): Promise<void> => {
  let end: Ended | undefined;
  void watch.ended.then((ended) => {
    end = ended;
  });
  while (![...watch.out().matchAll(form)].some(([, found]) => Number(found) >= offset)) {
    if (end !== undefined) throw new Error(`ended with ${end.code}: ${end.out}${end.err}`);
    await new Promise((resume) => setTimeout(resume, 20));
  }
};

describe("tallystick audit watch", () => {
  it("verifies what a node writes and signs it, until SIGTERM", async () => {
    const { data } = await signedLedger();
    const list = ["audit", "checkpoint", "--data", data, "--list"];
    const node = await startNode(data);
    const args = ["audit", "watch", "--data", data, "--interval", "0.1", "--sign"];
    const watch = start(args);
    await comesTo(watch, signed, 1);
    const before = await invoked(list);
    await post(`${node.base}/v2/parties`, { partyIdHint: "watched" });
    const end = (await get(`${node.base}/v2/state/ledger-end`)) as { readonly offset: number };
    await comesTo(watch, signed, end.offset);
    watch.child.kill("SIGTERM");
    expect((await watch.ended).code).to.equal(0);
    const after = await invoked(list);
    expect(after.out.length).to.be.above(before.out.length);
    expect(after.out.slice(0, before.out.length)).to.deep.equal(before.out);
    node.child.kill("SIGTERM");
    await node.ended;
  });

  it("continues when the node is killed and started again, and alerts when views are changed", async () => {
    const [data, remove] = await scratchFolder();
    const alarms: Array<string> = [];
    const hook = createServer((request, response) => {
      request.on("data", (chunk: Buffer) => alarms.push(chunk.toString()));
      request.on("end", () => response.end());
    });
    hook.listen(0, "127.0.0.1");
    await once(hook, "listening");
    const address = hook.address();
    const port = typeof address === "object" ? address?.port : 0;
    const first = await startNode(data);
    await post(`${first.base}/v2/parties`, { partyIdHint: "alice" });
    const watch = start([
      "audit",
      "watch",
      "--data",
      data,
      "--interval",
      "0.1",
      "--whole",
      "0.1",
      "--format",
      "json",
      "--webhook",
      `http://127.0.0.1:${port}/`,
    ]);
    await comesTo(watch, readWhole, 1);
    first.child.kill("SIGKILL");
    await first.ended;
    const second = await startNode(data);
    await post(`${second.base}/v2/parties`, { partyIdHint: "bob" });
    const end = (await get(`${second.base}/v2/state/ledger-end`)) as { readonly offset: number };
    await comesTo(watch, verified, end.offset);
    second.child.kill("SIGTERM");
    await second.ended;
    const [views = ""] = readdirSync(data).filter((name) => /^views-.*\.db$/.test(name));
    // In one step, as the watch may be reading; without a log beside it that still has every page.
    writeFileSync(join(data, "damaged"), "no database".repeat(1_000));
    for (const end of ["-wal", "-shm"]) rmSync(join(data, `${views}${end}`), { force: true });
    renameSync(join(data, "damaged"), join(data, views));
    const { code, out } = await watch.ended;
    expect(code, out).to.equal(5);
    const last = JSON.parse(out.trimEnd().split("\n").at(-1) ?? "");
    expect(last).to.include({ v: 1, verdict: "damaged", stream: "participant-participant" });
    expect(last.findings[0]).to.include({ rule: "D1", where: "views" });
    expect(JSON.parse(alarms.join(""))).to.deep.include({ findings: last.findings });
    hook.close();
    await remove();
  });

  it("has witnesses cosign what it signs", async () => {
    const { data, key } = await signedLedger();
    const [folder, remove] = await scratchFolder();
    const name = "witness.example/w1";
    const witness = start([
      "audit",
      "witness",
      "--folder",
      folder,
      "--name",
      name,
      "--log-key",
      key,
      "--listen",
      "127.0.0.1:0",
    ]);
    const url = /http:\S+/.exec(await witness.firstLine)?.[0] ?? "";
    const watch = start([
      "audit",
      "watch",
      "--data",
      data,
      "--interval",
      "0.1",
      "--sign",
      "--witness",
      url,
    ]);
    await comesTo(watch, signed, 1);
    watch.child.kill("SIGTERM");
    expect((await watch.ended).code).to.equal(0);
    const { out } = await invoked(["audit", "checkpoint", "--data", data, "--list"]);
    expect(out.join("\n")).to.contain(`— ${name} `);
    witness.child.kill("SIGTERM");
    await witness.ended;
    await remove();
    const alone = ["audit", "watch", "--data", data, "--witness", url];
    expect((await invoked(alone)).err).to.include("--witness: requires --sign");
  });

  it("needs a key to sign with, and seconds", async () => {
    const [data, remove] = await scratchFolder();
    const node = await startNode(data);
    const { code, err } = await invoked(["audit", "watch", "--data", data, "--sign"]);
    expect([code, err]).to.deep.equal([
      2,
      "tallystick: --sign: the log has no key yet; tallystick audit checkpoint makes one",
    ]);
    const wrong = await invoked(["audit", "watch", "--data", data, "--interval", "0"]);
    expect(wrong.code).to.equal(2);
    expect(wrong.err).to.contain('--interval: expected seconds above 0, at most 86400, found "0"');
    node.child.kill("SIGTERM");
    await node.ended;
    await remove();
  });
});

import { expect } from "chai";
import { invoked } from "../ledger-folder.js";
import { get, post, scratchFolder, start, startNode } from "../process.js";
import { signedLedger } from "./signed-ledger.js";

/** Waits until a process has written what fits. */
const written = async (out: () => string, form: RegExp): Promise<void> => {
  while (!form.test(out())) await new Promise((resume) => setTimeout(resume, 20));
};

describe("tallystick audit watch", () => {
  it("verifies what a node writes and signs it, until SIGTERM", async () => {
    const { data } = await signedLedger();
    const list = ["audit", "checkpoint", "--data", data, "--list"];
    const node = await startNode(data);
    const args = ["audit", "watch", "--data", data, "--interval", "0.1", "--sign"];
    const watch = start(args);
    await written(watch.out, /signed a checkpoint of \d+ events/);
    const before = await invoked(list);
    await post(`${node.base}/v2/parties`, { partyIdHint: "watched" });
    const end = (await get(`${node.base}/v2/state/ledger-end`)) as { readonly offset: number };
    await written(watch.out, new RegExp(`signed a checkpoint of ${end.offset} events`));
    watch.child.kill("SIGTERM");
    expect((await watch.ended).code).to.equal(0);
    const after = await invoked(list);
    expect(after.out.length).to.be.above(before.out.length);
    expect(after.out.slice(0, before.out.length)).to.deep.equal(before.out);
    node.child.kill("SIGTERM");
    await node.ended;
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

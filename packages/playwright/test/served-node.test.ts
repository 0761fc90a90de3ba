import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "chai";
import { type ServedNode, serveNode } from "../src/index.js";

describe("A node that a suite is served by", () => {
  const nodes: Array<ServedNode> = [];
  const served = async (options?: Parameters<typeof serveNode>[0]): Promise<ServedNode> => {
    const node = await serveNode(options);
    nodes.push(node);
    return node;
  };
  after(async () => {
    for (const node of nodes) await node.close();
  });

  const balance = async (node: ServedNode, user: string): Promise<string> => {
    const found = await node.api<{ effective_unlocked_qty: string }>(
      user,
      "GET",
      "/v0/wallet/balance",
    );
    return found.effective_unlocked_qty;
  };

  it("gives users and coins, and comes back to what it was", async () => {
    const node = await served();
    const alice = await node.user("alice", "100");
    expect(alice).to.match(/^alice::1220/);
    const before = await balance(node, "alice");
    const revert = await node.snapshot();
    for (let time = 0; time < 3; time++) {
      await node.api("alice", "POST", "/v0/wallet/tap", { amount: "5" });
      await node.user("bob");
      expect(await balance(node, "alice")).to.not.equal(before);
      await revert();
      expect(await balance(node, "alice")).to.equal(before);
      const bob = await node.api("bob", "GET", "/v0/wallet/user-status");
      expect(bob).to.have.property("user_onboarded", false);
    }
  });

  it("leaves nothing running when it cannot be served", async () => {
    const module = JSON.stringify(new URL("../src/index.js", import.meta.url).href);
    const program = `import { serveNode } from ${module};
      await serveNode({ http: { maxConnections: -5 } }).catch((error) => console.log(error.message));`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...process.execArgv, "--input-type=module", "--eval", program],
      { timeout: 30_000 },
    );
    expect(stdout).to.match(/^config\.maxConnections: expected/);
  });

  it("shows the wallet's pages", async () => {
    const { url } = await served();
    const page = await fetch(`${url}/wallet/`, { headers: { accept: "text/html" } });
    expect([page.status, page.headers.get("content-type")]).to.deep.equal([
      200,
      "text/html; charset=utf-8",
    ]);
  });

  it("moves its clock, and sets it back", async () => {
    const node = await served({ manualClock: true });
    const begun = node.wallet?.now() ?? 0;
    const revert = await node.snapshot();
    await node.pass(3_600);
    expect(node.wallet?.now()).to.be.at.least(begun + 3_600_000_000);
    await revert();
    expect(node.wallet?.now()).to.be.below(begun + 3_600_000_000);
  });

  it("serves a ledger alone", async () => {
    const node = await served({ coin: false });
    expect(node.wallet).to.equal(undefined);
    const response = await fetch(`${node.url}/v2/parties`, {
      headers: { authorization: `Bearer ${await node.token()}` },
    });
    expect(response.status).to.equal(200);
    const tried = await Promise.allSettled([
      node.pass(1),
      serveNode({ coin: false, manualClock: true }),
      node.api("alice", "GET", "/v2/parties"),
    ]);
    const reasons = tried.map((each) => (each.status === "rejected" ? String(each.reason) : ""));
    expect(reasons.slice(0, 2)).to.deep.equal([
      "Error: pass: expected manualClock: true",
      "Error: manualClock: expected coin, whose clock it is",
    ]);
    expect(reasons[2]).to.match(/^Error: GET .v2.parties: 40[13] /);
  });
});

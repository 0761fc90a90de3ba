import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";

const root = new URL("../../../../", import.meta.url);
const script = fileURLToPath(new URL("examples/curl/walk.sh", root));
const main = fileURLToPath(new URL("packages/cli/dist/src/main.js", root));

/** The address the node says it is ready at. */
const readyAt = async (node: ChildProcess): Promise<string> => {
  let printed = "";
  for await (const chunk of node.stdout ?? []) {
    printed += String(chunk);
    const address = /ready at (http:\/\/[\d.:]+)/.exec(printed)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error(`the node ended before it was ready: ${printed}`);
};

describe("the curl example", () => {
  it("walks from a party to an answered ping, and through the administration", async () => {
    const node = spawn(process.execPath, [main, "serve", "--port", "0", "--data", ":memory:"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    try {
      const { stdout } = await promisify(execFile)(script, [await readyAt(node)]);
      const answers = stdout.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
      expect(answers[0]).to.equal("3.5.8");
      expect(answers[1]).to.match(/^walker-.+::1220[0-9a-f]{64}$/);
      expect(answers.slice(3, 7)).to.deep.equal(["{}", "DUPLICATE_COMMAND", "0 6", "CreatedEvent"]);
      expect(answers.slice(8, 10)).to.deep.equal(["true", "0"]);
      expect(answers[10]).to.match(/^\d+ CreatedEvent$/);
      expect(answers[11]).to.match(/^\d+ ArchivedEvent$/);
      expect(answers[12]).to.match(/^reader-/);
      expect(answers.slice(13, 15)).to.deep.equal(["1", "CanActAs CanReadAs"]);
      expect(answers[15]).to.match(/^provider-/);
      expect(answers.slice(16)).to.deep.equal(["true", "{}", "{}", "1.0.0"]);
    } finally {
      node.kill("SIGTERM");
      await once(node, "exit");
    }
  });
});

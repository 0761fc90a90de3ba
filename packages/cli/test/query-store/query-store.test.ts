import { once } from "node:events";
import { createServer } from "node:net";
import { expect } from "chai";
import { invoked, tempFolder } from "../ledger-folder.js";

describe("The flags of tallystick query-store", () => {
  for (const [flags, message] of [
    [["--postgres", "mysql://x"], "--postgres: expected an address such as postgres://"],
    [["--postgres", "postgres://h/d", "--port", "1"], "--port: is for the embedded Postgres"],
    [["--port", "x"], '--port: expected a number from 0 to 65535, found "x"'],
    [["--index", "Gold"], "--index: expected TEMPLATE=PATH, such as Gold:Gold=owner.name"],
    [["--interface", "Nope"], "--interface: expected #package-name:Module:Interface, such as #"],
    [["--interface", "#p:M:I:x"], 'found "#p:M:I:x"'],
    [["--name", "Mine"], "--name: expected 1 to 40 lower-case letters, digits and hyphens"],
    [["--store", "esdb://h", "--user", "u"], "--user: is for a node, but there is --store"],
  ] as const) {
    it(`refuses ${flags.join(" ")}`, async () => {
      const { code, err } = await invoked(["query-store", ...flags]);
      expect([code, err.includes(message)], err).to.deep.equal([2, true]);
    });
  }

  it("name another port where one is taken", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const address = taken.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    const flags = ["--port", port, "--to", tempFolder(), "--url", "http://127.0.0.1:1"];
    const { code, err } = await invoked(["query-store", ...flags]);
    expect(code).to.equal(4);
    expect(err).to.match(/EADDRINUSE.*; choose another port with --port$/);
    taken.close();
  });
});

import { readdirSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { invoked, tempFolder } from "../ledger-folder.js";
import { developmentToken, type Node, post, start, startNode } from "../process.js";

const notes = fileURLToPath(new URL("../../../../../examples/curl/notes.js", import.meta.url));
const served = ["--network", "off", "--packages", notes];

/** More than one page. */
const COUNT = 250;

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
};

/** The files of a folder with their bytes. */
const sizesIn = (folder: string): ReadonlyArray<readonly [string, number]> =>
  readdirSync(folder).map((name) => [name, statSync(join(folder, name)).size]);

/** A contract id in the form of another participant. */
const foreignId = (id: string): string => `00${id.slice(-64)}ca12${id.slice(2, 66)}`;

describe("A fork of a ledger behind something else", () => {
  let node: Node;
  let server: Server;
  let url = "";
  let alice = "";
  /** What becomes of an answer. */
  let changed: (path: string, text: string) => string | undefined;

  before(async () => {
    node = await startNode(":memory:", served);
    await invoked(["party", "allocate", "alice"], { TALLYSTICK_URL: node.base });
    const listed = await invoked(["party", "list", "--json"], { TALLYSTICK_URL: node.base });
    const parties: ReadonlyArray<{ party: string }> = JSON.parse(listed.out.join(""));
    alice = parties.find(({ party }) => party.startsWith("alice::"))?.party ?? "";
    const commands = Array.from({ length: COUNT }, (_, no) => ({
      CreateCommand: {
        templateId: "#notes:Notes:Note",
        createArguments: { author: alice, reader: alice, words: `note ${no}` },
      },
    }));
    const command = { commands, commandId: "notes", userId: "ledger-api-user", actAs: [alice] };
    await post(`${node.base}/v2/commands/submit-and-wait`, command);
    server = createServer((request, response) => {
      const pass = async () => {
        const { method = "GET", url: path = "" } = request;
        const body = await textOf(request);
        // a list may have fewer elements than a page
        const asked = path.replace(/active-contracts\?.*/, "active-contracts-page");
        const answer = await fetch(`${node.base}${asked}`, {
          method,
          headers: {
            authorization: `Bearer ${developmentToken()}`,
            "content-type": "application/json",
          },
          ...(method === "GET" ? {} : { body }),
        });
        const text = changed(path, await answer.text());
        if (text === "never") return;
        response.statusCode = text === undefined ? 404 : answer.status;
        response.end(text ?? "not found");
      };
      pass().catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    node.child.kill("SIGTERM");
    await node.ended;
  });

  const forkOf = (to: string) => [
    "fork",
    "--from",
    url,
    "--party",
    alice,
    "--to",
    to,
    "--packages",
    notes,
  ];

  /** The contracts of the fork that is served, and whether one of them can be exercised. */
  const exercised = async (to: string): Promise<ReadonlyArray<string>> => {
    const forked = await startNode(to, served);
    const at = (...args: ReadonlyArray<string>) => invoked(args, { TALLYSTICK_URL: forked.base });
    try {
      await at("user", "grant", "ledger-api-user", "--act-as", alice);
      const { out } = await at("contracts", "list", "--party", alice, "--json");
      const found: ReadonlyArray<{ contractId: string }> = JSON.parse(out.join(""));
      const ids = found.map(({ contractId }) => contractId);
      const words = JSON.stringify({ words: "amended" });
      const exercise = ["submit", "exercise", "#notes:Notes:Note", ids[7] ?? "", "Amend", words];
      const amended = await at(...exercise, "--act-as", alice);
      expect([amended.code, amended.err]).to.deep.equal([0, ""]);
      return ids;
    } finally {
      forked.child.kill("SIGTERM");
      await forked.ended;
    }
  };

  it("resumes after it was killed, and has each contract once", async () => {
    const to = join(tempFolder(), "fork");
    let pages = 0;
    const reached = new Promise<void>((resolve) => {
      changed = (path, text) => {
        if (!path.endsWith("active-contracts-page")) return text;
        pages += 1;
        // one before anything is made, the first, and one that never comes
        if (pages < 3) return text;
        resolve();
        return "never";
      };
    });
    const first = start(forkOf(to));
    await reached;
    first.child.kill("SIGKILL");
    await first.ended;
    const kept = sizesIn(to);
    const unserved = await invoked(["serve", "--data", to, "--port", "0", ...served]);
    expect(unserved.err).to.contain("is not complete");
    expect(sizesIn(to), "the folder is not touched").to.deep.equal(kept);
    changed = (_path, text) => text;
    const second = await invoked(forkOf(to));
    expect([second.code, second.err]).to.deep.equal([0, ""]);
    expect(second.out.at(-1)).to.contain(`begins with ${COUNT} contracts`);
    const ids = await exercised(to);
    expect(new Set(ids).size).to.equal(COUNT);
  });

  it("takes ids of other software, without blobs and pages, and says what it cannot read", async () => {
    const to = join(tempFolder(), "fork");
    changed = (path, text) => {
      if (path.endsWith("active-contracts-page")) return undefined;
      if (!path.includes("active-contracts")) return text;
      const page: {
        activeContracts: ReadonlyArray<{
          contractEntry: { JsActiveContract: { createdEvent: object } };
        }>;
      } = JSON.parse(text);
      return JSON.stringify(
        page.activeContracts.map(({ contractEntry }, no) => {
          const { createdEvent } = contractEntry.JsActiveContract;
          const contractId = foreignId(String(Reflect.get(createdEvent, "contractId")));
          const other = { ...createdEvent, contractId, createdEventBlob: "CgMyLjE=" };
          if (no === 0) return { contractEntry: { JsIncompleteAssigned: {} } };
          const templateId = `${"ee".repeat(32)}:Notes:Note`;
          const created = no === 1 ? { ...other, templateId } : other;
          const keyed = no === 2 ? { ...created, contractKey: "key" } : created;
          return { contractEntry: { JsActiveContract: { createdEvent: keyed } } };
        }),
      );
    };
    const { code, err, out } = await invoked(forkOf(to));
    expect([code, err]).to.deep.equal([0, ""]);
    const text = out.join("\n");
    expect(text).to.contain("not read: an entry JsIncompleteAssigned is no active contract");
    expect(text).to.match(/not read: contract 00\w+ca12\w+: its package notes \(eeee/);
    expect(text).to.match(/not read: 00\w+ca12\w+: who maintains its key is not in the answer/);
    expect(text).to.contain(`begins with ${COUNT - 3} contracts`);
    expect(text).to.contain("3 contracts and 0 packages could not be read");
    for (const id of await exercised(to)) expect(id).to.match(/^00\w{64}ca12\w{64}$/);
    const audit = await invoked(["audit", "verify", "--data", to, "--packages", notes]);
    expect(audit.out.at(-1)).to.equal("verdict: holds, except for imported contracts and parties");
  });
});

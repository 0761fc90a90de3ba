import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lastingPort } from "@tallystick/dev";
import { expect } from "chai";
import { invoked, tempFolder } from "../ledger-folder.js";
import { developmentToken, type Node, startNode } from "../process.js";

const example = (name: string): string =>
  fileURLToPath(new URL(`../../../../../examples/curl/${name}`, import.meta.url));

const notes = example("notes.js");
const served = ["--network", "off", "--packages", notes];

describe("A fork of a running ledger", () => {
  let node: Node;
  let alice = "";
  let bob = "";
  const made: string[] = [];

  /** Runs a command at a node and reads the JSON that it prints. */
  const at = async (url: string, ...args: ReadonlyArray<string>) => {
    const { code, err, out } = await invoked([...args, "--json"], { TALLYSTICK_URL: url });
    expect([code, err], args.join(" ")).to.deep.equal([0, ""]);
    return JSON.parse(out.join("\n"));
  };

  const note = (url: string, author: string, reader: string, words: string) =>
    at(
      url,
      "submit",
      "create",
      "#notes:Notes:Note",
      JSON.stringify({ author, reader, words }),
      "--act-as",
      author,
    );

  const idsAt = async (url: string, party: string): Promise<ReadonlyArray<string>> => {
    const found: ReadonlyArray<{ readonly contractId: string }> = await at(
      url,
      "contracts",
      "list",
      "--party",
      party,
    );
    return found.map(({ contractId }) => contractId).sort();
  };

  const amend = (url: string, contractId: string, actAs: string) => [
    "submit",
    "exercise",
    "#notes:Notes:Note",
    contractId,
    "Amend",
    JSON.stringify({ words: "amended" }),
    "--act-as",
    actAs,
    "--url",
    url,
  ];

  const stop = async ({ child, ended }: Node): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
  };

  /** A fork that is served, whose user may act as both parties. */
  const startFork = async (to: string): Promise<Node> => {
    const forked = await startNode(to, served);
    const { headers } = await fetch(`${forked.base}/v2/version`);
    expect(headers.get("x-tallystick-fork")).to.match(
      /^http:\/\/127.0.0.1:\d+; offset=\d+; signs-for-others=(yes|no)$/,
    );
    for (const party of [alice, bob])
      await at(forked.base, "user", "grant", "ledger-api-user", "--act-as", party);
    return forked;
  };

  const tokenFile = (): string => {
    const file = join(tempFolder(), "token");
    writeFileSync(file, `${developmentToken()}\n`);
    return file;
  };

  const forkOf = (to: string) => [
    "fork",
    "--from",
    node.base,
    "--token-file",
    tokenFile(),
    "--to",
    to,
    "--packages",
    notes,
  ];

  const fork = (to: string, ...args: ReadonlyArray<string>) => invoked([...forkOf(to), ...args]);

  before(async () => {
    node = await startNode(":memory:", served);
    for (const name of ["alice", "bob"]) await at(node.base, "party", "allocate", name);
    await at(node.base, "dar", "upload", example("example.dar"));
    const parties: ReadonlyArray<{ party: string }> = await at(node.base, "party", "list");
    const idOf = (hint: string) =>
      parties.find(({ party }) => party.startsWith(`${hint}::`))?.party ?? "";
    alice = idOf("alice");
    bob = idOf("bob");
    for (let no = 0; no < 3; no++) await note(node.base, alice, bob, `of alice ${no}`);
    await note(node.base, bob, alice, "of bob");
    made.push(...(await idsAt(node.base, alice)));
  });
  after(() => stop(node));

  it("has its contracts, and a party of it continues", async () => {
    const to = join(tempFolder(), "fork");
    const { code, err, out } = await fork(to, "--party", "alice");
    expect([code, err]).to.deep.equal([0, ""]);
    expect(out.at(-1)).to.match(
      /begins with 4 contracts of http.* 0 contracts and 0 packages could not/,
    );
    expect((await fork(to, "--party", "alice")).err).to.contain("is complete");
    const forked = await startFork(to);
    try {
      expect(made).to.have.length(4);
      expect(await idsAt(forked.base, alice)).to.deep.equal(made);
      const packages = JSON.stringify(await at(forked.base, "dar", "list"));
      for (const { packageId } of await at(node.base, "dar", "list"))
        expect(packages).to.contain(packageId);
      const contracts: ReadonlyArray<{ contractId: string; signatories: ReadonlyArray<string> }> =
        await at(forked.base, "contracts", "list", "--party", alice);
      const [own, others] = [true, false].map((isOwn) =>
        contracts.find(({ signatories }) => signatories.includes(alice) === isOwn),
      );
      const amended = await invoked(amend(forked.base, own?.contractId ?? "", alice));
      expect([amended.code, amended.err]).to.deep.equal([0, ""]);
      const refused = await invoked(amend(forked.base, others?.contractId ?? "", bob));
      expect(refused.err).to.contain("NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT");
      const now = await idsAt(forked.base, alice);
      expect(now).to.have.length(4);
      expect(now).not.to.include(own?.contractId);
      expect(await idsAt(node.base, alice)).to.deep.equal(made);
    } finally {
      await stop(forked);
    }
    const audit = await invoked([
      "audit",
      "verify",
      "--data",
      to,
      "--level",
      "rules",
      "--packages",
      notes,
    ]);
    expect([audit.code, audit.err], audit.out.join("\n")).to.deep.equal([0, ""]);
    expect(audit.out.join("\n")).to.contain(`contracts imported from ${node.base} at offset`);
    expect(audit.out.at(-1)).to.equal("verdict: holds, except for imported contracts and parties");
  });

  it("lets its users act as all parties with --sign-for-others", async () => {
    const to = join(tempFolder(), "fork");
    expect((await fork(to, "--party", alice, "--sign-for-others")).code).to.equal(0);
    const forked = await startFork(to);
    try {
      const contracts: ReadonlyArray<{ contractId: string; signatories: ReadonlyArray<string> }> =
        await at(forked.base, "contracts", "list", "--party", alice);
      const others = contracts.find(({ signatories }) => !signatories.includes(alice));
      const amended = await invoked(amend(forked.base, others?.contractId ?? "", bob));
      expect([amended.code, amended.err]).to.deep.equal([0, ""]);
    } finally {
      await stop(forked);
    }
  });

  it("says what is wrong, and makes nothing", async () => {
    const refused = async (args: ReadonlyArray<string>) => {
      const to = join(tempFolder(), "fork");
      const { code, err, out } = await invoked(["fork", "--to", to, ...args]);
      expect([code === 0, out]).to.deep.equal([false, []]);
      return err;
    };
    const of = ["--from", node.base, "--token-file", tokenFile()];
    expect(await refused(of)).to.contain("--party: expected a party");
    expect(await refused([...of, "--party", "zoe"])).to.contain("no party zoe");
    expect(await refused([...of, "--party", `zoe::1220${"0".repeat(64)}`])).to.contain(
      "no party zoe",
    );
    expect(await refused([...of, "--party", "alice", "--at", "1000000"])).to.contain(
      "ends at offset",
    );
    const unused = `http://127.0.0.1:${await lastingPort()}`;
    expect(await refused(["--from", unused, "--party", alice])).to.contain("no node");
    const bad = join(tempFolder(), "token");
    writeFileSync(bad, "no.token.at-all");
    expect(await refused(["--from", node.base, "--token-file", bad, "--party", alice])).to.contain(
      "401",
    );
    expect(
      await refused(["--from", node.base, "--token-file", `${bad}-none`, "--party", alice]),
    ).to.contain("--token-file");
  });
});

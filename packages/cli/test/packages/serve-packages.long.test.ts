import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { get, type Node, post, scratchFolder, start, startNode } from "../process.js";
import { amendNote, authorOn, notesModule } from "./notes-module.js";

const core = import.meta.resolve("@tallystick/core");

const packageNames = async (base: string): Promise<ReadonlyArray<string>> => {
  const listed: unknown = await post(`${base}/v2/package-vetting/list`, {});
  return [...JSON.stringify(listed).matchAll(/"packageName":"([^"]*)"/g)].map(
    ([, name]) => name ?? "",
  );
};

/** The words of all notes that are active. */
const activeWords = async (base: string): Promise<ReadonlyArray<string>> => {
  const end = JSON.stringify(await get(`${base}/v2/state/ledger-end`));
  const listed = await post(`${base}/v2/state/active-contracts`, {
    activeAtOffset: Number(/\d+/.exec(end)?.[0]),
    eventFormat: { filtersByParty: { [await authorOn(base)]: { cumulative: [] } }, verbose: false },
  });
  return [...JSON.stringify(listed).matchAll(/"words":"([^"]*)"/g)].map(([, words]) => words ?? "");
};

describe("tallystick serve with packages", () => {
  let folder: string;
  let remove: () => Promise<void>;
  const running: Node[] = [];

  const node = async (args: ReadonlyArray<string>, data = ":memory:"): Promise<Node> => {
    const started = await startNode(data, args);
    running.push(started);
    return started;
  };

  const write = async (name: string, text: string): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, text);
    return file;
  };

  beforeEach(async () => {
    [folder, remove] = await scratchFolder();
  });
  afterEach(async () => {
    for (const { child, ended } of running.splice(0)) {
      child.kill("SIGKILL");
      await ended;
    }
    await remove();
  });

  it("runs a template of a module over HTTP", async () => {
    const { base } = await node(["--packages", await write("notes.mjs", notesModule(core))]);
    expect(await amendNote(base)).to.equal("second");
  });

  it("finds modules of the configuration file from its folder, next to the coin", async () => {
    await mkdir(join(folder, "modules"));
    await write("modules/notes.mjs", notesModule(core));
    const config = await write("config.yaml", "packages: [./modules/notes.mjs]\ncoin: true\n");
    const { base } = await node(["--config", config]);
    expect(await packageNames(base)).to.include.members(["notes", "splice-amulet"]);
  });

  it("does not start without a package of active contracts, and serves them with it", async () => {
    const data = join(folder, "data");
    const first = await node(["--packages", await write("notes.mjs", notesModule(core))], data);
    expect(await amendNote(first.base)).to.equal("second");
    first.child.kill("SIGTERM");
    await first.ended;
    const { code, out, err } = await start(["serve", "--port", "0", "--data", data]).ended;
    expect([code, out]).to.deep.equal([2, ""]);
    expect(err).to.match(/notes/);
    const { base } = await node(["--packages", join(folder, "notes.mjs")], data);
    expect(await activeWords(base)).to.deep.equal(["second"]);
  });

  it("serves the registry of a token that a module brings along, and traces its choices", async () => {
    const module = new URL("../../../../../examples/token/dist/src/served.js", import.meta.url);
    const data = join(folder, "data");
    const answers: Array<unknown> = [];
    for (const start of ["first", "second"]) {
      const { base, child, ended } = await node(["--packages", module.pathname], data);
      const registry = `${base}/registries/gold/registry`;
      // without a token, as everybody asks it
      const info = await (await fetch(`${registry}/metadata/v1/info`)).json();
      const admin = String(Object(info).adminId);
      const transfer = {
        sender: { owner: admin, id: "" },
        receiver: { owner: admin, id: "" },
        amount: "1.0",
        instrumentId: { admin, id: "Gold" },
        requestedAt: "2026-01-01T00:00:00Z",
        executeBefore: "9999-01-01T00:00:00Z",
        inputHoldingCids: [],
        meta: { values: {} },
      };
      const extraArgs = { context: { values: {} }, meta: { values: {} } };
      const factory = await post(`${registry}/transfer-instruction/v2/transfer-factory`, {
        choiceArguments: { transfer, actors: [admin], extraArgs },
      });
      answers.push([admin, factory]);
      const create = {
        templateId: "#gold-token:Gold.Token:TokenRules",
        createArguments: { admin },
      };
      const traced = await post(`${base}/v2/commands/trace`, {
        commandId: start,
        actAs: [admin],
        commands: [{ CreateCommand: create }],
      });
      expect(Object(traced).outcome.verdict).to.equal("accepted");
      child.kill("SIGTERM");
      await ended;
    }
    expect(JSON.stringify(answers[0])).to.match(/"transferKind":"self"/);
    expect(answers[1], "the same administrator and rules").to.deep.equal(answers[0]);
  });

  it("serves neither unless configured", async () => {
    const names = await packageNames((await node(["--network", "off"])).base);
    expect(names).to.include("canton-builtin-admin-workflow-ping");
    expect(names).not.to.include("splice-amulet");
  });

  for (const [what, text, error] of [
    ["is not there", undefined, /cannot read .*module\.mjs/],
    ["throws", 'throw new Error("no luck");', /module\.mjs throws when it is imported: no luck/],
    ["has no package", "export const a = 1;", /module\.mjs exports no package: .* found a/],
  ] as const) {
    it(`ends with exit code 2 and says so when a module ${what}`, async () => {
      const file = join(folder, "module.mjs");
      if (text !== undefined) await writeFile(file, text);
      const flags = ["--port", "0", "--data", ":memory:", "--packages", file];
      const { code, out, err } = await start(["serve", ...flags]).ended;
      expect([code, out]).to.deep.equal([2, ""]);
      expect(err)
        .to.match(/^tallystick: packages: /)
        .and.to.match(error);
    });
  }

  it("ends with exit code 2 when two modules define one package differently", async () => {
    const one = await write("one.mjs", notesModule(core));
    const two = await write("two.mjs", notesModule(core).replace("words: text", "words: party"));
    const flags = ["--port", "0", "--data", ":memory:", "--packages", one, "--packages", two];
    const { code, err } = await start(["serve", ...flags]).ended;
    expect(code).to.equal(2);
    expect(err).to.contain("notes");
  });
});

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { testSize } from "@tallystick/dev";
import { expect } from "chai";
import { invoked } from "../ledger-folder.js";
import { post, scratchFolder } from "../process.js";
import { compiler, copyOthers, packedIn } from "./installed-packages.js";
import { shownProgram, shownTypes, typedProgram } from "./typed-program.js";

const run = promisify(execFile);

/** Runs npm in a project; gives what it printed, and fails with that. */
const npm = async (project: string, ...args: ReadonlyArray<string>): Promise<string> => {
  const { stdout } = await run("npm", args, { cwd: project }).catch(
    ({ stdout: out, stderr }: { stdout: string; stderr: string }) => expect.fail(out + stderr),
  );
  return stdout;
};

/** Starts a project by `npm start` for as long as `use` runs. */
const started = async (project: string, use: (base: string) => Promise<void>): Promise<void> => {
  const args = ["start", "--silent", "--", "--port", "0"];
  // a group of its own: npm, a shell and the node
  const child = spawn("npm", args, { cwd: project, detached: true });
  const ended = once(child, "close");
  let output = "";
  child.stderr.on("data", (chunk) => (output += chunk));
  try {
    const base = await new Promise<string>((resolve, reject) => {
      child.stdout.on("data", (chunk) => {
        output += chunk;
        const found = /ready at (http:\S+)/.exec(output)?.[1];
        if (found !== undefined) resolve(found);
      });
      ended.then(() => reject(new Error(output)), reject);
    });
    await use(base);
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
    await ended;
  }
};

/** What the compiler says of a project and of the declarations it uses. */
const compiled = async (
  project: string,
  module: string,
  moduleResolution: string,
): Promise<string> => {
  const config = {
    extends: "./tsconfig.json",
    compilerOptions: { module, moduleResolution, skipLibCheck: false, noEmit: true },
  };
  await writeFile(join(project, "tsconfig.strict.json"), JSON.stringify(config));
  const said = await run(compiler, ["-p", "tsconfig.strict.json"], { cwd: project }).catch(
    (failed: { stdout: string }) => failed,
  );
  return said.stdout;
};

const writeNote = async (base: string): Promise<void> => {
  const hint = { partyIdHint: "author", userId: "ledger-api-user" };
  const allocated = Object(await post(`${base}/v2/parties`, hint));
  const author: string = allocated.partyDetails.party;
  const createArguments = { author, reader: author, words: "hello" };
  const create = { CreateCommand: { templateId: "#notes:Notes:Note", createArguments } };
  const commands = { commandId: "one", actAs: [author], commands: [create] };
  const done = Object(await post(`${base}/v2/commands/submit-and-wait`, commands));
  expect(done.completionOffset).to.be.a("number");
};

describe("a project that tallystick new has made", () => {
  // npm and two compilations, on a machine that may do other things too
  let folder: string;
  let packed: string;
  let remove: () => Promise<void>;
  before(async () => {
    [folder, remove] = await scratchFolder();
    packed = await packedIn(folder, "@tallystick/cli", "@tallystick/testing");
  });
  after(() => remove());

  /** Makes a project, installs it, and runs its test. */
  const tested = async (name: string, ...flags: ReadonlyArray<string>): Promise<string> => {
    const project = join(folder, name);
    const made = await invoked(["new", project, "--tarballs", packed, ...flags]);
    expect([made.code, made.err]).to.deep.equal([0, ""]);
    await copyOthers(project);
    await npm(project, "install", "--offline", "--no-audit", "--no-fund");
    expect(await npm(project, "test")).to.match(/pass 3\n/);
    expect(existsSync(join(project, ".github/workflows/test.yml"))).to.equal(true);
    return project;
  };

  const kinds: Readonly<Record<string, () => Promise<void>>> = {
    "in typescript is installed from what was packed, passes its test and serves": async () => {
      const project = await served("my-typescript");
      // the types of our packages need nothing else, however the project finds modules
      await writeFile(join(project, "src/typed.ts"), typedProgram);
      expect(await compiled(project, "nodenext", "nodenext")).to.equal("");
      expect(await compiled(project, "esnext", "bundler")).to.equal("");
      await writeFile(join(project, "src/shown.ts"), shownProgram);
      const shown = await compiled(project, "nodenext", "nodenext");
      const types = [...shown.matchAll(/: Type '(.*)' is not assignable to type 'never'/g)];
      expect(types.map(([, type]) => type)).to.deep.equal(shownTypes);
    },
    "with a ledger inside writes a note at each start, and keeps those before": async () => {
      const project = await tested("my-library", "--kind", "library");
      expect(await npm(project, "start", "--silent")).to.match(/^1 notes/);
      expect(await npm(project, "start", "--silent")).to.match(/^2 notes/);
    },
    "with a DAR serves its packages": async () => {
      const project = await tested("my-dar", "--kind", "dar");
      await started(project, async (base) => {
        const packageMetadataFilter = { packageNamePrefixes: ["iou-example"] };
        const vetted = await post(`${base}/v2/package-vetting/list`, { packageMetadataFilter });
        expect(JSON.stringify(vetted)).to.contain("iou-example");
      });
    },
    // its own test starts it
    "with a web page serves it beside the node": async () => {
      await tested("my-dapp", "--kind", "dapp");
    },
    "in javascript is installed from what was packed, passes its test and serves": async () => {
      await served("my-javascript", "--javascript");
    },
  };

  /** Makes a project that serves, and writes to it. */
  const served = async (name: string, ...flags: ReadonlyArray<string>): Promise<string> => {
    const project = await tested(name, ...flags);
    const version = await npm(project, "exec", "--offline", "--", "tallystick", "--version");
    expect(version).to.match(/^\d+\.\d+\.\d+$/m);
    await started(project, writeNote);
    return project;
  };

  for (const [what, trial] of Object.entries(kinds).slice(0, testSize("PROJECTS"))) it(what, trial);
});

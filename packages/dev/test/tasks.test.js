import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { repositoryRoot } from "../src/repository.js";

const PROGRAM = `
const open = setInterval(() => undefined, 1_000);
process.on("SIGTERM", () => {
  clearInterval(open);
  process.exitCode = 7;
});
console.log("ready " + process.argv.slice(2).join(" "));
`;

/** A user who may write nothing. */
const NOBODY = 65_534;

describe("The scripts of package.json", () => {
  const scripts = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")).scripts;

  it("begin with node, or with a command that sh has and the shell of Windows finds here", () => {
    for (const script of Object.values(scripts)) {
      const [word] = script.split(" ");
      if (word === "node") continue;
      expect(word).to.equal("exec");
      expect(readFileSync(join(repositoryRoot, `${word}.cmd`), "utf8")).to.match(/^@%\*\r\n$/m);
    }
  });
});

describe("npm start", () => {
  /** @type {string} */
  let root;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "tallystick-start-"));
    for (const file of [
      "package.json",
      "package-lock.json",
      "packages/tsconfig.base.json",
      "packages/dev/src",
    ])
      cpSync(join(repositoryRoot, file), join(root, file), { recursive: true });
    symlinkSync(join(repositoryRoot, "node_modules"), join(root, "node_modules"));
    mkdirSync(join(root, "packages/cli/src"), { recursive: true });
    const manifest = { type: "module", bin: { tallystick: "bin/tallystick.js" } };
    writeFileSync(join(root, "packages/cli/package.json"), JSON.stringify(manifest));
    writeFileSync(
      join(root, "packages/cli/tsconfig.json"),
      '{ "extends": "../tsconfig.base.json", "compilerOptions": { "outDir": "dist", "rootDir": "." } }',
    );
  });

  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  /** @param {string[]} args */
  async function start(...args) {
    const script = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts.start;
    const child = spawn("sh", ["-c", `${script} "$@"`, "sh", ...args], { cwd: root });
    let output = "";
    child.stdout.on("data", (data) => (output += data));
    child.stderr.on("data", (data) => (output += data));
    const closed = once(child, "close");
    return { child, closed, output: () => output };
  }

  it("builds the server, passes on arguments and signals, and ends as it ends", async () => {
    writeFileSync(join(root, "packages/cli/src/main.ts"), PROGRAM);
    const { child, closed, output } = await start("--port", "0");
    await once(child.stdout, "data");
    expect(output()).to.equal("Bundling packages\nready serve --port 0\n");
    child.kill("SIGTERM");
    expect(await closed).to.deep.equal([7, null]);
  });

  it("is started by npm, which waits for what the server does with a signal", async () => {
    writeFileSync(join(root, "packages/cli/src/main.ts"), PROGRAM);
    const child = spawn("npm", ["start", "--silent"], { cwd: root });
    const closed = once(child, "close");
    await once(child.stdout, "data");
    child.kill("SIGTERM");
    expect(await closed).to.deep.equal([7, null]);
  });

  it("starts what was built where this user may not write", async () => {
    const folder = join(root, "packages/cli/dist/bundle");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "main.js"), PROGRAM);
    chmodSync(root, 0o755);
    chmodSync(folder, 0o555);
    // root may write everything
    const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    const args = ["packages/dev/src/run.js", "start"];
    const child = spawn(process.execPath, args, { cwd: root, ...user });
    const closed = once(child, "close");
    child.stdout.once("data", () => child.kill("SIGTERM"));
    expect(await closed).to.deep.equal([7, null]);
    expect(existsSync(join(root, "packages/cli/dist/.tsbuildinfo"))).to.equal(false);
  });

  it("does not start a server that cannot be bundled", async () => {
    writeFileSync(join(root, "packages/cli/src/main.ts"), `${PROGRAM}const port = ;\n`);
    const { closed, output } = await start();
    expect(await closed).to.deep.equal([1, null]);
    expect(output()).to.contain("main.ts:").and.not.to.contain("ready");
  });
});

import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { lastingPort } from "@tallystick/dev";
import { expect } from "chai";
import { parse } from "yaml";
import { tempFolder } from "../ledger-folder.js";

const run = promisify(execFile);

const example = fileURLToPath(new URL("../../../../../examples/ci/", import.meta.url));
const cli = fileURLToPath(new URL("../../../", import.meta.url));

/** A folder in which the command is installed, as by npm. */
const project = (): string => {
  const folder = tempFolder();
  const scope = join(folder, "node_modules", "@tallystick");
  mkdirSync(scope, { recursive: true });
  symlinkSync(cli, join(scope, "cli"));
  return folder;
};

describe("examples/ci", () => {
  it("starts a node that the next steps of the job find", async () => {
    const folder = project();
    const npx = join(folder, "npx");
    // npx runs the command of a package that is installed
    writeFileSync(npx, `#!/bin/sh\nshift\nexec node ${join(cli, "bin", "tallystick.js")} "$@"\n`);
    chmodSync(npx, 0o755);
    const action = parse(readFileSync(join(example, "node-action", "action.yml"), "utf8"));
    const steps: ReadonlyArray<{ readonly run: string }> = action.runs.steps;
    const port = await lastingPort();
    const found = join(folder, "environment");
    const env = {
      ...process.env,
      PATH: `${folder}:${process.env["PATH"] ?? ""}`,
      PORT: String(port),
      ARGS: "--coin",
      GITHUB_ENV: found,
    };
    for (const { run: script } of steps) await run("bash", ["-ec", script], { cwd: folder, env });
    const pid = Number(readFileSync(join(folder, "tallystick.pid"), "utf8"));
    try {
      const [, url = ""] = /^TALLYSTICK_URL=(.*)$/m.exec(readFileSync(found, "utf8")) ?? [];
      expect((await fetch(`${url}/v2/version`)).status).to.equal(200);
      expect((await fetch(`${url}/v0/dev/snapshot`, { method: "POST" })).status).to.equal(401);
    } finally {
      process.kill(pid, "SIGTERM");
    }
    const workflow = parse(readFileSync(join(example, "workflow.yml"), "utf8"));
    const inputs: ReadonlyArray<object> = workflow.jobs.test.steps.flatMap((each: object) =>
      "with" in each && "args" in Object(each.with) ? [Object(each.with)] : [],
    );
    expect(inputs.flatMap(Object.keys)).to.deep.equal(["args"]);
    expect(action.inputs).to.include.keys("args", "port");
  });

  it("has a component whose command is the one that is installed", async () => {
    const { spec } = parse(readFileSync(join(example, "component", "component.yaml"), "utf8"));
    const [command] = spec.commands;
    const script = join(example, "component", command.path);
    const { stdout } = await run(script, ["--version"], { cwd: project() });
    expect(stdout.trim()).to.match(/^\d+\.\d+\.\d+$/);
    const missing = await run(script, ["--version"], { cwd: tempFolder() }).catch(
      (thrown: unknown) => Object(thrown).stderr,
    );
    expect(String(missing)).to.contain("tallystick: not installed; run: npm install");
  });
});

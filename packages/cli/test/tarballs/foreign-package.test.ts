import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { amendNote, notesModule } from "../packages/notes-module.js";
import { scratchFolder, startNode } from "../process.js";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../../../../", import.meta.url));

/** The packages of this repository that a package needs, itself among them. */
const withDependencies = async (name: string, found = new Set<string>()): Promise<Set<string>> => {
  if (found.has(name)) return found;
  found.add(name);
  const folder = join(root, "packages", name.slice("@tallystick/".length));
  const { dependencies = {} } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  for (const each of Object.keys(dependencies))
    if (each.startsWith("@tallystick/")) await withDependencies(each, found);
  return found;
};

/** Packs these packages and unpacks them below `modules`, as an installation would. */
const install = async (names: ReadonlySet<string>, folder: string, modules: string) => {
  const packed = join(folder, "packed");
  await mkdir(packed);
  const workspaces = [...names].flatMap((name) => ["--workspace", name]);
  const args = ["pack", "--silent", "--ignore-scripts", "--pack-destination", packed];
  await run("npm", [...args, ...workspaces], { cwd: root });
  for (const tarball of await readdir(packed)) {
    const name = /^tallystick-(.*)-\d+\.\d+\.\d+\.tgz$/.exec(tarball)?.[1] ?? "";
    const target = join(modules, "@tallystick", name);
    await mkdir(target, { recursive: true });
    await run("tar", ["-xzf", join(packed, tarball), "-C", target, "--strip-components=1"]);
  }
};

/** Gives the folder what this checkout has installed, except for our own packages. */
const linkOthers = async (modules: string): Promise<void> => {
  for (const name of await readdir(join(root, "node_modules"))) {
    if (name === "@tallystick" || name.startsWith(".")) continue;
    const target = join(modules, name);
    await mkdir(dirname(target), { recursive: true });
    await symlink(join(root, "node_modules", name), target);
  }
};

describe("the packed packages", () => {
  it("serve a package of a foreign project that has installed them", async function () {
    this.timeout(60_000);
    const [folder, remove] = await scratchFolder();
    try {
      const modules = join(folder, "node_modules");
      await mkdir(modules);
      const names = await withDependencies("@tallystick/cli");
      await Promise.all([install(names, folder, modules), linkOthers(modules)]);
      await writeFile(join(folder, "package.json"), '{ "type": "module" }');
      await writeFile(join(folder, "my-package.js"), notesModule("@tallystick/core"));
      const main = join(modules, "@tallystick/cli/dist/src/main.js");
      expect(existsSync(main)).to.equal(true);
      const flags = ["--packages", join(folder, "my-package.js")];
      const node = await startNode(":memory:", flags, main);
      try {
        expect(await amendNote(node.base)).to.equal("second");
      } finally {
        node.child.kill("SIGTERM");
        await node.ended;
      }
    } finally {
      await remove();
    }
  });
});

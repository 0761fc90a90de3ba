import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect } from "chai";
import { scratchFolder, start } from "../process.js";

const packages = new URL("../../../../", import.meta.url);
const core = new URL("core/dist/bundle/index.js", packages);

/** The sources that start threads, with the scripts these run. */
const threadsOf = async (name: string): Promise<ReadonlyArray<URL>> => {
  const folder = new URL(`${name}/src/`, packages);
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  const texts = await Promise.all(
    files
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFile(new URL(file, folder), "utf8")),
  );
  return texts.flatMap((text) =>
    [...text.matchAll(/new URL\("\.\/([\w-]+\.js)", import\.meta\.url\)/g)].map(
      ([, script = ""]) => new URL(`${name}/dist/bundle/${script}`, packages),
    ),
  );
};

const loader = `
  const { parentPort, workerData } = require("node:worker_threads");
  import(workerData).then(() => "loaded", ({ name, code }) => name + " " + code)
    .then((outcome) => parentPort.postMessage(outcome));`;

/** What comes of loading a script in a thread, which then lacks what its owner would give it. */
const loadingOf = async (script: URL): Promise<string> => {
  const thread = new Worker(loader, {
    eval: true,
    execArgv: [],
    stdout: true,
    workerData: script.href,
  });
  const outcome = new Promise<string>((resolve) => {
    thread.once("message", resolve);
    // a script may begin at once, with what it lacks
    thread.once("error", (thrown) => resolve(String(thrown)));
    thread.once("exit", (code) => resolve(`exit ${code}`));
  });
  const said = await outcome;
  await thread.terminate();
  return said;
};

describe("The bundles of packages", () => {
  it("have the script of each thread and process, which loads", async () => {
    const names = ["audit", "cli", "event-store-sqlite", "node", "tables", "views"];
    const scripts = (await Promise.all(names.map(threadsOf))).flat();
    expect(scripts.length).to.be.greaterThan(8);
    for (const script of scripts)
      expect(await loadingOf(script), script.href).not.to.match(/MODULE_NOT_FOUND|SyntaxError/);
  });

  it("share one copy of core with a module of packages that the program serves", async () => {
    const [folder, remove] = await scratchFolder();
    const file = join(folder, "notes.js");
    await writeFile(
      file,
      `import { definePackage, party, record, template, text } from ${JSON.stringify(core.href)};
       const note = template("Notes:Note", {
         payload: record({ author: party, words: text }), signatories: ({ author }) => [author] });
       export const notes = definePackage({ name: "notes", version: "1.0.0", templates: [note] });`,
    );
    try {
      const node = start([
        "serve",
        "--port",
        "0",
        "--data",
        join(folder, "data"),
        "--packages",
        file,
      ]);
      expect(await node.firstLine).to.match(/ready at/);
      node.child.kill("SIGTERM");
      expect((await node.ended).code).to.equal(0);
    } finally {
      await remove();
    }
  });
});

import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { amendNote, notesModule } from "../packages/notes-module.js";
import { developmentToken, scratchFolder, startNode } from "../process.js";
import { compiler, installPacked, ownCopy } from "./installed-packages.js";
import { koaApplication } from "./koa-application.js";

const run = promisify(execFile);

describe("the packed packages, installed by a foreign project", () => {
  let folder: string;
  /** The program that npm links as `tallystick`. */
  let main: string;
  let remove: () => Promise<void>;
  before(async () => {
    [folder, remove] = await scratchFolder();
    const packed = join(await installPacked("@tallystick/cli", folder), "@tallystick/cli");
    const { bin } = JSON.parse(await readFile(join(packed, "package.json"), "utf8"));
    main = join(packed, bin.tallystick);
  });
  after(() => remove());

  it("serve a package of that project", async () => {
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await writeFile(join(folder, "my-package.js"), notesModule("@tallystick/core"));
    // as a shell starts what npm has linked
    const { stdout } = await run(main, ["--version"]);
    expect(stdout).to.match(/^\d+\.\d+\.\d+\n$/);
    const flags = ["--packages", join(folder, "my-package.js")];
    const node = await startNode(":memory:", flags, main);
    try {
      expect(await amendNote(node.base)).to.equal("second");
    } finally {
      node.child.kill("SIGTERM");
      await node.ended;
    }
  });

  it("serve the wallet and the console of the browser, with all that their pages load", async () => {
    const node = await startNode(":memory:", [], main);
    try {
      for (const part of ["wallet", "console"]) {
        const page = await fetch(`${node.base}/${part}/`, { headers: { accept: "text/html" } });
        expect(page.headers.get("content-security-policy")).to.include("script-src 'self'");
        const loaded = [...(await page.text()).matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)];
        expect(loaded.map(([, path = ""]) => path.replace(/^.*\./, ""))).to.include.members([
          "js",
          "css",
        ]);
        for (const [, path = ""] of loaded)
          expect((await fetch(node.base + path)).status, path).to.equal(200);
      }
    } finally {
      node.child.kill("SIGTERM");
      await node.ended;
    }
  });

  it("put the interface into a Koa application of that project, with a Koa of its own", async () => {
    const project = join(folder, "shop");
    await mkdir(project);
    await ownCopy(project, "koa");
    await writeFile(join(project, "package.json"), '{ "type": "module" }');
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      target: "es2022",
      module: "nodenext",
      types: ["node"],
      typeRoots: ["../node_modules/@types"],
      outDir: "built",
    };
    const settings = { compilerOptions, files: ["shop.ts"] };
    await writeFile(join(project, "tsconfig.json"), JSON.stringify(settings));
    await writeFile(join(project, "shop.ts"), koaApplication);
    await run(compiler, ["-p", project]).catch(({ stdout }: { stdout: string }) =>
      expect.fail(stdout),
    );
    const env = { PATH: process.env["PATH"] ?? "", TOKEN: developmentToken() };
    const { stdout } = await run(process.execPath, ["built/shop.js"], { cwd: project, env });
    // the lines before are the log of the interface
    const last = stdout.trimEnd().split("\n").at(-1) ?? "";
    expect(JSON.parse(last)).to.deep.equal({
      prices: { apples: 3 },
      nowhere: 404,
      version: "3.5.8",
      seenByOwnMiddleware: ["/prices", "/nowhere", "/v2/version", "/v2/parties"],
      withoutToken: [401, "NA"],
      chat: "welcome",
      update: "Transaction",
    });
  });
});

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { kindOf } from "../../src/scaffold/project-kind.js";
import { invoked, tempFolder } from "../ledger-folder.js";

const manifestIn = (folder: string) =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

describe("tallystick new", () => {
  it("writes a project whose packages come from the registry", async () => {
    const target = join(tempFolder(), "shop");
    const { code, out, err } = await invoked(["new", target]);
    expect([code, err]).to.deep.equal([0, ""]);
    expect(out.join()).to.contain("npm install, npm test, npm start");
    const { name, dependencies, devDependencies } = manifestIn(target);
    expect(name).to.equal("shop");
    expect(dependencies["@tallystick/core"]).to.match(/^\^\d+\.\d+\.\d+$/);
    expect(devDependencies["@tallystick/testing"]).to.match(/^\^\d+\.\d+\.\d+$/);
    expect(readdirSync(join(target, "src"))).to.deep.equal(["notes.ts"]);
    expect(readFileSync(join(target, ".gitignore"), "utf8")).to.contain("data/");
  });

  it("takes of what was packed all that it needs, and nothing else", async () => {
    const packed = tempFolder();
    const pack = (name: string) => writeFileSync(join(packed, `tallystick-${name}-0.1.0.tgz`), "");
    pack("core");
    const args = ["new", join(packed, "shop"), "--tarballs", packed];
    expect((await invoked(args)).err).to.match(/--tarballs: @tallystick\/[\w-]+ is missing/);
    expect(existsSync(join(packed, "shop"))).to.equal(false);
    const packages = new URL("../../../../", import.meta.url);
    for (const name of readdirSync(packages)) pack(name);
    expect((await invoked(args)).code).to.equal(0);
    const { dependencies, devDependencies } = manifestIn(join(packed, "shop"));
    expect(devDependencies["@tallystick/testing"]).to.equal("file:../tallystick-testing-0.1.0.tgz");
    expect(dependencies).to.include({
      "@tallystick/core": "file:../tallystick-core-0.1.0.tgz",
      "@tallystick/http": "file:../tallystick-http-0.1.0.tgz",
      // an optional dependency of the node, without which no folder can be opened
      "@tallystick/event-store-sqlite": "file:../tallystick-event-store-sqlite-0.1.0.tgz",
    });
    expect(dependencies).to.not.have.any.keys("@tallystick/bench", "@tallystick/dev");
  });

  const kinds: ReadonlyArray<readonly [string, string, RegExp]> = [
    ["server", "src/notes.ts", /tallystick serve --packages dist/],
    ["library", "src/main.ts", /node dist\/src\/main\.js/],
    ["dar", "iou.dar", /--packages iou\.dar/],
    ["dapp", "page/index.html", /node start\.js/],
  ];
  for (const [kind, file, start] of kinds) {
    it(`writes ${kind} with start, test and a workflow`, async () => {
      const target = join(tempFolder(), "shop");
      expect((await invoked(["new", target, "--kind", kind])).code).to.equal(0);
      expect(existsSync(join(target, file))).to.equal(true);
      const { scripts } = manifestIn(target);
      expect(scripts.start).to.match(start);
      expect(scripts.test).to.contain("node --test");
      const workflow = readFileSync(join(target, ".github/workflows/test.yml"), "utf8");
      expect(workflow).to.contain("npm test");
    });
  }

  it("asks for the kind on a terminal, and takes a server for no answer", async () => {
    expect((await kindOf(undefined, async () => " dapp\n")).name).to.equal("dapp");
    expect((await kindOf(undefined, async () => "")).name).to.equal("server");
    expect((await kindOf(undefined, async () => undefined)).name).to.equal("server");
    expect((await kindOf("dar", async () => expect.fail("asked"))).name).to.equal("dar");
  });

  it("writes nothing over", async () => {
    const target = tempFolder();
    writeFileSync(join(target, "mine"), "");
    const named = join(target, "shop");
    expect((await invoked(["new", named, "--javascript"])).code).to.equal(0);
    const again = await invoked(["new", named]);
    expect(again.code).to.equal(1);
    expect(again.err).to.contain("is not empty; nothing was written");
    expect(existsSync(join(named, "tsconfig.json"))).to.equal(false);
  });

  const misused: ReadonlyArray<readonly [ReadonlyArray<string>, RegExp]> = [
    [[], /new: expected FOLDER; see "tallystick new --help"/],
    [["a", "b"], /unexpected argument b/],
    [["My Ledger"], /lower-case letters/],
    [["node_modules"], /found node_modules, expected .* that npm takes for a package/],
    [["shop", "--javscript"], /unknown flag --javscript; did you mean --javascript\?/],
    [["shop", "--tarballs", "./no-such-folder"], /--tarballs: .*no-such-folder/],
    [["shop", "--kind", "nope"], /--kind: expected one of server, library, dar, dapp, found nope/],
    [["shop", "--kind", ""], /--kind: expected KIND, found an empty text/],
    [["shop", "--kind", "constructor"], /--kind: expected one of server/],
    [["shop", "--tarballs", "."], /--tarballs: \. has no file such as/],
  ];
  for (const [args, message] of misused) {
    it(`is used wrongly as "new ${args.join(" ")}"`, async () => {
      const { code, err } = await invoked(["new", ...args]);
      expect(code).to.equal(2);
      expect(err).to.match(message);
      expect(existsSync("shop")).to.equal(false);
    });
  }
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { publishedPackages } from "../../src/release/manifests.js";
import { contentFindings, filesOf, pack } from "../../src/release/tarballs.js";
import { repositoryRoot } from "../../src/repository.js";

const manifest = JSON.stringify({ repository: { url: "git+https://example.com/x.git" } });

/** @param {Record<string, string>} files */
const findings = (files) =>
  contentFindings(
    "x",
    new Map(
      Object.entries({ "package.json": manifest, LICENSE: "", "dist/src/a.js": "", ...files }),
    ),
    ["/checkout/of/me", "registry.example.com"],
  );

describe("The files of a tarball", () => {
  it("have licence, repository and what was compiled, and no place of one machine", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tallystick-tarballs-"));
    try {
      const some = publishedPackages(repositoryRoot).filter(({ path }) => path.endsWith("/core"));
      const [tarball = ""] = await pack(repositoryRoot, some, join(folder, "packed"));
      const files = await filesOf(tarball, join(folder, "unpacked"));
      expect([...files.keys()]).to.include.members(["LICENSE", "dist/src/index.js"]);
      expect(contentFindings("core", files, [repositoryRoot])).to.deep.equal([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("are refused where something is missing", () => {
    expect(findings({})).to.deep.equal([]);
    expect(contentFindings("x", new Map(), [])).to.deep.equal([
      "x: LICENSE is missing",
      "x: repository is missing",
      "x: nothing of what was compiled",
    ]);
  });

  for (const text of [
    "at /checkout/of/me/a.ts",
    "https://registry.example.com/core",
    "file:///home/anna/tallystick/a.js",
    "/Users/anna/a",
  ]) {
    it(`are refused with ${text}`, () => {
      expect(findings({ "dist/src/b.js": text })).to.have.length(1);
    });
  }

  it("are refused where a declaration or a bundle imports what the package does not depend on", () => {
    const types = "./dist/src/index.d.ts";
    const face = { ".": { types, default: "./dist/bundle/index.js" } };
    const files = {
      "package.json": JSON.stringify({
        ...JSON.parse(manifest),
        exports: face,
        dependencies: { koa: "1" },
      }),
      "dist/src/index.d.ts": 'import type { A } from "koa";\nexport { b } from "./b.js";\n',
      "dist/src/b.d.ts": 'import {\n  type C,\n} from "@grpc/grpc-js";\n',
      "dist/src/unreached.d.ts": 'import { d } from "elsewhere";\n',
      "dist/bundle/index.js": 'import "node:fs";\nimport { e } from "./chunk.js";\n',
      "dist/bundle/chunk.js": 'import f from "yauzl/lib";\nconst g = 1;\n',
    };
    expect(findings(files)).to.deep.equal([
      "x: dist/src/b.d.ts imports @grpc/grpc-js, which is no dependency of the package",
      "x: dist/bundle/chunk.js imports yauzl, which is no dependency of the package",
    ]);
  });

  it("may name folders that every machine has", () => {
    expect(findings({ "dist/src/b.js": "GET /v2/users /home /var/lib/tallystick" })).to.deep.equal(
      [],
    );
  });
});

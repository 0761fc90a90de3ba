import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { siteFolder } from "../../src/index.js";

/** An entry of the manifest of a build. */
interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: ReadonlyArray<string>;
  readonly css?: ReadonlyArray<string>;
}

const manifest = (): Readonly<Record<string, Chunk>> =>
  JSON.parse(readFileSync(join(siteFolder, ".vite/manifest.json"), "utf8"));

const filesOf = (chunks: Readonly<Record<string, Chunk>>, name: string): ReadonlyArray<string> => {
  const { file = "", imports = [], css = [] } = chunks[name] ?? {};
  return [file, ...css, ...imports.flatMap((each) => filesOf(chunks, each))];
};

const gzipped = (file: string): number => gzipSync(readFileSync(join(siteFolder, file))).length;

describe("the built files", () => {
  it("take at most 150 KB, compressed, at the first load", () => {
    const chunks = manifest();
    const entry = Object.keys(chunks).find((name) => chunks[name]?.isEntry === true) ?? "";
    const files = ["index.html", ...new Set(filesOf(chunks, entry))];
    expect(files.length).to.be.greaterThan(2);
    const bytes = files.reduce((sum, file) => sum + gzipped(file), 0);
    expect(bytes).to.be.at.most(150 * 1_024);
  });

  it("have no script or style within the page", () => {
    const html = readFileSync(join(siteFolder, "index.html"), "utf8");
    expect(html).not.to.match(/<style|\sstyle=|<script(?![^>]*\ssrc=)|\son\w+=/);
  });
});

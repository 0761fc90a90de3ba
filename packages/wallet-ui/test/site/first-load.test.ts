import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { siteFolder } from "../../src/index.js";
import { languages } from "../../src/messages/language.js";

/** An entry of the manifest of a build. */
interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: ReadonlyArray<string>;
  readonly css?: ReadonlyArray<string>;
}

const manifestOf = (language: string): Readonly<Record<string, Chunk>> =>
  JSON.parse(readFileSync(join(siteFolder, `.vite/manifest.${language}.json`), "utf8"));

const pageOf = (language: string): string =>
  language === "en" ? "index.html" : `index.${language}.html`;

const filesOf = (chunks: Readonly<Record<string, Chunk>>, name: string): ReadonlyArray<string> => {
  const { file = "", imports = [], css = [] } = chunks[name] ?? {};
  return [file, ...css, ...imports.flatMap((each) => filesOf(chunks, each))];
};

const gzipped = (file: string): number => gzipSync(readFileSync(join(siteFolder, file))).length;

for (const language of languages) {
  describe(`the built files in the language ${language}`, () => {
    it("take at most 150 KB, compressed, at the first load", () => {
      const chunks = manifestOf(language);
      const entry = Object.keys(chunks).find((name) => chunks[name]?.isEntry === true) ?? "";
      const files = [pageOf(language), ...new Set(filesOf(chunks, entry))];
      expect(files.length).to.be.greaterThan(2);
      const bytes = files.reduce((sum, file) => sum + gzipped(file), 0);
      expect(bytes).to.be.at.most(150 * 1_024);
    });

    it("are in that language", () => {
      const html = readFileSync(join(siteFolder, pageOf(language)), "utf8");
      expect(html).to.include(`<html lang="${language}"`);
    });

    it("have no script or style within the page", () => {
      const html = readFileSync(join(siteFolder, pageOf(language)), "utf8");
      expect(html).not.to.match(/<style|\sstyle=|<script(?![^>]*\ssrc=)|\son\w+=/);
    });
  });
}

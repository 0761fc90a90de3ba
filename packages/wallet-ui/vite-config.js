// How the sources become the files that a node serves.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Files that are worth compressing. */
const COMPRESSED = /\.(js|css|svg)$/;

/** Writes `x.br` and `x.gz` next to each file, so that the node compresses nothing. */
const precompressed = {
  name: "precompressed",
  writeBundle({ dir }, files) {
    for (const name of Object.keys(files)) {
      if (!COMPRESSED.test(name)) continue;
      const file = join(dir, name);
      const bytes = readFileSync(file);
      const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: size }));
      writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    }
  },
};

/** The condition of `exports` whose files are compiled one by one from the sources. */
const MODULES = "tallystick-modules";

/** What our packages export, and import of themselves, as sources: nothing is compiled before. */
const sources = ["core", "protobuf", "signing", "wire"].flatMap((name) => {
  const folder = join(import.meta.dirname, "..", name);
  const { exports, imports = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = [
    ...Object.entries(exports).map(([path, each]) => [
      `@tallystick/${name}${path.slice(1)}`,
      each[MODULES],
    ]),
    ...Object.entries(imports).map(([id, each]) => [id, each.browser]),
  ];
  return files.map(([id, compiled]) => ({
    find: new RegExp(`^${id}$`),
    replacement: join(folder, compiled.replace("./dist/", "").replace(/\.js$/, ".ts")),
  }));
});

/** The folder of the sources. */
const SOURCES = join(import.meta.dirname, "src");

/** Imports of texts. */
const TEXTS = /\/messages(-[a-z]+)?\.js$/;

/** Takes texts from the folder of a language, where they are in files of the same names. */
const translated = (language) => ({
  name: "translated",
  enforce: "pre",
  resolveId(source, importer) {
    if (!TEXTS.test(source)) return undefined;
    const english = relative(SOURCES, join(dirname(importer), source));
    return join(SOURCES, "translations", language, english.replace(/\.js$/, ".ts"));
  },
});

/**
 * A page for each language, by its tag. The pages have no file in common but what has no texts, and
 * no page loads a text in another language.
 */
export const pages = Object.fromEntries(
  readdirSync(import.meta.dirname).flatMap((name) => {
    const page = /^index(?:\.(\w+))?\.html$/.exec(name);
    return page === null ? [] : [[page[1] ?? "en", name]];
  }),
);

/** How the page of a language is built, beside what is in the folder. */
export const configOf = (language) => ({
  root: import.meta.dirname,
  // the node may be mounted below any path
  base: "./",
  logLevel: "error",
  // the other build of fp-ts is one module per file, of which only what is used is bundled
  resolve: {
    alias: [
      { find: /^fp-ts\/lib\/(.+)\.js$/, replacement: "fp-ts/es6/$1.js" },
      { find: "#texts", replacement: join(import.meta.dirname, "src/texts") },
      ...sources,
    ],
    dedupe: ["react", "react-dom"],
  },
  build: {
    outDir: "dist/site",
    emptyOutDir: false,
    manifest: `.vite/manifest.${language}.json`,
    target: "es2023",
    // an inlined file would need more of the content security policy
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    // what is loaded first is one file: it is compressed as one, and takes one request
    rolldownOptions: {
      input: join(import.meta.dirname, pages[language]),
      output: { codeSplitting: { groups: [{ name: "first-load", tags: ["$initial"] }] } },
    },
  },
  plugins: language === "en" ? [precompressed] : [translated(language), precompressed],
});

export default configOf("en");

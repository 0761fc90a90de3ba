// A source file's test has the same name in the same place, so that no one searches for it. What
// tests no single file (a law, a crash, a client, a document) is in a folder of test/ that says so
// and has no counterpart in src/.

/** @typedef {import("./lint.js").Finding} Finding */
/** @typedef {import("./imports.js").SourceFile} SourceFile */

/**
 * Tests without a source, in places that belong to sources.
 *
 * @param {string} path the package, from the root
 * @param {SourceFile[]} files all files of the package
 * @returns {Finding[]}
 */
export function mirroredTestFindings(path, files) {
  const sources = files.map(({ file }) => file).filter((file) => file.startsWith(`${path}/src/`));
  if (sources.length === 0) return [];
  const stems = new Set(sources.map((file) => file.replace(/\.\w+$/, "")));
  const folders = new Set(sources.flatMap((file) => foldersOf(file.slice(`${path}/src/`.length))));
  return files.flatMap(({ file }) => {
    const test = /^(.*)\/([^/]+?)(?:\.long)?\.test\.\w+$/.exec(file);
    if (test === null || !file.startsWith(`${path}/test/`)) return [];
    const [, folder = "", name] = test;
    const place = folder.slice(`${path}/test`.length).replace(/^\//, "");
    const source = `${path}/src/${place === "" ? "" : `${place}/`}${name}`;
    if (stems.has(source) || (place !== "" && !folders.has(place))) return [];
    const message =
      `there is no ${source}: a test has the name and place of its source, ` +
      "or a folder of its own that src/ does not have";
    return [{ file, line: 1, rule: "mirrored-tests", message }];
  });
}

/** Every folder above a file: `a` and `a/b` of `a/b/c.ts`. @param {string} file */
function foldersOf(file) {
  const names = file.split("/").slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
}

// What a package exports is its interface, and an interface says what it is. Inside of a package
// names say it.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/**
 * Demands a doc comment before each declaration that a package exports; of several with one name,
 * one suffices.
 */
export const documentedExports = {
  create(context) {
    const isOnFace = faceOf(context.filename);
    return {
      Program(program) {
        const exported = exportedDeclarations(program).filter(({ name }) => isOnFace(name));
        const documented = new Set(
          exported
            .filter(({ at }) => hasDocComment(context.sourceCode, at))
            .map(({ name }) => name),
        );
        for (const { name, node } of exported) {
          if (documented.has(name)) continue;
          documented.add(name);
          context.report({ node, message: `"${name}" is exported without a doc comment` });
        }
      },
    };
  },
};

/** The names that the faces of packages export, by package and file; undefined: all of the file. */
const faces = new Map();

const EXPORTED = /^export (?:type )?(?:\{([^}]*)\}|\*(?: as \w+)?) from "(\.[^"]+)"/gm;

/** Which names of a file its package exports. @param {string} file */
function faceOf(file) {
  const root = /^.*\/(?:packages|examples)\/[^/]+(?=\/src\/)/.exec(file.replaceAll("\\", "/"))?.[0];
  if (root === undefined) return () => false;
  if (!faces.has(root)) faces.set(root, readFace(root));
  const names = faces.get(root).get(relative(root, file).replaceAll("\\", "/"));
  return (/** @type {string} */ name) =>
    names !== undefined && (names === "all" || names.has(name));
}

/** @param {string} root of a package @returns {Map<string, Set<string> | "all">} names by file */
function readFace(root) {
  const face = new Map();
  if (!existsSync(join(root, "package.json"))) return face;
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  if (manifest.private === true) return face;
  for (const { types = "" } of Object.values(manifest.exports ?? {})) {
    const entry = types.replace("./dist/", "").replace(/\.d\.ts$/, ".ts");
    if (!existsSync(join(root, entry))) continue;
    face.set(entry, "all");
    const text = readFileSync(join(root, entry), "utf8");
    for (const [, list, from = ""] of text.matchAll(EXPORTED)) {
      const file = join(dirname(entry), from.replace(/\.js$/, ".ts")).replaceAll("\\", "/");
      const names = list?.split(",").map(
        (each) =>
          each
            .trim()
            .replace(/^type /, "")
            .split(" as ")[0],
      );
      if (names === undefined) face.set(file, "all");
      else if (face.get(file) !== "all")
        face.set(file, new Set([...(face.get(file) ?? []), ...names]));
    }
  }
  return face;
}

/**
 * Each exported name with the statement that declares it: `export const x`, and `const x` with
 * `export { x }`.
 */
function exportedDeclarations(program) {
  const declarations = program.body.flatMap((statement) => {
    const declaration =
      statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    return namesOf(declaration).map((name) => ({ name, at: statement, node: statement }));
  });
  const listed = new Set(
    program.body
      .filter(
        (statement) => statement.type === "ExportNamedDeclaration" && statement.source === null,
      )
      .flatMap((statement) => statement.specifiers.map(({ local }) => local.name)),
  );
  return declarations.filter(
    ({ name, at }) => at.type === "ExportNamedDeclaration" || listed.has(name),
  );
}

function namesOf(declaration) {
  if (declaration === null) return [];
  if (declaration.type === "VariableDeclaration") {
    return declaration.declarations.flatMap(({ id }) =>
      id.type === "Identifier" ? [id.name] : [],
    );
  }
  return declaration.id?.type === "Identifier" ? [declaration.id.name] : [];
}

/** The comment must be the last one before the statement and end on the line above it. */
function hasDocComment(sourceCode, statement) {
  const comment = sourceCode.getCommentsBefore(statement).at(-1);
  return (
    comment !== undefined &&
    comment.type === "Block" &&
    comment.value.startsWith("*") &&
    comment.loc.end.line >= statement.loc.start.line - 1
  );
}

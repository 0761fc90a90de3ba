// What a module exports is its interface, and an interface says what it is.

/**
 * Demands a doc comment directly before each exported declaration; of several with one name, one
 * suffices.
 */
export const documentedExports = {
  create(context) {
    return {
      Program(program) {
        const exported = exportedDeclarations(program);
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

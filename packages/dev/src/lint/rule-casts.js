// A cast makes the compiler believe us. It has a place where outside data comes in and is
// checked: in codecs, and below a comment that says which border this is.

/** Files in which casts are expected. */
const CODEC_FILE = /(^|[/-])codecs?(-[^/]*)?\.ts$/;

/** What the comment must say, with the reason after it. */
const BORDER = /^[\s*]*border: \S/;

/**
 * Bars `x as T` and `<T>x`, except `as const`, codec files, and below or next to a comment `//
 * border: why`.
 */
export const casts = {
  create(context) {
    if (CODEC_FILE.test(context.filename)) return {};
    const check = (node) => {
      // Of `x as unknown as T` only the outer cast is reported.
      if (isCast(node.parent) || isConst(node.typeAnnotation)) return;
      if (hasBorderComment(context.sourceCode, node)) return;
      context.report({
        node,
        message: "a cast outside of a codec needs a comment `// border: <why>` on the line above",
      });
    };
    return { TSAsExpression: check, TSTypeAssertion: check };
  },
};

function isCast(node) {
  return node?.type === "TSAsExpression" || node?.type === "TSTypeAssertion";
}

function isConst(type) {
  return type.type === "TSTypeReference" && type.typeName.name === "const";
}

/**
 * Looks at the block of comments that ends right above the cast or its statement, and at the end of
 * its line.
 */
function hasBorderComment(sourceCode, node) {
  const comments = sourceCode.getAllComments();
  const lines = [node.loc.start.line, statementOf(node).loc.start.line];
  const isBorder = (comment) => BORDER.test(comment.value);
  if (comments.some((comment) => comment.loc.start.line === lines[0] && isBorder(comment)))
    return true;
  return lines.some((line) => {
    let above = line;
    for (const comment of comments.toReversed()) {
      if (comment.loc.end.line !== above - 1) continue;
      if (isBorder(comment)) return true;
      above = comment.loc.start.line;
    }
    return false;
  });
}

function statementOf(node) {
  let statement = node;
  while (!/(Statement|Declaration|PropertyDefinition|Program)$/.test(statement.type))
    statement = statement.parent;
  return statement;
}

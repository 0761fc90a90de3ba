// The length of functions. Not oxlint's `max-lines-per-function`, because test suites are functions
// too: a suite may be long, and one wrapped in a function (a contract test) must not count as that
// function's own lines.

/** Lines a function may have, from its first to its last. */
const MAX_LINES = 70;

/** Calls whose callback is a suite. */
const SUITES = new Set(["describe", "context", "suite"]);

/** Bars functions longer than MAX_LINES, leaving out the suites inside. */
export const functionLength = {
  create(context) {
    /**
     * The functions that enclose the present node, innermost last, with the lines of suites inside
     * each.
     */
    const open = [];
    const enter = () => open.push({ suiteLines: 0 });
    const leave = (node) => {
      const { suiteLines } = open.pop();
      if (isSuite(node.parent)) {
        // The function around gets the whole suite taken off, whatever was inside.
        const outer = open.at(-1);
        if (outer !== undefined) outer.suiteLines += linesOf(node.parent);
        return;
      }
      const outer = open.at(-1);
      if (outer !== undefined) outer.suiteLines += suiteLines;
      const lines = linesOf(node) - suiteLines;
      if (lines > MAX_LINES) {
        context.report({
          node,
          message: `this function has ${lines} lines; at most ${MAX_LINES} are allowed`,
        });
      }
    };
    const types = ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"];
    return Object.fromEntries(
      types.flatMap((type) => [
        [type, enter],
        [`${type}:exit`, leave],
      ]),
    );
  },
};

function linesOf(node) {
  return node.loc.end.line - node.loc.start.line + 1;
}

function isSuite(node) {
  return node?.type === "CallExpression" && SUITES.has(node.callee.name);
}

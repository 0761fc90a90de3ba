// A page follows what is done a moment later: what a test reads of it once may be what was there
// before, on a slow machine alone. `eventually` of the browser tests reads it again.

const message =
  "a page follows a moment later: `await eventually(async () => expect(…)…)` reads it again";

/** What reads an element or a page of Playwright as it is at this moment. */
const readings = new Set([
  "allInnerTexts",
  "allTextContents",
  "boundingBox",
  "count",
  "evaluate",
  "evaluateAll",
  "getAttribute",
  "innerHTML",
  "innerText",
  "inputValue",
  "isChecked",
  "isDisabled",
  "isEditable",
  "isEnabled",
  "isHidden",
  "isVisible",
  "textContent",
  "title",
]);

const isReading = ({ type, argument }) =>
  type === "AwaitExpression" &&
  argument.type === "CallExpression" &&
  argument.callee.type === "MemberExpression" &&
  readings.has(argument.callee.property.name);

const isWithin = (node, name) => {
  for (let outer = node.parent; outer; outer = outer.parent)
    if (outer.type === "CallExpression" && outer.callee.name === name) return outer;
  return undefined;
};

/** Bars comparing with `expect` what was read of a page once. */
export const pageReadings = {
  create(context) {
    return {
      AwaitExpression(node) {
        if (!isReading(node)) return;
        const comparison = isWithin(node, "expect");
        if (comparison === undefined || isWithin(comparison, "eventually") !== undefined) return;
        context.report({ node, message });
      },
    };
  },
};

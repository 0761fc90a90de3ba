// Some packages get the time as data. Names such as `process` and `Date.now` are barred by
// oxlint's own rules; what those cannot tell apart is a Date made of given data, which is pure,
// from one that reads the clock.

/** Bars `new Date()` and `Date()`, which read the clock; `new Date(millis)` does not. */
export const clock = {
  create(context) {
    const report = (node) =>
      context.report({
        node,
        message: "no clock is read here; take the time as an argument",
      });
    return {
      NewExpression(node) {
        if (node.callee.name === "Date" && node.arguments.length === 0) report(node);
      },
      CallExpression(node) {
        if (node.callee.name === "Date") report(node);
      },
    };
  },
};

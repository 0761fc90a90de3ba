// A time-out says that a test hangs, on a machine of any speed: it is one for all, in `.mocharc.json`.

/** Bars time-outs of single tests and suites: `this.timeout(…)`, `it(…).timeout(…)`. */
export const testTimeouts = {
  create(context) {
    return {
      CallExpression({ callee }) {
        if (callee.type !== "MemberExpression" || callee.property.name !== "timeout") return;
        const of = callee.object;
        const isTest =
          of.type === "ThisExpression" || /^(it|describe)$/.test(of.callee?.name ?? "");
        if (isTest)
          context.report({
            node: callee,
            message: "one time-out is for all: .mocharc.json has it",
          });
      },
    };
  },
};

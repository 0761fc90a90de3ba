// A time-out says that a test hangs, on a machine of any speed: one for all, in `.mocharc.json`.

/** Bars time-outs of single tests and suites: `this.timeout(…)`, `it(…).timeout(…)`. */
export const testTimeouts = {
  create(context) {
    return {
      MemberExpression(node) {
        const { object, property } = node;
        const isTest =
          object.type === "ThisExpression" || /^(it|describe)$/.test(object.callee?.name ?? "");
        if (!isTest || property.name !== "timeout") return;
        context.report({ node, message: "one time-out is for all: .mocharc.json has it" });
      },
    };
  },
};

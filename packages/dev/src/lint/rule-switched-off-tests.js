// No test is switched off: not by `.skip`, not by an `.only` elsewhere, not by `xit`, not while it
// runs.

const TEST_CALLS = new Set(["describe", "context", "suite", "it", "specify", "test"]);
const SWITCHES = new Set(["only", "skip"]);

/** Bars every way Mocha has to leave a test out. */
export const switchedOffTests = {
  create(context) {
    const report = (node) => context.report({ node, message: "no test may be switched off" });
    return {
      MemberExpression(node) {
        const isTest = TEST_CALLS.has(node.object.name) || node.object.type === "ThisExpression";
        if (isTest && SWITCHES.has(node.property.name)) report(node);
      },
      CallExpression(node) {
        if (/^x(describe|context|it|specify)$/.test(node.callee.name ?? "")) report(node);
      },
    };
  },
};

// The browser wallet follows streams of the node. What asks again and again costs every open tab,
// and shows late what a stream tells at once.

const message =
  "pages poll nothing: say in `follows` whose changes have a query read again, or follow a stream";

const intervals = new Set(["setInterval"]);
const settings = new Set(["refetchInterval", "refetchIntervalInBackground"]);

const nameOf = (node) => (node.type === "MemberExpression" ? node.property.name : node.name);

/** Bars intervals, and queries that are read again after a time. */
export const polls = {
  create(context) {
    return {
      CallExpression(node) {
        if (intervals.has(nameOf(node.callee))) context.report({ node, message });
      },
      Property(node) {
        if (settings.has(node.key.name ?? node.key.value)) context.report({ node, message });
      },
    };
  },
};

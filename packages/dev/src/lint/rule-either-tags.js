// The tag of an Either or Option is fp-ts's own business; its functions say the same in words and
// narrow the type.

/** Bars `x._tag` and `{ _tag }` taken out of a value. */
export const eitherTags = {
  create(context) {
    const report = (node) =>
      context.report({
        node,
        message: "read no `_tag`; use isLeft, isRight, isNone, isSome or match",
      });
    return {
      MemberExpression(node) {
        if (!node.computed && node.property.name === "_tag") report(node);
      },
      ObjectPattern(node) {
        for (const property of node.properties)
          if (property.type === "Property" && property.key.name === "_tag") report(property);
      },
    };
  },
};

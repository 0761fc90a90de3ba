// How an Either is imported, made, read and typed (decision 44).

/** Bars `import * as` of fp-ts, and `_tag` in any place but a class, where io-ts has it. */
export const eitherForm = {
  create(context) {
    const message = "no `_tag` by hand; use left, right, isLeft, isNone, isSome or match";
    const reportTag = ({ computed, key }, node) => {
      if (!computed && (key?.name === "_tag" || key?.value === "_tag"))
        context.report({ node, message });
    };
    return {
      ImportDeclaration({ source, specifiers }) {
        const whole = specifiers.find(({ type }) => type === "ImportNamespaceSpecifier");
        if (whole !== undefined && source.value.startsWith("fp-ts/"))
          context.report({ node: whole, message: "import what you use of fp-ts by name" });
      },
      MemberExpression(node) {
        reportTag({ computed: node.computed, key: node.property }, node);
      },
      Property(node) {
        reportTag(node, node);
      },
      TSPropertySignature(node) {
        reportTag(node, node);
      },
    };
  },
};

/** Bars an Either whose Left is a text: that cannot say which field it is about. */
export const eitherError = {
  create(context) {
    const message = "the Left is a domain error of its layer, not a text (decision 44)";
    return {
      TSTypeReference({ typeName, typeArguments }) {
        const [error] = typeArguments?.params ?? [];
        if (typeName.name === "Either" && error?.type === "TSStringKeyword")
          context.report({ node: error, message });
      },
    };
  },
};

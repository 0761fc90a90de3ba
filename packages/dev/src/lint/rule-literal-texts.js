// Texts that people read are in catalogues, so that they can be in another language.

/** Where catalogues are. */
const CATALOGUE_FILE = /(^|[/-])messages(-[a-z]+)?\.ts$/;

/** Attributes that people read, whatever is in them. */
const READ_ATTRIBUTE =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|title|placeholder|alt|label|hint|summary|what)$/;

const LETTER = /\p{L}/u;

/** Words with spaces between them, or one word as a sentence or a title has it. */
const READS_LIKE_A_TEXT = /\p{L}[\p{L}\d,.;:!?'’()"%-]*\s|\s["'(]?\p{L}|^\p{Lu}\p{Ll}+[.!?…:]?$/u;

/** Types of nodes whose texts are names for the machine. */
const MACHINE_TEXT = new Set([
  "BinaryExpression",
  "ExportAllDeclaration",
  "ExportNamedDeclaration",
  "ExpressionStatement",
  "ImportDeclaration",
  "ImportExpression",
  "SwitchCase",
  "TSLiteralType",
]);

/** Properties whose texts are names for the machine. */
const MACHINE_PROPERTY = new Set(["kind", "type", "code"]);

/** Bars texts in JSX, in attributes that people read, and wherever one reads like a text. */
export const literalTexts = {
  create(context) {
    if (CATALOGUE_FILE.test(context.filename)) return {};
    const report = (node) =>
      context.report({ node, message: "texts that people read are in a catalogue (messages.ts)" });
    const check = (node, texts) => {
      if (isMachineText(node)) return;
      const found = isRead(node.parent) ? LETTER : READS_LIKE_A_TEXT;
      if (texts.some((text) => found.test(text))) report(node);
    };
    return {
      JSXText(node) {
        const isKey = node.parent.openingElement?.name.name === "kbd";
        if (LETTER.test(node.value) && !isKey) report(node);
      },
      Literal(node) {
        if (typeof node.value === "string") check(node, [node.value]);
      },
      TemplateLiteral(node) {
        check(
          node,
          node.quasis.map(({ value }) => value.cooked),
        );
      },
    };
  },
};

/** Whether people read whatever is in this attribute or child. */
function isRead(parent) {
  switch (parent.type) {
    case "ConditionalExpression":
    case "LogicalExpression":
    case "JSXExpressionContainer":
      return isRead(parent.parent);
    case "JSXElement":
    case "JSXFragment":
      return true;
    case "JSXAttribute":
      return READ_ATTRIBUTE.test(nameOf(parent.name));
    default:
      return false;
  }
}

function nameOf(name) {
  return name.type === "JSXNamespacedName" ? `${name.namespace.name}:${name.name.name}` : name.name;
}

/** Names, and the causes of our own mistakes, which no one is shown. */
function isMachineText(node) {
  const { parent } = node;
  if (MACHINE_TEXT.has(parent.type)) return true;
  if (parent.type === "MemberExpression") return true;
  if (parent.type === "NewExpression") return parent.callee.name === "Error";
  if (parent.type !== "Property") return false;
  return parent.key === node || (!parent.computed && MACHINE_PROPERTY.has(parent.key.name));
}

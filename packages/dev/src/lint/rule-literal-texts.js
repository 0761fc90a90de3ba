// Texts that people read are in catalogues, so that they can be in another language.

/** Where catalogues are. */
const CATALOGUE_FILE = /(^|[/-])messages(-[a-z]+)?\.ts$/;

/** Attributes that people read, whatever is in them. */
const READ_ATTRIBUTE =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|title|placeholder|alt|label|hint|none|summary|what)$/;

const LETTER = /\p{L}/u;

/** Words with spaces between them, or one word as a sentence or a title has it. */
const READS_LIKE_A_TEXT = /\p{L}[\p{L}\d,.;:!?'’()"%-]*\s|\s["'(]?\p{L}|^\p{Lu}\p{Ll}+[.!?…:]?$/u;

/** Paths of SVG, and functions of CSS. */
const DRAWING = /^M[\d\s.,ACHLMQSTVZachlmqstvz-]*\d|^(minmax|oklch)\(/;

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

/** Properties and attributes whose texts are names or drawings for the machine. */
const MACHINE_PROPERTY = new Set(["className", "code", "d", "fill", "kind", "type"]);

/** Expressions that have the value of a part of theirs. */
const PASSED_ON =
  /^(ConditionalExpression|LogicalExpression|JSXExpressionContainer|TemplateLiteral)$/;

/** Bars texts in JSX, in attributes that people read, and wherever one reads like a text. */
export const literalTexts = {
  create(context) {
    if (CATALOGUE_FILE.test(context.filename)) return {};
    const report = (node) =>
      context.report({ node, message: "texts that people read are in a catalogue (messages.ts)" });
    const check = (node, texts) => {
      if (isMachineText(node) || DRAWING.test(texts[0])) return;
      const found = isRead(node.parent) ? LETTER : READS_LIKE_A_TEXT;
      if (texts.some((text) => found.test(text))) report(node);
    };
    return {
      JSXText(node) {
        const isName = /^(code|kbd)$/.test(node.parent.openingElement?.name.name);
        if (LETTER.test(node.value) && !isName) report(node);
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
    case "TemplateLiteral":
      return true;
    case "JSXAttribute":
      return READ_ATTRIBUTE.test(nameOf(parent.name));
    default:
      return false;
  }
}

/** The name of the attribute or the property whose value a text is, or may be. */
function nameOfPlace(node) {
  let { parent } = node;
  while (PASSED_ON.test(parent.type)) parent = parent.parent;
  if (parent.type === "JSXAttribute") return nameOf(parent.name);
  return parent.type === "Property" && !parent.computed ? parent.key.name : undefined;
}

function nameOf(name) {
  return name.type === "JSXNamespacedName" ? `${name.namespace.name}:${name.name.name}` : name.name;
}

/** Names, and the causes of our own mistakes, which no one is shown. */
function isMachineText(node) {
  const { parent } = node;
  if (MACHINE_TEXT.has(parent.type)) return true;
  if (MACHINE_PROPERTY.has(nameOfPlace(node))) return true;
  if (parent.type === "MemberExpression") return parent.property === node;
  if (parent.type === "NewExpression") return parent.callee.name === "Error";
  if (parent.type === "CallExpression") return parent.callee.object?.property?.name === "headers";
  return parent.type === "Property" && parent.key === node;
}

// What a package exports, as its built declarations say it: signatures with their doc comments, and
// the page that is made of them.

/**
 * A declaration, or a member of one, with its doc comment.
 *
 * @typedef {{ name: string, code: string, doc: Doc, members: Declared[] }} Declared
 */

/**
 * A doc comment: its text, and its tags in their order.
 *
 * @typedef {{ text: string, tags: Array<{ tag: string, name: string, text: string }> }} Doc
 */

/** The beginning of a declaration that another package sees. */
const EXPORTED = /^export (?:declare )?(?:const|function\*?|class|interface) (\w+)/;

/** What has members. */
const CONTAINER = /^export (?:declare class|interface|declare const \w+: \{)/;

/** The members, each further in than the first and the last line. */
const BODY = /(?:^|\n)\S.*\{\n((?: .*\n)*)\};?$/;

/** The name of a member. */
const MEMBER = /^(?:readonly )?(\w+)\??[<(:]/;

/** Tags whose first word is a name. */
const NAMED_TAGS = new Set(["param", "throws"]);

/**
 * The declarations of a `.d.ts` file. The compiler writes each at the beginning of a line and what
 * belongs to it further in.
 *
 * @param {string} text
 * @returns {Declared[]}
 */
export function declarationsIn(text) {
  return chunks(text).flatMap(({ comment, code }) => {
    const name = EXPORTED.exec(code)?.[1];
    if (name === undefined) return [];
    const body = CONTAINER.test(code) ? BODY.exec(code)?.[1] : undefined;
    return [{ name, code, doc: readDoc(comment), members: body === undefined ? [] : inside(body) }];
  });
}

/** @param {string} body @returns {Declared[]} */
function inside(body) {
  return chunks(body.replace(/^ {4}/gm, "")).flatMap(({ comment, code }) => {
    const name = MEMBER.exec(code)?.[1];
    return name === undefined || name === "constructor"
      ? []
      : [{ name, code, doc: readDoc(comment), members: [] }];
  });
}

/** Statements with the comments in front of them. @param {string} text */
function chunks(text) {
  /** @type {Array<{ comment: string, code: string }>} */
  const found = [];
  let comment = "";
  let inComment = false;
  for (const line of text.split("\n")) {
    if (line.startsWith("/**")) comment = "";
    inComment ||= line.startsWith("/**");
    const last = found.at(-1);
    if (inComment) {
      comment += `${line}\n`;
    } else if (/^[\s})\]]/.test(line) && last !== undefined) {
      last.code += `\n${line}`;
    } else if (line !== "") {
      found.push({ comment, code: line });
      comment = "";
    }
    if (line.trimEnd().endsWith("*/")) inComment = false;
  }
  return found;
}

/** @param {string} comment @returns {Doc} */
function readDoc(comment) {
  const plain = comment
    .replace(/^\/\*\*|\*\/\s*$/g, "")
    .replace(/^ *\* ?/gm, "")
    .replace(/\{@link\s+(\w+)\s*\}/g, "`$1`");
  const [text = "", ...tags] = plain.split(/(?:^|(?<=\. ))@(?=\w)/m);
  return { text: text.trim(), tags: tags.map(readTag) };
}

/** @param {string} text */
function readTag(text) {
  const [, tag = "", rest = ""] = /^(\w+)\s?([\s\S]*)$/.exec(text) ?? [];
  const [, name = "", said = ""] = NAMED_TAGS.has(tag)
    ? (/^(\S+)\s*([\s\S]*)$/.exec(rest) ?? [])
    : [];
  return name === ""
    ? { tag, name, text: rest.trim() }
    : { tag, name: name.replace(/[{}]/g, ""), text: said.trim() };
}

/**
 * The names of the parameters of a function.
 *
 * @param {string} code
 * @returns {string[]}
 */
export function parametersOf(code) {
  // an arrow is no end of type arguments
  const text = code.replaceAll("=>", "\u21d2");
  const start = endOf(text, text.search(/[<(]/));
  return start === undefined
    ? []
    : split(text.slice(start.open + 1, start.close)).flatMap((each) => {
        const name = /^\s*(?:\.\.\.)?(\w+)\??:/.exec(each)?.[1];
        return name === undefined ? [] : [name];
      });
}

/** The parentheses of the parameters. @param {string} text @param {number} from */
function endOf(text, from) {
  let depth = 0;
  let open = -1;
  for (let at = Math.max(from, 0); at < text.length; at++) {
    const character = text[at] ?? "";
    if (character === "(" && depth === 0) open = at;
    if ("<({[".includes(character)) depth += 1;
    if (">)}]".includes(character)) depth -= 1;
    if (depth === 0 && open !== -1 && character === ")") return { open, close: at };
  }
  return undefined;
}

/** Parts between commas, but for those in parentheses. @param {string} text */
function split(text) {
  const parts = [""];
  let depth = 0;
  for (const character of text) {
    if ("<({[".includes(character)) depth += 1;
    if (">)}]".includes(character)) depth -= 1;
    if (character === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}

/** True for a function, and for a method. @param {Declared} declared */
export function isFunction({ code }) {
  return /^(?:export declare )?(?:function\*? |const )?\w+\??(?:: )?[<(]/.test(code);
}

/**
 * What the doc comment of a function lacks: its text, or what a parameter is.
 *
 * @param {Declared} declared
 * @returns {string[]}
 */
export function undocumented(declared) {
  const { name, code, doc } = declared;
  if (!isFunction(declared)) return [];
  const known = new Set(doc.tags.filter(({ tag }) => tag === "param").map((each) => each.name));
  return [
    ...(doc.text === "" && doc.tags.length === 0 ? [name] : []),
    ...parametersOf(code)
      .filter((each) => !known.has(each))
      .map((each) => `${name}(${each})`),
  ];
}

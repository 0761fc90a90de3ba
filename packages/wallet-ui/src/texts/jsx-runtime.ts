// What JSX is compiled to (`jsxImportSource` in tsconfig.json): React's own, given texts in which
// hidden signs are named. So all that people read passes here, and no page can forget it.
import type { ComponentType, ElementType, Key, ReactElement, ReactNode } from "react";
import { jsx as reactJsx, jsxs as reactJsxs } from "react/jsx-runtime";
import { visibleText } from "./visible-text.js";

export { Fragment, type JSX } from "react/jsx-runtime";

type Props = Readonly<Record<string, unknown>>;

/** Attributes that people read. What is typed is in others, and stays as it is. */
const readAttributes = [
  "alt",
  "aria-description",
  "aria-label",
  "aria-placeholder",
  "aria-roledescription",
  "aria-valuetext",
  "label",
  "placeholder",
  "title",
];

/** A line break is one in preformatted text, and a hidden sign elsewhere. */
const visibleLines = (text: string): string => text.split("\n").map(visibleText).join("\n");

const shown = (node: unknown, visible = visibleText): unknown => {
  if (typeof node === "string") return visible(node);
  return Array.isArray(node) ? node.map((each: unknown) => shown(each, visible)) : node;
};

const shownProps = (type: ElementType, props: Props): Props => {
  const children = shown(props["children"], type === "pre" ? visibleLines : visibleText);
  const own = props["children"] === undefined ? props : { ...props, children };
  if (typeof type !== "string") return own;
  const read = readAttributes.filter((name) => typeof props[name] === "string");
  return { ...own, ...Object.fromEntries(read.map((name) => [name, shown(props[name])])) };
};

type Draw = (props: Props) => ReactNode;

const drawn = new WeakMap<Draw, Draw>();

const isFunction = (type: ElementType): type is Draw & ComponentType =>
  typeof type === "function" && !("isReactComponent" in Object(type.prototype));

/** A component whose text is shown so where it is a text alone. */
const shownType = (type: ElementType): ElementType => {
  if (!isFunction(type)) return type;
  // border: texts stay texts, and all else stays what it is
  const draw = drawn.get(type) ?? ((props: Props) => shown(type(props)) as ReactNode);
  drawn.set(type, draw);
  return draw;
};

const by =
  (make: typeof reactJsx) =>
  (type: ElementType, props: Props, key?: Key): ReactElement =>
    make(shownType(type), shownProps(type, props), key);

/** An element with one child or none. */
export const jsx = by(reactJsx);
/** An element with several children. */
export const jsxs = by(reactJsxs);

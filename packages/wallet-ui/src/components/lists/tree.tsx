import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { isRightToLeft } from "../../messages/language.js";
import { Icon } from "../base/icon.js";
import styles from "./lists.module.css";

interface TreeNode {
  readonly id: string;
  readonly label: ReactNode;
  readonly children: ReadonlyArray<TreeNode>;
}

interface Seen {
  readonly node: TreeNode;
  readonly level: number;
  readonly parent: string | undefined;
}

const seenOf = (
  nodes: ReadonlyArray<TreeNode>,
  closed: ReadonlySet<string>,
  level = 1,
  parent?: string,
): ReadonlyArray<Seen> =>
  nodes.flatMap((node) => [
    { node, level, parent },
    ...(closed.has(node.id) ? [] : seenOf(node.children, closed, level + 1, node.id)),
  ]);

const TreeItem = ({
  seen: { node, level },
  isClosed,
  isActive,
  onFocus,
  onToggle,
  onKeyDown,
}: {
  readonly seen: Seen;
  readonly isClosed: boolean;
  readonly isActive: boolean;
  readonly onFocus: () => void;
  readonly onToggle: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}) => (
  <div
    role="treeitem"
    aria-level={level}
    aria-selected={isActive}
    aria-expanded={node.children.length > 0 ? !isClosed : undefined}
    tabIndex={isActive ? 0 : -1}
    style={{ "--level": level }}
    onFocus={onFocus}
    onKeyDown={onKeyDown}
  >
    <span className={styles["toggle"]} onClick={onToggle}>
      {node.children.length === 0 ? null : <Icon name={isClosed ? "right" : "down"} size={16} />}
    </span>
    <div>{node.label}</div>
  </div>
);

/** A tree that is walked with the arrow keys. */
export const Tree = ({
  label,
  nodes,
  onActive,
}: {
  readonly label: string;
  readonly nodes: ReadonlyArray<TreeNode>;
  /** Called with the node that has the focus: to show more of it. */
  readonly onActive?: (id: string) => void;
}) => {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState(nodes[0]?.id);
  const list = useRef<HTMLDivElement>(null);
  const seen = seenOf(nodes, closed);
  const toggle = (id: string, close: boolean): void =>
    setClosed((ids) => new Set(close ? [...ids, id] : [...ids].filter((each) => each !== id)));
  const goTo = (index: number): void => {
    const at = Math.max(0, Math.min(seen.length - 1, index));
    list.current?.querySelectorAll<HTMLElement>("[role=treeitem]")[at]?.focus();
  };
  const pressed = (event: KeyboardEvent, { node, parent }: Seen, index: number): void => {
    const isOpen = node.children.length > 0 && !closed.has(node.id);
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => goTo(index + 1),
      ArrowUp: () => goTo(index - 1),
      Home: () => goTo(0),
      End: () => goTo(seen.length - 1),
      [isRightToLeft ? "ArrowLeft" : "ArrowRight"]: () =>
        isOpen ? goTo(index + 1) : toggle(node.id, false),
      [isRightToLeft ? "ArrowRight" : "ArrowLeft"]: () =>
        isOpen ? toggle(node.id, true) : goTo(seen.findIndex((each) => each.node.id === parent)),
    };
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return (
    <div role="tree" aria-label={label} className={styles["tree"]} ref={list}>
      {seen.map((each, index) => (
        <TreeItem
          key={each.node.id}
          seen={each}
          isClosed={closed.has(each.node.id)}
          isActive={each.node.id === active}
          onFocus={() => {
            setActive(each.node.id);
            onActive?.(each.node.id);
          }}
          onToggle={() => toggle(each.node.id, !closed.has(each.node.id))}
          onKeyDown={(event) => pressed(event, each, index)}
        />
      ))}
    </div>
  );
};

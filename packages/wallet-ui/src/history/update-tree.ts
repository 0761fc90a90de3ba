/** An event of an update, as the ledger numbers it. */
export interface TreeEvent {
  readonly nodeId: number;
  /** The last node below an exercise; its own id for one without children. */
  readonly lastDescendantNodeId: number;
}

/** An event with those that it led to. */
export interface TreeNode<E extends TreeEvent> {
  readonly event: E;
  readonly children: ReadonlyArray<TreeNode<E>>;
}

interface OpenNode<E extends TreeEvent> {
  readonly event: E;
  readonly children: Array<OpenNode<E>>;
}

/**
 * The events that a party sees as trees: an event is below the nearest exercise whose descendants
 * it is among. Without recursion: trees may be deep.
 */
export const treesOf = <E extends TreeEvent>(
  events: ReadonlyArray<E>,
): ReadonlyArray<TreeNode<E>> => {
  const roots: Array<OpenNode<E>> = [];
  const path: Array<OpenNode<E>> = [];
  for (const event of events.toSorted((a, b) => a.nodeId - b.nodeId)) {
    let parent = path.at(-1);
    while (parent !== undefined && parent.event.lastDescendantNodeId < event.nodeId) {
      path.pop();
      parent = path.at(-1);
    }
    const node = { event, children: [] };
    (parent?.children ?? roots).push(node);
    path.push(node);
  }
  return roots;
};

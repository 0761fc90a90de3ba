import { type NodeOptions, type ServedNode, serveNode } from "./served-node.js";

/** The fixtures of a worker. */
export interface NodeWorker<Made> {
  /** The node of this worker. */
  readonly servedNode: {
    readonly node: ServedNode;
    readonly made: Made;
    readonly revert: () => Promise<void>;
  };
}

/** The fixtures of a test. */
export interface NodeTest<Made> {
  /** The node, as `setUp` left it. */
  readonly node: ServedNode;
  /** What `setUp` returned. */
  readonly made: Made;
  /** The node's address, so that `page.goto("/wallet/")` finds it. */
  readonly baseURL: string | undefined;
}

/** A node of a suite, and what is done once before the tests of a worker. */
export interface SuiteOptions<Made> extends NodeOptions {
  /** Makes what every test begins with: users, coins, contracts. */
  readonly setUp?: (node: ServedNode) => Promise<Made>;
}

type Use<A> = (value: A) => Promise<void>;

/** A fixture of the worker. */
const inWorker = <A>(
  fixture: (fixtures: object, use: Use<A>) => Promise<void>,
): [typeof fixture, { scope: "worker" }] => [fixture, { scope: "worker" }];

/**
 * Fixtures for `test.extend` of `@playwright/test`: a node for each worker, set up once, and
 * brought back to that before each test.
 *
 * @example
 * import { test as base } from "@playwright/test";
 *
 * export const test = base.extend<NodeTest<{ alice: string }>, NodeWorker<{ alice: string }>>(
 *   nodeFixtures({ setUp: async (node) => ({ alice: await node.user("alice", "100") }) }),
 * );
 */
export const nodeFixtures = <Made = undefined>({ setUp, ...options }: SuiteOptions<Made> = {}) => ({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures there
  servedNode: inWorker<NodeWorker<Made>["servedNode"]>(async ({}, use) => {
    const node = await serveNode(options);
    // border: without `setUp` nothing is made
    const made = (await setUp?.(node)) as Made;
    await use({ node, made, revert: await node.snapshot() });
    await node.close();
  }),
  node: async ({ servedNode }: NodeWorker<Made>, use: Use<ServedNode>): Promise<void> => {
    await servedNode.revert();
    await use(servedNode.node);
  },
  made: async (
    { servedNode, node: _reverted }: NodeWorker<Made> & NodeTest<Made>,
    use: Use<Made>,
  ): Promise<void> => {
    await use(servedNode.made);
  },
  baseURL: async ({ node }: NodeTest<Made>, use: Use<string | undefined>): Promise<void> => {
    await use(node.url);
  },
});

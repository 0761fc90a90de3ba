import { test as base } from "@playwright/test";
import { nodeFixtures, type NodeTest, type NodeWorker } from "../../src/index.js";

interface Made {
  readonly alice: string;
}

// compiled only: the fixtures have the types that Playwright's `extend` expects
export const typed = base.extend<NodeTest<Made>, NodeWorker<Made>>(
  nodeFixtures({ setUp: async (node) => ({ alice: await node.user("alice", "100") }) }),
);

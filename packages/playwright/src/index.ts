export {
  nodeFixtures,
  type NodeTest,
  type NodeWorker,
  type SuiteOptions,
} from "./node-fixtures.js";
export { type NodeOptions, type ServedNode, serveNode } from "./served-node.js";

import { startTestNode } from "./test-node.js";

// A program: the node of `node-process.ts`.
const [data = "", port = "0"] = process.argv.slice(2);
process.on("disconnect", () => process.exit(0));
const { base } = await startTestNode({ data, http: { port: Number(port) } });
process.send?.({ base });

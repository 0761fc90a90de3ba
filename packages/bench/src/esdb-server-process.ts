import { startEventServer } from "@tallystick/event-store-eventstoredb";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { isLeft } from "fp-ts/lib/Either.js";
import { reasonOf } from "./process-message.js";
import { forThisThreadAlone } from "./young-generation.js";

// A process that serves EventStoreDB's protocol over a store on disk, and sends its port.

forThisThreadAlone();

const main = async (): Promise<void> => {
  const [file = ""] = process.argv.slice(2);
  const store = await sqliteStore({ file });
  if (isLeft(store)) throw new Error(JSON.stringify(store.left));
  const server = await startEventServer({ store: store.right, port: 0, isWritable: () => true });
  if (isLeft(server)) throw new Error(server.left);
  process.send?.({ port: server.right.port });
};

process.once("disconnect", () => process.exit(0));
main().catch((failure: unknown) => {
  process.stderr.write(`${reasonOf(failure)}\n`);
  process.exit(1);
});

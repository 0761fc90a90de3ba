// A server of EventStoreDB's protocol over a store on disk, which the test may kill. Arguments:
// the file and the port.
import { startWritableServer } from "@tallystick/event-store-eventstoredb/writable-server";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { rightOf } from "../test-ledger.js";

const [file = "", port = "0"] = process.argv.slice(2);
const store = rightOf(await sqliteStore({ file }));
const server = rightOf(await startWritableServer({ store, port: Number(port) }));
process.once("disconnect", () => process.exit(0));
process.send?.({ port: server.port });

// A program of another team: follows all streams of a server with the official client for
// KurrentDB, as EventStoreDB is called today, reads the last events of a stream with it (which that
// client does in the official client for Rust), and prints one line of JSON for each event.
// Arguments: connection string, position, stream.
import {
  BACKWARDS,
  END,
  KurrentDBClient,
  type ResolvedEvent,
  START,
} from "@kurrent/kurrentdb-client";

const [, , connectionString = "", position = "", stream = ""] = process.argv;
const client = KurrentDBClient.connectionString(connectionString);
const fromPosition =
  position === "" ? START : { commit: BigInt(position), prepare: BigInt(position) };

const print = (line: unknown): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

const lineOf = ({ event }: ResolvedEvent) => ({
  id: event?.id,
  streamId: event?.streamId,
  type: event?.type,
  revision: Number(event?.revision),
  position: String(event?.position?.commit),
  metadata: event?.metadata,
  data: event?.data instanceof Uint8Array ? Buffer.from(event.data).toString() : event?.data,
});

const readBack: unknown[] = [];
for await (const read of client.readStream(stream, {
  direction: BACKWARDS,
  fromRevision: END,
  maxCount: 2,
}))
  readBack.push(lineOf(read));
print({ readBack });

const subscription = client.subscribeToAll({ fromPosition });
subscription.on("error", (error: Error) => {
  print({ dropped: "type" in error ? error.type : error.message });
  process.exit(0);
});
for await (const read of subscription) print(lineOf(read));

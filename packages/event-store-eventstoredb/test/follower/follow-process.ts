// A program of another team: follows all streams of a server with the official client, from after
// a position, and prints one line of JSON for each event. Arguments: connection string, position.
import { EventStoreDBClient, START } from "@eventstore/db-client";

const [, , connectionString = "", position = ""] = process.argv;
const client = EventStoreDBClient.connectionString(connectionString);
const fromPosition =
  position === "" ? START : { commit: BigInt(position), prepare: BigInt(position) };

const print = (line: unknown): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

const subscription = client.subscribeToAll({ fromPosition });
subscription.on("error", (error: Error) => {
  print({ dropped: "type" in error ? error.type : error.message });
  process.exit(0);
});
subscription.on("confirmation", () => print({ confirmed: true }));
for await (const { event } of subscription) {
  if (event === undefined) continue;
  const { id, streamId, type, revision, metadata, data, isJson } = event;
  print({
    id,
    streamId,
    type,
    revision: Number(revision),
    position: String(event.position?.commit),
    metadata,
    isJson,
    data: data instanceof Uint8Array ? Buffer.from(data).toString() : data,
  });
}

// The rooms of each package, from top to bottom: a room may import those after it.

/**
 * For each package its rooms, the folders of `src/`. Files beside them are of no room.
 *
 * @type {Record<string, readonly string[]>}
 */
export const ROOMS = {
  bench: ["contenders"],
  cli: ["key"],
  dev: ["lint"],
  "event-store": ["contract"],
  "event-store-eventstoredb": ["server", "client", "protocol"],
  signing: [
    "description",
    "ledger",
    "topology",
    "hashing",
    "key-files",
    "keys",
    "messages",
    "protobuf",
  ],
};

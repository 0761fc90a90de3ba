// The rooms of each package, from top to bottom: a room may import those after it.

/**
 * For each package its rooms, the folders of `src/`. Files beside them are of no room.
 *
 * @type {Record<string, readonly string[]>}
 */
export const ROOMS = {
  bench: ["contenders"],
  dev: ["lint"],
  "event-store": ["contract"],
  "event-store-eventstoredb": ["server", "client", "protocol"],
  signing: ["ledger", "topology", "hashing", "keys", "messages", "protobuf"],
};

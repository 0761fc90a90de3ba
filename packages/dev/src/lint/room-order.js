// The rooms of each package, from top to bottom: a room may import those after it.

/**
 * For each package its rooms, the folders of `src/`. Files beside them are of no room.
 *
 * @type {Record<string, readonly string[]>}
 */
export const ROOMS = {
  bench: ["contenders"],
  cli: ["key"],
  coin: ["featured", "wallet", "delegation", "payments", "amulet", "token-standard", "model"],
  core: [
    "ledger",
    "interpretation",
    "participant",
    "commands",
    "contracts",
    "packages",
    "events",
    "templates",
    "daml-types",
    "errors",
    "values",
    "collections",
  ],
  dev: ["lint"],
  "event-store": ["contract"],
  "event-store-eventstoredb": ["client", "server", "protocol"],
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
  views: ["wallet", "query", "fold", "sqlite", "interface", "projection", "format"],
  wallet: [
    "automation",
    "network",
    "onboarding",
    "tracking",
    "configuration",
    "history",
    "registry",
    "submissions",
    "treasury",
    "contracts",
  ],
  wire: [
    "administration",
    "formats",
    "packages",
    "updates",
    "errors",
    "signing",
    "commands",
    "protobuf",
    "contracts",
    "types",
  ],
};

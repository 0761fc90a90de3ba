export {
  DEFAULT_MAX_APPEND_BYTES,
  appendBytes,
  checkAppend,
  type Placement,
  placeAppend,
  type StreamState,
} from "./append-rules.js";
export {
  appendToEnd,
  type ContractCase,
  eventStoreContract,
  type MakeStore,
} from "./contract/contract-tests.js";
export { type CopiedStream, type CopyError, type CopyProgress, copyStream } from "./copy-stream.js";
export type {
  Adopt,
  AllStreams,
  Appended,
  Erasing,
  Erasure,
  EventStore,
  ExpectedRevision,
  FileCheck,
  FileDamage,
  NewEvent,
  Probe,
  ReadAll,
  ReadNow,
  ReadNowAt,
  ReadStream,
  RecordedEvent,
  Remote,
  Reopening,
  ReopeningModule,
  SelfCheck,
  StoreCapabilities,
  StoreError,
  StoreRefusal,
  StoreWith,
  Subscription,
  SubscriptionItem,
} from "./event-store.js";
export { type AppendFault, type FaultyStore, faultyStore } from "./faulty-store.js";
export { type ChainedEvent, GENESIS_HASH, chainHash, dataDigest } from "./hash.js";
export { type InMemoryStoreOptions, inMemoryStore, memoryStores } from "./in-memory-store.js";
export {
  type AppendSignal,
  createAppendSignal,
  type FeedPage,
  type FeedSource,
  liveFeed,
} from "./live-feed.js";
export { readJson } from "./read-json.js";
export {
  parseStoreAddress,
  type StoreAddress,
  type StoreOpening,
  type StoreProvider,
} from "./store-provider.js";
export { type VerifiedStream, verifyStream } from "./verify-stream.js";

import {
  allReaderContract,
  erasingContract,
  eventStoreContract,
  inMemoryStore,
  localReaderContract,
} from "../src/index.js";

describe("the in-memory store keeps the contract:", () => {
  for (const { name, run } of eventStoreContract)
    it(name, () => run(async (options) => inMemoryStore(options)));
  for (const { name, run } of localReaderContract)
    it(name, () => run(async (options) => inMemoryStore(options)));
  for (const { name, run } of erasingContract)
    it(name, () => run(async (options) => inMemoryStore(options)));
  for (const { name, run } of allReaderContract)
    it(name, () => run(async (options) => inMemoryStore(options)));
});

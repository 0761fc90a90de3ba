import { eventStoreContract, inMemoryStore } from "../src/index.js";

describe("the in-memory store keeps the contract:", () => {
  for (const { name, run } of eventStoreContract) {
    it(name, () => run(async (options) => inMemoryStore(options)));
  }
});

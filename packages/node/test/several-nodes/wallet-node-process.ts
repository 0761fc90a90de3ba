// A validator on a shared journal in a process of its own, which the test may kill. Arguments: the
// connection string and the folder of its views.
import { eventStoreDb } from "@tallystick/event-store-eventstoredb";
import { isLeft } from "fp-ts/lib/Either.js";
import { openValidator, type Validator } from "../../src/index.js";

const [connectionString = "", data = ""] = process.argv.slice(2);

const opened = async (): Promise<Validator> => {
  const store = await eventStoreDb({ connectionString });
  if (isLeft(store)) throw new Error(JSON.stringify(store.left));
  const config = { sharedJournal: true, writerBeatMs: 100, writerSilenceMs: 1_000 };
  const validator = await openValidator({
    store: store.right,
    data,
    config,
    wallet: { amuletPrice: "0.1" },
  });
  if (isLeft(validator)) throw new Error(validator.left.message);
  return validator.right;
};

const { ledger } = await opened();
process.once("disconnect", () => process.exit(0));
const say = (): void => {
  process.send?.({ isWriter: ledger.isPreferredWriter() });
};
say();
// again and again: on a busy machine the lease may come and go unseen
setInterval(say, 100);

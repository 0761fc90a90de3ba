import { type Either, isLeft, isRight, right } from "fp-ts/lib/Either.js";
import type { StoreError, Subscription, SubscriptionItem } from "../../src/index.js";
import { type Broken, type Fault, findsAll, items, wholeContract } from "./broken-stores.js";

type Item = Either<StoreError, SubscriptionItem>;

/** A store whose subscriptions are changed as a whole. */
const subscriptions =
  (change: (inner: Subscription) => AsyncGenerator<Item, void, void>): Fault =>
  (store) => ({
    subscribe: (stream, afterRevision): Subscription => {
      const inner = store.subscribe(stream, afterRevision);
      const changed = change(inner);
      return {
        close: () => inner.close(),
        [Symbol.asyncIterator]: () => ({
          next: () => changed.next(),
          return: () => {
            inner.close();
            return changed.return();
          },
        }),
      };
    },
  });

const isMark = (item: Item): boolean => isRight(item) && item.right.kind === "caught-up";

const broken: ReadonlyArray<Broken> = [
  [
    "says that it has caught up before it delivers",
    subscriptions(async function* early(inner) {
      yield right({ kind: "caught-up", revision: "no-stream" });
      yield* inner;
    }),
    /existing events, then a caught-up mark/,
  ],
  [
    "names another revision when it has caught up",
    subscriptions(async function* elsewhere(inner) {
      for await (const item of inner)
        yield isMark(item) ? right({ kind: "caught-up", revision: 7 }) : item;
    }),
    /caught-up/,
  ],
  [
    "never says that it has caught up",
    subscriptions(async function* silent(inner) {
      for await (const item of inner) if (!isMark(item)) yield item;
    }),
    /existing events, then a caught-up mark/,
  ],
  [
    "says once that it has caught up and never again",
    subscriptions(async function* once(inner) {
      let said = false;
      for await (const item of inner) {
        if (!isMark(item) || !said) yield item;
        said ||= isMark(item);
      }
    }),
    /a caught-up mark after it/,
  ],
  [
    "ends when it has caught up",
    subscriptions(async function* short(inner) {
      for await (const item of inner) {
        yield item;
        if (isMark(item)) return;
      }
    }),
    /delivers each append/,
  ],
  [
    "delivers the first page of many",
    subscriptions(async function* first(inner) {
      let pages = 0;
      for await (const item of inner) {
        pages += isMark(item) ? 0 : 1;
        if (isMark(item) || pages <= 1) yield item;
      }
    }),
    /nothing is missed or repeated while others append/,
  ],
  [
    "delivers what came during the catch-up twice",
    subscriptions(async function* twice(inner) {
      let pages = 0;
      for await (const item of inner) {
        yield item;
        pages += isMark(item) ? 0 : 1;
        if (pages === 2 && !isMark(item)) yield item;
      }
    }),
    /nothing is missed or repeated while others append/,
  ],
  [
    "passes over what a slow consumer had no time for",
    items((events) => events.slice(-1)),
    /slower than the writer/,
  ],
  [
    "serves one subscription of a stream at a time",
    (store) => {
      let open = 0;
      return {
        subscribe: (stream, afterRevision) => {
          open += 1;
          const inner = store.subscribe(open > 1 ? `${stream}-none` : stream, afterRevision);
          return inner;
        },
      };
    },
    /several subscriptions of a stream/,
  ],
  [
    "delivers at once what comes after a revision that is not there yet",
    (store) => ({
      subscribe: (stream, afterRevision) =>
        store.subscribe(stream, afterRevision > 3 ? -1 : afterRevision),
    }),
    /future revision waits/,
  ],
  [
    "continues to deliver after it was closed",
    (store) => ({
      subscribe: (stream, afterRevision): Subscription => {
        const inner = store.subscribe(stream, afterRevision);
        return {
          close: () => undefined,
          [Symbol.asyncIterator]: () => inner[Symbol.asyncIterator](),
        };
      },
    }),
    /closing a subscription ends a waiting iteration|closed before it is iterated/,
  ],
  [
    "ends without a word when the store closes",
    subscriptions(async function* quiet(inner) {
      for await (const item of inner) {
        if (isLeft(item)) return;
        yield item;
      }
    }),
    /closing the store ends waiting subscriptions with closed/,
  ],
  [
    "leaves a subscription waiting when the store closes",
    subscriptions(async function* waiting(inner) {
      for await (const item of inner) {
        if (isLeft(item)) await new Promise(() => undefined);
        yield item;
      }
    }),
    /closing the store ends waiting subscriptions with closed/,
  ],
];

describe("The contract of subscriptions finds a store that", () => {
  findsAll(wholeContract, broken);
});

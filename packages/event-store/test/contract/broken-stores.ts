// Stores with one fault each, and the cases of a contract that find it.
import { expect } from "chai";
import { type Either, isLeft, isRight, left, map, right } from "fp-ts/lib/Either.js";
import {
  type ContractCase,
  DEFAULT_MAX_APPEND_BYTES,
  type EventStore,
  eventStoreContract,
  type FileCheck,
  type FileDamage,
  inMemoryStore,
  type MakeStore,
  type RecordedEvent,
  type StoreError,
  type Subscription,
} from "../../src/index.js";

/** A store in memory with all capabilities, each call under its own name. */
export type Flat = ReturnType<typeof flatStore>;
export type Fault = (store: Flat) => Partial<Flat>;

const closed: Either<StoreError, never> = left({ kind: "closed" });

const flatStore = (maxAppendBytes = DEFAULT_MAX_APPEND_BYTES) => {
  const { capabilities, ...memory } = inMemoryStore({ maxAppendBytes });
  const streams = new Set<string>();
  let isOpen = true;
  return {
    ...memory,
    append: async (...of: Parameters<EventStore["append"]>) => {
      const appended = await memory.append(...of);
      if (isRight(appended)) streams.add(of[0]);
      return appended;
    },
    close: async () => {
      isOpen = false;
      await memory.close();
    },
    readNow: capabilities.readNow,
    readNowAt: capabilities.readNowAt,
    adopt: capabilities.adopt,
    ...capabilities.erasing,
    ...capabilities.allStreams,
    probe: (_writes: boolean): Either<StoreError, void> => (isOpen ? right(undefined) : closed),
    address: "memory",
    maxAppendBytes,
    leader: () => undefined,
    look: async (stream: string): Promise<Either<StoreError, number>> =>
      map((last: RecordedEvent | undefined) => last?.revision ?? -1)(
        await memory.lastEvent(stream),
      ),
    streamNames: (): Either<StoreError, ReadonlyArray<string>> =>
      isOpen ? right([...streams]) : closed,
    checkFiles: async ({
      signal,
    }: FileCheck = {}): Promise<Either<StoreError, ReadonlyArray<FileDamage>>> =>
      isOpen && signal?.aborted !== true ? right([]) : closed,
  };
};

/** A store that is in order but for the parts of a fault. */
export const storeWith =
  (fault: Fault): MakeStore =>
  async ({ maxAppendBytes } = {}) => {
    const sound = flatStore(maxAppendBytes);
    const { readNow, readNowAt, adopt, probe, erase, shrink, readAll, onAppend, ...of } = {
      ...sound,
      ...fault(sound),
    };
    const { address, maxAppendBytes: bound, look, leader, streamNames, checkFiles, ...store } = of;
    const capabilities = {
      readNow,
      readNowAt,
      adopt,
      probe,
      erasing: { erase, shrink },
      allStreams: { readAll, onAppend },
      remote: { address, maxAppendBytes: bound, look, leader },
      selfCheck: { streamNames, checkFiles },
    };
    return { ...store, capabilities };
  };

/** The contract of a store with all capabilities. */
export const wholeContract = eventStoreContract([
  "readNow",
  "readNowAt",
  "adopt",
  "probe",
  "erasing",
  "allStreams",
  "remote",
  "selfCheck",
]);

/** A case of a broken store that has not ended by then waits for ever; milliseconds. */
const patienceMs = 400;
/** A store that is in order has as long as a busy machine may need. */
const soundPatienceMs = 60_000;

const isHeld = async (
  { run }: ContractCase,
  made: MakeStore,
  limitMs: number,
): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  const held = run(made).then(
    () => true,
    () => false,
  );
  return Promise.race([held, late]).finally(() => clearTimeout(timer));
};

/** The names of the cases that find the fault. */
export const findings = async (
  cases: ReadonlyArray<ContractCase>,
  fault: Fault,
  limitMs = patienceMs,
): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = [];
  for (const each of cases)
    if (!(await isHeld(each, storeWith(fault), limitMs))) found.push(each.name);
  return found;
};

/** A fault, and the case of a contract that must find it. */
export type Broken = readonly [what: string, fault: Fault, finding: RegExp];

/** One test for each fault: the cases whose names fit find it, and a store without it has them. */
export const findsAll = (
  cases: ReadonlyArray<ContractCase>,
  broken: ReadonlyArray<Broken>,
): void => {
  for (const [what, fault, finding] of broken) {
    it(what, async () => {
      const chosen = cases.filter(({ name }) => finding.test(name));
      expect(chosen, "cases of this name").to.not.deep.equal([]);
      expect(await findings(chosen, () => ({}), soundPatienceMs)).to.deep.equal([]);
      expect(await findings(chosen, fault)).to.not.deep.equal([]);
    });
  }
};

/** A store whose pages of one stream are changed. */
export const pages =
  (change: (events: ReadonlyArray<RecordedEvent>) => ReadonlyArray<RecordedEvent>): Fault =>
  (store) => ({
    async *readStream(stream, read) {
      for await (const page of store.readStream(stream, read)) {
        const changed = map(change)(page);
        if (isLeft(changed) || changed.right.length > 0) yield changed;
      }
    },
  });

/** A store whose answers to an append are changed. */
export const answers =
  (change: (appended: { revision: number; position: number; hash: string }) => object): Fault =>
  (store) => ({
    append: async (...args) =>
      map((appended: { revision: number; position: number; hash: string }) => ({
        ...appended,
        ...change(appended),
      }))(await store.append(...args)),
  });

/** Items of a subscription, changed; it ends and closes as before. */
export const items =
  (change: (events: ReadonlyArray<RecordedEvent>) => ReadonlyArray<RecordedEvent>): Fault =>
  (store) => ({
    subscribe: (stream, afterRevision): Subscription => {
      const inner = store.subscribe(stream, afterRevision);
      return {
        close: () => inner.close(),
        async *[Symbol.asyncIterator]() {
          for await (const item of inner) {
            yield isRight(item) && item.right.kind === "events"
              ? right({ kind: "events" as const, events: change(item.right.events) })
              : item;
          }
        },
      };
    },
  });

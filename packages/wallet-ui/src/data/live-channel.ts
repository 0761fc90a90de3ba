import { followChannel } from "./channel.js";

/** What a channel needs of its surroundings. */
interface LiveSurroundings {
  readonly url: string;
  readonly party: string;
  token(): Promise<string | undefined>;
  /** The end of the ledger; fails while the node does not answer. */
  ledgerEnd(): Promise<number>;
  /** An offset that pages have all of, as they read later; undefined where it is not known. */
  readonly begin: number | undefined;
  /** Called when what was read before may miss something, with the end of the ledger. */
  reload(offset: number): void;
  /** Called with the offset of each frame, before what changed is told. */
  heard(offset: number): void;
  /** The entities of all events in the last tenth of a second. */
  changed(entities: ReadonlySet<string>): void;
}

/** Changes within so long are one call; milliseconds. */
const coalesceMs = 100;

const entityOf = (templateId: string): string => templateId.split(":").at(-1) ?? templateId;

const objectAt = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

/** What a frame says: where the stream is, and which entities a transaction concerned. */
interface Frame {
  readonly offset?: number;
  readonly entities: ReadonlyArray<string>;
  readonly error?: string;
}

export const readFrame = (text: string): Frame => {
  const frame: unknown = JSON.parse(text);
  const error = objectAt(frame, "code");
  if (typeof error === "string") return { entities: [], error };
  const update = objectAt(frame, "update");
  // oxlint-disable-next-line tallystick/literal-texts -- names of the API
  for (const kind of ["Transaction", "OffsetCheckpoint", "Reassignment", "TopologyTransaction"]) {
    const value = objectAt(objectAt(update, kind), "value");
    const offset = objectAt(value, "offset");
    if (typeof offset !== "number") continue;
    const events = objectAt(value, "events");
    const entities = (Array.isArray(events) ? events : []).flatMap((event: unknown) =>
      typeof event === "object" && event !== null
        ? Object.values(event).flatMap((each: unknown) => {
            const id = objectAt(each, "templateId");
            return typeof id === "string" ? [entityOf(id)] : [];
          })
        : [],
    );
    return { offset, entities };
  }
  return { entities: [] };
};

const requestOf = (party: string, beginExclusive: number): string =>
  JSON.stringify({
    beginExclusive,
    updateFormat: {
      includeTransactions: {
        eventFormat: {
          filtersByParty: {
            [party]: {
              cumulative: [
                {
                  identifierFilter: {
                    WildcardFilter: { value: { includeCreatedEventBlob: false } },
                  },
                },
              ],
            },
          },
          verbose: false,
        },
        transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
      },
    },
  });

/** Gathers what changes within a tenth of a second into one call. */
const gathered = (changed: LiveSurroundings["changed"]) => {
  let waiting = new Set<string>();
  let flush: ReturnType<typeof setTimeout> | undefined;
  return {
    note: (entities: ReadonlyArray<string>): void => {
      for (const entity of entities) waiting.add(entity);
      if (waiting.size === 0) return;
      flush ??= setTimeout(() => {
        const all = waiting;
        waiting = new Set();
        flush = undefined;
        changed(all);
      }, coalesceMs);
    },
    stop: (): void => clearTimeout(flush),
  };
};

/**
 * Follows what concerns a party, and resumes after the last offset that it has seen. The payloads
 * are hints only: pages ask the API.
 *
 * @returns ends the channel
 */
export const followParty = (surroundings: LiveSurroundings): (() => void) => {
  const { url, party, begin, token, ledgerEnd, reload, heard, changed } = surroundings;
  const changes = gathered(changed);
  const end = followChannel({
    url,
    token,
    begin,
    request: async ({ offset, before }) => {
      // asked for each time: it is how one learns that the node answers again
      const last = await ledgerEnd();
      if (offset !== undefined && before === "nothing" && last >= offset)
        return { text: requestOf(party, offset) };
      reload(last);
      return { text: requestOf(party, last), start: last };
    },
    take: (text) => {
      const { entities, ...taken } = readFrame(text);
      if (taken.offset !== undefined) heard(taken.offset);
      changes.note(entities);
      return taken;
    },
    status: () => undefined,
  });
  return () => {
    changes.stop();
    end();
  };
};

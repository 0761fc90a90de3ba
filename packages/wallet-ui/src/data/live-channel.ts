/** Whether changes come by themselves. */
export type LiveStatus = "connecting" | "live" | "polling";

/** What a channel needs of its surroundings; tests give their own. */
interface LiveSurroundings {
  readonly url: string;
  readonly party: string;
  token(): Promise<string | undefined>;
  /** The end of the ledger. */
  ledgerEnd(): Promise<number>;
  /** The entities of all events in the last tenth of a second. */
  changed(entities: ReadonlySet<string>): void;
  status(status: LiveStatus): void;
  readonly open?: (url: string, protocols: string[]) => WebSocket;
  readonly random?: () => number;
}

/** Changes within so long are one call; milliseconds. */
const coalesceMs = 100;
const firstDelayMs = 500;
const longestDelayMs = 30_000;

/** The delay before an attempt: doubled each time, and half of it by chance. */
export const reconnectDelayMs = (attempt: number, random: number): number => {
  const most = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(attempt, 10));
  return Math.max(firstDelayMs, most * (0.5 + random / 2));
};

const entityOf = (templateId: string): string => templateId.split(":").at(-1) ?? templateId;

const objectAt = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

/** What a frame says: where the stream is, and which entities a transaction concerned. */
export const readFrame = (
  text: string,
): {
  readonly offset?: number;
  readonly entities: ReadonlyArray<string>;
  readonly error?: string;
} => {
  const frame: unknown = JSON.parse(text);
  const error = objectAt(frame, "code");
  if (typeof error === "string") return { entities: [], error };
  const update = objectAt(frame, "update");
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
 * Follows what concerns a party over one websocket, resumes after the last offset that it has seen,
 * and tries again with growing delays. The payloads are hints only: pages ask the API.
 *
 * @returns ends the channel
 */
export const followParty = (surroundings: LiveSurroundings): (() => void) => {
  const { url, party, token, ledgerEnd, changed, status } = surroundings;
  const { open = (to, protocols) => new WebSocket(to, protocols), random = Math.random } =
    surroundings;
  let ended = false;
  let attempt = 0;
  let offset: number | undefined;
  let socket: WebSocket | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const changes = gathered(changed);

  const tryAgain = (): void => {
    if (ended) return;
    status("polling");
    clearTimeout(retry);
    retry = setTimeout(() => void connect(), reconnectDelayMs(attempt, random()));
    attempt += 1;
  };
  const listen = (to: WebSocket, after: number): void => {
    to.addEventListener("open", () => to.send(requestOf(party, after)));
    to.addEventListener("message", ({ data }) => {
      const frame = readFrame(String(data));
      if (frame.error !== undefined) {
        to.close();
        return;
      }
      attempt = 0;
      offset = frame.offset ?? offset;
      changes.note(frame.entities);
    });
    to.addEventListener("close", tryAgain);
  };
  const connect = async (): Promise<void> => {
    try {
      offset ??= await ledgerEnd();
      const given = await token();
      if (ended) return;
      const protocols = given === undefined ? [] : [`jwt.token.${given}`];
      socket = open(url, [...protocols, "daml.ws.auth"]);
      socket.addEventListener("open", () => status("live"));
      listen(socket, offset);
    } catch {
      tryAgain();
    }
  };
  status("connecting");
  void connect();
  return () => {
    ended = true;
    clearTimeout(retry);
    changes.stop();
    socket?.close();
  };
};

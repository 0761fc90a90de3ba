import { paced } from "@tallystick/background/paced";
import { followChannel } from "./channel.js";

/** What a channel of the ledger needs of its surroundings. */
interface LedgerSurroundings {
  readonly url: string;
  /** An offset that pages have all of, as they read later; undefined where it is not known. */
  readonly begin: number | undefined;
  token(): Promise<string | undefined>;
  /** The end of the ledger; fails while the node does not answer. */
  ledgerEnd(): Promise<number>;
  /** Called with where the ledger has moved to, before what follows it is told. */
  heard(offset: number): void;
  /** Called when the ledger is at an earlier place than before. */
  setBack(): void;
  /** Called when anything happened on the ledger, at most every two seconds. */
  moved(): void;
  /** Called when something changed on the node that is not on the ledger, as often. */
  nodeChanged(): void;
  /** Called with the time of a clock that is moved by hand; microseconds since 1970. */
  time(micros: number): void;
  /** @param attempts how often it failed since frames came */
  status(isLive: boolean, attempts: number): void;
}

/** Between two calls while the ledger moves all the time; milliseconds. */
const pauseMs = 2_000;

/** A frame: where the ledger is, and how often the node has changed. */
interface LedgerFrame {
  readonly offset: number;
  readonly node: number;
  readonly ledgerTime?: number;
}

const numberAt = (value: unknown, name: string): number | undefined => {
  const found: unknown = Reflect.get(Object(value), name);
  return typeof found === "number" ? found : undefined;
};

/** The frame in a text; a code where the stream ended. */
export const readLedgerFrame = (text: string): LedgerFrame | string => {
  const frame: unknown = JSON.parse(text);
  const [offset, node] = [numberAt(frame, "offset"), numberAt(frame, "node")];
  if (offset === undefined || node === undefined)
    return String(Reflect.get(Object(frame), "code") ?? "");
  const ledgerTime = numberAt(frame, "ledgerTime");
  return { offset, node, ...(ledgerTime === undefined ? {} : { ledgerTime }) };
};

const after = (milliseconds: number, then: () => void): (() => void) => {
  const timer = setTimeout(then, milliseconds);
  return () => clearTimeout(timer);
};

/**
 * Follows the ledger and its node as a whole: what a party does not see, but pages show.
 *
 * @returns ends the channel
 */
export const followLedger = (surroundings: LedgerSurroundings): (() => void) => {
  const { url, begin, token, ledgerEnd, heard, setBack, moved, nodeChanged, time, status } =
    surroundings;
  const [ledger, node] = [paced(moved, pauseMs, after), paced(nodeChanged, pauseMs, after)];
  let last: LedgerFrame | undefined = begin === undefined ? undefined : { offset: begin, node: 0 };
  let isFirst = true;
  const reached = (offset: number): void => {
    if (last?.offset === offset) return;
    if (last !== undefined && offset < last.offset) setBack();
    heard(offset);
    ledger.want();
  };
  const take = (found: LedgerFrame): void => {
    reached(found.offset);
    // of another connection it counts from the beginning
    if (last !== undefined && last.node !== found.node) node.want();
    last = found;
    if (found.ledgerTime !== undefined) time(found.ledgerTime);
  };
  const end = followChannel({
    url,
    token,
    request: async () => {
      const offset = await ledgerEnd();
      reached(offset);
      last = { offset, node: isFirst ? 0 : -1 };
      isFirst = false;
      return { text: "{}" };
    },
    take: (text) => {
      const found = readLedgerFrame(text);
      if (typeof found === "string") return { error: found };
      take(found);
      return {};
    },
    status,
  });
  return () => {
    ledger.stop();
    node.stop();
    end();
  };
};

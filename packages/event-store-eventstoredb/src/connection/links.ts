import type { BackOff } from "@tallystick/background";

/** The functions that open and drop links. */
interface LinkParts<L> {
  /** Opens one; must end by itself. Rejects with the reason when it fails. */
  readonly open: () => Promise<L>;
  /** Delays before the next is opened; they grow while links fail or are short-lived. */
  readonly backOff: BackOff;
  readonly pause: (ms: number) => Promise<void>;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** The single link to a server, which all calls share. */
export interface Links<L> {
  /** The current link, or the next one: calls wait while it is opened. */
  current(): Promise<L>;
  present(): L | undefined;
  /** Makes the next call open a new one, if this is the current link. */
  drop(link: L): boolean;
}

/**
 * A link that lasted this long was a good one: the next is opened without a delay. Milliseconds.
 */
const GOOD_MS = 1_000;

/**
 * Opens a link when one is needed, after a delay that grows up to the back-off's maximum: a server
 * that returns after hours is found as soon as one that returns after seconds. There is one attempt
 * at a time, however many calls wait.
 */
export const createLinks = <L>({ open, backOff, pause, now }: LinkParts<L>): Links<L> => {
  let present: { readonly link: L; readonly since: number } | undefined;
  let opening: Promise<L> | undefined;
  let notBefore = Number.NEGATIVE_INFINITY;
  const next = async (): Promise<L> => {
    const waitMs = notBefore - now();
    if (waitMs > 0) await pause(waitMs);
    try {
      const link = await open();
      present = { link, since: now() };
      return link;
    } finally {
      // unless this one lasts
      notBefore = now() + backOff.next();
    }
  };
  return {
    current: () => {
      if (present !== undefined) return Promise.resolve(present.link);
      opening ??= next().finally(() => {
        opening = undefined;
      });
      return opening;
    },
    present: () => present?.link,
    drop: (link) => {
      if (present?.link !== link) return false;
      if (now() - present.since >= GOOD_MS) {
        backOff.reset();
        notBefore = Number.NEGATIVE_INFINITY;
      }
      present = undefined;
      return true;
    },
  };
};

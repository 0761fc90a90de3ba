import type { BackOff } from "@tallystick/background";

/** What links are opened and given up with. */
interface LinkParts<L> {
  /** Opens one; it must come to an end by itself. Rejects with why there is none. */
  readonly open: () => Promise<L>;
  /** Waits before the next is opened; they grow while links fail or last a moment only. */
  readonly backOff: BackOff;
  readonly pause: (ms: number) => Promise<void>;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** The one link to a server at a time, which all calls share. */
export interface Links<L> {
  /** The link of the moment, or the next one: whoever comes while it is opened waits for it. */
  current(): Promise<L>;
  /** The link of the moment, if there is one. */
  present(): L | undefined;
  /** Has the next call open another one, if this is the link of the moment. */
  drop(link: L): boolean;
}

/** A link that lasted so long was a good one: the next is opened without a wait. Milliseconds. */
const GOOD_MS = 1_000;

/**
 * Opens a link when one is needed, each after a wait that grows up to the longest of the back-off
 * and no further: so a server that comes back after hours is found as soon as one that comes back
 * after seconds, and however many calls wait, there is one attempt at a time.
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

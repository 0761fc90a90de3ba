/** A call that is made at once, and while it is wanted more often, once in each pause. */
export interface Paced {
  readonly want: () => void;
  readonly stop: () => void;
}

/**
 * @param pauseMs between two calls, milliseconds
 * @param after calls something after so long, and returns what cancels that
 */
export const paced = (
  call: () => void,
  pauseMs: number,
  after: (milliseconds: number, then: () => void) => () => void,
): Paced => {
  let cancel: (() => void) | undefined;
  let isWanted = false;
  const begin = (): void => {
    isWanted = false;
    call();
    cancel = after(pauseMs, () => {
      cancel = undefined;
      if (isWanted) begin();
    });
  };
  return {
    want: () => {
      isWanted = true;
      if (cancel === undefined) begin();
    },
    stop: () => {
      cancel?.();
      isWanted = false;
    },
  };
};

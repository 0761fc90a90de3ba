/** How long keys may be used after the last touch of the page; milliseconds. */
export const idleLimitMs = 5 * 60_000;

/** Whether keys may be used, and when they were used last. */
type LockState =
  | { readonly kind: "unlocked"; readonly lastUse: number }
  | { readonly kind: "locked" };

/** What changes a lock; times are milliseconds since 1970. */
type LockEvent =
  | { readonly kind: "unlock" | "use" | "tick"; readonly at: number }
  | { readonly kind: "lock" };

/** The lock after an event. A touch that comes after the limit does not open it again. */
export const lockAfter = (state: LockState, event: LockEvent): LockState => {
  if (event.kind === "lock") return { kind: "locked" };
  if (event.kind === "unlock") return { kind: "unlocked", lastUse: event.at };
  if (state.kind === "locked" || event.at - state.lastUse >= idleLimitMs) return { kind: "locked" };
  return event.kind === "use" && event.at > state.lastUse
    ? { kind: "unlocked", lastUse: event.at }
    : state;
};

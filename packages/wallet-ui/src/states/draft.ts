/**
 * An action of the user from its form to its end. Its id is made with the draft and never changes,
 * so that it can be sent again, asked for and counted once.
 */
export type ActionState =
  | { readonly kind: "draft"; readonly id: string }
  | { readonly kind: "sending"; readonly id: string; readonly since: number }
  /** No answer came, or one that does not say what happened: asked for by the same id. */
  | {
      readonly kind: "unknown";
      readonly id: string;
      readonly since: number;
      readonly attempts: number;
    }
  | { readonly kind: "committed"; readonly id: string; readonly updateId: string }
  /** Nothing happened; the same draft may be sent again. */
  | { readonly kind: "failed"; readonly id: string; readonly reason: string }
  /** What follows a committed transfer in two steps. */
  | {
      readonly kind: "completed" | "rejected" | "withdrawn" | "expired";
      readonly id: string;
      readonly updateId: string;
    };

/** What happens to an action; times are milliseconds since 1970. */
export type ActionEvent =
  | { readonly kind: "send"; readonly at: number }
  | { readonly kind: "accepted"; readonly updateId: string }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "lost"; readonly at: number }
  /** The answer of asking by id: nothing is known of it yet. */
  | { readonly kind: "not found" }
  | { readonly kind: "ended"; readonly how: "completed" | "rejected" | "withdrawn" | "expired" };

/** The draft of a new action. */
export const newDraft = (id: string): ActionState => ({ kind: "draft", id });

/** The state after an event; events that do not fit the state change nothing. */
export const actionAfter = (state: ActionState, event: ActionEvent): ActionState => {
  const { id } = state;
  const isOpen = state.kind === "sending" || state.kind === "unknown";
  switch (event.kind) {
    case "send":
      return state.kind === "draft" || state.kind === "failed"
        ? { kind: "sending", id, since: event.at }
        : state;
    case "accepted":
      return isOpen ? { kind: "committed", id, updateId: event.updateId } : state;
    case "refused":
      return isOpen ? { kind: "failed", id, reason: event.reason } : state;
    case "lost":
      return state.kind === "sending"
        ? { kind: "unknown", id, since: event.at, attempts: 0 }
        : state;
    case "not found":
      return state.kind === "unknown" ? { ...state, attempts: state.attempts + 1 } : state;
    case "ended":
      return state.kind === "committed" ? { kind: event.how, id, updateId: state.updateId } : state;
  }
};

/** What the answer to a request says of the action. */
export const eventOfAnswer = (
  answer: { readonly status: number; readonly updateId?: string; readonly reason?: string },
  at: number,
): ActionEvent => {
  const { status, updateId, reason = `status ${status}` } = answer;
  if (status < 300 && updateId !== undefined) return { kind: "accepted", updateId };
  // 409 says that the same id was used: its outcome is found by asking
  const isKnown = status >= 400 && status < 500 && status !== 408 && status !== 409;
  return isKnown || status === 501 ? { kind: "refused", reason } : { kind: "lost", at };
};

/** Milliseconds until an unknown outcome is queried again: from a half to thirty seconds. */
export const askAgainAfterMs = (attempts: number): number =>
  Math.min(30_000, 500 * 2 ** Math.min(attempts, 6));

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** An action for sessionStorage, until its end. */
export const storedAction = (state: ActionState): string => JSON.stringify(state);

/**
 * The action that was stored before the page was loaded again: what was being sent then has an
 * unknown outcome now.
 */
export const restoredAction = (text: string | null, at: number): ActionState | undefined => {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    if (!isRecord(value) || typeof value["id"] !== "string") return undefined;
    const { kind, id } = value;
    if (kind === "sending" || kind === "unknown")
      return { kind: "unknown", id, since: at, attempts: 0 };
    return kind === "draft" || kind === "failed" ? newDraft(id) : undefined;
  } catch {
    return undefined;
  }
};

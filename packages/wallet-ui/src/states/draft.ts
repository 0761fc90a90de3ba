/**
 * An action of the user from its form to its end. Its id is made with the draft and never changes,
 * so that it can be sent again, asked for and counted once.
 */
export type ActionState<A, E> =
  | { readonly kind: "draft"; readonly id: string }
  | { readonly kind: "sending"; readonly id: string; readonly since: number }
  /** No answer came, or one that does not say what happened: asked for by the same id. */
  | {
      readonly kind: "unknown";
      readonly id: string;
      readonly since: number;
      readonly attempts: number;
      /** What came instead of an answer; undefined after a reload. */
      readonly error: E | undefined;
    }
  | { readonly kind: "committed"; readonly id: string; readonly result: A }
  /** Nothing happened; it may be sent again, as a new draft. */
  | { readonly kind: "failed"; readonly id: string; readonly error: E };

/** What happens to an action; times are milliseconds since 1970. */
export type ActionEvent<A, E> =
  | { readonly kind: "send"; readonly at: number }
  | { readonly kind: "accepted"; readonly result: A }
  | { readonly kind: "refused"; readonly error: E }
  | { readonly kind: "lost"; readonly at: number; readonly error: E };

export const newDraft = (id: string): ActionState<never, never> => ({ kind: "draft", id });

/** The state after an event; events that do not fit the state change nothing. */
export const actionAfter = <A, E>(
  state: ActionState<A, E>,
  event: ActionEvent<A, E>,
): ActionState<A, E> => {
  const { id } = state;
  const isOpen = state.kind === "sending" || state.kind === "unknown";
  if (event.kind === "send")
    return state.kind === "draft" ? { kind: "sending", id, since: event.at } : state;
  if (!isOpen) return state;
  switch (event.kind) {
    case "accepted":
      return { kind: "committed", id, result: event.result };
    case "refused":
      return { kind: "failed", id, error: event.error };
    case "lost": {
      const { error, at } = event;
      return state.kind === "unknown"
        ? { ...state, attempts: state.attempts + 1, error }
        : { kind: "unknown", id, since: at, attempts: 0, error };
    }
  }
};

/**
 * Whether an answer says that nothing happened. Otherwise the node is queried by the same id.
 *
 * @param status 0: no answer came
 * @param wasUnknown whether an earlier request with the same id had no answer: then a conflict, too
 * many requests or a login that ended say nothing of that one
 */
export const hadNoEffect = (status: number, wasUnknown: boolean): boolean => {
  if (status === 401 || status === 409 || status === 429) return !wasUnknown;
  return (status >= 400 && status < 500 && status !== 408) || status === 501;
};

/** Milliseconds until an unknown outcome is queried again: from a half to thirty seconds. */
export const askAgainAfterMs = (attempts: number): number =>
  Math.min(30_000, 500 * 2 ** Math.min(attempts, 6));

/** The JSON of what is to be done; amounts in units of 10⁻¹⁰ are written as texts. */
export const inputText = (input: unknown): string =>
  JSON.stringify(input, (_name, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  ) ?? "";

/** What was sent, as sessionStorage has it until its end. */
interface StoredAction {
  readonly id: string;
  /** What was to be done, as JSON: another input is another action. */
  readonly input: string;
}

/** An action that was sent, for sessionStorage. */
export const storedAction = ({ id, input }: StoredAction): string => JSON.stringify({ id, input });

/** The action that was stored before the page was loaded again; its outcome is unknown now. */
export const restoredAction = (text: string | null): StoredAction | undefined => {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    if (typeof value !== "object" || value === null) return undefined;
    const { id, input } = { id: "", input: undefined, ...value };
    return typeof id === "string" && id !== "" && typeof input === "string"
      ? { id, input }
      : undefined;
  } catch {
    return undefined;
  }
};

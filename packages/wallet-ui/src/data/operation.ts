import {
  type ActionEvent,
  type ActionState,
  actionAfter,
  askAgainAfterMs,
  inputText,
  hadNoEffect,
  newDraft,
  restoredAction,
  storedAction,
} from "../states/draft.js";
import { ApiError } from "./api-error.js";

/** Where something that a user does has got to. */
export type OperationState<A> = ActionState<A, ApiError>;

/** What an operation needs of its surroundings; tests give their own. */
export interface OperationSurroundings<I, A> {
  /** Under which it is stored until its end. */
  readonly key: string;
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  newId(): string;
  now(): number;
  pause(milliseconds: number): Promise<void>;
  /** Sends the request under the id, so that a repeat has the same effect as one request. */
  run(input: I, id: string): Promise<A>;
  /** What became of an earlier request; undefined when nothing is known of it: it is sent again. */
  ask?(id: string, input: I): Promise<A | undefined>;
  /** Checks what was stored; an operation without it is not continued after a reload. */
  restore?(stored: unknown): I | undefined;
  /** Called once, when it has taken effect. */
  committed(result: A): void;
  /** Called once, when it was refused. */
  failed?(error: ApiError): void;
}

/** Something that a user does once, from the draft to the end. */
export interface Operation<I, A> {
  state(): OperationState<A>;
  /** Calls when the state has changed; returns what ends that. */
  subscribe(listener: () => void): () => void;
  /** Begins; does nothing while it runs already. */
  start(input: I): void;
  /** Begins a new draft, with another id. */
  reset(): void;
  /** Continues what was being sent when the page was left. */
  resume(): void;
  /** Sends nothing again. What was stored continues where it is resumed. */
  stop(): void;
}

const errorOf = (thrown: unknown): ApiError =>
  thrown instanceof ApiError
    ? thrown
    : new ApiError(0, "", thrown instanceof Error ? thrown.message : String(thrown), "", undefined);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const unknownSince = <A>(id: string, since: number): OperationState<A> => ({
  kind: "unknown",
  id,
  since,
  attempts: 0,
  error: undefined,
});

/** The state of an operation, kept in the storage until its end. */
const storedState = <I, A>(surroundings: OperationSurroundings<I, A>) => {
  const { key, storage, newId, now } = surroundings;
  const listeners = new Set<() => void>();
  const stored = restoredAction(storage.getItem(key));
  const input = stored === undefined ? undefined : surroundings.restore?.(parsed(stored.input));
  let state: OperationState<A> =
    stored !== undefined && input !== undefined
      ? unknownSince(stored.id, now())
      : newDraft(newId());
  const become = (next: OperationState<A>, text: string): void => {
    state = next;
    if (next.kind === "sending" || next.kind === "unknown")
      storage.setItem(key, storedAction({ id: next.id, input: text }));
    else storage.removeItem(key);
    for (const listener of listeners) listener();
  };
  return {
    /** What was being sent when the page was left. */
    input,
    get: () => state,
    become,
    /** The same again after a reload has the id of before; anything else has one of its own. */
    idFor: (text: string): string => {
      const last = restoredAction(storage.getItem(key));
      return last?.input === text ? last.id : newId();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** What one attempt says of the operation. */
const attempt = async <I, A>(
  { run, ask, now }: OperationSurroundings<I, A>,
  { kind, id }: OperationState<A>,
  input: I,
): Promise<ActionEvent<A, ApiError>> => {
  const wasUnknown = kind === "unknown";
  try {
    const found = wasUnknown ? await ask?.(id, input) : undefined;
    return { kind: "accepted", result: found ?? (await run(input, id)) };
  } catch (thrown) {
    const error = errorOf(thrown);
    return hadNoEffect(error.status, wasUnknown)
      ? { kind: "refused", error }
      : { kind: "lost", at: now(), error };
  }
};

/** An operation that is in this browser tab alone. */
export const createOperation = <I, A>(
  surroundings: OperationSurroundings<I, A>,
): Operation<I, A> => {
  const { newId, now, pause, committed } = surroundings;
  const { input, get, become, idFor, subscribe } = storedState(surroundings);
  let isRunning = false;
  let isStopped = false;

  const follow = async (given: I): Promise<void> => {
    for (;;) {
      const state = actionAfter(get(), await attempt(surroundings, get(), given));
      become(state, inputText(given));
      if (state.kind === "committed") committed(state.result);
      if (state.kind === "failed") surroundings.failed?.(state.error);
      if (state.kind !== "unknown") return;
      await pause(askAgainAfterMs(state.attempts));
      if (isStopped) return;
    }
  };
  const begin = (given: I): void => {
    isRunning = true;
    void follow(given).finally(() => {
      isRunning = false;
    });
  };
  return {
    state: get,
    subscribe,
    start: (given) => {
      if (isRunning || get().kind === "unknown") return;
      const text = inputText(given);
      become(actionAfter(newDraft(idFor(text)), { kind: "send", at: now() }), text);
      begin(given);
    },
    reset: () => {
      if (!isRunning) become(newDraft(newId()), "");
    },
    resume: () => {
      isStopped = false;
      if (!isRunning && get().kind === "unknown" && input !== undefined) begin(input);
    },
    stop: () => {
      isStopped = true;
    },
  };
};

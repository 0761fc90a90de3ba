import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError } from "./api-error.js";
import type { Api } from "./client.js";
import type { Resource } from "./resources.js";
import { useWallet } from "./wallet-context.js";

/**
 * Where something that a user does has got to. `unknown`: the answer was lost; the same request is
 * sent again under the same id until its outcome is known.
 */
type OperationState<A> =
  | { readonly kind: "draft" }
  | { readonly kind: "sending" }
  | { readonly kind: "unknown"; readonly error: ApiError }
  | { readonly kind: "committed"; readonly result: A }
  | { readonly kind: "failed"; readonly error: ApiError };

/** Something that a user does. */
export interface Operation<I, A> {
  readonly state: OperationState<A>;
  /** Begins; does nothing while it runs already. */
  readonly start: (input: I) => void;
  /** Begins a new draft, with another id. */
  readonly reset: () => void;
}

/** How an operation is carried out. */
interface OperationSettings<I, A> {
  /** Names the draft: two forms have two names. */
  readonly name: string;
  /**
   * Sends the request under the id, so that a repeat has the same effect as one request.
   *
   * @param id made with the draft, a UUID
   */
  readonly run: (api: Api, input: I, id: string) => Promise<A>;
  /** What to read again when it is done. */
  readonly touches: ReadonlyArray<Resource>;
  /** Called once, when it has taken effect. */
  readonly onCommitted?: (result: A) => void;
}

const draftKey = (network: string, party: string, name: string): string =>
  `tallystick.draft.${network}.${party}.${name}`;

/** The id of a draft: the same after a reload, until the draft has come to an end. */
const draftId = (key: string): string => {
  const known = sessionStorage.getItem(key);
  if (known !== null) return known;
  const id = crypto.randomUUID();
  sessionStorage.setItem(key, id);
  return id;
};

const firstPauseMs = 1_000;
const longestPauseMs = 15_000;

const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, Math.min(longestPauseMs, firstPauseMs * 2 ** attempt));
  });

const errorOf = (thrown: unknown): ApiError =>
  thrown instanceof ApiError
    ? thrown
    : new ApiError(0, "", thrown instanceof Error ? thrown.message : String(thrown), "", undefined);

/** True where the node still works on an earlier request with the same id. */
const isInFlight = ({ status }: ApiError): boolean => status === 429 || status === 409;

/**
 * Does something once, however often a button is pressed and whatever becomes of the answer: the id
 * is made with the draft and kept until the end.
 */
export const useOperation = <I, A>({
  name,
  run,
  touches,
  onCommitted,
}: OperationSettings<I, A>): Operation<I, A> => {
  const { api, network, party } = useWallet();
  const queries = useQueryClient();
  const [state, setState] = useState<OperationState<A>>({ kind: "draft" });
  const isRunning = useRef(false);
  const key = draftKey(network, party, name);

  const finish = async (result: A): Promise<void> => {
    sessionStorage.removeItem(key);
    setState({ kind: "committed", result });
    await Promise.all(
      touches.map((resource) =>
        queries.invalidateQueries({ queryKey: [network, party, resource] }),
      ),
    );
    onCommitted?.(result);
  };
  const attempt = async (input: I, count: number): Promise<void> => {
    try {
      await finish(await run(api, input, draftId(key)));
    } catch (thrown) {
      const error = errorOf(thrown);
      const wasUnknown = count > 0;
      if (error.isUnknown || (wasUnknown && isInFlight(error))) {
        setState({ kind: "unknown", error });
        await pause(count);
        await attempt(input, count + 1);
        return;
      }
      // the ledger has decided: the same id would only repeat its answer
      sessionStorage.removeItem(key);
      setState({ kind: "failed", error });
    }
  };
  return {
    state,
    start: (input) => {
      if (isRunning.current) return;
      isRunning.current = true;
      setState({ kind: "sending" });
      void attempt(input, 0).finally(() => {
        isRunning.current = false;
      });
    },
    reset: () => {
      if (!isRunning.current) setState({ kind: "draft" });
    },
  };
};

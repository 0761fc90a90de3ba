import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { Resource } from "../states/resources.js";
import type { Api } from "./client.js";
import type { ApiError } from "./api-error.js";
import {
  createOperation,
  type Operation,
  type OperationState,
  type OperationSurroundings,
} from "./operation.js";
import { tellOtherTabs } from "./other-tabs.js";
import { readAgain } from "./read-again.js";
import { useWallet } from "./wallet-context.js";

/** How an operation is carried out. */
export interface OperationSettings<I, A> {
  /** Names the draft: two forms have two names. */
  readonly name: string;
  /**
   * Sends the request under the id, so that a repeat has the same effect as one request.
   *
   * @param id made with the draft, a UUID
   */
  readonly run: (api: Api, input: I, id: string) => Promise<A>;
  /**
   * For requests that cannot be repeated: what became of an earlier one; undefined when nothing is
   * known of it, and it is sent again.
   */
  readonly ask?: (api: Api, id: string, input: I) => Promise<A | undefined>;
  /**
   * Checks what was stored, so that what was being sent before a reload is continued after it.
   * Without it the id is kept, for the same input alone.
   */
  readonly restore?: (stored: unknown) => I | undefined;
  /** What to read again when it is done. */
  readonly touches: ReadonlyArray<Resource>;
  /** Called once, when it has taken effect. */
  readonly onCommitted?: (result: A) => void;
  /**
   * Called once, when it was refused. With it, the operation goes on without its row or page, so
   * that an answer that was lost is found out also then.
   */
  readonly onFailed?: (error: ApiError, api: Api) => void;
}

const draftKey = (network: string, party: string, name: string): string =>
  `tallystick.draft.${network}.${party}.${name}`;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Whose operation it is, and where it is carried out. */
type Place = Pick<ReturnType<typeof useWallet>, "network" | "party" | "life"> & {
  readonly queries: ReturnType<typeof useQueryClient>;
};

/** What is around an operation of a party. */
const surroundingsOf = <I, A>(
  key: string,
  own: () => { readonly api: Api; readonly settings: OperationSettings<I, A> },
  { network, party, life, queries }: Place,
): OperationSurroundings<I, A> => {
  const { ask, restore } = own().settings;
  return {
    key,
    storage: sessionStorage,
    newId: () => crypto.randomUUID(),
    now: Date.now,
    pause,
    run: (input, id) => own().settings.run(own().api, input, id),
    ...(ask === undefined ? {} : { ask: (id, input) => ask(own().api, id, input) }),
    ...(restore === undefined ? {} : { restore }),
    committed: (result) => {
      const { touches, onCommitted } = own().settings;
      for (const resource of touches) readAgain(queries, { queryKey: [network, party, resource] });
      if (touches.length > 0) tellOtherTabs({ network, party, touches });
      onCommitted?.(result);
    },
    failed: (error) => {
      const { settings: ended, api: asked } = own();
      if (!life.isOver) ended.onFailed?.(error, asked);
    },
  };
};

/** Does one thing of several, once, and tells each state that it comes to. */
type RunOne = <I, A>(
  settings: OperationSettings<I, A>,
  input: I,
  told: (state: OperationState<A>) => void,
) => void;

/**
 * Does several things, each once, that go on without the component that began them: an answer that
 * was lost is found out as by `useOperation`.
 */
export const useSeveral = (): RunOne => {
  const { api, network, party, life } = useWallet();
  const queries = useQueryClient();
  return (settings, input, told) => {
    const operation = createOperation(
      surroundingsOf(draftKey(network, party, settings.name), () => ({ api, settings }), {
        network,
        party,
        life,
        queries,
      }),
    );
    if (life.isOver) return;
    life.ends.add(operation.stop);
    operation.subscribe(() => told(operation.state()));
    operation.start(input);
  };
};

/**
 * Does something once, however often a button is pressed and whatever becomes of the answer: the id
 * is made with the draft and kept until the end.
 */
export const useOperation = <I, A>(
  settings: OperationSettings<I, A>,
): Pick<Operation<I, A>, "start" | "reset"> & { readonly state: OperationState<A> } => {
  const { api, network, party, life } = useWallet();
  const queries = useQueryClient();
  const key = draftKey(network, party, settings.name);
  const latest = useRef({ api, settings, key });
  // while it is drawn, as the operation below is made then
  if (latest.current.key !== key) latest.current = { api, settings, key };
  useEffect(() => {
    latest.current = { api, settings, key };
  });
  const operation = useMemo(() => {
    let last = latest.current;
    // what was begun for one party never continues for the one that was chosen since
    const own = (): typeof last => {
      if (latest.current.key === key) last = latest.current;
      return last;
    };
    return createOperation(surroundingsOf(key, own, { network, party, life, queries }));
  }, [key, network, party, queries, life]);
  const goesOn = settings.onFailed !== undefined;
  useEffect(() => {
    operation.resume();
    life.ends.add(operation.stop);
    return goesOn ? undefined : operation.stop;
  }, [operation, goesOn, life]);
  const state = useSyncExternalStore(operation.subscribe, operation.state);
  return { state, start: operation.start, reset: operation.reset };
};

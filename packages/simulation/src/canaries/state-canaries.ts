import { emptyLedger, emptyMap, type LedgerState } from "@tallystick/core";
import { isLeft, map, right } from "fp-ts/lib/Either.js";
import type { Canary, Parts } from "../ledger/canary.js";
import { replaced } from "./replaced.js";

/** Parts with another state at the start of a process. */
export const startingWith =
  (change: (state: LedgerState) => LedgerState) =>
  (parts: Parts): Parts => ({
    ...parts,
    start: {
      ...parts.start,
      open: async (opening) =>
        map(({ state, hash }: { state: LedgerState; hash: string }) => ({
          state: change(state),
          hash,
        }))(await parts.start.open(opening)),
    },
  });

const forgetsAtRestart: Canary = {
  name: "change ids are forgotten at a restart",
  breaks: "a process knows only the change ids that it accepted itself",
  parts: startingWith((state) => ({
    ...state,
    deduplication: emptyLedger(state.settings).deduplication,
  })),
};

const keysAreLost: Canary = {
  name: "keys are lost at a restart",
  breaks: "a process knows only the keys of contracts that it created itself",
  parts: startingWith((state) => ({ ...state, keys: emptyMap(state.settings.hashSeed) })),
};

const usersAreLost: Canary = {
  name: "users are lost at a restart",
  breaks: "a process knows only the users that it created itself",
  parts: startingWith((state) => ({
    ...state,
    participant: { ...state.participant, users: emptyMap(state.settings.hashSeed) },
  })),
};

/** Parts whose keeper changes the states that it moves to files. */
const keeping =
  (change: (state: LedgerState) => LedgerState) =>
  (parts: Parts): Parts => ({
    ...parts,
    keeper: {
      ...parts.keeper,
      open: async (opening) => {
        const opened = await parts.keeper.open(opening);
        if (isLeft(opened) || opened.right === undefined) return opened;
        const keeper = opened.right;
        return right(
          replaced(keeper, {
            settled: (folded) => {
              const settled = keeper.settled(folded);
              return settled === folded ? settled : { ...settled, state: change(settled.state) };
            },
          }),
        );
      },
    },
  });

const forgetsAtSnapshot: Canary = {
  name: "change ids are forgotten at a snapshot",
  breaks: "when changes are moved to the files of the snapshot, change ids are dropped",
  parts: keeping((state) => ({
    ...state,
    deduplication: emptyLedger(state.settings).deduplication,
  })),
  concerns: ({ world }) => world.hasFiles,
};

const forgetsKeysAtSnapshot: Canary = {
  name: "keys are forgotten at a snapshot",
  breaks: "when changes are moved to the files of the snapshot, keys are dropped",
  parts: keeping((state) => ({ ...state, keys: emptyMap(state.settings.hashSeed) })),
  concerns: ({ world }) => world.hasFiles,
};

const trustsNewerSnapshot: Canary = {
  name: "a snapshot newer than the journal is accepted",
  breaks: "a snapshot is used although the journal ends before it",
  parts: (parts) => ({
    ...parts,
    found: {
      ...parts.found,
      open: async (opening) => {
        const opened = await parts.found.open(opening);
        return isLeft(opened) ? opened : right({ ...opened.right, trusted: opened.right.found });
      },
    },
    lost: { ...parts.lost, open: async () => right(undefined) },
  }),
  concerns: ({ world }) => world.hasFiles,
};

const deafNode: Canary = {
  name: "events of others are not heard",
  breaks: "a node does not follow what others append",
  parts: (parts) => ({
    ...parts,
    incoming: {
      ...parts.incoming,
      open: (opening) => parts.incoming.open({ ...opening, config: soleOf(opening.config) }),
    },
  }),
  concerns: ({ world }) => world.nodes > 1,
};

const soleOf = <C extends object>(config: C): C => ({ ...config, sharedJournal: false });

const answersOfOthers: Canary = {
  name: "the answer of another command",
  breaks: "of two concurrent commands, the later one gets the result of the earlier one",
  parts: (parts) => ({
    ...parts,
    pipeline: {
      ...parts.pipeline,
      open: async (opening) => {
        const opened = await parts.pipeline.open(opening);
        if (isLeft(opened)) return opened;
        const pipeline = opened.right;
        const waiting = new Set<ReturnType<typeof pipeline.enqueue>>();
        return right(
          replaced(pipeline, {
            enqueue: (command) => {
              const own = pipeline.enqueue(command);
              if (command.kind !== "Submit") return own;
              const [earlier = own] = waiting;
              waiting.add(own);
              void own.finally(() => waiting.delete(own));
              return earlier;
            },
          }),
        );
      },
    },
  }),
};

/** Canaries in the state and the pipeline of a node. */
export const stateCanaries: ReadonlyArray<Canary> = [
  forgetsAtRestart,
  keysAreLost,
  usersAreLost,
  forgetsAtSnapshot,
  forgetsKeysAtSnapshot,
  trustsNewerSnapshot,
  deafNode,
  answersOfOthers,
];

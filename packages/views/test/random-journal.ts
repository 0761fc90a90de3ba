import type { LedgerEvent, TransactionNode } from "@tallystick/core";
import fc from "fast-check";
import {
  createOf,
  exerciseOf,
  iouV1,
  iouV2,
  noteId,
  partyAt,
  placedId,
  transactionAt,
} from "./journal-fixture.js";

export const parties = ["alice", "bob", "carol", "dave"] as const;

/**
 * What one command of a random transaction does; `target` picks an active contract, `inside` is
 * done within its exercise.
 */
export interface Action {
  readonly kind: "create" | "exercise";
  readonly signatories: ReadonlyArray<string>;
  readonly observers: ReadonlyArray<string>;
  readonly templateId: string;
  readonly target: number;
  readonly consuming: boolean;
  readonly actors: ReadonlyArray<string>;
  readonly inside: ReadonlyArray<Action>;
}

const { action } = fc.letrec<{ action: Action }>((tie) => ({
  action: fc.record({
    kind: fc.constantFrom("create", "exercise"),
    signatories: fc.subarray([...parties], { minLength: 1, maxLength: 2 }),
    observers: fc.subarray([...parties], { maxLength: 1 }),
    templateId: fc.constantFrom(iouV1, iouV2, noteId),
    target: fc.nat(),
    consuming: fc.boolean(),
    actors: fc.subarray([...parties], { minLength: 1, maxLength: 1 }),
    inside: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc.constant([]),
      fc.array(tie("action"), { maxLength: 2 }),
    ),
  }),
}));

/** What happens at one offset: a party comes, or a transaction by some of them. */
export const step = fc.oneof(
  { weight: 1, arbitrary: fc.record({ allocate: fc.constantFrom(...parties) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      actAs: fc.subarray([...parties], { minLength: 1, maxLength: 2 }),
      actions: fc.array(action, { minLength: 1, maxLength: 3 }),
    }),
  },
);

export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Contract {
  readonly contractId: string;
  readonly templateId: string;
  readonly signatories: ReadonlyArray<string>;
  readonly observers: ReadonlyArray<string>;
}

/** Plays one transaction on the contracts that are active, which it changes. */
class Player {
  readonly nodes: Array<TransactionNode | undefined> = [];
  readonly #active: Array<Contract>;
  readonly #offset: number;

  constructor(active: Array<Contract>, offset: number) {
    this.#active = active;
    this.#offset = offset;
  }

  play(actions: ReadonlyArray<Action>): void {
    for (const each of actions) {
      if (each.kind === "create" || this.#active.length === 0) this.#create(each);
      else this.#exercise(each);
    }
  }

  #create({ signatories, observers, templateId }: Action): void {
    const nodeId = this.nodes.length;
    const others = observers.filter((party) => !signatories.includes(party));
    const contract = {
      contractId: placedId(`c${nodeId}`, this.#offset, nodeId),
      templateId,
      signatories: [...signatories].sort(),
      observers: others,
    };
    this.#active.push(contract);
    this.nodes.push(
      createOf(nodeId, contract.contractId, contract.signatories, {
        templateId,
        observers: others,
      }),
    );
  }

  #exercise(each: Action): void {
    const nodeId = this.nodes.length;
    const at = each.target % this.#active.length;
    const contract = this.#active[at];
    if (contract === undefined) return;
    if (each.consuming) this.#active.splice(at, 1);
    this.nodes.push(undefined);
    this.play(each.inside);
    this.nodes[nodeId] = exerciseOf(nodeId, contract.contractId, contract.signatories, {
      observers: contract.observers,
      templateId: contract.templateId,
      consuming: each.consuming,
      choice: each.consuming ? "Archive" : "Look",
      actingParties: each.actors,
      lastDescendantNodeId: this.nodes.length - 1,
    });
  }
}

/** The journal of some steps, the first at offset 1. */
export const journalOf = (steps: ReadonlyArray<Step>): ReadonlyArray<LedgerEvent> => {
  const active: Array<Contract> = [];
  return steps.map((each, index) => {
    const offset = index + 1;
    if ("allocate" in each) return partyAt(offset, each.allocate);
    const player = new Player(active, offset);
    player.play(each.actions);
    const nodes = player.nodes.filter((node) => node !== undefined);
    return transactionAt(offset, nodes, { actAs: each.actAs });
  });
};

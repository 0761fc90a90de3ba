import { type Ledger, openLedger, orThrow } from "@tallystick/node";
import fc from "fast-check";
import type { Scope } from "../src/index.js";
import { assetPackage, Give, Gold, Look, Melt, Split } from "./asset-package.js";

/** Everything of every party, with the views of the interface. */
export const wholeScope: Scope = {
  parties: [],
  interfaces: ["#asset-test:Assets:Asset"],
  blobs: false,
};

/** A text that needs every escape. */
const note = 'a "note" \\u0000 \u{1F4B0}';

/** One step of a history: what is done with which of the active contracts, for whom. */
export const step = fc.record({
  kind: fc.constantFrom("create", "split", "give", "look", "melt"),
  which: fc.nat(),
  alice: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer A> ? A : never;

/** A ledger in memory with the package of the tests. */
export const openAssets = async (): Promise<Ledger> =>
  orThrow(await openLedger({ packages: [assetPackage], config: { projectorThread: "main" } }));

/** Allocates alice and bob. */
export const allocateBoth = async (ledger: Ledger): Promise<readonly [string, string]> => {
  const { party: alice } = orThrow(await ledger.allocateParty({ partyIdHint: "alice" }));
  const { party: bob } = orThrow(await ledger.allocateParty({ partyIdHint: "bob" }));
  return [alice, bob];
};

/** Plays steps for alice, who issues, and bob. */
export const play = async (
  ledger: Ledger,
  [alice, bob]: readonly [string, string],
  steps: ReadonlyArray<Step>,
): Promise<void> => {
  const as = { actAs: [alice, bob] };
  for (const { kind, which, alice: isAlice } of steps) {
    const active = orThrow(await ledger.active(Gold, { party: alice }));
    const { contractId } = active[which % Math.max(active.length, 1)] ?? {};
    const owner = isAlice ? alice : bob;
    if (kind === "create" || contractId === undefined)
      orThrow(await ledger.create(Gold, { issuer: alice, owner, ounces: "8", note }, as));
    else if (kind === "split")
      orThrow(await ledger.exercise(Split, contractId, { ounces: "1.5" }, as));
    else if (kind === "give")
      orThrow(await ledger.exercise(Give, contractId, { newOwner: owner }, as));
    else if (kind === "look") orThrow(await ledger.exercise(Look, contractId, {}, as));
    else orThrow(await ledger.exercise(Melt, contractId, {}, as));
  }
};

import { list, party, record, type Static } from "@tallystick/core";
import { ExtraArgs } from "./metadata-v1.js";

/**
 * Groups of parties: each group can act together. An action is possible for any one of the groups.
 */
export const PartyGroups = list(list(party));

/** The argument of a choice that says who exercises it; implementations check `actors`. */
export const ByActors = record({ actors: list(party), extraArgs: ExtraArgs });
export type ByActors = Static<typeof ByActors>;

/** The argument of the choices that read a factory's view. */
export const FetchByActors = record({ actors: list(party) });
export type FetchByActors = Static<typeof FetchByActors>;

/** The controllers of every choice with `actors`. */
export const byActors = <A extends FetchByActors>(
  _view: unknown,
  { actors }: A,
): ReadonlyArray<string> => actors;

/** What a command does, as far as it matters to say where in it an error is. */
type CommandKind =
  | "CreateCommand"
  | "ExerciseCommand"
  | "ExerciseByKeyCommand"
  | "CreateAndExerciseCommand";

/**
 * What of a command: the template or interface it names, the payload to create with, the key or the
 * choice it names, the argument of that choice.
 */
export type CommandPart = "template" | "payload" | "key" | "choice" | "argument";

/** Where in a composite command an error is. Indexes count from 0. */
export type ErrorPlace =
  | {
      readonly of: "command";
      readonly index: number;
      readonly kind: CommandKind;
      readonly part: CommandPart;
      /** Into the value of the part, from the outside in; empty for the part itself. */
      readonly path: ReadonlyArray<string>;
    }
  | {
      readonly of: "prefetchKey";
      readonly index: number;
      readonly part: "template" | "key";
      readonly path: ReadonlyArray<string>;
    }
  | { readonly of: "disclosedContract"; readonly index: number }
  | { readonly of: "packagePreference"; readonly index: number };

/**
 * A place in the ledger's own terms, e.g. `command[0].payload.owner`. An interface spells it as its
 * clients write it.
 */
export const placeText = (place: ErrorPlace): string => {
  const at = `${place.of}[${place.index}]`;
  return "part" in place ? [at, place.part, ...place.path].join(".") : at;
};

/**
 * What went wrong and where, e.g. `Template does not exist: #a:M:T at 'command[0].template'`.
 *
 * @param spell how to name the place
 */
export const causeText = (
  { cause, place }: { readonly cause: string; readonly place?: ErrorPlace },
  spell: (place: ErrorPlace) => string = placeText,
): string => (place === undefined ? cause : `${cause.replace(/\.$/, "")} at '${spell(place)}'`);

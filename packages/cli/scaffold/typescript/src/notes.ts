import {
  choice,
  contractId,
  create,
  definePackage,
  party,
  record,
  template,
  text,
} from "@tallystick/core";

/** A note that its author shows to a reader. */
export const Note = template("Notes:Note", {
  payload: record({ author: party, reader: party, words: text }),
  signatories: ({ author }) => [author],
  observers: ({ reader }) => [reader],
  ensure: ({ words }) => words !== "",
});

/** The author changes the words of the note. */
export const Amend = choice(Note, "Amend", {
  argument: record({ words: text }),
  result: contractId,
  controllers: ({ author }) => [author],
  *body({ payload }, { words }) {
    return yield* create(Note, { ...payload, words });
  },
});

/** What the ledger serves. */
export const notes = definePackage({
  name: "notes",
  version: "1.0.0",
  templates: [Note],
  choices: [Amend],
});

import { get, post } from "../process.js";

/**
 * A module with a package of one template and one choice.
 *
 * @param core what the module imports `@tallystick/core` by
 */
export const notesModule = (core: string): string => `
import { choice, contractId, create, definePackage, party, record, template, text } from ${JSON.stringify(core)};
const Note = template("Notes:Note", {
  payload: record({ author: party, words: text }),
  signatories: ({ author }) => [author],
});
const Amend = choice(Note, "Amend", {
  argument: record({ words: text }),
  result: contractId,
  controllers: ({ author }) => [author],
  *body({ payload }, { words }) {
    return yield* create(Note, { ...payload, words });
  },
});
export const notes = definePackage({ name: "notes", version: "1.0.0", templates: [Note], choices: [Amend] });
`;

const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>((inner, key) => Object(inner)[key], value);

const submit = async (base: string, author: string, commandId: string, command: object) => {
  const commands = { commandId, actAs: [author], commands: [command] };
  const url = `${base}/v2/commands/submit-and-wait-for-transaction`;
  const answer = await post(url, { commands });
  const events = at(answer, "transaction", "events");
  return Array.isArray(events) ? events : [];
};

/** The author that `amendNote` made. */
export const authorOn = async (base: string): Promise<string> => {
  const parties = JSON.stringify(await get(`${base}/v2/parties`));
  return /author::[0-9a-f]+/.exec(parties)?.[0] ?? "";
};

/** Writes a note on the node at `base` and amends it; gives the words that are active then. */
export const amendNote = async (base: string, partyIdHint = "author"): Promise<unknown> => {
  const party = await post(`${base}/v2/parties`, { partyIdHint, userId: "ledger-api-user" });
  const author = String(at(party, "partyDetails", "party"));
  const templateId = "#notes:Notes:Note";
  const created = await submit(base, author, "write", {
    CreateCommand: { templateId, createArguments: { author, words: "first" } },
  });
  const contractId = at(created, 0, "CreatedEvent", "contractId");
  const choiceArgument = { words: "second" };
  const amended = await submit(base, author, "amend", {
    ExerciseCommand: { templateId, contractId, choice: "Amend", choiceArgument },
  });
  const made = amended.find((event) => at(event, "CreatedEvent") !== undefined);
  return at(made, "CreatedEvent", "createArgument", "words");
};

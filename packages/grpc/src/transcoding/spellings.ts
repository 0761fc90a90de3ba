/** How the cases of a group of fields, of which one is there, are written in JSON. */
export interface GroupSpelling {
  /** The names of its cases, where not that of the field with a capital letter. */
  readonly cases?: Readonly<Record<string, string>>;
  /** True where the message is the case itself, without a key for the group. */
  readonly isWhole?: boolean;
  /** Cases that are directly under their name, not in an object with `value`. */
  readonly bare?: ReadonlyArray<string>;
}

/** What is particular to the JSON of a message. */
export interface Spelling {
  /** Names of fields that are not the description's in lowerCamelCase. */
  readonly names?: Readonly<Record<string, string>>;
  readonly group?: GroupSpelling;
  /** Fields of bytes that JSON has in hexadecimal digits. */
  readonly hex?: ReadonlyArray<string>;
  /** Fields of bytes that rows take as bytes. */
  readonly raw?: ReadonlyArray<string>;
}

/**
 * Where the JSON of a message differs from the usual form: fields in lowerCamelCase, bytes in
 * Base64, times as text, and of a group `{group: {Case: {value}}}`.
 */
export const spellings: Readonly<Record<string, Spelling>> = {
  Command: {
    group: {
      cases: {
        create: "CreateCommand",
        exercise: "ExerciseCommand",
        exercise_by_key: "ExerciseByKeyCommand",
        create_and_exercise: "CreateAndExerciseCommand",
      },
      isWhole: true,
      bare: ["create", "exercise", "exercise_by_key", "create_and_exercise"],
    },
  },
  Event: {
    group: {
      cases: { created: "CreatedEvent", archived: "ArchivedEvent", exercised: "ExercisedEvent" },
      isWhole: true,
      bare: ["created", "archived", "exercised"],
    },
  },
  CreatedEvent: { names: { create_arguments: "createArgument" } },
  Transaction: { hex: ["external_transaction_hash"] },
  GetActiveContractsResponse: {
    group: {
      cases: {
        active_contract: "JsActiveContract",
        incomplete_unassigned: "JsIncompleteUnassigned",
        incomplete_assigned: "JsIncompleteAssigned",
      },
      bare: ["active_contract", "incomplete_unassigned", "incomplete_assigned"],
    },
  },
  ReassignmentEvent: {
    group: {
      cases: { unassigned: "JsUnassignedEvent", assigned: "JsAssignmentEvent" },
      isWhole: true,
      bare: ["assigned"],
    },
  },
  "admin.UploadDarFileRequest": { raw: ["dar_file"] },
  "admin.ValidateDarFileRequest": { raw: ["dar_file"] },
  PriorTopologySerial: { group: { bare: ["no_prior"] } },
};

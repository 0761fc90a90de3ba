import { settingRows } from "../setting-rows.js";
import type { CommandRow, FlagRow } from "./command-row.js";
import { journalFlags } from "./server-flags.js";

/** A place in the arguments: the store in the variable, as an argument would show a password. */
export const placeOfVariable = ":store:";

export const participant = {
  participant: {
    type: "string",
    value: "NAME",
    text: "the name in ledger.participantName; default participant",
  },
} as const satisfies CommandRow["flags"];

const auditPackages = {
  type: "string",
  multiple: true,
  value: "FILE",
  text: "a module with packages of the journal, as of serve; the coin's are there; may be given again",
} as const;

const moment = {
  at: {
    type: "string",
    value: "OFFSET|TIME",
    text: "an offset, or a time such as 2026-07-08T11:48:13Z; default the end",
  },
} as const satisfies CommandRow["flags"];

const format = {
  type: "string",
  value: "FORMAT",
  values: ["text", "json", "junit"],
  text: "default text",
} as const satisfies FlagRow;

const log = {
  type: "string",
  value: "FOLDER",
  text: "the folder of the log; default log in the data folder",
} as const;

/** The commands that audit a journal. */
export const auditRows = {
  "audit verify": {
    text: "read a journal and its files whole and check them; a node may be using them",
    arguments: [],
    flags: {
      ...journalFlags,
      ...participant,
      level: {
        type: "string",
        value: "LEVEL",
        values: ["chain", "structure", "rules"],
        text: "chain checks hashes, checksums and signatures, structure each transaction too, rules decides every command again; default rules",
      },
      from: {
        type: "string",
        value: "OFFSET",
        text: "check from this offset on only, and no other file",
      },
      to: {
        type: "string",
        value: "OFFSET",
        text: "check up to this offset only, and no other file",
      },
      packages: auditPackages,
      log: {
        ...log,
        text: `${log.text}; its checkpoints and tiles are compared, at the level rules`,
      },
      format,
    },
  },
  "audit checkpoint": {
    text: "sign what a journal has and keep the checkpoint, or compare the journal with one",
    arguments: [],
    flags: {
      ...journalFlags,
      ...participant,
      log,
      format,
      origin: {
        type: "string",
        value: "DOMAIN",
        text: "with the first checkpoint: what the name of the log begins with; default localhost",
      },
      against: {
        type: "string",
        value: "FILE",
        text: "sign nothing; compare the journal with the checkpoint in this file",
      },
      list: { type: "boolean", text: "sign nothing; print all checkpoints, the oldest first" },
      witness: {
        type: "string",
        multiple: true,
        value: "URL",
        text: "have this witness cosign the checkpoint; may be given again",
      },
      policy: {
        type: "string",
        value: "FILE",
        text: "whose signatures it must have in the end, as of check-proof",
      },
      publish: {
        type: "string",
        value: "FOLDER",
        text: "copy checkpoints, tiles and entries there",
      },
    },
  },
  "audit witness": {
    text: "cosign checkpoints of other logs over HTTP, if they continue what was cosigned before",
    arguments: [],
    flags: {
      folder: {
        type: "string",
        value: "FOLDER",
        text: "where its key and what it cosigned are; one process at a time",
      },
      name: { type: "string", value: "NAME", text: "the name of the witness" },
      "log-key": {
        type: "string",
        multiple: true,
        value: "KEY",
        text: "the key of a log that it cosigns, or a file with it; may be given again",
      },
      listen: {
        type: "string",
        value: "HOST:PORT",
        text: "where it listens; default 127.0.0.1:7576",
      },
    },
  },
  "audit prove": {
    text: "write a proof of one event, or of single nodes of it, by the last checkpoint",
    arguments: ["OFFSET|UPDATE-ID"],
    flags: {
      ...journalFlags,
      ...participant,
      log,
      node: {
        type: "string",
        multiple: true,
        value: "N",
        text: "show this node only; may be given again",
      },
      party: {
        type: "string",
        multiple: true,
        value: "PARTY",
        text: "show only the nodes that this party sees; may be given again",
      },
      out: {
        type: "string",
        value: "FILE",
        text: "where the proof goes; default the standard output",
      },
    },
  },
  "audit check-proof": {
    text: "check a proof; needs the key of its log, and no ledger",
    arguments: ["FILE"],
    flags: {
      key: {
        type: "string",
        value: "KEY",
        text: "the key of the log, or a file with it, such as checkpoint.key.pub",
      },
      policy: {
        type: "string",
        value: "FILE",
        text: "keys of the log and of witnesses, and how many of these must have signed",
      },
      format,
    },
  },
  "audit state": {
    text: "print the active contracts of a moment of the journal",
    arguments: [],
    flags: {
      ...journalFlags,
      ...participant,
      ...moment,
      party: { type: "string", value: "PARTY", text: "only those of which it is a stakeholder" },
      template: {
        type: "string",
        value: "TEMPLATE",
        text: "only these: Module:Entity, or a whole template id",
      },
      format,
    },
  },
  "audit balance": {
    text: "print what parties had of the coin at a moment of the journal",
    arguments: [],
    flags: {
      ...journalFlags,
      ...participant,
      ...moment,
      party: { type: "string", value: "PARTY", text: "only its balance" },
      supply: {
        type: "boolean",
        text: "of each network what was allowed, minted and burned, and what there is",
      },
      csv: { type: "boolean", text: "print CSV" },
      format,
    },
  },
  "audit explain": {
    text: "tell what happened: who asked, by whose authority, what it did or why it was refused; decide it again",
    arguments: ["[OFFSET|UPDATE-ID|COMMAND-ID|CONTRACT-ID]"],
    flags: {
      ...journalFlags,
      ...participant,
      command: {
        type: "string",
        value: "FILE",
        text: "in place of something that happened, this command: JSON as POST /v2/commands/async/submit takes it; tell what it would do, step by step, or why it is refused",
      },
      at: {
        ...moment.at,
        text: "with --command: it is decided on the state behind this offset, or at this time; default the end",
      },
      packages: auditPackages,
      format,
    },
  },
  "audit export": {
    text: "print the events of a journal as lines of JSON or CSV, with their hashes",
    arguments: [],
    flags: {
      ...journalFlags,
      ...participant,
      csv: { type: "boolean", text: "print CSV" },
      from: { type: "string", value: "OFFSET", text: "the first; default 1" },
      to: { type: "string", value: "OFFSET", text: "the last; default the end" },
    },
  },
  "audit watch": {
    text: "follow a journal that a node writes, verify it as it grows, and end when it breaks a rule",
    arguments: [],
    flags: {
      ...journalFlags,
      ...participant,
      packages: auditPackages,
      format,
      interval: {
        type: "string",
        value: "SECONDS",
        text: "between two looks; default 30",
      },
      whole: {
        type: "string",
        value: "SECONDS",
        text: "between two readings of the whole journal and the files of the folder; default 3600",
      },
      webhook: {
        type: "string",
        value: "URL",
        text: "post what was found there as JSON when the watch ends by a violation",
      },
      sign: {
        type: "boolean",
        text: "sign a checkpoint after each look that found something new; audit checkpoint makes the key",
      },
      witness: {
        type: "string",
        multiple: true,
        value: "URL",
        text: "with --sign: have this witness cosign each checkpoint; may be given again",
      },
      log,
    },
  },
  "audit diff": {
    text: `find the first event in which two journals differ, by their hashes, or what changed between two offsets of one; a place is a folder, the address of a store, or ${placeOfVariable} for that in ${settingRows.store.variable}`,
    arguments: ["PLACE|OFFSET", "PLACE|OFFSET"],
    flags: { ...journalFlags, ...participant, packages: auditPackages, format },
  },
} as const satisfies Readonly<Record<string, CommandRow>>;

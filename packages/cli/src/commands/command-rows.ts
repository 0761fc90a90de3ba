import type { CommandRow, FlagValues } from "./command-row.js";
import { nodeRows } from "./node-rows.js";
import { eventsFlags, journalFlags, serveFlags } from "./server-flags.js";

const participant = {
  participant: {
    type: "string",
    value: "NAME",
    text: "the name in ledger.participantName; default participant",
  },
} as const satisfies CommandRow["flags"];

const from = {
  type: "string",
  value: "PLACE",
  text: "a folder or the address of a store",
} as const;

const newFolder = {
  type: "string",
  value: "FOLDER",
  text: "a new folder, never the address of a store",
} as const;

const moment = {
  at: {
    type: "string",
    value: "OFFSET|TIME",
    text: "an offset, or a time such as 2026-07-08T11:48:13Z; default the end",
  },
} as const satisfies CommandRow["flags"];

const json = { type: "boolean", text: "print JSON" } as const;

const log = {
  type: "string",
  value: "FOLDER",
  text: "the folder of the log; default log in the data folder",
} as const;

const reason = { type: "string", value: "TEXT", text: "why, for the journal" } as const;

/** Every command of the program, in the order in which the help text has them. */
export const commandRows = {
  new: {
    text: "make a project with a template of its own, a test, npm start and npm test",
    arguments: ["FOLDER"],
    flags: {
      javascript: { type: "boolean", text: "in JavaScript; otherwise in strict TypeScript" },
      tarballs: {
        type: "string",
        value: "FOLDER",
        text: "take the packages of Tallystick from what npm pack made there, not from the registry",
      },
    },
  },
  serve: {
    text: "run a ledger node with its JSON interface",
    arguments: [],
    flags: serveFlags,
  },
  events: {
    text: "serve a journal's events to EventStoreDB clients, for reading",
    arguments: [],
    flags: eventsFlags,
  },
  copy: {
    text: "copy a journal to another store; resumes where an earlier copy ended",
    arguments: [],
    flags: { from, to: { ...from, text: `${from.text}; a new folder is made` }, ...participant },
  },
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
      from: { type: "string", value: "OFFSET", text: "report rules from this offset on only" },
      to: { type: "string", value: "OFFSET", text: "check rules up to this offset only" },
      packages: {
        type: "string",
        multiple: true,
        value: "FILE",
        text: "a module with packages of the journal, as of serve; the coin's are there; may be given again",
      },
      format: {
        type: "string",
        value: "FORMAT",
        values: ["text", "json", "junit"],
        text: "default text",
      },
    },
  },
  "audit checkpoint": {
    text: "sign what a journal has and keep the checkpoint, or compare the journal with one",
    arguments: [],
    flags: {
      ...journalFlags,
      ...participant,
      log,
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
      json: { type: "boolean", text: "print what is proved as JSON" },
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
      json,
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
      csv: { type: "boolean", text: "print CSV" },
    },
  },
  "audit explain": {
    text: "tell what happened: who asked, by whose authority, what it did or why it was refused",
    arguments: ["OFFSET|UPDATE-ID|COMMAND-ID|CONTRACT-ID"],
    flags: { ...journalFlags, ...participant },
  },
  "audit diff": {
    text: "find the first event in which two journals differ, by their hashes",
    arguments: ["PLACE", "PLACE"],
    flags: { ...participant },
  },
  fork: {
    text: "copy a journal, up to an offset, into a new folder where it goes its own way",
    arguments: [],
    flags: {
      from,
      to: newFolder,
      at: {
        type: "string",
        value: "OFFSET",
        text: "the last offset that is copied; default the end",
      },
      reason,
      ...participant,
    },
  },
  restore: {
    text: "copy a journal from a copy of it into a new folder, and have it say so",
    arguments: [],
    flags: {
      from,
      to: newFolder,
      "lost-offset": {
        type: "string",
        value: "OFFSET",
        text: "the greatest offset known to have been lost",
      },
      reason,
      ...participant,
    },
  },
  "disclosure-key": {
    text: "give a journal a new key by which single nodes of it can be proved; no node may be using it",
    arguments: [],
    flags: {
      data: { type: "string", value: "FOLDER", text: "the folder of the journal" },
      ...participant,
    },
  },
  "key new": {
    text: "make a key that signs outside of the node, sealed with a passphrase that is typed or in TALLYSTICK_KEY_PASSPHRASE, in a file for its owner alone",
    arguments: ["FILE"],
    flags: {
      kind: {
        type: "string",
        value: "KIND",
        values: ["ed25519", "p256", "secp256k1"],
        text: "default ed25519",
      },
    },
  },
  "key public": {
    text: "print the public key and its fingerprint",
    arguments: ["FILE"],
    flags: {},
  },
  "key sign": {
    text: "say in words what a request does and sign it: the JSON answer of /v2/interactive-submission/prepare or /v2/parties/external/generate-topology",
    arguments: ["FILE", "REQUEST"],
    flags: {
      yes: { type: "boolean", text: "do not ask before signing" },
      blind: { type: "boolean", text: "sign although the words do not say all" },
    },
  },
  ...nodeRows,
  completion: {
    text: "print the completion script of a shell: bash, zsh or fish",
    arguments: ["SHELL"],
    values: ["bash", "zsh", "fish"],
    flags: {},
  },
} as const satisfies Readonly<Record<string, CommandRow>>;

/** The words of a command, such as `key new`. */
export type CommandName = keyof typeof commandRows;

/** What the flags of a command may say. */
export type FlagsOf<C extends CommandName> = FlagValues<(typeof commandRows)[C]["flags"]>;

/** Flags of every command. */
export const commonFlags = {
  help: { type: "boolean", short: "h", text: "the flags of a command" },
  version: { type: "boolean", short: "v", text: "the version of this program" },
} as const satisfies CommandRow["flags"];

/** Whether a text is the words of a command. */
export const isCommand = (text: string): text is CommandName => Object.hasOwn(commandRows, text);

import type { CommandRow, FlagValues } from "./command-row.js";
import { auditRows, participant } from "./audit-rows.js";
import { darRows } from "./dar-rows.js";
import { nodeRows } from "./node-rows.js";
import { eventsFlags, serveFlags } from "./server-flags.js";

const from = {
  type: "string",
  value: "PLACE",
  variable: "TALLYSTICK_FROM",
  text: "a folder or the address of a store",
} as const;

const newFolder = {
  type: "string",
  value: "FOLDER",
  text: "a new folder, never the address of a store",
} as const;

const reason = { type: "string", value: "TEXT", text: "why, for the journal" } as const;

/** Every command of the program, in the order in which the help text has them. */
export const commandRows = {
  new: {
    text: "make a project with npm start, npm test and a workflow of CI",
    arguments: ["FOLDER"],
    flags: {
      kind: {
        type: "string",
        value: "KIND",
        text: "server (default: a node with a package of yours), library (a ledger in your program), dar (a node with a DAR) or dapp (a web page that uses the wallet); asked for on a terminal",
      },
      javascript: {
        type: "boolean",
        text: "in JavaScript; otherwise server and library are in strict TypeScript",
      },
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
    flags: {
      from,
      to: { ...from, variable: "TALLYSTICK_TO", text: `${from.text}; a new folder is made` },
      ...participant,
    },
  },
  ...auditRows,
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
  ...darRows,
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

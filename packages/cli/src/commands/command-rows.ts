import type { CommandRow, FlagValues } from "./command-row.js";
import { auditRows, participant } from "./audit-rows.js";
import { darRows } from "./dar-rows.js";
import { clientTlsFlags, nodeFlags, nodeRows } from "./node-rows.js";
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

const reason = { type: "string", value: "TEXT", text: "reason to record in the journal" } as const;

/** Flags of a fork of a running ledger. */
const forkNodeFlags = {
  party: {
    type: "string",
    multiple: true,
    value: "PARTY",
    text: "of a running ledger: a party whose contracts are read, and that acts here; repeatable",
  },
  "token-file": {
    type: "string",
    value: "FILE",
    text: "of a running ledger: the file with the token to send; default TALLYSTICK_TOKEN, or a development token for a local node",
  },
  ...clientTlsFlags,
  packages: {
    type: "string",
    multiple: true,
    value: "FILE",
    text: "of a running ledger: a module or DAR with packages that it does not give; repeatable",
  },
  coin: { type: "boolean", text: "of a running ledger: it has the packages of --coin" },
  "sign-for-others": {
    type: "boolean",
    text: "of a running ledger: users of the fork may act as all its parties, not only as those of --party",
  },
} as const satisfies CommandRow["flags"];

/** Every command of the program, in the order in which the help text has them. */
export const commandRows = {
  new: {
    text: "create a project with npm start, npm test and a CI workflow",
    arguments: ["FOLDER"],
    flags: {
      kind: {
        type: "string",
        value: "KIND",
        text: "server (default: a node with your package), library (a ledger in your program), dar (a node with a DAR) or dapp (a web page that uses the wallet); on a terminal, the command asks",
      },
      javascript: {
        type: "boolean",
        text: "use JavaScript; the default for server and library is strict TypeScript",
      },
      tarballs: {
        type: "string",
        value: "FOLDER",
        text: "take Tallystick's packages from the tarballs in this folder, not from the registry",
      },
    },
  },
  serve: {
    text: "run a ledger node with its JSON interface",
    arguments: [],
    flags: serveFlags,
  },
  events: {
    text: "serve a journal's events to EventStoreDB clients, read-only",
    arguments: [],
    flags: eventsFlags,
  },
  copy: {
    text: "copy a journal to another store; resumes where an earlier copy ended",
    arguments: [],
    flags: {
      from,
      to: { ...from, variable: "TALLYSTICK_TO", text: `${from.text}; a missing folder is created` },
      ...participant,
    },
  },
  ...auditRows,
  fork: {
    text: "copy a journal, up to an offset, into a new folder to continue separately; or begin one with the active contracts of a running ledger",
    arguments: [],
    flags: {
      from: { ...from, text: `${from.text}, or the http address of a running ledger` },
      to: newFolder,
      at: {
        type: "string",
        value: "OFFSET",
        text: "the last offset to copy; default the end",
      },
      ...forkNodeFlags,
      reason,
      ...participant,
    },
  },
  restore: {
    text: "restore a journal from a copy into a new folder, and record it in the journal",
    arguments: [],
    flags: {
      from,
      to: newFolder,
      "lost-offset": {
        type: "string",
        value: "OFFSET",
        text: "the greatest offset known to be lost",
      },
      reason,
      ...participant,
    },
  },
  "query-store": {
    text: "follow a ledger into tables of Postgres, for queries in SQL: that of a node, or one in a store that nodes share",
    arguments: [],
    flags: {
      url: nodeFlags.url,
      token: nodeFlags.token,
      user: nodeFlags.user,
      ...clientTlsFlags,
      "token-file": {
        type: "string",
        value: "FILE",
        text: "the file with the token to send; read again with each connection",
      },
      name: {
        type: "string",
        value: "NAME",
        text: "its name in the console of the node; default query-store",
      },
      store: {
        type: "string",
        value: "ADDRESS",
        variable: "TALLYSTICK_STORE",
        text: "follow the journal in this store, not a node: the address of an EventStoreDB",
      },
      packages: {
        type: "string",
        multiple: true,
        value: "FILE",
        text: "of a journal that is followed: a module or DAR of its packages; repeatable",
      },
      postgres: {
        type: "string",
        value: "URL",
        variable: "TALLYSTICK_POSTGRES",
        text: "the database; default: an embedded Postgres in --to",
      },
      to: {
        type: "string",
        value: "FOLDER",
        text: "of the embedded Postgres: its folder; default ./postgres",
      },
      port: {
        type: "string",
        value: "N",
        text: "of the embedded Postgres: its port on the loopback address; default 5433",
      },
      party: {
        type: "string",
        multiple: true,
        value: "PARTY",
        text: "a party whose transactions are stored; repeatable; default those that the user may act or read as when it begins; all with the right to read as any party",
      },
      interface: {
        type: "string",
        multiple: true,
        value: "INTERFACE",
        text: "keep the views of this interface too, #package-name:Module:Interface; repeatable",
      },
      blobs: { type: "boolean", text: "keep created-event blobs too, in the column metadata" },
      index: {
        type: "string",
        multiple: true,
        value: "TEMPLATE=PATH",
        text: "an index on a path of payloads, such as Gold:Gold=owner.name; repeatable",
      },
      once: { type: "boolean", text: "end at the offset where the ledger ends now" },
    },
  },
  "disclosure-key": {
    text: "give a journal a new key for proving single nodes; no node may be running on it",
    arguments: [],
    flags: {
      data: { type: "string", value: "FOLDER", text: "the folder of the journal" },
      ...participant,
    },
  },
  "key new": {
    text: "create a signing key outside the node, in a file only its owner can read, encrypted with a passphrase typed or in TALLYSTICK_KEY_PASSPHRASE",
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
    text: "describe a request and sign it: the JSON response of /v2/interactive-submission/prepare or /v2/parties/external/generate-topology",
    arguments: ["FILE", "REQUEST"],
    flags: {
      yes: { type: "boolean", text: "do not ask before signing" },
      blind: { type: "boolean", text: "sign even if the request cannot be fully described" },
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

export type FlagsOf<C extends CommandName> = FlagValues<(typeof commandRows)[C]["flags"]>;

export const commonFlags = {
  help: { type: "boolean", short: "h", text: "show the flags of a command" },
  version: { type: "boolean", short: "v", text: "show the version" },
} as const satisfies CommandRow["flags"];

/** Whether a text is the words of a command. */
export const isCommand = (text: string): text is CommandName => Object.hasOwn(commandRows, text);

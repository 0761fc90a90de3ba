import type { CommandRow } from "./command-row.js";

/** Flags of every command that asks a running node. */
const nodeFlags = {
  url: {
    type: "string",
    value: "URL",
    variable: "TALLYSTICK_URL",
    text: "the node; default http://127.0.0.1:7575",
  },
  token: {
    type: "string",
    value: "TOKEN",
    variable: "TALLYSTICK_TOKEN",
    text: "the token to ask with; default for a node on this machine: a development token",
  },
  user: {
    type: "string",
    value: "USER",
    variable: "TALLYSTICK_USER",
    text: "whose development token that is; default ledger-api-user",
  },
  json: { type: "boolean", text: "print JSON for programs, not a table" },
} as const satisfies CommandRow["flags"];

const rightFlags = {
  "act-as": {
    type: "string",
    multiple: true,
    value: "PARTY",
    text: "the user may act as this party; may be given again",
  },
  "read-as": {
    type: "string",
    multiple: true,
    value: "PARTY",
    text: "the user may read as this party; may be given again",
  },
  admin: { type: "boolean", text: "the user may administer the participant" },
} as const satisfies CommandRow["flags"];

const submitFlags = {
  "act-as": {
    type: "string",
    multiple: true,
    value: "PARTY",
    text: "the parties that act; may be given again; default the only one that the user may act as",
  },
  "read-as": {
    type: "string",
    multiple: true,
    value: "PARTY",
    text: "parties whose contracts the command may also read; may be given again",
  },
  "command-id": { type: "string", value: "ID", text: "default a new one" },
  ...nodeFlags,
} as const satisfies CommandRow["flags"];

/** Commands that ask a running node. A party may be named by its hint, `alice`. */
export const nodeRows = {
  token: {
    text: "make a token for a user of a node with the development login",
    arguments: ["[USER]"],
    flags: {
      hours: { type: "string", value: "N", text: "how long it is valid; default 12" },
      json: nodeFlags.json,
    },
  },
  "token show": {
    text: "print what a token says, without checking it; default the one in TALLYSTICK_TOKEN",
    arguments: ["[TOKEN]"],
    flags: { json: nodeFlags.json },
  },
  "party list": {
    text: "list the parties of the node",
    arguments: [],
    flags: nodeFlags,
  },
  "party allocate": {
    text: "make a party and let a user act as it",
    arguments: ["HINT"],
    flags: {
      for: { type: "string", value: "USER", text: "that user; default the one that asks" },
      ...nodeFlags,
    },
  },
  "user list": { text: "list the users of the node", arguments: [], flags: nodeFlags },
  "user create": {
    text: "make a user",
    arguments: ["USER"],
    flags: {
      "primary-party": { type: "string", value: "PARTY", text: "the party that is the user's own" },
      ...rightFlags,
      ...nodeFlags,
    },
  },
  "user grant": {
    text: "give a user rights",
    arguments: ["USER"],
    flags: { ...rightFlags, ...nodeFlags },
  },
  "dar list": {
    text: "list the packages of the node with their names and versions",
    arguments: [],
    flags: nodeFlags,
  },
  "dar upload": { text: "upload a DAR", arguments: ["FILE"], flags: nodeFlags },
  "dar download": {
    text: "write the archive of a package to a new file",
    arguments: ["PACKAGE", "FILE"],
    flags: nodeFlags,
  },
  "contracts list": {
    text: "list active contracts with their payloads",
    arguments: [],
    flags: {
      party: {
        type: "string",
        multiple: true,
        value: "PARTY",
        text: "whose contracts; may be given again; default all parties the user may act or read as",
      },
      template: {
        type: "string",
        multiple: true,
        value: "TEMPLATE",
        text: "of this template alone, #package-name:Module:Entity; may be given again",
      },
      at: { type: "string", value: "OFFSET", text: "active at this offset; default the end" },
      ...nodeFlags,
    },
  },
  "submit create": {
    text: "create a contract; PAYLOAD is JSON, @FILE, or - for standard input",
    arguments: ["TEMPLATE", "PAYLOAD"],
    flags: submitFlags,
  },
  "submit exercise": {
    text: "exercise a choice; ARGUMENT is JSON, @FILE, or - for standard input; default {}",
    arguments: ["TEMPLATE", "CONTRACT", "CHOICE", "[ARGUMENT]"],
    flags: submitFlags,
  },
  "wallet register": {
    text: "give the user a party and a wallet",
    arguments: [],
    flags: nodeFlags,
  },
  "wallet balance": { text: "print the balance in CC", arguments: [], flags: nodeFlags },
  "wallet tap": {
    text: "get CC on a development network; AMOUNT is in US dollars",
    arguments: ["AMOUNT"],
    flags: nodeFlags,
  },
  "wallet transfer": {
    text: "offer CC to a party; once it has accepted, the wallet pays",
    arguments: ["RECEIVER", "AMOUNT"],
    flags: {
      description: { type: "string", value: "TEXT", text: "what it is for" },
      "tracking-id": {
        type: "string",
        value: "ID",
        text: "used once, so that a repeat offers nothing twice; default a new one",
      },
      ...nodeFlags,
    },
  },
  "wallet offers": {
    text: "list the offers that are open",
    arguments: [],
    flags: nodeFlags,
  },
  "wallet accept": { text: "accept an offer", arguments: ["CONTRACT"], flags: nodeFlags },
  "wallet history": {
    text: "list what has changed the balance, the newest first",
    arguments: [],
    flags: {
      limit: { type: "string", value: "N", text: "items at most; default 50" },
      ...nodeFlags,
    },
  },
} as const satisfies Readonly<Record<string, CommandRow>>;

/** The words of a command that asks a running node. */
export type NodeCommandName = keyof typeof nodeRows;

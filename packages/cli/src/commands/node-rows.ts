import type { CommandRow } from "./command-row.js";

/** What a command that asks a node trusts and presents. */
export const clientTlsFlags = {
  "tls-ca": {
    type: "string",
    value: "FILE",
    variable: "TALLYSTICK_TLS_CA",
    text: "PEM certificates of the issuers to trust for the node, instead of the usual ones",
  },
  "tls-certificate": {
    type: "string",
    value: "FILE",
    variable: "TALLYSTICK_CLIENT_CERTIFICATE",
    text: "PEM certificate to present to the node, with --tls-key",
  },
  "tls-key": {
    type: "string",
    value: "FILE",
    variable: "TALLYSTICK_CLIENT_KEY",
    text: "the certificate's private key in PEM",
  },
} as const satisfies CommandRow["flags"];

/** Flags of every command that asks a running node. */
export const nodeFlags = {
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
    text: "the token to send; default for a local node: a development token",
  },
  user: {
    type: "string",
    value: "USER",
    variable: "TALLYSTICK_USER",
    text: "user of the development token; default ledger-api-user",
  },
  ...clientTlsFlags,
  json: { type: "boolean", text: "print JSON for programs, not a table" },
} as const satisfies CommandRow["flags"];

const rightFlags = {
  "act-as": {
    type: "string",
    multiple: true,
    value: "PARTY",
    text: "the user may act as this party; repeatable",
  },
  "read-as": {
    type: "string",
    multiple: true,
    value: "PARTY",
    text: "the user may read as this party; repeatable",
  },
  admin: { type: "boolean", text: "the user may administer the participant" },
} as const satisfies CommandRow["flags"];

const submitFlags = {
  "act-as": {
    type: "string",
    multiple: true,
    value: "PARTY",
    text: "a submitting party; repeatable; default the only party the user may act as",
  },
  "read-as": {
    type: "string",
    multiple: true,
    value: "PARTY",
    text: "a party whose contracts the command may also read; repeatable",
  },
  "command-id": { type: "string", value: "ID", text: "default: a new id" },
  "dry-run": {
    type: "boolean",
    text: "write nothing: print what the command would do, or where it fails and whose authority is missing",
  },
  at: {
    type: "string",
    value: "OFFSET",
    text: "with --dry-run: after this offset; default now",
  },
  ...nodeFlags,
} as const satisfies CommandRow["flags"];

/** Commands that ask a running node. A party may be named by its hint, `alice`. */
export const nodeRows = {
  token: {
    text: "create a token for a user of a node with the development login",
    arguments: ["[USER]"],
    flags: {
      hours: { type: "string", value: "N", text: "how long it is valid; default 12" },
      json: nodeFlags.json,
    },
  },
  "token show": {
    text: "decode a token without verifying it; default TALLYSTICK_TOKEN",
    arguments: ["[TOKEN]"],
    flags: { json: nodeFlags.json },
  },
  "party list": {
    text: "list the parties of the node",
    arguments: [],
    flags: nodeFlags,
  },
  "party allocate": {
    text: "allocate a party and let a user act as it",
    arguments: ["HINT"],
    flags: {
      for: { type: "string", value: "USER", text: "the user; default the caller" },
      ...nodeFlags,
    },
  },
  "user list": { text: "list the users of the node", arguments: [], flags: nodeFlags },
  "user create": {
    text: "create a user",
    arguments: ["USER"],
    flags: {
      "primary-party": { type: "string", value: "PARTY", text: "the user's primary party" },
      ...rightFlags,
      ...nodeFlags,
    },
  },
  "user grant": {
    text: "grant rights to a user",
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
        text: "a party whose contracts to list; repeatable; default all parties the user may act or read as",
      },
      template: {
        type: "string",
        multiple: true,
        value: "TEMPLATE",
        text: "only this template, #package-name:Module:Entity; repeatable",
      },
      at: {
        type: "string",
        value: "OFFSET",
        text: "contracts active at this offset; default the end",
      },
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
  explain: {
    text: "say what an update consumed, did and made, with amounts, who signed and who sees it",
    arguments: ["UPDATE-ID"],
    flags: {
      party: {
        type: "string",
        multiple: true,
        value: "PARTY",
        text: "a party whose view to show; repeatable; default all parties the user may act or read as",
      },
      svg: { type: "string", value: "FILE", text: "write it as a picture, SVG" },
      ...nodeFlags,
    },
  },
  trace: {
    text: "step through how a transaction was interpreted, or a command would be: each exercise, create, fetch, guard and exception, and what each definition took",
    arguments: ["UPDATE-ID|COMMAND-FILE"],
    flags: {
      at: {
        type: "string",
        value: "OFFSET",
        text: "try the command after this offset; default now",
      },
      step: { type: "string", value: "N", text: "print one moment with all its values" },
      flame: {
        type: "string",
        value: "FILE",
        text: "write a flame graph, SVG, of the steps that each definition took",
      },
      ...nodeFlags,
    },
  },
  "wallet register": {
    text: "create a party and a wallet for the user",
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
    text: "offer CC to a party; the wallet pays after acceptance",
    arguments: ["RECEIVER", "AMOUNT"],
    flags: {
      description: { type: "string", value: "TEXT", text: "description of the transfer" },
      "tracking-id": {
        type: "string",
        value: "ID",
        text: "id that makes the offer idempotent; default: a new id",
      },
      ...nodeFlags,
    },
  },
  "wallet offers": {
    text: "list open offers",
    arguments: [],
    flags: nodeFlags,
  },
  "wallet accept": { text: "accept an offer", arguments: ["CONTRACT"], flags: nodeFlags },
  "wallet history": {
    text: "list changes of the balance, newest first",
    arguments: [],
    flags: {
      limit: { type: "string", value: "N", text: "most items to list; default 50" },
      ...nodeFlags,
    },
  },
} as const satisfies Readonly<Record<string, CommandRow>>;

/** The words of a command that asks a running node. */
export type NodeCommandName = keyof typeof nodeRows;

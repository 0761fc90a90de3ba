import { settingRows } from "../setting-rows.js";
import type { CommandRow, FlagRow } from "./command-row.js";
import { journalFlags } from "./server-flags.js";

/** A place in the arguments: the store in the variable, as an argument would show a password. */
export const placeOfVariable = ":store:";

export const participant = {
  participant: {
    type: "string",
    value: "NAME",
    text: "ledger.participantName; default participant",
  },
} as const satisfies CommandRow["flags"];

const auditPackages = {
  type: "string",
  multiple: true,
  value: "FILE",
  text: "a module with the journal's own packages, as for serve; the coin's are built in; repeatable",
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
    text: "verify a journal and its files completely; a node may be running on them",
    arguments: [],
    flags: {
      ...journalFlags,
      ...participant,
      level: {
        type: "string",
        value: "LEVEL",
        values: ["chain", "structure", "rules"],
        text: "chain checks hashes, checksums and signatures; structure also checks each transaction; rules also re-executes every command; default rules",
      },
      from: {
        type: "string",
        value: "OFFSET",
        text: "check only events from this offset on, and no other file",
      },
      to: {
        type: "string",
        value: "OFFSET",
        text: "check only events up to this offset, and no other file",
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
    text: "sign a checkpoint of a journal and store it, or compare the journal with a checkpoint",
    arguments: [],
    flags: {
      ...journalFlags,
      ...participant,
      log,
      format,
      origin: {
        type: "string",
        value: "DOMAIN",
        text: "first part of a new log's name, used with the first checkpoint; default localhost",
      },
      against: {
        type: "string",
        value: "FILE",
        text: "sign nothing; compare the journal with the checkpoint in this file",
      },
      list: { type: "boolean", text: "sign nothing; print all checkpoints, oldest first" },
      witness: {
        type: "string",
        multiple: true,
        value: "URL",
        text: "have this witness cosign the checkpoint; repeatable",
      },
      policy: {
        type: "string",
        value: "FILE",
        text: "the signatures it must have, as for check-proof",
      },
      publish: {
        type: "string",
        value: "FOLDER",
        text: "copy checkpoints, tiles and entries to this folder",
      },
    },
  },
  "audit witness": {
    text: "cosign checkpoints of other logs over HTTP if they extend the last cosigned ones",
    arguments: [],
    flags: {
      folder: {
        type: "string",
        value: "FOLDER",
        text: "its key and the cosigned checkpoints; one process at a time",
      },
      name: { type: "string", value: "NAME", text: "the name of the witness" },
      "log-key": {
        type: "string",
        multiple: true,
        value: "KEY",
        text: "the key of a log to cosign, or a file with it; repeatable",
      },
      listen: {
        type: "string",
        value: "HOST:PORT",
        text: "address to listen on; default 127.0.0.1:7576",
      },
    },
  },
  "audit prove": {
    text: "write a proof of one event, or of some of its nodes, against the last checkpoint",
    arguments: ["OFFSET|UPDATE-ID"],
    flags: {
      ...journalFlags,
      ...participant,
      log,
      node: {
        type: "string",
        multiple: true,
        value: "N",
        text: "show only this node; repeatable",
      },
      party: {
        type: "string",
        multiple: true,
        value: "PARTY",
        text: "show only the nodes visible to this party; repeatable",
      },
      out: {
        type: "string",
        value: "FILE",
        text: "file to write; default standard output",
      },
    },
  },
  "audit check-proof": {
    text: "verify a proof; needs the key of its log, but no ledger",
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
    text: "print the contracts active at an offset or time",
    arguments: [],
    flags: {
      ...journalFlags,
      ...participant,
      ...moment,
      party: { type: "string", value: "PARTY", text: "only contracts with this stakeholder" },
      template: {
        type: "string",
        value: "TEMPLATE",
        text: "only this template: Module:Entity, or a full template id",
      },
      format,
    },
  },
  "audit balance": {
    text: "print the coin balances of parties at an offset or time",
    arguments: [],
    flags: {
      ...journalFlags,
      ...participant,
      ...moment,
      party: { type: "string", value: "PARTY", text: "only its balance" },
      supply: {
        type: "boolean",
        text: "per network: the amounts allowed, minted, burned and in existence",
      },
      csv: { type: "boolean", text: "print CSV" },
      format,
    },
  },
  "audit explain": {
    text: "explain an event: who asked, by whose authority, what it did or why it was rejected; re-execute it",
    arguments: ["[OFFSET|UPDATE-ID|COMMAND-ID|CONTRACT-ID]"],
    flags: {
      ...journalFlags,
      ...participant,
      command: {
        type: "string",
        value: "FILE",
        text: "explain this hypothetical command instead: JSON as for POST /v2/commands/async/submit; print what it would do, step by step, or why it is rejected",
      },
      at: {
        ...moment.at,
        text: "with --command: decide it on the state after this offset, or at this time; default the end",
      },
      svg: {
        type: "string",
        value: "FILE",
        text: "write the transaction as a picture, SVG, with the amounts of tokens whose code it has",
      },
      packages: auditPackages,
      format,
    },
  },
  bisect: {
    text: "find the first offset at which a claim over active contracts became false, and explain it; CLAIM is `sum(Iou:Iou, amount) <= 1000`, a file with one, or a JavaScript module that exports { template, holds(contracts) }",
    arguments: ["CLAIM"],
    flags: {
      ...journalFlags,
      ...participant,
      packages: auditPackages,
      json: { type: "boolean", text: "print JSON" },
    },
  },
  "audit export": {
    text: "print the events of a journal with their hashes as JSON lines or CSV",
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
    text: "follow a journal, verify new events, and end when one breaks a rule",
    arguments: [],
    flags: {
      ...journalFlags,
      ...participant,
      packages: auditPackages,
      format,
      interval: {
        type: "string",
        value: "SECONDS",
        text: "interval between checks for new events; default 30",
      },
      whole: {
        type: "string",
        value: "SECONDS",
        text: "interval between full checks of the journal and the files of the folder; default 3600",
      },
      webhook: {
        type: "string",
        value: "URL",
        text: "post the findings to this URL as JSON if the watch ends with a violation",
      },
      sign: {
        type: "boolean",
        text: "sign a checkpoint after each check that found new events; audit checkpoint creates the key",
      },
      witness: {
        type: "string",
        multiple: true,
        value: "URL",
        text: "with --sign: have this witness cosign each checkpoint; repeatable",
      },
      log,
    },
  },
  "audit diff": {
    text: `find the first event in which two journals differ, by their hashes, or the changes between two offsets of one journal; a place is a folder, the address of a store, or ${placeOfVariable} for that in ${settingRows.store.variable}`,
    arguments: ["PLACE|OFFSET", "PLACE|OFFSET"],
    flags: { ...journalFlags, ...participant, packages: auditPackages, format },
  },
} as const satisfies Readonly<Record<string, CommandRow>>;

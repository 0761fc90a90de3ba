import type { CommandRow } from "./command-row.js";

const json = { type: "boolean", text: "print JSON for programs" } as const;

/** The commands that read a DAR and ask no node. */
export const darRows = {
  "dar inspect": {
    text: "list the contents of a DAR: packages, templates with keys and choices, interfaces, types, values, and which of them run",
    arguments: ["FILE"],
    flags: {
      all: {
        type: "boolean",
        text: "list the definitions of all packages, not only the main one",
      },
      json,
    },
  },
  "dar eval": {
    text: "evaluate top-level values of a DAR's main package: all, those of a module, or one",
    arguments: ["FILE", "[MODULE[:NAME]]"],
    flags: {
      steps: {
        type: "string",
        value: "N",
        text: "most function calls per value; default 50000000",
      },
      memory: {
        type: "string",
        value: "MIB",
        text: "most memory per value; default 512",
      },
      json,
    },
  },
} as const satisfies Readonly<Record<string, CommandRow>>;

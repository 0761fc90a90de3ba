import { createRequire } from "node:module";

// border: every package.json has a version
const { version } = createRequire(import.meta.url)("../../package.json") as {
  readonly version: string;
};

/** The version of this package, as its package.json has it. */
export const softwareVersion: string = version;

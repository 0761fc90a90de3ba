export { type ExitCode, exitCode } from "./exit-code.js";
export { run, type Surroundings } from "./run.js";
export { type RunningNode, type StartFailure, startNode } from "./serve.js";
export { type Environment, type Flags, readSettings, type Settings } from "./settings.js";

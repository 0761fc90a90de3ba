import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { exitCodeOf } from "./command-error.js";
import { type ExitCode, exitCode } from "./exit-code.js";
import type { StoreFlags } from "./events.js";
import type { JournalCommandName } from "./journal-command.js";
import type { Ask } from "./key/ask.js";
import { flagError, unknownCommand, wordText } from "./misuse.js";
import type { RunningNode } from "./serve.js";
import type { Environment } from "./settings.js";
import { usage } from "./usage.js";

/** Where the program writes, and what surrounds it. */
interface Surroundings {
  readonly env: Environment;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly ask: Ask;
}

interface Invocation {
  readonly command: string | undefined;
  readonly flags: StoreFlags & { readonly help?: boolean; readonly version?: boolean };
}

/** Every flag of every command that is read here. */
const flags = {
  port: { type: "string" },
  host: { type: "string" },
  data: { type: "string" },
  store: { type: "string" },
  listen: { type: "string" },
  advertise: { type: "string" },
  "clear-text-passwords": { type: "boolean" },
  "tls-certificate": { type: "string" },
  "tls-key": { type: "string" },
  from: { type: "string" },
  to: { type: "string" },
  participant: { type: "string" },
  at: { type: "string" },
  "lost-offset": { type: "string" },
  reason: { type: "string" },
  config: { type: "string" },
  "log-level": { type: "string" },
  "metrics-port": { type: "string" },
  auth: { type: "string" },
  network: { type: "string" },
  "manual-clock": { type: "boolean" },
  "accept-journal-end": { type: "string" },
  "accept-clock": { type: "boolean" },
  localnet: { type: "boolean" },
  follow: { type: "boolean" },
  packages: { type: "string", multiple: true },
  coin: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

const parse = (args: ReadonlyArray<string>): Invocation => {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: flags,
    });
    const [command, extra] = positionals;
    if (extra !== undefined) throw new Error(`unexpected argument ${wordText(extra)}`);
    return { command, flags: values };
  } catch (thrown) {
    throw flagError(thrown, Object.keys(flags));
  }
};

const ownVersion = async (): Promise<string> => {
  const { readManifest } = await import("./scaffold/manifest.js");
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return readManifest(text).version ?? "unknown";
};

const untilSignal = async (
  start: () => Promise<RunningNode>,
  { out }: Surroundings,
): Promise<ExitCode> => {
  const { stopOnSignal } = await import("./stop-on-signal.js");
  const node = await start();
  const stopped = stopOnSignal(node);
  out(node.readyLine);
  return stopped;
};

const serve: Command = async (flags, surroundings) => {
  const { readSettings } = await import("./settings.js");
  const settings = await readSettings(flags, surroundings.env);
  const { startNode } = await import("./serve.js");
  return untilSignal(() => startNode(settings), surroundings);
};

const events: Command = async (flags, surroundings) => {
  const { startEvents } = await import("./events.js");
  return untilSignal(() => startEvents(flags, surroundings.env), surroundings);
};

const copy: Command = async (flags, { out }) => {
  const { runCopy } = await import("./copy.js");
  await runCopy(flags, out);
  return exitCode.done;
};

const journalCommand =
  (command: JournalCommandName): Command =>
  async (flags, { out }) => {
    const { runJournalCommand } = await import("./journal-command.js");
    await runJournalCommand(command, flags, out);
    return exitCode.done;
  };

type Command = (flags: StoreFlags, surroundings: Surroundings) => Promise<ExitCode>;

const commands: ReadonlyMap<string, Command> = new Map([
  ["serve", serve],
  ["events", events],
  ["copy", copy],
  ["fork", journalCommand("fork")],
  ["restore", journalCommand("restore")],
  ["disclosure-key", journalCommand("disclosure-key")],
]);

const runFlags = async (
  args: ReadonlyArray<string>,
  surroundings: Surroundings,
): Promise<ExitCode> => {
  const { command: name, flags } = parse(args);
  const command = name === undefined ? undefined : commands.get(name);
  if (flags.help === true || flags.version === true) {
    surroundings.out(flags.help === true ? usage : await ownVersion());
    return exitCode.done;
  }
  if (command !== undefined) return command(flags, surroundings);
  if (name !== undefined) throw unknownCommand(name, [...commands.keys(), "audit", "key", "new"]);
  surroundings.err(usage);
  return exitCode.usage;
};

/** Runs one invocation of the program and returns how the process is to end. */
export const run = async (
  args: ReadonlyArray<string>,
  surroundings: Surroundings,
): Promise<ExitCode> => {
  const [first, ...rest] = args;
  if (first === "key") {
    const { runKeyCommand } = await import("./key/key-command.js");
    return runKeyCommand(rest, surroundings);
  }
  return exitCodeOf("tallystick", surroundings.err, async () => {
    if (first === "new") {
      const { runNewCommand } = await import("./scaffold/new-command.js");
      return runNewCommand(rest, surroundings);
    }
    if (first !== "audit") return runFlags(args, surroundings);
    const { runAuditCommand } = await import("./audit.js");
    return runAuditCommand(rest, surroundings);
  });
};

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type ExitCode, exitCode } from "./exit-code.js";
import type { StoreFlags } from "./events.js";
import type { JournalCommandName } from "./journal-command.js";
import type { Ask } from "./key/ask.js";
import type { Environment, Flags } from "./settings.js";
import { usage, wordText } from "./usage.js";

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

const parse = (args: ReadonlyArray<string>): Either<string, Invocation> => {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
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
      },
    });
    const [command, extra] = positionals;
    return extra === undefined
      ? right({ command, flags: values })
      : left(`unexpected argument ${wordText(extra)}`);
  } catch (error) {
    return left(error instanceof Error ? error.message : String(error));
  }
};

const ownVersion = (): string => {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const manifest: unknown = JSON.parse(text);
  return typeof manifest === "object" && manifest !== null && "version" in manifest
    ? String(manifest.version)
    : "unknown";
};

const serve = async (flags: Flags, { env, out, err }: Surroundings): Promise<ExitCode> => {
  const { readSettings } = await import("./settings.js");
  const settings = await readSettings(flags, env);
  if (isLeft(settings)) {
    err(`tallystick: ${settings.left}`);
    return exitCode.usage;
  }
  const [{ startNode }, { stopOnSignal }] = await Promise.all([
    import("./serve.js"),
    import("./stop-on-signal.js"),
  ]);
  const node = await startNode(settings.right);
  if (isLeft(node)) {
    err(`tallystick: ${node.left.message}`);
    return node.left.code;
  }
  const stopped = stopOnSignal(node.right);
  out(node.right.readyLine);
  return stopped;
};

const events = async (flags: StoreFlags, { env, out, err }: Surroundings): Promise<ExitCode> => {
  const [{ startEvents }, { stopOnSignal }] = await Promise.all([
    import("./events.js"),
    import("./stop-on-signal.js"),
  ]);
  const started = await startEvents(flags, env);
  if (isLeft(started)) {
    err(`tallystick: ${started.left.message}`);
    return started.left.code;
  }
  const stopped = stopOnSignal(started.right);
  out(started.right.readyLine);
  return stopped;
};

const copy = async (flags: StoreFlags, { out, err }: Surroundings): Promise<ExitCode> => {
  const { runCopy } = await import("./copy.js");
  const copied = await runCopy(flags, out);
  if (!isLeft(copied)) return exitCode.done;
  err(`tallystick: ${copied.left.message}`);
  return copied.left.code;
};

const journalCommand = async (
  command: JournalCommandName,
  flags: StoreFlags,
  { out, err }: Surroundings,
): Promise<ExitCode> => {
  const { runJournalCommand } = await import("./journal-command.js");
  const done = await runJournalCommand(command, flags, out);
  if (!isLeft(done)) return exitCode.done;
  err(`tallystick: ${done.left.message}`);
  return done.left.code;
};

/** Runs one invocation of the program and returns how the process is to end. */
export const run = async (
  args: ReadonlyArray<string>,
  surroundings: Surroundings,
): Promise<ExitCode> => {
  const { out, err } = surroundings;
  const [first, ...rest] = args;
  if (first === "key") {
    const { runKeyCommand } = await import("./key/key-command.js");
    return runKeyCommand(rest, surroundings);
  }
  if (first === "audit") {
    const { runAuditCommand } = await import("./audit.js");
    return runAuditCommand(rest, surroundings);
  }
  const invocation = parse(args);
  if (isLeft(invocation)) {
    err(`tallystick: ${invocation.left}\n\n${usage}`);
    return exitCode.usage;
  }
  const { command, flags } = invocation.right;
  if (flags.help === true) {
    out(usage);
    return exitCode.done;
  }
  if (flags.version === true) {
    out(ownVersion());
    return exitCode.done;
  }
  if (command === "serve") return serve(flags, surroundings);
  if (command === "events") return events(flags, surroundings);
  if (command === "copy") return copy(flags, surroundings);
  if (command === "fork" || command === "restore" || command === "disclosure-key")
    return journalCommand(command, flags, surroundings);
  err(
    `${command === undefined ? "" : `tallystick: unknown command ${wordText(command)}\n\n`}${usage}`,
  );
  return exitCode.usage;
};

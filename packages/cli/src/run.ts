import { readFileSync } from "node:fs";
import { exitCodeOf } from "./command-error.js";
import type { Command, Surroundings } from "./commands/command.js";
import type { CommandName } from "./commands/command-rows.js";
import { helpText, usage } from "./commands/help-text.js";
import type { NodeCommandName } from "./commands/node-rows.js";
import { askedFor, readInvocation } from "./commands/read-command.js";
import { type ExitCode, exitCode } from "./exit-code.js";
import type { JournalCommandName } from "./journal-command.js";
import { ownFolder } from "./own-folder.js";
import type { RunningNode } from "./serve.js";

const ownVersion = (): string => {
  const text = readFileSync(new URL("package.json", ownFolder), "utf8");
  const manifest: unknown = JSON.parse(text);
  return typeof manifest === "object" && manifest !== null && "version" in manifest
    ? String(manifest.version)
    : "unknown";
};

const untilSignal = async (
  start: () => Promise<RunningNode>,
  passwordNote: string | undefined,
  { out }: Surroundings,
): Promise<ExitCode> => {
  const { stopOnSignal } = await import("./stop-on-signal.js");
  const node = await start();
  if (passwordNote !== undefined) node.logger.warn(passwordNote);
  const stopped = stopOnSignal(node);
  out(node.readyLine);
  return stopped;
};

const journalCommand =
  <C extends JournalCommandName>(command: C): Command<C> =>
  async ({ flags }, { out }) => {
    const { runJournalCommand } = await import("./journal-command.js");
    await runJournalCommand(command, flags, out);
  };

const keyCommand =
  <A extends "new" | "public" | "sign">(action: A): Command<`key ${A}`> =>
  async ({ flags, args: [file = "", request] }, surroundings) => {
    const { keyActions } = await import("./key/key-command.js");
    await keyActions[action]({ ...flags, file, request }, surroundings);
  };

const nodeCommand =
  <C extends NodeCommandName>(name: C): Command<C> =>
  async (invocation, surroundings) => {
    const { nodeCommands } = await import("./client/node-commands.js");
    return nodeCommands[name](invocation, surroundings);
  };

/** Runs a command that prints its verdict in several forms. */
const inFormat = async (
  command: CommandName,
  format: string | undefined,
  out: (line: string) => void,
  runIt: () => Promise<ExitCode>,
): Promise<ExitCode> => {
  const forms = await import("./audit/format.js");
  return forms.inFormat(command, format, out, runIt);
};

/** What each command does; its code is loaded when it runs. */
const commands: { readonly [C in CommandName]: Command<C> } = {
  new: async ({ flags, args: [folder = ""] }, { out }) => {
    const { runNewCommand } = await import("./scaffold/new-command.js");
    await runNewCommand(flags, folder, out);
  },
  serve: async ({ flags, passwordNote }, surroundings) => {
    const { readSettings } = await import("./settings.js");
    const settings = await readSettings(flags, surroundings.env);
    const { startNode } = await import("./serve.js");
    return untilSignal(() => startNode(settings), passwordNote, surroundings);
  },
  events: async ({ flags, passwordNote }, surroundings) => {
    const { startEvents } = await import("./events.js");
    return untilSignal(() => startEvents(flags, surroundings.env), passwordNote, surroundings);
  },
  copy: async ({ flags }, { out }) => {
    const { runCopy } = await import("./copy.js");
    await runCopy(flags, out);
  },
  "query-store": async ({ flags }, surroundings) => {
    const { runQueryStore } = await import("./query-store/query-store.js");
    await runQueryStore(flags, surroundings);
  },
  "audit verify": async ({ flags }, surroundings) => {
    const { verify } = await import("./audit/verify.js");
    return inFormat("audit verify", flags.format, surroundings.out, () =>
      verify(flags, surroundings),
    );
  },
  "audit checkpoint": async ({ flags }, surroundings) => {
    const { checkpoint } = await import("./audit/checkpoint.js");
    return inFormat("audit checkpoint", flags.format, surroundings.out, () =>
      checkpoint(flags, surroundings),
    );
  },
  "audit witness": async ({ flags }, { out }) => {
    const { serveWitness } = await import("./audit/witness.js");
    await serveWitness(flags, out);
  },
  "audit prove": async ({ flags, args: [target = ""] }, surroundings) => {
    const { prove } = await import("./audit/prove.js");
    await prove(target, flags, surroundings);
  },
  "audit check-proof": async ({ flags, args: [file = ""] }, { out }) => {
    const { checkProof } = await import("./audit/check-proof.js");
    return inFormat("audit check-proof", flags.format, out, () => checkProof(file, flags, out));
  },
  "audit state": async ({ flags }, surroundings) => {
    const { printState } = await import("./audit/travel.js");
    return inFormat("audit state", flags.format, surroundings.out, () =>
      printState(flags, surroundings),
    );
  },
  "audit balance": async ({ flags }, surroundings) => {
    const { printBalances } = await import("./audit/travel.js");
    return inFormat("audit balance", flags.format, surroundings.out, () =>
      printBalances(flags, surroundings),
    );
  },
  bisect: async ({ flags, args: [claim = ""] }, surroundings) => {
    const { printBroken } = await import("./audit/bisect.js");
    return printBroken(claim, flags, surroundings);
  },
  "audit explain": async ({ flags, args: [target] }, surroundings) => {
    const { printExplanation } = await import("./audit/explain.js");
    return inFormat("audit explain", flags.format, surroundings.out, () =>
      printExplanation(target, flags, surroundings),
    );
  },
  "audit export": async ({ flags }, surroundings) => {
    const { printEvents } = await import("./audit/export.js");
    await printEvents(flags, surroundings);
  },
  "audit watch": async ({ flags }, surroundings) => {
    const { watch } = await import("./audit/watch.js");
    return inFormat("audit watch", flags.format, surroundings.out, () =>
      watch(flags, surroundings),
    );
  },
  "audit diff": async ({ flags, args: [a = "", b = ""] }, surroundings) => {
    const { printDifference } = await import("./audit/diff.js");
    return inFormat("audit diff", flags.format, surroundings.out, () =>
      printDifference([a, b], flags, surroundings),
    );
  },
  fork: async (invocation, surroundings) => {
    const { flags } = invocation;
    const { forkNode, isNodeAddress } = await import("./fork/fork-node.js");
    await (isNodeAddress(flags.from ?? "")
      ? forkNode(flags, surroundings)
      : journalCommand("fork")(invocation, surroundings));
  },
  restore: journalCommand("restore"),
  "disclosure-key": journalCommand("disclosure-key"),
  "key new": keyCommand("new"),
  "key public": keyCommand("public"),
  "key sign": keyCommand("sign"),
  token: nodeCommand("token"),
  "token show": nodeCommand("token show"),
  "party list": nodeCommand("party list"),
  "party allocate": nodeCommand("party allocate"),
  "user create": nodeCommand("user create"),
  "user grant": nodeCommand("user grant"),
  "dar list": nodeCommand("dar list"),
  "dar download": nodeCommand("dar download"),
  "dar inspect": async ({ flags, args: [file = ""] }, surroundings) => {
    const { inspect } = await import("./dar/inspect.js");
    await inspect(file, flags, surroundings);
  },
  "dar eval": async ({ flags, args: [file = "", target] }, surroundings) => {
    const { evaluate } = await import("./dar/eval.js");
    return evaluate([file, target], flags, surroundings);
  },
  "contracts list": nodeCommand("contracts list"),
  "submit create": nodeCommand("submit create"),
  "submit exercise": nodeCommand("submit exercise"),
  explain: nodeCommand("explain"),
  trace: nodeCommand("trace"),
  "wallet register": nodeCommand("wallet register"),
  "wallet tap": nodeCommand("wallet tap"),
  "wallet transfer": nodeCommand("wallet transfer"),
  "wallet offers": nodeCommand("wallet offers"),
  "wallet history": nodeCommand("wallet history"),
  "user list": nodeCommand("user list"),
  "dar upload": nodeCommand("dar upload"),
  "wallet balance": nodeCommand("wallet balance"),
  "wallet accept": nodeCommand("wallet accept"),
  completion: async ({ args: [shell = ""] }, { out }) => {
    const { completionScript } = await import("./commands/completion.js");
    out(completionScript(shell));
  },
};

/** Commands that say in their log what others write to standard error. */
const isLogged: ReadonlySet<CommandName> = new Set(["serve", "events"]);

const invoke = async <C extends CommandName>(
  name: C,
  args: ReadonlyArray<string>,
  surroundings: Surroundings,
): Promise<ExitCode> => {
  const invocation = readInvocation(name, args, surroundings.env);
  const { passwordNote } = invocation;
  // a node has a log for it
  if (passwordNote !== undefined && !isLogged.has(name))
    surroundings.err(`tallystick: ${passwordNote}`);
  return (await commands[name](invocation, surroundings)) ?? exitCode.done;
};

/** Runs one invocation of the program and returns how the process is to end. */
export const run = (args: ReadonlyArray<string>, surroundings: Surroundings): Promise<ExitCode> =>
  exitCodeOf("tallystick", surroundings.err, async () => {
    const { out, err } = surroundings;
    if (args.length === 0) {
      err(usage);
      return exitCode.usage;
    }
    const asked = askedFor(args);
    switch (asked.kind) {
      case "help":
        out(helpText(asked.words));
        return exitCode.done;
      case "version":
        out(ownVersion());
        return exitCode.done;
      case "command":
        return invoke(asked.name, asked.args, surroundings);
    }
  });

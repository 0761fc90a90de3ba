import { AuditError, LogFolder, watchJournal } from "@tallystick/audit";
import type { SignerKey } from "@tallystick/transparency";
import { orThrow, usageError } from "../command-error.js";
import type { FlagsOf } from "../commands/command-rows.js";
import { type ExitCode, exitCode } from "../exit-code.js";
import { packagesFrom } from "../package-modules.js";
import { type AuditSurroundings, logFolderOf, withSource } from "./audit-source.js";
import { untilSignal } from "./until-signal.js";
import { type Alarm, postAlarm, webhookIn } from "./webhook.js";

const usualSeconds = 30;
const msPerSecond = 1_000;

const secondsOf = (text: string | undefined): number => {
  const seconds = text === undefined ? usualSeconds : Number(text);
  if (seconds > 0 && seconds <= 86_400) return seconds;
  throw usageError(`--interval: expected seconds above 0, at most 86400, found "${text}"`);
};

const keyIn = (folder: LogFolder): SignerKey => {
  const key = folder.key();
  if (key !== undefined) return key;
  throw usageError("--sign: the log has no key yet; tallystick audit checkpoint makes one");
};

/** Runs `tallystick audit watch`: verifies a journal as it grows, until a signal or a violation. */
export const watch = async (
  flags: FlagsOf<"audit watch">,
  { env, out }: AuditSurroundings,
): Promise<ExitCode> => {
  const intervalMs = secondsOf(flags.interval) * msPerSecond;
  const webhook = webhookIn(flags.webhook);
  const alert = async (alarm: Alarm): Promise<void> => {
    const failure = webhook === undefined ? undefined : await postAlarm(webhook, alarm);
    if (failure !== undefined) out(`the webhook was not reached: ${failure}`);
  };
  return withSource(flags, { env }, async (source) => {
    const packages = await packagesFrom(flags.packages ?? []);
    const place = flags.sign === true ? logFolderOf(flags.log, source.folder) : undefined;
    const folder = place === undefined ? undefined : new LogFolder(place);
    const { signal, release } = untilSignal();
    try {
      const ended = await watchJournal(source, {
        level: "rules",
        packages,
        intervalMs,
        log: folder === undefined ? undefined : { folder, key: keyIn(folder) },
        onVerified: (offset) => out(`verified up to offset ${offset}`),
        onSigned: (note) => out(`signed a checkpoint of ${note.split("\n")[1] ?? ""} events`),
        signal,
      });
      const findings = orThrow(ended, ({ message }) => usageError(`--packages: ${message}`));
      for (const { rule, offset, node, message } of findings)
        out(`${rule} offset ${offset}${node === undefined ? "" : `, node ${node}`}: ${message}`);
      if (findings.length === 0) return exitCode.done;
      await alert({ verdict: "violated", stream: source.stream, findings });
      return exitCode.ruleViolated;
    } catch (thrown) {
      if (thrown instanceof AuditError) {
        const verdict = thrown.kind === "contradiction" ? "inconsistent" : "damaged";
        const findings = [{ message: thrown.message }];
        await alert({ verdict, stream: source.stream, findings });
      }
      throw thrown;
    } finally {
      release();
    }
  });
};

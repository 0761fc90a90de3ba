import {
  AuditError,
  checkWhole,
  type JournalLog,
  junitText,
  LogFolder,
  type OutcomeFinding,
  type Watch,
  watchJournal,
} from "@tallystick/audit";
import type { SignerKey } from "@tallystick/transparency";
import { CommandError, orThrow, usageError } from "../command-error.js";
import type { FlagsOf } from "../commands/command-rows.js";
import { type ExitCode, exitCode } from "../exit-code.js";
import { packagesFrom } from "../package-modules.js";
import {
  type AuditSource,
  type AuditSurroundings,
  auditErrorCode,
  givenLog,
  logFolderOf,
  withSource,
} from "./audit-source.js";
import { cosignatureOf, witnessesIn } from "./cosignatures.js";
import { type Format, formatIn } from "./format.js";
import { untilSignal } from "./until-signal.js";
import { type Alarm, postAlarm, webhookIn } from "./webhook.js";

type WatchFlags = FlagsOf<"audit watch">;

const usualSeconds = 30;
const usualWholeSeconds = 3_600;
const msPerSecond = 1_000;

const secondsOf = (flag: string, text: string | undefined, usual: number): number => {
  const seconds = text === undefined ? usual : Number(text);
  if (seconds > 0 && seconds <= 86_400) return seconds;
  throw usageError(`--${flag}: expected seconds above 0, at most 86400, found "${text}"`);
};

const keyIn = (folder: LogFolder): SignerKey => {
  const key = folder.key();
  if (key !== undefined) return key;
  throw usageError("--sign: the log has no key yet; tallystick audit checkpoint makes one");
};

/** What a watch says while it continues: a line, or a line of JSON. JUnit has an end only. */
class WatchVoice {
  readonly #format: Format;
  readonly #out: (line: string) => void;

  constructor(format: Format, out: (line: string) => void) {
    this.#format = format;
    this.#out = out;
  }

  say(text: string, data: object): void {
    if (this.#format === "text") this.#out(text);
    if (this.#format === "json") this.#out(JSON.stringify({ v: 1, ...data }));
  }

  end(verdict: string, stream: string, findings: ReadonlyArray<OutcomeFinding>): void {
    if (this.#format === "json") this.#out(JSON.stringify({ v: 1, verdict, stream, findings }));
    if (this.#format === "text") for (const each of findings) this.#out(lineOf(each));
    if (this.#format !== "junit") return;
    const failures = findings.map((each) => ({ message: lineOf(each), place: verdict }));
    this.#out(junitText("audit watch", [{ kind: "watch", name: stream, failures }]));
  }
}

const lineOf = ({ rule, offset, node, message }: OutcomeFinding): string =>
  `${rule}${offset === undefined ? "" : ` offset ${offset}`}${node === undefined ? "" : `, node ${node}`}: ${message}`;

/** Has witnesses cosign; one that cannot be reached is tried again with the next checkpoint. */
const cosigned = async (
  note: string,
  log: JournalLog,
  folder: LogFolder,
  { witness }: WatchFlags,
  voice: WatchVoice,
): Promise<void> => {
  let all = note;
  for (const each of witnessesIn(witness)) {
    try {
      const lines = await cosignatureOf(each, log, note);
      if (!all.includes(lines)) all += lines;
    } catch (thrown) {
      if (!(thrown instanceof CommandError)) throw thrown;
      voice.say(thrown.message, { witness: each.origin, error: thrown.message });
    }
  }
  if (all !== note) folder.keep(all);
  const size = Number(note.split("\n")[1]);
  voice.say(`signed a checkpoint of ${size} events`, { signed: size });
};

const watchOf = async (
  source: AuditSource,
  flags: WatchFlags,
  voice: WatchVoice,
  signal: AbortSignal,
): Promise<Watch> => {
  const held = givenLog(flags.log, source.folder);
  const place = flags.sign === true ? logFolderOf(flags.log, source.folder) : undefined;
  const folder = place === undefined ? undefined : new LogFolder(place);
  if (folder === undefined && flags.witness !== undefined)
    throw usageError("--witness: requires --sign");
  return {
    level: "rules",
    packages: await packagesFrom(flags.packages ?? []),
    intervalMs: secondsOf("interval", flags.interval, usualSeconds) * msPerSecond,
    whole: {
      everyMs: secondsOf("whole", flags.whole, usualWholeSeconds) * msPerSecond,
      check: () => checkWhole(source, source.folder, held),
    },
    log:
      folder === undefined
        ? undefined
        : {
            folder,
            key: keyIn(folder),
            onSigned: (note, log) => cosigned(note, log, folder, flags, voice),
          },
    onVerified: (offset) => voice.say(`verified up to offset ${offset}`, { verified: offset }),
    onWhole: (offset) =>
      voice.say(`read the whole journal and its files, up to offset ${offset}`, { whole: offset }),
    onUnavailable: (message) => voice.say(message, { unavailable: message }),
    signal,
  };
};

const codes = {
  inconsistent: exitCode.inconsistent,
  damaged: exitCode.dataDamaged,
  violated: exitCode.ruleViolated,
} as const;

/** Runs `tallystick audit watch`: verifies a journal as it grows, until a signal or a violation. */
export const watch = async (
  flags: WatchFlags,
  surroundings: AuditSurroundings,
): Promise<ExitCode> => {
  const voice = new WatchVoice(formatIn(flags.format), surroundings.out);
  const webhook = webhookIn(flags.webhook);
  witnessesIn(flags.witness);
  const alert = async (alarm: Alarm): Promise<void> => {
    voice.end(alarm.verdict, alarm.stream, alarm.findings);
    const failure = webhook === undefined ? undefined : await postAlarm(webhook, alarm);
    if (failure !== undefined) surroundings.err(`cannot reach the webhook: ${failure}`);
  };
  const { env } = surroundings;
  return withSource(flags, { env }, async (source) => {
    const { stream } = source;
    const { signal, release } = untilSignal();
    try {
      const ended = await watchJournal(source, await watchOf(source, flags, voice, signal));
      const { verdict, findings } = orThrow(ended, ({ message }) =>
        usageError(`--packages: ${message}`),
      );
      if (verdict === "ended") return exitCode.done;
      await alert({ verdict, stream, findings });
      return codes[verdict];
    } catch (thrown) {
      if (!(thrown instanceof AuditError)) throw thrown;
      const verdict = thrown.kind === "contradiction" ? "inconsistent" : "damaged";
      const rule = "J2" as const;
      await alert({
        verdict,
        stream,
        findings: [{ rule, where: "journal", message: thrown.message }],
      });
      return auditErrorCode[thrown.kind];
    } finally {
      release();
    }
  });
};

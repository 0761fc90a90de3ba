import { messageOf } from "@tallystick/background";
import { AuditError, type JournalLog } from "@tallystick/audit";
import { signaturesOf, witnessRequestText } from "@tallystick/transparency";
import { isLeft } from "fp-ts/lib/Either.js";
import { CommandError, usageError } from "../command-error.js";
import { fetchBy } from "../client/fetch-by.js";
import { exitCode } from "../exit-code.js";

const answerTimeoutMs = 10_000;

/** Most bytes of an answer that is read. */
const maxAnswerBytes = 65_536;

/** The addresses of witnesses. @throws {CommandError} unless each is one of http or https */
export const witnessesIn = (given: ReadonlyArray<string> = []): ReadonlyArray<URL> =>
  given.map((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url?.protocol === "http:" || url?.protocol === "https:") return url;
    throw usageError(`--witness: expected an address with http or https, found "${text}"`);
  });

const failed = (witness: URL, message: string): CommandError =>
  new CommandError(`the witness ${witness.origin}: ${message}`, exitCode.failed);

interface Answered {
  readonly status: number;
  readonly text: string;
}

const post = async (witness: URL, body: string): Promise<Answered> => {
  const address = new URL(`${witness.pathname.replace(/\/$/, "")}/add-checkpoint`, witness);
  try {
    const answer = await fetchBy(undefined, witness.href)(address, {
      method: "POST",
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    const text = await answer.text();
    return { status: answer.status, text: text.slice(0, maxAnswerBytes) };
  } catch (thrown) {
    throw failed(witness, messageOf(thrown));
  }
};

/**
 * Has a witness cosign a checkpoint. The witness says what it has seen last, and gets the proof
 * that the checkpoint continues it.
 *
 * @param signed the note as the log alone signed it
 * @returns its lines of signatures
 * @throws {AuditError} `contradiction` when it has seen more, or something else
 */
export const cosignatureOf = async (
  witness: URL,
  log: JournalLog,
  signed: string,
): Promise<string> => {
  const ask = (old: number): Promise<Answered> => {
    const path = old === 0 ? [] : log.consistency(old);
    return post(witness, witnessRequestText({ old, path, checkpoint: signed }));
  };
  let answer = await ask(0);
  if (answer.status === 409) {
    const seen = Number(answer.text.trim());
    if (!Number.isSafeInteger(seen) || seen < 0)
      throw failed(witness, "its answer does not contain its size");
    answer = await ask(seen);
  }
  if (answer.status === 409 || answer.status === 422) {
    throw new AuditError(
      "contradiction",
      `the witness ${witness.origin} has cosigned a different history of this log: ${answer.text.trim()}`,
    );
  }
  if (answer.status !== 200)
    throw failed(witness, `it answered ${answer.status}: ${answer.text.trim().slice(0, 200)}`);
  const lines = signaturesOf(answer.text);
  if (isLeft(lines)) throw failed(witness, lines.left.message);
  return answer.text;
};

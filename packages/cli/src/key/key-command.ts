import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import {
  openKeyFile,
  readKeyFile,
  type Signature,
  type SigningError,
  signMessage,
} from "@tallystick/signing";
import { CommandError, exitCodeOf, messageOf, orThrow, usageError } from "../command-error.js";
import { type ExitCode, exitCode } from "../exit-code.js";
import { flagError, unknownCommand, wordText } from "../misuse.js";
import type { Ask } from "./ask.js";
import { keyKinds, newPrivateKey, sealedKeyFile } from "./new-key.js";
import { readSigningRequest } from "./signing-request.js";

/** What surrounds the command. */
interface KeySurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly ask: Ask;
}

/** What `tallystick key --help` prints. */
const keyUsage = `Usage: tallystick key new FILE [--kind ed25519|p256|secp256k1]
       tallystick key public FILE
       tallystick key sign FILE REQUEST [--yes] [--blind]

  new      makes a key, seals it with a passphrase and writes FILE, readable for its owner only
  public   prints the public key and its fingerprint
  sign     says in words what REQUEST does and signs it; REQUEST is the JSON answer of
           /v2/interactive-submission/prepare or /v2/parties/external/generate-topology
  --yes    do not ask before signing
  --blind  sign although the words do not say all

The passphrase is typed at the terminal, or taken from TALLYSTICK_KEY_PASSPHRASE.`;

const MIN_PASSPHRASE = 8;
/** Readable and writable for the owner alone. */
const OWNER_ONLY = 0o600;

interface Invocation {
  readonly action: string;
  readonly file: string;
  readonly request: string | undefined;
  readonly kind: string;
  readonly yes: boolean;
  readonly blind: boolean;
}

const flags = {
  kind: { type: "string", default: "ed25519" },
  yes: { type: "boolean", default: false },
  blind: { type: "boolean", default: false },
} as const;

const parse = (args: ReadonlyArray<string>): Invocation => {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: flags,
    });
    const [action, file, request, extra] = positionals;
    if (action === undefined || file === undefined) throw misused("expected an action and a file");
    if (extra !== undefined) throw misused(`unexpected argument ${wordText(extra)}`);
    return { action, file, request, ...values };
  } catch (thrown) {
    throw thrown instanceof CommandError
      ? thrown
      : flagError(thrown, Object.keys(flags), "tallystick key");
  }
};

const misused = (reason: string): CommandError =>
  usageError(`${reason}; "tallystick key --help" says how`);

const readText = async (file: string): Promise<string> => {
  try {
    return await readFile(file, "utf8");
  } catch (thrown) {
    throw new CommandError(`${file} cannot be read: ${messageOf(thrown)}`);
  }
};

const passphraseOf = async ({ env, ask }: KeySurroundings, isNew: boolean): Promise<string> => {
  const passphrase =
    env["TALLYSTICK_KEY_PASSPHRASE"] ?? (await ask("Passphrase: ", { hidden: true }));
  if (passphrase === undefined)
    throw new CommandError("no passphrase: set TALLYSTICK_KEY_PASSPHRASE, or run it at a terminal");
  if (!isNew) return passphrase;

  if (passphrase.length < MIN_PASSPHRASE)
    throw new CommandError(`passphrase: expected at least ${MIN_PASSPHRASE} characters`);

  const again =
    env["TALLYSTICK_KEY_PASSPHRASE"] ?? (await ask("The same again: ", { hidden: true }));
  if (again !== passphrase) throw new CommandError("the two passphrases differ");
  return passphrase;
};

const newKey: Action = async ({ file, kind }, surroundings) => {
  const spec = keyKinds.get(kind);
  if (spec === undefined) {
    throw new CommandError(
      `--kind: found ${kind}, expected one of ${[...keyKinds.keys()].join(", ")}`,
    );
  }
  const passphrase = await passphraseOf(surroundings, true);
  const key = orThrow(newPrivateKey(spec), ({ message }) => new CommandError(message));
  try {
    // an existing key is never written over
    await writeFile(file, sealedKeyFile(key, passphrase), { flag: "wx", mode: OWNER_ONLY });
  } catch (thrown) {
    throw new CommandError(`${file} cannot be written: ${messageOf(thrown)}`);
  }
  surroundings.out(key.publicKey.fingerprint);
};

/** Says which file an error is about. */
const inFile =
  (file: string | undefined) =>
  ({ message }: SigningError): CommandError =>
    new CommandError(`${file}: ${message}`);

const showPublic: Action = async ({ file }, { out }) => {
  const key = orThrow(readKeyFile(await readText(file)), inFile(file));
  const { keySpec, publicKey: keyData, fingerprint } = key;
  const format = "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO";
  out(JSON.stringify({ publicKey: { format, keyData, keySpec }, fingerprint }, null, 2));
};

const signatureText = ({ format, bytes, signedBy, algorithm }: Signature): string =>
  JSON.stringify(
    {
      format,
      signature: Buffer.from(bytes).toString("base64"),
      signedBy,
      signingAlgorithmSpec: algorithm,
    },
    null,
    2,
  );

const sign: Action = async ({ file, request: requestFile = "", yes, blind }, surroundings) => {
  const { err, out, ask } = surroundings;
  const [text, asked] = [await readText(file), await readText(requestFile)];
  const request = orThrow(readSigningRequest(asked), inFile(requestFile));
  request.lines.forEach(err);
  if (request.doubts.length > 0 && !blind)
    throw new CommandError("the words do not say all that it does; --blind signs it all the same");

  const answer = yes ? "yes" : await ask('Sign this? Type "yes": ', { hidden: false });
  if (answer !== "yes") throw new CommandError("not signed");

  const passphrase = await passphraseOf(surroundings, false);
  const key = orThrow(openKeyFile(text, passphrase), inFile(file));
  out(signatureText(signMessage(key, request.message)));
};

type Action = (invocation: Invocation, surroundings: KeySurroundings) => Promise<void>;

const actions: Readonly<Record<string, Action>> = { new: newKey, public: showPublic, sign };

/** Runs `tallystick key` with the arguments after `key`. */
export const runKeyCommand = (
  args: ReadonlyArray<string>,
  surroundings: KeySurroundings,
): Promise<ExitCode> =>
  exitCodeOf("tallystick key", surroundings.err, async () => {
    if (args.includes("--help") || args.includes("-h")) {
      surroundings.out(keyUsage);
      return exitCode.done;
    }
    const invocation = parse(args);
    const action = actions[invocation.action];
    if (action === undefined)
      throw unknownCommand(invocation.action, Object.keys(actions), "tallystick key");
    if ((invocation.request !== undefined) !== (action === sign))
      throw misused("sign alone takes a request, and needs one");
    await action(invocation, surroundings);
    return exitCode.done;
  });

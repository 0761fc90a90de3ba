import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { openKeyFile, readKeyFile, type Signature, signMessage } from "@tallystick/signing";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type ExitCode, exitCode } from "../exit-code.js";
import type { Ask } from "./ask.js";
import { keyKinds, newPrivateKey, sealedKeyFile } from "./new-key.js";
import { readSigningRequest } from "./signing-request.js";

/** What surrounds the command. */
export interface KeySurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly ask: Ask;
}

/** What `tallystick key` prints when it is used wrongly. */
export const keyUsage = `Usage: tallystick key new FILE [--kind ed25519|p256|secp256k1]
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

const parse = (args: ReadonlyArray<string>): Either<string, Invocation> => {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        kind: { type: "string", default: "ed25519" },
        yes: { type: "boolean", default: false },
        blind: { type: "boolean", default: false },
      },
    });
    const [action, file, request, extra] = positionals;
    if (action === undefined || file === undefined) return left("expected an action and a file");

    return extra === undefined
      ? right({ action, file, request, ...values })
      : left(`unexpected argument ${extra}`);
  } catch (error) {
    return left(error instanceof Error ? error.message : String(error));
  }
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : "unknown");

const readText = async (file: string): Promise<Either<string, string>> => {
  try {
    return right(await readFile(file, "utf8"));
  } catch (error) {
    return left(`${file} cannot be read: ${reasonOf(error)}`);
  }
};

const passphraseOf = async (
  { env, ask }: KeySurroundings,
  isNew: boolean,
): Promise<Either<string, string>> => {
  const passphrase =
    env["TALLYSTICK_KEY_PASSPHRASE"] ?? (await ask("Passphrase: ", { hidden: true }));
  if (passphrase === undefined)
    return left("no passphrase: set TALLYSTICK_KEY_PASSPHRASE, or run it at a terminal");

  if (!isNew) return right(passphrase);

  if (passphrase.length < MIN_PASSPHRASE)
    return left(`passphrase: expected at least ${MIN_PASSPHRASE} characters`);

  const again =
    env["TALLYSTICK_KEY_PASSPHRASE"] ?? (await ask("The same again: ", { hidden: true }));
  return again === passphrase ? right(passphrase) : left("the two passphrases differ");
};

const newKey = async (
  { file, kind }: Invocation,
  surroundings: KeySurroundings,
): Promise<Either<string, void>> => {
  const spec = keyKinds.get(kind);
  if (spec === undefined)
    return left(`--kind: found ${kind}, expected one of ${[...keyKinds.keys()].join(", ")}`);

  const passphrase = await passphraseOf(surroundings, true);
  if (isLeft(passphrase)) return passphrase;

  const key = newPrivateKey(spec);
  if (isLeft(key)) return key;

  try {
    // an existing key is never written over
    const text = sealedKeyFile(key.right, passphrase.right);
    await writeFile(file, text, { flag: "wx", mode: OWNER_ONLY });
  } catch (error) {
    return left(`${file} cannot be written: ${reasonOf(error)}`);
  }
  surroundings.out(key.right.publicKey.fingerprint);
  return right(undefined);
};

const showPublic = async (
  { file }: Invocation,
  { out }: KeySurroundings,
): Promise<Either<string, void>> => {
  const text = await readText(file);
  if (isLeft(text)) return text;

  const key = readKeyFile(text.right);
  if (isLeft(key)) return left(`${file}: ${key.left}`);

  const { keySpec, publicKey: keyData, fingerprint } = key.right;
  const format = "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO";
  out(JSON.stringify({ publicKey: { format, keyData, keySpec }, fingerprint }, null, 2));
  return right(undefined);
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

const sign = async (
  { file, request: requestFile, yes, blind }: Invocation,
  surroundings: KeySurroundings,
): Promise<Either<string, void>> => {
  const { err, out, ask } = surroundings;
  const [text, asked] = [await readText(file), await readText(requestFile ?? "")];
  if (isLeft(text)) return text;

  const request = isLeft(asked) ? asked : readSigningRequest(asked.right);
  if (isLeft(request)) return left(`${requestFile}: ${request.left}`);

  request.right.lines.forEach(err);
  if (request.right.doubts.length > 0 && !blind)
    return left("the words do not say all that it does; --blind signs it all the same");

  const answer = yes ? "yes" : await ask('Sign this? Type "yes": ', { hidden: false });
  if (answer !== "yes") return left("not signed");

  const passphrase = await passphraseOf(surroundings, false);
  const key = isLeft(passphrase) ? passphrase : openKeyFile(text.right, passphrase.right);
  if (isLeft(key)) return left(`${file}: ${key.left}`);

  out(signatureText(signMessage(key.right, request.right.message)));
  return right(undefined);
};

const actions: Readonly<
  Record<
    string,
    (invocation: Invocation, surroundings: KeySurroundings) => Promise<Either<string, void>>
  >
> = { new: newKey, public: showPublic, sign };

/** Runs `tallystick key` with the arguments after `key`. */
export const runKeyCommand = async (
  args: ReadonlyArray<string>,
  surroundings: KeySurroundings,
): Promise<ExitCode> => {
  const invocation = parse(args);
  const action = isLeft(invocation) ? undefined : actions[invocation.right.action];
  const isSigning = !isLeft(invocation) && invocation.right.action === "sign";
  const isWhole = !isLeft(invocation) && (invocation.right.request !== undefined) === isSigning;
  if (isLeft(invocation) || action === undefined || !isWhole) {
    const reason = isLeft(invocation) ? invocation.left : "not a command of key";
    surroundings.err(`tallystick key: ${reason}\n\n${keyUsage}`);
    return exitCode.usage;
  }
  const done = await action(invocation.right, surroundings);
  if (isLeft(done)) {
    surroundings.err(`tallystick key: ${done.left}`);
    return exitCode.failed;
  }
  return exitCode.done;
};

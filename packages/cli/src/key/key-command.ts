import { readFile, writeFile } from "node:fs/promises";
import { messageOf } from "@tallystick/background";
import {
  openKeyFile,
  readKeyFile,
  type Signature,
  type SigningError,
  signMessage,
} from "@tallystick/signing";
import { CommandError, orThrow } from "../command-error.js";
import type { Ask } from "./ask.js";
import { keyKinds, newPrivateKey, sealedKeyFile } from "./new-key.js";
import { readSigningRequest } from "./signing-request.js";

interface KeySurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly ask: Ask;
}

const MIN_PASSPHRASE = 8;
/** Readable and writable for the owner alone. */
const OWNER_ONLY = 0o600;

/** What was typed of an action with a key. */
interface KeyRequest {
  readonly file: string;
  readonly request?: string | undefined;
  readonly kind?: string | undefined;
  readonly yes?: boolean | undefined;
  readonly blind?: boolean | undefined;
}

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

  const again = env["TALLYSTICK_KEY_PASSPHRASE"] ?? (await ask("Repeat it: ", { hidden: true }));
  if (again !== passphrase) throw new CommandError("the two passphrases differ");
  return passphrase;
};

const newKey: Action = async ({ file, kind = "ed25519" }, surroundings) => {
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
  if (request.doubts.length > 0 && blind !== true)
    throw new CommandError("this request cannot be fully described; use --blind to sign it anyway");

  const answer = yes === true ? "yes" : await ask('Sign this? Type "yes": ', { hidden: false });
  if (answer !== "yes") throw new CommandError("not signed");

  const passphrase = await passphraseOf(surroundings, false);
  const key = orThrow(openKeyFile(text, passphrase), inFile(file));
  out(signatureText(signMessage(key, request.message)));
};

type Action = (request: KeyRequest, surroundings: KeySurroundings) => Promise<void>;

/** The actions on a key. */
export const keyActions = { new: newKey, public: showPublic, sign } satisfies Record<
  string,
  Action
>;

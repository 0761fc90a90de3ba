import { messageOf } from "@tallystick/background";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { decodeJwt } from "jose";
import { CommandError, usageError } from "../command-error.js";
import { type ClientTlsFlags, readClientTls } from "../tls-files.js";
import { fetchBy } from "./fetch-by.js";
import { OtherSchemeError } from "./other-scheme.js";
import { developmentLogin, developmentToken } from "./development-token.js";
import { plainText } from "./table-text.js";

/** Flags of every command that asks a node. */
interface NodeFlags extends ClientTlsFlags {
  readonly url?: string | undefined;
  readonly token?: string | undefined;
  readonly user?: string | undefined;
}

/** A command's request to a node. */
interface Question {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Sent as JSON, bytes as they are. */
  readonly body?: object | Uint8Array;
}

export interface NodeConnection {
  /** The subject of the token. */
  readonly user: string;
  /** Asks, and reads the answer; fields that the codec does not have stay. */
  readonly ask: <A>(answer: t.Type<A, unknown>, question: Question) => Promise<A>;
  readonly bytes: (path: string) => Promise<Uint8Array>;
}

const defaultUrl = "http://127.0.0.1:7575";
const loopback = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;

/** A node answers or rejects within 40 seconds. */
const timeoutMs = 60_000;
const tokenHours = 1;
/** Characters of a cause that are shown. */
const maxCauseLength = 2_000;

type Environment = Readonly<Record<string, string | undefined>>;

/** A variable: an empty one is how shells leave one out. */
export const given = (text: string | undefined): string | undefined =>
  text === "" ? undefined : text;

/** A text of a caller, and the flag or variable that has it. */
interface Source {
  readonly text: string;
  readonly from: string;
}

const sourceOf = (
  of: "URL" | "TOKEN",
  flag: string,
  text: string | undefined,
  env: Environment,
): Source | undefined => {
  const variable = `TALLYSTICK_${of}`;
  const inEnvironment = given(env[variable]);
  if (text !== undefined) return { text, from: flag };
  return inEnvironment === undefined ? undefined : { text: inEnvironment, from: variable };
};

/** An address may have a password, and then nobody may see it. */
const shownAddress = (text: string): string =>
  /^[\w.:/[\]-]{1,100}$/.test(text) ? `"${text}"` : "another text";

const urlOf = ({ text, from }: Source): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw usageError(
      `${from}: expected an address such as ${defaultUrl}, found ${shownAddress(text)}`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw usageError(
      `${from}: expected an address without a user and password; nodes take a token, in TALLYSTICK_TOKEN`,
    );
  }
  return url;
};

/** What a header can hold. */
const checkedToken = ({ text, from }: Source): string => {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw usageError(`${from}: expected a token without spaces and line breaks`);
};

const tokenOf = (
  { hostname }: URL,
  token: Source | undefined,
  user: string | undefined,
): Promise<string> => {
  if (token !== undefined) return Promise.resolve(checkedToken(token));
  if (!loopback.test(hostname)) {
    throw usageError(
      "--token: expected a token, or one in TALLYSTICK_TOKEN; development tokens are for nodes on this machine",
    );
  }
  return developmentToken(user ?? developmentLogin.user, tokenHours);
};

const subjectOf = (token: string): string => {
  try {
    return decodeJwt(token).sub ?? "";
  } catch {
    return "";
  }
};

const LedgerErrorBody = t.type({ code: t.string, cause: t.string });
const WalletErrorBody = t.type({ error: t.string });

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** An error that a node answered. */
class AnsweredError extends CommandError {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(`${status}${message}`);
  }
}

/** Whether a node answered with this status of HTTP. */
export const hasStatus = (thrown: unknown, status: number): boolean =>
  thrown instanceof AnsweredError && thrown.status === status;

/** One sentence with the status, the code and the cause of an error. */
const errorOf = (status: number, text: string): AnsweredError => {
  const body = parsed(text);
  const ledger = LedgerErrorBody.decode(body);
  const wallet = WalletErrorBody.decode(body);
  if (/^\s*</.test(text))
    return new AnsweredError(": a page in HTML; is it the JSON Ledger API?", status);
  const cause = isLeft(ledger) ? (isLeft(wallet) ? text : wallet.right.error) : ledger.right.cause;
  const code = isLeft(ledger) ? "" : ` ${ledger.right.code}`;
  const what = status === 401 ? "the token was rejected: " : "";
  return new AnsweredError(
    `${plainText(code)}: ${what}${plainText(cause.trim().slice(0, maxCauseLength))}`,
    status,
  );
};

/** Codes of certificates that are not accepted, and why. */
const untrusted: ReadonlyArray<readonly [RegExp, string]> = [
  [/^CERT_HAS_EXPIRED$/, "has expired; renew it"],
  [/^CERT_NOT_YET_VALID$/, "is not valid yet; check the clocks of both machines"],
  [/ALTNAME_INVALID$/, "is for another host name; use the name in the certificate"],
  [
    /SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)|^CERT_/,
    "is not trusted; name the certificate of its issuer by --tls-ca FILE",
  ],
  [/^ERR_SSL_|EPROTO/, "could not be read: it speaks only an unknown version of TLS"],
];

/** How a server ends the connection of a client whose certificate it does not take. */
const refused =
  /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$|ALERT_(CERTIFICATE_REQUIRED|UNKNOWN_CA|BAD_CERTIFICATE|HANDSHAKE_FAILURE)/;

/** @param flag by which the node was named, or can be */
const unreachable = (url: string, thrown: unknown, flag: string): CommandError => {
  if (thrown instanceof OtherSchemeError) return new CommandError(`${url}: ${thrown.message}`);
  if (thrown instanceof Error && thrown.name === "TimeoutError")
    return new CommandError(`${url} did not answer within ${timeoutMs / 1_000} s`);
  const cause = thrown instanceof Error && thrown.cause !== undefined ? thrown.cause : thrown;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : messageOf(cause);
  if (url.startsWith("https:") && refused.test(code)) {
    return new CommandError(
      `${url} ended the connection (${code}); if it serves only clients with certificates, give one of an issuer that it knows by --tls-certificate and --tls-key`,
    );
  }
  const distrust = untrusted.find(([form]) => form.test(code))?.[1];
  if (distrust !== undefined)
    return new CommandError(`${url} answers, but its certificate ${distrust} (${code})`);
  if (code.startsWith("HPE_"))
    return new CommandError(`${url} answers, but not in HTTP (${code}); is it a node?`);
  if (code === "bad port") {
    return new CommandError(
      `${url}: programs that speak HTTP refuse this port, which other protocols have; serve the node at another`,
    );
  }
  return new CommandError(
    `no node answers at ${url} (${code}); start one with "tallystick serve", or name another with ${flag}`,
  );
};

/** Where a node is, and the token to send there. */
interface NodeAddress {
  /** Without a slash at its end. */
  readonly base: string;
  /** A development token is a new one each time. */
  readonly token: () => Promise<string>;
}

/**
 * The node that flags name, else the environment, else the one of this machine.
 *
 * @param flag the flag with the address, for messages
 * @throws {CommandError} the address is none, or flags exclude each other
 */
export const nodeAddress = (flags: NodeFlags, env: Environment, flag = "--url"): NodeAddress => {
  const url = urlOf(sourceOf("URL", flag, flags.url, env) ?? { text: defaultUrl, from: "" });
  if (flags.token !== undefined && flags.user !== undefined)
    throw usageError("--user: cannot be combined with --token, which already names its user");
  const user = flags.user ?? given(env["TALLYSTICK_USER"]);
  // a user that is named on the command line comes before a token of the environment
  const source = sourceOf("TOKEN", "--token", flags.token, flags.user === undefined ? env : {});
  return { base: url.href.replace(/\/$/, ""), token: () => tokenOf(url, source, user) };
};

/**
 * Connects to a node: by flags, else by the environment, else to the one of this machine.
 *
 * @param flag the flag with the address, for messages
 * @throws {CommandError} the address is none, or a token is missing
 */
export const connect = async (
  flags: NodeFlags,
  env: Environment,
  flag = "--url",
): Promise<NodeConnection> => {
  const address = nodeAddress(flags, env, flag);
  const { base } = address;
  const token = await address.token();
  const ask = fetchBy(await readClientTls(flags, env), base);
  const send = async ({ method, path, body }: Question): Promise<Uint8Array> => {
    const isRaw = body instanceof Uint8Array;
    const type = isRaw ? "application/octet-stream" : "application/json";
    const authorization = `Bearer ${token}`;
    const content = isRaw ? new Uint8Array(body) : JSON.stringify(body);
    try {
      const response = await ask(`${base}${path}`, {
        method,
        headers: body === undefined ? { authorization } : { authorization, "content-type": type },
        ...(body === undefined ? {} : { body: content }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) throw errorOf(response.status, await response.text());
      return new Uint8Array(await response.arrayBuffer());
    } catch (thrown) {
      throw thrown instanceof CommandError ? thrown : unreachable(base, thrown, flag);
    }
  };
  return {
    user: subjectOf(token),
    bytes: (path) => send({ method: "GET", path }),
    ask: async (answer, question) => {
      const read = answer.decode(parsed(new TextDecoder().decode(await send(question))));
      if (!isLeft(read)) return read.right;
      const { method, path } = question;
      throw new CommandError(
        `${base} answers ${method} ${path} with something other than ${answer.name}; is it the JSON Ledger API?`,
      );
    },
  };
};

/** All elements of a list that comes in pages; each page names the next one, and the last none. */
export const allPages = async <A>(
  page: (token: string) => Promise<readonly [ReadonlyArray<A>, string]>,
): Promise<ReadonlyArray<A>> => {
  let [found, next] = await page("");
  while (next !== "") {
    const [more, token] = await page(next);
    found = [...found, ...more];
    next = token;
  }
  return found;
};

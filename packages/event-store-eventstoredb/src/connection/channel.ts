import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { resolve } from "node:path";
import {
  ChannelCredentials,
  type ChannelOptions,
  Client,
  credentials,
  Metadata,
} from "@grpc/grpc-js";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Method } from "../protocol/service-methods.js";
import {
  type ConnectionString,
  type ConnectionStringError,
  type HostPort,
  hostText,
  inConnectionString,
} from "./connection-string.js";

/** Bytes of one message of an answer: a server may have events of 16 MB. */
const MAX_MESSAGE_BYTES = 17 * 1024 * 1024;

const NEVER_MS = 2 ** 31 - 1;

export interface ChannelParts {
  readonly settings: ConnectionString;
  readonly security: ChannelCredentials;
}

/** Reads the files that the connection string names. Left: the one that cannot be used. */
export const channelParts = (
  settings: ConnectionString,
): Either<ConnectionStringError, ChannelParts> => {
  const { tls, tlsCaFile, userCertFile, userKeyFile } = settings;
  if (!tls) return right({ settings, security: credentials.createInsecure() });
  const files: Array<Buffer | null> = [];
  for (const [option, file] of Object.entries({
    tlsCAFile: tlsCaFile,
    userKeyFile,
    userCertFile,
  })) {
    try {
      const content = file === undefined ? null : readFileSync(resolve(file));
      if (content !== null && !/^-----BEGIN /m.test(content.toString("latin1"))) {
        const reason = `${option}: ${String(file)} is not PEM; expected a file with -----BEGIN`;
        return left(inConnectionString({ reason }));
      }
      files.push(content);
    } catch (error) {
      return left(inConnectionString({ reason: `${option}: ${reasonOf(error)}` }));
    }
  }
  const [root = null, key = null, certificate = null] = files;
  try {
    return right({ settings, security: credentials.createSsl(root, key, certificate) });
  } catch (error) {
    return left(
      inConnectionString({ reason: `its certificates cannot be used: ${reasonOf(error)}` }),
    );
  }
};

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const isAddress = (host: string): boolean => host.startsWith("[") || isIP(host) !== 0;

/** For a node named by its address, which the library would send as a name, as TLS forbids. */
class UnnamedServerCredentials extends ChannelCredentials {
  constructor(private readonly security: ChannelCredentials) {
    super();
  }

  override _isSecure(): boolean {
    return this.security._isSecure();
  }

  override _equals(other: ChannelCredentials): boolean {
    return this === other;
  }

  override _createSecureConnector(
    ...args: Parameters<ChannelCredentials["_createSecureConnector"]>
  ): ReturnType<ChannelCredentials["_createSecureConnector"]> {
    const connector = this.security._createSecureConnector(...args);
    // the certificate is then checked for `host`
    const options: unknown = Reflect.get(connector, "connectionOptions");
    if (typeof options === "object" && options !== null)
      Reflect.deleteProperty(options, "servername");
    return connector;
  }
}

/**
 * A new channel to one node: it shares nothing with an earlier one, above all no back-off.
 *
 * @param address address of the node, when it is known
 */
export const openChannel = (
  { settings, security }: ChannelParts,
  node: HostPort,
  address: string = node.host,
): Client => {
  const { keepAliveIntervalMs, keepAliveTimeoutMs } = settings;
  const options: ChannelOptions = {
    "grpc.use_local_subchannel_pool": 1,
    "grpc.max_receive_message_length": MAX_MESSAGE_BYTES,
    "grpc.keepalive_time_ms": keepAliveIntervalMs < 0 ? NEVER_MS : keepAliveIntervalMs,
    "grpc.keepalive_timeout_ms": keepAliveTimeoutMs < 0 ? NEVER_MS : keepAliveTimeoutMs,
    ...(address === node.host
      ? {}
      : { "grpc.default_authority": hostText(node), "grpc.ssl_target_name_override": node.host }),
  };
  const own =
    settings.tls && isAddress(node.host) ? new UnnamedServerCredentials(security) : security;
  return new Client(hostText({ ...node, host: address }), own, options);
};

/** The credentials, and the node they are for; passwords are only sent over TLS. */
export const callMetadata = (
  { settings }: ChannelParts,
  connectionName: string,
  requiresLeader: boolean,
): Metadata => {
  const metadata = new Metadata();
  metadata.set("connection-name", connectionName);
  if (requiresLeader) metadata.set("requires-leader", "true");
  const { tls, credentials: user } = settings;
  if (tls && user !== undefined) {
    const login = Buffer.from(`${user.username}:${user.password}`).toString("base64");
    metadata.set("authorization", `Basic ${login}`);
  }
  return metadata;
};

/** Calls a method without parameters; rejects with the error of the call. */
export const askNode = <A>(
  grpc: Client,
  { path, request, response }: Method<Record<string, never>, A>,
  metadata: Metadata,
  timeoutMs: number,
): Promise<A> =>
  new Promise((answered, failed) => {
    const options = { deadline: Date.now() + timeoutMs };
    grpc.makeUnaryRequest(
      path,
      request.encode,
      response.decode,
      {},
      metadata,
      options,
      (error, answer) => {
        if (answer === undefined) failed(error ?? new Error("the server did not answer"));
        else answered(answer);
      },
    );
  });

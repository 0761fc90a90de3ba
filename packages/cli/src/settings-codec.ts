import {
  type DecodeError,
  defaulted,
  expectedError,
  optional,
  required,
  SchemaType,
  wireArray,
  type WireField,
  wireObject,
  type WireObject,
  wireString,
} from "@tallystick/wire";
import { WalletSettings } from "@tallystick/wallet";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";

const error = (path: ReadonlyArray<string>, reason: string): Either<DecodeError, never> =>
  left({ path, reason, actual: undefined });

/**
 * An object that refuses keys it does not know, naming them: a misspelt setting must not be
 * silently without effect.
 */
const section = <F extends Readonly<Record<string, WireField<unknown>>>>(
  name: string,
  fields: F,
): SchemaType<WireObject<F>> => {
  const inner = wireObject(name, fields);
  const known = Object.keys(fields).join(", ");
  return new SchemaType<WireObject<F>>(
    name,
    inner.schema,
    (u) => {
      const unknown =
        typeof u === "object" && u !== null && !Array.isArray(u)
          ? Object.keys(u).find((key) => !Object.hasOwn(fields, key))
          : undefined;
      return unknown === undefined
        ? inner.read(u)
        : error([unknown], `unknown setting; known here: ${known}`);
    },
    inner.definitions,
  );
};

const wholeNumber = (least: number, most: number): SchemaType<number> =>
  new SchemaType<number>(
    `whole number from ${least} to ${most}`,
    { type: "integer", minimum: least, maximum: most },
    (u) =>
      typeof u === "number" && Number.isSafeInteger(u) && u >= least && u <= most
        ? right(u)
        : expectedError(`a whole number from ${least} to ${most}`, u),
  );

const oneOf = <N extends string>(...names: ReadonlyArray<N>): SchemaType<N> =>
  new SchemaType<N>(names.join(" | "), { type: "string", enum: names }, (u) => {
    const name = names.find((each) => each === u);
    return name === undefined ? expectedError(`one of ${names.join(", ")}`, u) : right(name);
  });

/** Largest TCP port. */
const maxPort = 65_535;

/** A port; 0 lets the system choose. */
export const Port = wholeNumber(0, maxPort);

const trueOrFalse = new SchemaType<boolean>("boolean", { type: "boolean" }, (u) =>
  typeof u === "boolean" ? right(u) : expectedError("true or false", u),
);

/** An offset of the journal, 0 for none. */
export const Offset = wholeNumber(0, Number.MAX_SAFE_INTEGER);

const count = wholeNumber(1, Number.MAX_SAFE_INTEGER);
const milliseconds = wholeNumber(1, 2 ** 31 - 1);

/** A connection says that it has taken what it held back only when that was more than this. */
const leastBufferedBytes = 64 * 1024;

/** Half of it is for one user, and has room for the largest page. */
const leastHeldAnswerBytes = 128 * 1024 * 1024;

/** How much is logged. */
export const LogLevel = oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent");

export type LogLevel = TypeOf<typeof LogLevel>;

const Algorithm = oneOf("RS256", "ES256", "EdDSA");

const target = {
  audience: optional(wireString),
  scope: optional(wireString),
  issuer: optional(wireString),
};

const AuthServiceSettings = section("AuthService", {
  jwks: optional(
    section("JwksLogin", {
      url: required(wireString),
      algorithms: defaulted(wireArray(Algorithm), ["RS256", "ES256", "EdDSA"]),
      ...target,
    }),
  ),
  key: optional(
    section("KeyLogin", { file: required(wireString), algorithm: required(Algorithm), ...target }),
  ),
  unsafe: optional(section("UnsafeLogin", { secret: required(wireString), ...target })),
});

const positive = new SchemaType<number>(
  "number above 0",
  { type: "number", exclusiveMinimum: 0 },
  (u) => (typeof u === "number" && u > 0 ? right(u) : expectedError("a number above 0", u)),
);

const Rate = section("Rate", { perSecond: required(positive), burst: optional(count) });

/** The networks a node can play; `off` serves the ledger alone. */
export const NetworkName = oneOf("dev", "test", "main", "off");

/** The networks a node can play. */
export type NetworkName = TypeOf<typeof NetworkName>;

/** What the configuration file may say; everything is optional. */
export const FileSettings = section("Settings", {
  data: optional(wireString),
  network: optional(
    section("Network", {
      kind: optional(NetworkName),
      amuletPrice: optional(wireString),
      tickMs: optional(milliseconds),
      manualClock: optional(trueOrFalse),
    }),
  ),
  wallet: optional(WalletSettings),
  server: optional(
    section("Server", {
      host: optional(wireString),
      port: optional(Port),
      tlsCertificate: optional(wireString),
      tlsKey: optional(wireString),
      maxBodyBytes: optional(count),
      maxHeldBodyBytes: optional(count),
      maxReadsPerUser: optional(count),
      maxReads: optional(count),
      maxHeldAnswerBytes: optional(wholeNumber(leastHeldAnswerBytes, Number.MAX_SAFE_INTEGER)),
      maxConnections: optional(count),
      maxHeaderBytes: optional(count),
      requestTimeoutMs: optional(milliseconds),
      maxListElements: optional(count),
      listIdleTimeoutMs: optional(milliseconds),
      corsOrigins: optional(wireArray(wireString)),
      maxSelfAllocatedParties: optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
      minOffsetTimeoutMs: optional(milliseconds),
      closeTimeoutMs: optional(milliseconds),
      rateLimits: optional(
        section("RateLimits", {
          requests: optional(Rate),
          submissions: optional(Rate),
          addresses: optional(Rate),
          failedLogins: optional(Rate),
        }),
      ),
      webSocket: optional(
        section("WebSocket", {
          maxSockets: optional(count),
          maxSocketsPerUser: optional(count),
          maxFrameBytes: optional(wholeNumber(1, 2 ** 31 - 1)),
          maxBufferedBytes: optional(wholeNumber(leastBufferedBytes, 2 ** 31 - 1)),
          requestTimeoutMs: optional(milliseconds),
          pingIntervalMs: optional(milliseconds),
        }),
      ),
    }),
  ),
  auth: optional(
    section("Auth", {
      services: optional(wireArray(AuthServiceSettings)),
      jwks: optional(
        section("Jwks", {
          allowHttp: optional(trueOrFalse),
          allowPrivateAddresses: optional(trueOrFalse),
          timeoutMs: optional(milliseconds),
          cacheMs: optional(milliseconds),
          cooldownMs: optional(milliseconds),
          staleMs: optional(milliseconds),
        }),
      ),
    }),
  ),
  metrics: optional(section("Metrics", { host: optional(wireString), port: optional(Port) })),
  packages: optional(wireArray(wireString)),
  coin: optional(trueOrFalse),
  log: optional(section("Log", { level: optional(LogLevel) })),
  ledger: optional(
    section("Ledger", {
      participantName: optional(wireString),
      synchronizerName: optional(wireString),
      maxDeduplicationMicros: optional(count),
      ledgerTimeSkewMicros: optional(count),
      maxWaitingSubmissions: optional(count),
      maxWaitingBytes: optional(count),
      maxBatchSize: optional(count),
      maxEventBytes: optional(count),
      maxUploadedPackages: optional(count),
      maxUploadedBytes: optional(count),
      maxUnpackedDarBytes: optional(count),
      tapsMaxPassesDefault: optional(count),
      tapsMaxPassesLimit: optional(count),
      maxIdentityProviders: optional(wholeNumber(0, 10_000)),
      maxRightsPerUser: optional(wholeNumber(1, 1_000_000)),
      snapshotEveryEvents: optional(count),
      snapshotEveryBytes: optional(count),
      scrubEventsPerSecond: optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
      scrubEveryMs: optional(count),
      pruneAfterMicros: optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
      snapshotFolder: optional(wireString),
      projectorThread: optional(oneOf("worker", "main")),
      journal: optional(wireString),
      sharedJournal: optional(trueOrFalse),
      follow: optional(trueOrFalse),
      writerBeatMs: optional(milliseconds),
      writerSilenceMs: optional(milliseconds),
      appendRetries: optional(wholeNumber(0, 1_000)),
      appendRetryDelayMs: optional(milliseconds),
      maxClockJumpMicros: optional(count),
      maxClockAheadAtStartMicros: optional(count),
    }),
  ),
});

/** What the configuration file may say. */
export type FileSettings = TypeOf<typeof FileSettings>;

/** One entry of `auth.services` as the file has it. */
export type AuthServiceSettings = TypeOf<typeof AuthServiceSettings>;

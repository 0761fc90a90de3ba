import {
  type DecodeError,
  defaulted,
  expectedError,
  oneOf,
  optional,
  required,
  SchemaType,
  wholeNumber,
  wireArray,
  wireBoolean,
  type WireField,
  wireObject,
  type WireObject,
  wireString,
} from "@tallystick/wire";
import { type LedgerConfig, ledgerSettings } from "@tallystick/node";
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

/** Largest TCP port. */
const maxPort = 65_535;

/** A port; 0 lets the system choose. */
export const Port = wholeNumber(0, maxPort);

/** An offset of the journal, 0 for none. */
export const Offset = wholeNumber(0);

const count = wholeNumber(1);
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

/** The settings of the ledger, each as the ledger itself has it. */
const ledgerFields =
  // border: each field has the codec of the setting of its name
  Object.fromEntries(
    Object.entries(ledgerSettings).map(([name, { codec }]) => [name, optional<unknown>(codec)]),
  ) as { readonly [K in keyof LedgerConfig]: ReturnType<typeof optional<LedgerConfig[K]>> };

/** What the configuration file may say; everything is optional. */
export const FileSettings = section("Settings", {
  data: optional(wireString),
  network: optional(
    section("Network", {
      kind: optional(NetworkName),
      amuletPrice: optional(wireString),
      tickMs: optional(milliseconds),
      manualClock: optional(wireBoolean),
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
      maxHeldAnswerBytes: optional(wholeNumber(leastHeldAnswerBytes)),
      maxConnections: optional(count),
      maxHeaderBytes: optional(count),
      requestTimeoutMs: optional(milliseconds),
      maxListElements: optional(count),
      listIdleTimeoutMs: optional(milliseconds),
      corsOrigins: optional(wireArray(wireString)),
      maxSelfAllocatedParties: optional(wholeNumber(0)),
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
      maxTokenLifeMs: optional(wholeNumber(0)),
      jwks: optional(
        section("Jwks", {
          allowHttp: optional(wireBoolean),
          allowPrivateAddresses: optional(wireBoolean),
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
  coin: optional(wireBoolean),
  log: optional(section("Log", { level: optional(LogLevel) })),
  ledger: optional(section("Ledger", ledgerFields)),
});

/** What the configuration file may say. */
export type FileSettings = TypeOf<typeof FileSettings>;

/** One entry of `auth.services` as the file has it. */
export type AuthServiceSettings = TypeOf<typeof AuthServiceSettings>;

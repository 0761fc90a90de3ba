import {
  defaulted,
  expectedError,
  oneOf,
  optional,
  required,
  SchemaType,
  settingsList,
  settingsObject,
  wholeNumber,
  wireArray,
  wireBoolean,
  wireString,
} from "@tallystick/wire";
import { isLogDomain } from "@tallystick/audit";
import { type LedgerConfig, ledgerSettings } from "@tallystick/node";
import { WalletSettings } from "@tallystick/wallet";
import { right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";

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

const AuthServiceSettings = settingsObject("AuthService", {
  jwks: optional(
    settingsObject("JwksLogin", {
      url: required(wireString),
      algorithms: defaulted(wireArray(Algorithm), ["RS256", "ES256", "EdDSA"]),
      ...target,
    }),
  ),
  key: optional(
    settingsObject("KeyLogin", {
      file: required(wireString),
      algorithm: required(Algorithm),
      ...target,
    }),
  ),
  unsafe: optional(settingsObject("UnsafeLogin", { secret: required(wireString), ...target })),
});

const positive = new SchemaType<number>(
  "number above 0",
  { type: "number", exclusiveMinimum: 0 },
  (u) => (typeof u === "number" && u > 0 ? right(u) : expectedError("a number above 0", u)),
);

const LogDomain = new SchemaType<string>("domain of a log", { type: "string" }, (u) =>
  typeof u === "string" && isLogDomain(u)
    ? right(u)
    : expectedError("1 to 200 letters, digits or any of _.:-", u),
);

const Rate = settingsObject("Rate", { perSecond: required(positive), burst: optional(count) });

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
export const FileSettings = settingsObject("Settings", {
  data: optional(wireString),
  network: optional(
    settingsObject("Network", {
      kind: optional(NetworkName),
      amuletPrice: optional(wireString),
      tickMs: optional(milliseconds),
      manualClock: optional(wireBoolean),
    }),
  ),
  wallet: optional(WalletSettings),
  server: optional(
    settingsObject("Server", {
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
        settingsObject("RateLimits", {
          requests: optional(Rate),
          submissions: optional(Rate),
          addresses: optional(Rate),
          failedLogins: optional(Rate),
        }),
      ),
      webSocket: optional(
        settingsObject("WebSocket", {
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
    settingsObject("Auth", {
      services: optional(settingsList(AuthServiceSettings)),
      maxTokenLifeMs: optional(wholeNumber(0)),
      browserLogin: optional(
        settingsObject("BrowserLogin", {
          issuer: required(wireString),
          clientId: required(wireString),
          audience: optional(wireString),
          scope: optional(wireString),
        }),
      ),
      jwks: optional(
        settingsObject("Jwks", {
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
  metrics: optional(
    settingsObject("Metrics", { host: optional(wireString), port: optional(Port) }),
  ),
  audit: optional(
    settingsObject("Audit", {
      enabled: optional(wireBoolean),
      domain: optional(LogDomain),
      signEveryMs: optional(wholeNumber(1_000, 2 ** 31 - 1)),
    }),
  ),
  packages: optional(wireArray(wireString)),
  coin: optional(wireBoolean),
  log: optional(settingsObject("Log", { level: optional(LogLevel) })),
  ledger: optional(settingsObject("Ledger", ledgerFields)),
});

/** What the configuration file may say. */
export type FileSettings = TypeOf<typeof FileSettings>;

/** One entry of `auth.services` as the file has it. */
export type AuthServiceSettings = TypeOf<typeof AuthServiceSettings>;

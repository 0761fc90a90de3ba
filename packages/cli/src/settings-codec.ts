import {
  atThatStart,
  defaulted,
  expectedError,
  isRefused,
  oneOf,
  optional,
  required,
  SchemaType,
  setting,
  type SettingField,
  settingsList,
  settingsObject,
  settingsSection,
  takesEffect,
  wholeNumber,
  wireArray,
  wireBoolean,
  type WireReadable,
  wireString,
} from "@tallystick/wire";
import { isIPv6 } from "node:net";
import { isLogDomain } from "@tallystick/audit";
import { type LedgerConfig, ledgerSettings } from "@tallystick/node";
import { walletSettings } from "@tallystick/wallet";
import { right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";

/** Largest TCP port. */
const maxPort = 65_535;

/** A port; 0 lets the system choose. */
export const Port = wholeNumber(0, maxPort);

/** An address to listen on: a host name or an IP address, without scheme and port. */
export const Host: SchemaType<string> = new SchemaType("host", { type: "string" }, (u) =>
  typeof u === "string" && (/^[\w.-]+$/.test(u) || isIPv6(u))
    ? right(u)
    : expectedError("a host name or IP address without scheme and port", u),
);

/** An offset of the journal, 0 for none. */
export const Offset = wholeNumber(0);

const count = wholeNumber(1);
const milliseconds = wholeNumber(1, 2 ** 31 - 1);

/** A clock that is a day off is no matter of tolerance. */
const leewayMs = wholeNumber(0, 24 * 60 * 60 * 1_000);

/** A connection says that it has taken what it held back only when that was more than this. */
const leastBufferedBytes = 64 * 1024;

/** Half of it is for one user, and has room for the largest page. */
const leastHeldAnswerBytes = 128 * 1024 * 1024;

/** How much is logged. */
export const LogLevel = oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent");

export type LogLevel = TypeOf<typeof LogLevel>;

/** Whether clients need a certificate. */
export const ClientAuth = oneOf("required", "optional");

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

const atStart = <A>(type: WireReadable<A>): SettingField<A> => setting(type, atThatStart);

/** The settings of the ledger, each as the ledger itself has it. */
const ledgerFields =
  // border: each field has the codec of the setting of its name
  Object.fromEntries(
    Object.entries(ledgerSettings).map(([name, { codec, later }]) => [
      name,
      setting<unknown>(codec, later),
    ]),
  ) as { readonly [K in keyof LedgerConfig]: SettingField<LedgerConfig[K]> };

const fileSettings = settingsSection("Settings", {
  data: setting(wireString, takesEffect("takes effect: the node opens the ledger of that folder")),
  network: settingsSection("Network", {
    kind: setting(
      NetworkName,
      isRefused(
        "between `dev` and the others, because the journal records it, and to `off` without `coin`; from `off` and between `test` and `main` it takes effect",
      ),
    ),
    amuletPrice: setting(wireString, takesEffect("takes effect from the next round on")),
    tickMs: setting(milliseconds, isRefused("because the journal records it")),
    latestPackagesFrom: setting(wireString, takesEffect("takes effect: the vetting changes")),
    manualClock: setting(
      wireBoolean,
      takesEffect("takes effect; time continues after the journal's last event"),
    ),
  }),
  wallet: walletSettings,
  server: settingsSection("Server", {
    host: atStart(Host),
    port: atStart(Port),
    grpc: atStart(wireString),
    tlsCertificate: atStart(wireString),
    tlsKey: atStart(wireString),
    tlsClientCa: atStart(wireString),
    tlsClientAuth: atStart(ClientAuth),
    maxBodyBytes: atStart(count),
    maxHeldBodyBytes: atStart(count),
    maxReadsPerUser: atStart(count),
    maxReads: atStart(count),
    maxHeldAnswerBytes: atStart(wholeNumber(leastHeldAnswerBytes)),
    maxConnections: atStart(count),
    maxHeaderBytes: atStart(count),
    requestTimeoutMs: atStart(milliseconds),
    maxListElements: atStart(count),
    listIdleTimeoutMs: atStart(milliseconds),
    corsOrigins: atStart(wireArray(wireString)),
    maxSelfAllocatedParties: atStart(wholeNumber(0)),
    minOffsetTimeoutMs: atStart(milliseconds),
    closeTimeoutMs: atStart(milliseconds),
    rateLimits: settingsSection("RateLimits", {
      requests: atStart(Rate),
      submissions: atStart(Rate),
      addresses: atStart(Rate),
      failedLogins: atStart(Rate),
    }),
    webSocket: settingsSection("WebSocket", {
      maxSockets: atStart(count),
      maxSocketsPerUser: atStart(count),
      maxFrameBytes: atStart(wholeNumber(1, 2 ** 31 - 1)),
      maxBufferedBytes: atStart(wholeNumber(leastBufferedBytes, 2 ** 31 - 1)),
      requestTimeoutMs: atStart(milliseconds),
      pingIntervalMs: atStart(milliseconds),
    }),
  }),
  auth: settingsSection("Auth", {
    services: atStart(settingsList(AuthServiceSettings)),
    maxTokenLifeMs: atStart(wholeNumber(0)),
    jwtTimestampLeeway: settingsSection("JwtTimestampLeeway", {
      defaultMs: atStart(leewayMs),
      expiresAtMs: atStart(leewayMs),
      issuedAtMs: atStart(leewayMs),
      notBeforeMs: atStart(leewayMs),
    }),
    browserLogin: atStart(
      settingsObject("BrowserLogin", {
        issuer: required(wireString),
        clientId: required(wireString),
        audience: optional(wireString),
        scope: optional(wireString),
      }),
    ),
    jwks: settingsSection("Jwks", {
      allowHttp: atStart(wireBoolean),
      allowPrivateAddresses: atStart(wireBoolean),
      timeoutMs: atStart(milliseconds),
      cacheMs: atStart(milliseconds),
      cooldownMs: atStart(milliseconds),
      staleMs: atStart(milliseconds),
    }),
  }),
  metrics: settingsSection("Metrics", { host: atStart(Host), port: atStart(Port) }),
  audit: settingsSection("Audit", {
    enabled: atStart(wireBoolean),
    domain: setting(
      LogDomain,
      isRefused("once the log has a key, because the key's name contains it"),
    ),
    signEveryMs: atStart(wholeNumber(1_000, 2 ** 31 - 1)),
  }),
  packages: setting(
    wireArray(wireString),
    takesEffect("takes effect; removing a package fails while it has active contracts"),
  ),
  coin: setting(
    wireBoolean,
    takesEffect(
      "takes effect; removing it with `network.kind: off` fails while the coin has active contracts",
    ),
  ),
  log: settingsSection("Log", { level: atStart(LogLevel) }),
  ledger: settingsSection("Ledger", ledgerFields),
});

/** What the configuration file may say; everything is optional. */
export const FileSettings = fileSettings.type;

export const fileSettingRows = fileSettings.rows;

/** What the configuration file may say. */
export type FileSettings = TypeOf<typeof FileSettings>;

/** One entry of `auth.services` as the file has it. */
export type AuthServiceSettings = TypeOf<typeof AuthServiceSettings>;

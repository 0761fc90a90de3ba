import {
  callback,
  decodeErrors,
  errorsText,
  expectedError,
  functionsOf,
  givenObject,
  objectWith,
  oneOf,
  optional,
  required,
  SchemaType,
  settingsList,
  settingsObject,
  type WireField,
  type WireReadable,
  wholeNumber,
  wireArray,
  wireBoolean,
  wireString,
} from "@tallystick/wire";
import { type Either, left, map, mapLeft, right } from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";
import type { AuditLog } from "../endpoints/audit-log.js";
import type { ConfigurationError } from "../auth/configuration-error.js";
import type { Ledger, Wallet } from "@tallystick/node";
import type { Logger } from "pino";
import type { ServedEndpoint } from "../endpoints/endpoint.js";
import type { HttpConfig, HttpSettings } from "../endpoints/http-config.js";
import type { TokenRegistry } from "../endpoints/token-registry.js";
import type { HttpObserver } from "../metrics/http-observer.js";
import type { Instruments } from "../metrics/instrument-panel.js";

/** Options of an interface in addition to its ledger. */
export interface LedgerApiOptions {
  /** Settings that differ from `defaultHttpConfig`. */
  readonly config?: HttpSettings;
  /** Default: warnings and errors go to standard output. */
  readonly logger?: Logger;
  /** Is called with every answer. */
  readonly observer?: HttpObserver;
  /** What the node measures, for the console; as `createMetrics` makes it. */
  readonly instruments?: Instruments;
  /** The validator's wallet, if the node has one: its endpoints are served too. */
  readonly wallet?: Wallet | undefined;
  /** The log of the journal, if the node keeps one: served under `/audit`. */
  readonly audit?: AuditLog | undefined;
  /** Further endpoints in addition to those of the JSON Ledger API. */
  readonly endpoints?: ReadonlyArray<ServedEndpoint>;
  /** Registries of tokens, each served below `/registries/NAME`. */
  readonly registries?: ReadonlyArray<TokenRegistry>;
  /** The folder of the built browser wallet; default: none is served. */
  readonly site?: string;
  /** What the ledger is a fork of: every answer says it in the header `X-Tallystick-Fork`. */
  readonly forkOf?: string;
}

/** Options of an HTTP server. */
export interface HttpServerParts {
  /** Served; not closed by the server. */
  readonly ledger: Ledger;
  /** The validator's wallet, if the node has one: its endpoints are served too. */
  readonly wallet?: Wallet | undefined;
  /** The log of the journal, if the node keeps one: served under `/audit`. */
  readonly audit?: AuditLog | undefined;
  /** Settings that differ from `defaultHttpConfig`. */
  readonly config?: HttpSettings;
  /** Receives the log. */
  readonly logger: Logger;
  /** Is called with every answer. */
  readonly observer?: HttpObserver;
  /** What the node measures, for the console; as `createMetrics` makes it. */
  readonly instruments?: Instruments;
  /** Further endpoints in addition to those of the JSON Ledger API. */
  readonly endpoints?: ReadonlyArray<ServedEndpoint>;
  /** Registries of tokens, each served below `/registries/NAME`. */
  readonly registries?: ReadonlyArray<TokenRegistry>;
  /** The folder of the built browser wallet; default: none is served. */
  readonly site?: string;
  /** What the ledger is a fork of: every answer says it in the header `X-Tallystick-Fork`. */
  readonly forkOf?: string;
}

const count = optional(wholeNumber(0));
const port = wholeNumber(0, 65_535);

const anyNumber = new SchemaType<number>("number", { type: "number" }, (u) =>
  typeof u === "number" ? right(u) : expectedError("a number", u),
);
const rate = optional(
  givenObject("Rate", { perSecond: required(anyNumber), burst: optional(anyNumber) }),
);

const configFields: Readonly<Record<keyof HttpConfig, WireField<unknown>>> = {
  host: optional(wireString),
  port: optional(port),
  alsoPorts: optional(settingsList(port)),
  tls: optional(
    givenObject("TlsConfig", {
      certificate: required(wireString),
      key: required(wireString),
      clientCa: optional(wireString),
      clientAuth: optional(oneOf("required", "optional")),
    }),
  ),
  auth: optional(
    settingsObject("AuthConfig", {
      kind: required(oneOf("development", "off", "services")),
      services: optional(
        settingsList(objectWith("AuthService", { kind: oneOf("jwks", "key", "unsafe") })),
      ),
    }),
  ),
  browserLogin: optional(
    settingsObject("BrowserLogin", {
      issuer: required(wireString),
      clientId: required(wireString),
      audience: optional(wireString),
      scope: optional(wireString),
    }),
  ),
  corsOrigins: optional(wireArray(wireString)),
  jwks: optional(
    settingsObject("JwksConfig", {
      allowHttp: optional(wireBoolean),
      allowPrivateAddresses: optional(wireBoolean),
      timeoutMs: count,
      cacheMs: count,
      cooldownMs: count,
      staleMs: count,
    }),
  ),
  maxTokenLifeMs: count,
  jwtTimestampLeeway: optional(
    settingsObject("JwtTimestampLeeway", {
      defaultMs: count,
      expiresAtMs: count,
      issuedAtMs: count,
      notBeforeMs: count,
    }),
  ),
  rateLimits: optional(
    settingsObject("RateLimitConfig", {
      requests: rate,
      submissions: rate,
      addresses: rate,
      failedLogins: rate,
    }),
  ),
  maxBodyBytes: count,
  maxHeldBodyBytes: count,
  maxReadsPerUser: count,
  maxReads: count,
  maxHeldAnswerBytes: count,
  maxConnections: count,
  maxHeaderBytes: count,
  requestTimeoutMs: count,
  maxListElements: count,
  listIdleTimeoutMs: count,
  maxSelfAllocatedParties: count,
  minOffsetTimeoutMs: count,
  closeTimeoutMs: count,
  webSocket: optional(
    settingsObject("WebSocketConfig", {
      maxSockets: count,
      maxSocketsPerUser: count,
      maxFrameBytes: count,
      maxBufferedBytes: count,
      requestTimeoutMs: count,
      pingIntervalMs: count,
    }),
  ),
  now: optional(callback),
  timers: optional(functionsOf("Timers", "nowMs", "wallMs", "after", "every", "later")),
  ids: optional(functionsOf("HttpIds", "uuid", "traceId", "token")),
};

const logger = functionsOf("Logger", "debug", "info", "warn", "error");
const registryName = /^[a-z0-9-]{1,40}$/;
const registry = objectWith("TokenRegistry", {
  name: new SchemaType<string>("name of a registry", { type: "string" }, (u) =>
    typeof u === "string" && registryName.test(u)
      ? right(u)
      : expectedError("1 to 40 lower-case letters, digits and hyphens", u),
  ),
  admin: wireString,
  contextOf: callback,
});
const partFields: Readonly<Record<keyof HttpServerParts, WireField<unknown>>> = {
  ledger: required(functionsOf("Ledger", "submitAndWait", "ledgerEnd", "user")),
  wallet: optional(functionsOf("Wallet", "submit", "submitInTurn", "network")),
  audit: optional(functionsOf("AuditLog", "status", "published", "prove")),
  config: optional(settingsObject("HttpConfig", configFields)),
  logger: optional(logger),
  observer: optional(functionsOf("HttpObserver", "opened", "answered", "refused")),
  instruments: optional(functionsOf("Instruments", "history", "latest", "onSample")),
  endpoints: optional(
    settingsList(objectWith("Endpoint", { method: wireString, path: wireString, serve: callback })),
  ),
  registries: optional(settingsList(registry)),
  site: optional(wireString),
  forkOf: optional(wireString),
};

const read = <A>(type: WireReadable<unknown>, parts: unknown): Either<ConfigurationError, A> => {
  try {
    return pipe(
      type.read(parts),
      // border: each part has been read by its row
      map((checked) => checked as A),
      mapLeft((error) => ({ message: errorsText(decodeErrors(error)) })),
    );
  } catch {
    return left({ message: "options: throw when they are read, expected plain data" });
  }
};

const { ledger, ...optionFields } = partFields;
const apiType = givenObject("LedgerApiParts", {
  ledger,
  options: required(settingsObject("LedgerApiOptions", optionFields)),
});
const serverType = settingsObject("HttpServerParts", { ...partFields, logger: required(logger) });

/** The options of an interface. Left: all that is wrong with them or the ledger. */
export const checkedApiParts = (
  given: unknown,
  options: unknown,
): Either<ConfigurationError, LedgerApiOptions> =>
  map(({ options: checked }: { options: LedgerApiOptions }) => checked)(
    read(apiType, { ledger: given, options }),
  );

/** The parts of a server. Left: all that is wrong with them. */
export const checkedServerParts = (parts: unknown): Either<ConfigurationError, HttpServerParts> =>
  read(serverType, parts);

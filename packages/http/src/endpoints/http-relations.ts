import type { SettingRelation } from "@tallystick/wire";
import { defaultJwksConfig, type JwksConfig } from "../auth/auth-config.js";
import type { HttpConfig } from "./http-config.js";

const jwksOf = ({ auth, jwks }: HttpConfig): JwksConfig => ({
  ...defaultJwksConfig(auth),
  ...jwks,
});

/** The settings of the server that are compared with another. */
export const httpRelations: ReadonlyArray<SettingRelation<HttpConfig>> = [
  {
    setting: "server.minOffsetTimeoutMs",
    is: "less than",
    than: "server.requestTimeoutMs",
    valuesOf: ({ minOffsetTimeoutMs, requestTimeoutMs }) => [minOffsetTimeoutMs, requestTimeoutMs],
    shown: String,
    why: "a request that waits for an offset would always time out with 504",
  },
  {
    setting: "server.listIdleTimeoutMs",
    is: "less than",
    than: "server.requestTimeoutMs",
    valuesOf: ({ listIdleTimeoutMs, requestTimeoutMs }) => [listIdleTimeoutMs, requestTimeoutMs],
    shown: String,
    why: "an open-ended list would always time out with 504",
  },
  {
    setting: "auth.jwks.timeoutMs",
    is: "less than",
    than: "server.requestTimeoutMs",
    valuesOf: (config) => [jwksOf(config).timeoutMs, config.requestTimeoutMs],
    shown: String,
    why: "callers would get 504 before the fetch of their provider's keys times out",
  },
  {
    setting: "auth.jwks.cooldownMs",
    is: "at most",
    than: "auth.jwks.cacheMs",
    valuesOf: (config) => [jwksOf(config).cooldownMs, jwksOf(config).cacheMs],
    shown: String,
    why: "expired keys could not be fetched again",
  },
  {
    setting: "auth.jwks.cacheMs",
    is: "at most",
    than: "auth.jwks.staleMs",
    valuesOf: (config) => [jwksOf(config).cacheMs, jwksOf(config).staleMs],
    shown: String,
    why: "keys would expire before they are fetched again",
  },
];

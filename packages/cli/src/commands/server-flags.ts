import { settingRows } from "../setting-rows.js";
import type { CommandRow } from "./command-row.js";

const tls = {
  "tls-certificate": {
    type: "string",
    value: "FILE",
    variable: settingRows.tlsCertificate.variable,
    text: "PEM certificate, with --tls-key: use TLS instead of clear text",
  },
  "tls-key": {
    type: "string",
    value: "FILE",
    variable: settingRows.tlsKey.variable,
    text: "the certificate's private key in PEM",
  },
} as const satisfies CommandRow["flags"];

const logLevel = {
  type: "string",
  value: "LEVEL",
  values: ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
  text: "log level; default info",
} as const;

export const journalFlags = {
  data: {
    type: "string",
    value: "FOLDER",
    variable: settingRows.data.variable,
    text: "the folder of the journal; default ./data",
  },
  store: {
    type: "string",
    value: "ADDRESS",
    variable: settingRows.store.variable,
    text: "the store of the journal, such as esdb://host:2113",
  },
} as const satisfies CommandRow["flags"];

export const serveFlags = {
  port: {
    type: "string",
    value: "PORT",
    variable: settingRows.port.variable,
    text: "port to listen on, 0 for any free one; default 7575",
  },
  host: {
    type: "string",
    value: "HOST",
    variable: settingRows.host.variable,
    text: "address to listen on; default 127.0.0.1",
  },
  grpc: {
    type: "string",
    value: "HOST:PORT",
    variable: settingRows.grpc.variable,
    text: "serve the gRPC Ledger API at HOST:PORT, at a port of 127.0.0.1, or off; default 127.0.0.1:6865 in development, unless --port is 0 or another process has it, else off",
  },
  ...tls,
  "tls-client-ca": {
    type: "string",
    value: "FILE",
    variable: settingRows.tlsClientCa.variable,
    text: "PEM certificates of those who issue certificates to clients: refuse clients without one of theirs",
  },
  "tls-client-auth": {
    type: "string",
    value: "WHEN",
    values: ["required", "optional"],
    variable: settingRows.tlsClientAuth.variable,
    text: "with --tls-client-ca: optional serves clients without a certificate too; default required",
  },
  threads: {
    type: "string",
    value: "N",
    variable: settingRows.threads.variable,
    text: "threads that read large answers; default one for each processor but one, at most 8",
  },
  data: {
    ...journalFlags.data,
    text: "data folder, or :memory: for none; default ./data",
  },
  store: {
    ...journalFlags.store,
    text: "the store of the journal, such as esdb://host:2113; views stay in the folder",
  },
  config: {
    type: "string",
    value: "FILE",
    variable: settingRows.config.variable,
    text: "configuration file, YAML or JSON; environment and flags override it",
  },
  "log-level": { ...logLevel, variable: settingRows.logLevel.variable },
  "metrics-port": {
    type: "string",
    value: "PORT",
    variable: settingRows.metricsPort.variable,
    text: "serve metrics for Prometheus on this port of 127.0.0.1; default off",
  },
  packages: {
    type: "string",
    multiple: true,
    value: "FILE",
    variable: settingRows.packages.variable,
    text: "a JavaScript module that exports packages to serve, or a DAR; repeatable, or separated by commas in the variable",
  },
  audit: {
    type: "boolean",
    variable: settingRows.audit.variable,
    text: "maintain and sign the log of the journal, and serve it under /audit",
  },
  coin: {
    type: "boolean",
    variable: settingRows.coin.variable,
    text: "serve the packages of the network coin",
  },
  network: {
    type: "string",
    value: "NAME",
    values: ["dev", "test", "main", "off"],
    variable: settingRows.network.variable,
    text: "the coin's network to run; off serves only the ledger; default dev",
  },
  "manual-clock": {
    type: "boolean",
    variable: settingRows.manualClock.variable,
    text: "time advances only with POST /v0/admin/clock/advance",
  },
  "accept-journal-end": {
    type: "string",
    value: "OFFSET",
    text: "continue a journal that lost its end, if it ends at this offset",
  },
  "accept-clock": {
    type: "boolean",
    text: "trust this machine's clock, however far it is ahead of the journal's last event",
  },
  localnet: {
    type: "boolean",
    variable: settingRows.localnet.variable,
    text: "also listen on the ports of the public LocalNet: 2975, 3975, 4975, 2903, 3903, 4903, 2000, 3000, 4000",
  },
  follow: {
    type: "boolean",
    variable: settingRows.follow.variable,
    text: "follow a journal that other nodes write: serve queries, reject changes",
  },
  auth: {
    type: "string",
    value: "off",
    values: ["off"],
    variable: settingRows.auth.variable,
    text: "require no token; everyone on this machine may do anything",
  },
} as const satisfies CommandRow["flags"];

export const eventsFlags = {
  listen: {
    type: "string",
    value: "HOST:PORT",
    variable: "TALLYSTICK_EVENTS_LISTEN",
    text: "address to listen on; default 127.0.0.1:2113; others only with TLS and users (TALLYSTICK_EVENTS_USERS: name:password, separated by commas)",
  },
  advertise: {
    type: "string",
    value: "HOST:PORT",
    variable: "TALLYSTICK_EVENTS_ADVERTISE",
    text: "address for clients of esdb+discover; default --listen, or the machine's name for 0.0.0.0",
  },
  ...journalFlags,
  "tls-certificate": { type: "string", value: "FILE", text: tls["tls-certificate"].text },
  "tls-key": { type: "string", value: "FILE", text: tls["tls-key"].text },
  "clear-text-passwords": {
    type: "boolean",
    variable: "TALLYSTICK_EVENTS_CLEAR_TEXT_PASSWORDS",
    text: "let users log in without TLS",
  },
  "log-level": logLevel,
} as const satisfies CommandRow["flags"];

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { defaultLedgerConfig } from "@tallystick/node";
import { notesModule } from "../packages/notes-module.js";
import { serverCertificate, serverKey } from "@tallystick/dev";

interface Folders {
  /** A scratch folder. */
  readonly root: string;
  /** The folder that is started twice. */
  readonly data: string;
}

/** The value of a later start; the first has the usual one. */
interface OtherValue {
  readonly other: unknown;
  /** Further settings of both starts, by their places. */
  readonly both?: (folders: Folders) => Readonly<Record<string, unknown>>;
  /** What the error of a refused start names. */
  readonly named?: ReadonlyArray<string>;
}

const written = (folder: string, name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

const tls = ({ root }: Folders): Readonly<Record<string, unknown>> => ({
  "server.tlsCertificate": written(root, "c.pem", serverCertificate),
  "server.tlsKey": written(root, "k.pem", serverKey),
});

const party = (name: string): string => `${name}::1220${"ab".repeat(32)}`;

/** Twice the usual value, a span of some days for none, the opposite of a switch. */
const otherOf = (usual: unknown): unknown => {
  if (typeof usual === "number") return usual === 0 ? 864_000_000_000 : usual * 2;
  return typeof usual === "boolean" ? !usual : undefined;
};

const ofLedger: Readonly<Record<string, OtherValue>> = Object.fromEntries(
  Object.entries(defaultLedgerConfig).map(([name, usual]) => [
    `ledger.${name}`,
    { other: otherOf(usual) },
  ]),
);

const shared = { "ledger.sharedJournal": true };

/** A value other than that of the first start, for each setting of the file. */
export const otherValues: Readonly<Record<string, OtherValue>> = {
  data: { other: ({ root }: Folders) => join(root, "elsewhere") },
  "network.kind": { other: "test", named: ["network.kind", "dev", "test"] },
  "network.amuletPrice": { other: "0.25" },
  "network.tickMs": { other: 60_000, named: ["network.tickMs", "600000", "60000"] },
  "network.latestPackagesFrom": { other: "2026-07-08T00:00:00Z" },
  "network.manualClock": { other: true },
  "wallet.validatorWalletUser": { other: "bob" },
  "wallet.validatorWalletUsers": { other: ["bob", "carol"] },
  "wallet.administrators": { other: ["bob", "carol"] },
  "wallet.validatorPartyHint": {
    other: "bank",
    named: ["wallet.validatorPartyHint", "validator", "bank"],
  },
  "wallet.contactPoint": { other: "ops@example.com" },
  "wallet.walletSweep": {
    other: { [party("a")]: { maxBalanceUSD: 10, minBalanceUSD: 5, receiver: party("b") } },
  },
  "wallet.autoAcceptTransfers": { other: { [party("a")]: { fromParties: [party("b")] } } },
  "wallet.rejectLapsedRequestsOf": { other: ["trading-app"] },
  "wallet.rewardSharing": {
    other: {
      [party("a")]: { beneficiaries: [{ beneficiary: party("b"), percentage: 0.5 }] },
    },
  },
  "wallet.targetThroughput": { other: 100 },
  "wallet.minTopupInterval": { other: "20m" },
  "wallet.transferPreapproval.preapprovalLifetime": { other: "60d" },
  "wallet.transferPreapproval.renewalDuration": { other: "10d" },
  "wallet.enableAutomaticRewardsCollectionAndAmuletMerging": { other: false },
  "wallet.mergeAbove": { other: 20 },
  "wallet.mergeBatchSize": { other: 50 },
  "wallet.treasury.batchSize": { other: 10 },
  "wallet.automation.pollingInterval": { other: "15s" },
  "wallet.automation.clockSkewDelay": { other: "7s" },
  "wallet.automation.enableAutomaticRewardsCollectionAndAmuletMerging": { other: false },
  "wallet.domains.global.buyExtraTraffic.targetThroughput": { other: 100 },
  "wallet.domains.global.buyExtraTraffic.minTopupInterval": { other: "20m" },
  "wallet.pollingInterval": { other: "15s" },
  "wallet.clockSkewDelay": { other: "7s" },
  "server.host": { other: "localhost" },
  "server.port": { other: 47_575 },
  "server.grpc": { other: "127.0.0.1:0" },
  "server.tlsCertificate": {
    both: tls,
    other: ({ root }: Folders) => written(root, "c2.pem", serverCertificate),
  },
  "server.tlsKey": { both: tls, other: ({ root }: Folders) => written(root, "k2.pem", serverKey) },
  "server.tlsClientCa": {
    both: tls,
    other: ({ root }: Folders) => written(root, "ca.pem", serverCertificate),
  },
  "server.tlsClientAuth": {
    both: (folders: Folders) => ({
      ...tls(folders),
      "server.tlsClientCa": written(folders.root, "ca.pem", serverCertificate),
    }),
    other: "optional",
  },
  "server.maxBodyBytes": { other: 1_000_000 },
  "server.maxHeldBodyBytes": { other: 100_000_000 },
  "server.maxReadsPerUser": { other: 10 },
  "server.maxReads": { other: 100 },
  "server.maxHeldAnswerBytes": { other: 150_000_000 },
  "server.maxConnections": { other: 100 },
  "server.maxHeaderBytes": { other: 20_000 },
  "server.requestTimeoutMs": { other: 10_000 },
  "server.maxListElements": { other: 100 },
  "server.listIdleTimeoutMs": { other: 400 },
  "server.corsOrigins": { other: ["https://wallet.example.com"] },
  "server.maxSelfAllocatedParties": { other: 3 },
  "server.minOffsetTimeoutMs": { other: 1_000 },
  "server.closeTimeoutMs": { other: 5_000 },
  "server.rateLimits.requests": { other: { perSecond: 50 } },
  "server.rateLimits.submissions": { other: { perSecond: 50 } },
  "server.rateLimits.addresses": { other: { perSecond: 50 } },
  "server.rateLimits.failedLogins": { other: { perSecond: 50 } },
  "server.webSocket.maxSockets": { other: 100 },
  "server.webSocket.maxSocketsPerUser": { other: 50 },
  "server.webSocket.maxFrameBytes": { other: 500_000 },
  "server.webSocket.maxBufferedBytes": { other: 100_000 },
  "server.webSocket.requestTimeoutMs": { other: 10_000 },
  "server.webSocket.pingIntervalMs": { other: 10_000 },
  "auth.services": { other: [{ unsafe: { secret: "other" } }] },
  "auth.maxTokenLifeMs": { other: 1_000_000 },
  "auth.jwtTimestampLeeway.defaultMs": { other: 0 },
  "auth.jwtTimestampLeeway.expiresAtMs": { other: 10_000 },
  "auth.jwtTimestampLeeway.issuedAtMs": { other: 15_000 },
  "auth.jwtTimestampLeeway.notBeforeMs": { other: 20_000 },
  "auth.browserLogin": {
    both: () => ({
      "auth.services": [{ unsafe: { secret: "x", issuer: "https://idp.example.com" } }],
    }),
    other: { issuer: "https://idp.example.com", clientId: "wallet" },
  },
  "auth.jwks.allowHttp": { other: true },
  "auth.jwks.allowPrivateAddresses": { other: true },
  "auth.jwks.timeoutMs": { other: 1_000 },
  "auth.jwks.cacheMs": { other: 10_000 },
  "auth.jwks.cooldownMs": { other: 1_000 },
  "auth.jwks.staleMs": { other: 100_000 },
  "metrics.host": { both: () => ({ "metrics.port": 0 }), other: "localhost" },
  "metrics.port": { other: 0 },
  "audit.enabled": { other: false },
  "audit.domain": { other: "example.com", named: ["audit.domain", "localhost", "example.com"] },
  "audit.signEveryMs": { other: 10_000 },
  packages: {
    // the test's own copy of core, which a module in a scratch folder finds by its address
    other: ({ root }: Folders) => [
      written(root, "notes.mjs", notesModule(import.meta.resolve("@tallystick/core"))),
    ],
  },
  coin: { other: true },
  "log.level": { other: "fatal" },
  ...ofLedger,
  "ledger.participantName": { other: "other", named: ["participantName", "participant", "other"] },
  "ledger.synchronizerName": {
    other: "other",
    named: ["synchronizerName", "global-domain", "other"],
  },
  "ledger.tapsMaxPassesDefault": { other: 2 },
  "ledger.writerBeatMs": { other: 4_000 },
  "ledger.snapshotFolder": { other: ({ root }: Folders) => join(root, "snapshots") },
  "ledger.projectorThread": { other: "worker" },
  "ledger.readThreads": { other: 2 },
  "ledger.journal": { other: ({ data }: Folders) => `sqlite:${data}` },
  "ledger.follow": { both: () => shared, other: true },
};

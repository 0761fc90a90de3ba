import { expect } from "chai";
import { walletRows } from "../../../src/wallet/wallet-rows.js";
import { publishedWalletOperations } from "./published-wallet-operations.js";

/** What is published and not served here, with the reason. */
const notServed: Readonly<Record<string, string>> = {};

/** What the scan of the public network has under these paths, which wallets ask too. */
const ofTheScan: ReadonlySet<string> = new Set([
  "GET /v0/dso",
  "GET /v0/dso-party-id",
  "POST /v0/holdings/summary",
  "POST /v1/holdings/summary",
  "GET /v0/domains/{}/members/{}/traffic-status",
]);

/** Additions of this node, see docs/wallet.md. */
const ours: ReadonlySet<string> = new Set([
  "GET /v0/wallet/coins",
  "GET /v0/wallet/transactions/export",
  "GET /v0/wallet/rounds",
  "GET /v0/wallet/dapp/connects/{}",
  "POST /v0/wallet/dapp/connects/{}/approve",
  "POST /v0/wallet/dapp/connects/{}/reject",
  "GET /v0/wallet/dapp/sessions",
  "DELETE /v0/wallet/dapp/sessions/{}",
  "GET /v0/wallet/dapp/requests",
  "GET /v0/wallet/dapp/requests/{}",
  "POST /v0/wallet/dapp/requests/{}/approve",
  "POST /v0/wallet/dapp/requests/{}/sign",
  "POST /v0/wallet/dapp/requests/{}/reject",
  "GET /v0/submissions/refused",
  "GET /v0/admin/configuration",
  "GET /v0/admin/traffic",
  "GET /v0/wallet/balance/history",
  "GET /v0/wallet/parties",
  "POST /v0/wallet/parties/{}/setup-proposal",
  "POST /v0/wallet/setup-proposals/{}/accept",
  "POST /v0/wallet/transfers/preview",
  "GET /v0/wallet/inbox",
  "GET /v0/wallet/settings",
  "POST /v0/wallet/settings",
  "GET /v0/admin/automation/wallets",
  "POST /v0/admin/automation/wallets/{}/pause",
  "POST /v0/admin/automation/wallets/{}/resume",
  "GET /v0/wallet/coins/merge",
  "POST /v0/wallet/coins/merge",
  "GET /v0/wallet/inbox/{}",
  "POST /v0/wallet/subscriptions/{}/pay",
  "POST /v0/wallet/token-transfers/{}/accept",
  "POST /v0/wallet/token-transfers/{}/reject",
  "POST /v0/wallet/token-transfers/{}/withdraw",
  "GET /v0/wallet/transactions/{}",
  "DELETE /v0/wallet/transfer-preapproval",
  "POST /v0/wallet/transfer-offers/accept",
  "POST /v0/wallet/transfer-offers/reject",
  "POST /v0/wallet/transfer-offers/withdraw",
  "POST /v0/wallet/minting-delegations/{}/withdraw",
  "GET /v0/admin/automation",
  "POST /v0/admin/automation/pause",
  "POST /v0/admin/automation/resume",
  "POST /v0/admin/clock/advance",
  "GET /v0/scan-proxy/domains/{}/members/{}/traffic-status",
]);

/** The names of path parameters are everyone's own. */
const withoutNames = (operation: string): string => operation.replaceAll(/\{[^}]+\}/g, "{}");

const published = new Set(publishedWalletOperations.map(withoutNames));
const served = walletRows.map(({ method, path }) => withoutNames(`${method} ${path}`));

describe("the rows of the wallet against the published documents", () => {
  it("serve every operation that is published", () => {
    const known = new Set(served);
    const missing = publishedWalletOperations.filter((it) => !known.has(withoutNames(it)));
    expect(missing).to.deep.equal(Object.keys(notServed));
    expect(published.size).to.be.above(95);
  });

  it("are published, or the scan's, or named as an addition", () => {
    const unknown = served.filter(
      (it) =>
        !published.has(it) &&
        !ofTheScan.has(it) &&
        !ours.has(it) &&
        // the registry under the scan proxy, where wallets of version 0.6 look for it
        !published.has(it.replace("/v0/scan-proxy/registry/", "/registry/")),
    );
    expect(unknown).to.deep.equal([]);
    for (const addition of [...ours, ...ofTheScan]) {
      expect(served, addition).to.include(addition);
      expect(published.has(addition), addition).to.equal(false);
    }
  });

  it("are each there once", () => {
    expect(new Set(served).size).to.equal(served.length);
  });
});

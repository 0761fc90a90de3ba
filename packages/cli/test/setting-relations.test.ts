import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { httpRelations } from "@tallystick/http";
import { ledgerRelations } from "@tallystick/node";
import { walletRelations } from "@tallystick/wallet";
import { relationText, type SettingRelation } from "@tallystick/wire";
import { expect } from "chai";
import { readSettings } from "../src/settings.js";
import { thrownBy } from "./thrown-by.js";

const page = new URL("../../../../docs/configuration.md", import.meta.url);
const mark =
  "<!-- relations: from their rows; UPDATE_DOCS=1 npm test -- setting-relations writes it -->\n";
const end = "<!-- end -->";

/** The names of a relation, and its row of the page. */
const rowsOf = <C>(
  relations: ReadonlyArray<SettingRelation<C>>,
  prefix: string,
): ReadonlyArray<readonly [setting: string, than: string, row: string]> =>
  relations.map((relation) => {
    const [setting, than] = [`${prefix}${relation.setting}`, `${prefix}${relation.than}`];
    const expected = relationText({ ...relation, than: `\`${than}\`` });
    return [setting, than, `| \`${setting}\` is ${expected} | ${relation.why} |\n`];
  });

const rows = [
  ...rowsOf(httpRelations, ""),
  ...rowsOf(ledgerRelations, "ledger."),
  ...rowsOf(walletRelations, "wallet."),
];

/** Settings that break the relation of two, each in the order of `rows`. */
const broken: Readonly<Record<string, object>> = {
  "server.minOffsetTimeoutMs server.requestTimeoutMs": { server: { requestTimeoutMs: 5_000 } },
  "server.listIdleTimeoutMs server.requestTimeoutMs": {
    server: { listIdleTimeoutMs: 20_000 },
  },
  "auth.jwks.timeoutMs server.requestTimeoutMs": { auth: { jwks: { timeoutMs: 20_000 } } },
  "auth.jwks.cooldownMs auth.jwks.cacheMs": { auth: { jwks: { cacheMs: 4_999 } } },
  "auth.jwks.cacheMs auth.jwks.staleMs": { auth: { jwks: { cacheMs: 600_001 } } },
  "ledger.writerSilenceMs ledger.writerBeatMs": { ledger: { writerBeatMs: 7_501 } },
  "ledger.tapsMaxPassesDefault ledger.tapsMaxPassesLimit": { ledger: { tapsMaxPassesLimit: 2 } },
  "wallet.minTopupInterval wallet.pollingInterval": {
    wallet: { minTopupInterval: "10s", pollingInterval: "30s" },
  },
  "wallet.transferPreapproval.renewalDuration wallet.transferPreapproval.preapprovalLifetime": {
    wallet: { transferPreapproval: { renewalDuration: "90d", preapprovalLifetime: "90d" } },
  },
  "wallet.transferPreapproval.renewalDuration wallet.pollingInterval": {
    wallet: { transferPreapproval: { renewalDuration: "29s" } },
  },
};

const party = (name: string): string => `${name}::1220${"ab".repeat(32)}`;

describe("Settings that are compared with another", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "tallystick-relations-"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const read = (file: object) => {
    const config = join(folder, "settings.json");
    writeFileSync(config, JSON.stringify(file));
    return readSettings({ config }, {});
  };

  it("agree by default", async () => {
    await read({});
  });

  for (const [setting, than] of rows) {
    it(`are refused with both names: ${setting}, ${than}`, async () => {
      const file = broken[`${setting} ${than}`];
      if (file === undefined) return expect.fail("no values that break it");
      const { message } = await thrownBy(() => read(file));
      expect(message).to.match(
        new RegExp(
          `${setting}: expected .*${than.replace("ledger.", "")}, which is \\d+\\w*, found \\d`,
        ),
      );
    });
  }

  it("are refused all at once", async () => {
    const { message } = await thrownBy(() =>
      read({
        ledger: { writerBeatMs: 7_501 },
        wallet: {
          minTopupInterval: "10s",
          walletSweep: {
            [party("a")]: { maxBalanceUSD: 10, minBalanceUSD: 5, receiver: party("a") },
          },
        },
      }),
    );
    for (const each of [
      /ledger\.writerSilenceMs: /,
      /wallet\.minTopupInterval: /,
      /wallet\.walletSweep\.a::\w+\.receiver: found the sender/,
    ])
      expect(message).to.match(each);
  });

  it("are no intervals that a timer cannot wait for", async () => {
    for (const pollingInterval of ["0s", "25d"]) {
      const { message } = await thrownBy(() => read({ wallet: { pollingInterval } }));
      expect(message).to.match(/wallet\.pollingInterval: expected a duration from 1ms to 24d/);
    }
  });

  it("are in docs/configuration.md", () => {
    const text = readFileSync(page, "utf8");
    const [before = "", after = ""] = text.split(mark);
    const table = rows.map(([, , row]) => row).join("");
    const wanted = `${before}${mark}\n| | Otherwise |\n|---|---|\n${table}\n${after.slice(after.indexOf(end))}`;
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(page, wanted);
    expect(readFileSync(page, "utf8")).to.equal(wanted);
  });
});

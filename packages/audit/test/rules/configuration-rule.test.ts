import { coinPackages } from "@tallystick/coin";
import type { ConfigurationApplied, LedgerEvent } from "@tallystick/core";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { auditRules } from "../../src/rules/audit-rules.js";
import { type HonestEvent, honestJournal, journalWith, storedAs } from "./coin-journal.js";

describe("The configuration of decisions, in an audit", () => {
  let honest: ReadonlyArray<HonestEvent> = [];

  before(async () => {
    honest = await honestJournal();
  });

  /** What G1 says of the journal with changed events; undefined leaves one out. */
  const found = async (
    change: (event: LedgerEvent) => LedgerEvent | undefined,
  ): Promise<ReadonlyArray<string>> => {
    const events = honest.flatMap((each) => {
      const event = change(each.event);
      return event === undefined ? [] : [{ ...each, event }];
    });
    const stored = events.map((each, at) => storedAs({ ...each, offset: at + 1 }));
    const audit = { level: "structure", packages: coinPackages } as const;
    const report = await auditRules(await journalWith(stored), audit);
    if (isLeft(report)) throw new Error(report.left.message);
    return report.right.findings
      .filter(({ rule }) => rule === "G1")
      .map(({ offset, message }) => `${events[offset - 1]?.event.type}: ${message}`);
  };

  const applied = (change: Partial<ConfigurationApplied>) => (event: LedgerEvent) =>
    event.type === "ConfigurationApplied" ? { ...event, ...change } : event;

  it("is in an honest journal", async () => {
    expect(await found((event) => event)).to.deep.equal([]);
  });

  it("is missed where it was left out", async () => {
    const messages = await found((event) =>
      event.type === "ConfigurationApplied" ? undefined : event,
    );
    expect(new Set(messages)).to.deep.equal(
      new Set([
        "TransactionCommitted: no configuration was recorded before it",
        "CommandRejected: no configuration was recorded before it",
      ]),
    );
  });

  const impossible: ReadonlyArray<readonly [Partial<ConfigurationApplied>, string]> = [
    [
      { deduplicationWindowMicros: -1 },
      "deduplicationWindowMicros is -1, expected a whole number from 0",
    ],
    [{ ledgerTimeSkewMicros: 0.5 }, "ledgerTimeSkewMicros is 0.5, expected a whole number from 0"],
    [
      {
        packageCode: [
          { packageId: "b", codeVersion: "" },
          { packageId: "a", codeVersion: "" },
        ],
      },
      "its packages are not sorted or not unique",
    ],
  ];
  for (const [change, message] of impossible) {
    it(`is refused when ${message.split(",")[0]}`, async () => {
      expect(await found(applied(change))).to.include(`ConfigurationApplied: ${message}`);
    });
  }

  it("limits the rights of users and the number of identity providers", async () => {
    const messages = await found(applied({ maxRightsPerUser: 0 }));
    expect(messages.join("\n")).to.match(
      /^User\w+: there are \d+ rights of a user, but the configuration allows 0$/m,
    );
    const provider = {
      type: "IdentityProviderConfigCreated",
      identityProviderId: "other",
      issuer: "https://issuer.example",
      jwksUrl: "https://issuer.example/keys",
      isDeactivated: false,
      audience: "",
    } as const;
    const replaced = await found((event) =>
      event.type === "CommandRejected"
        ? { ...provider, recordTime: event.recordTime }
        : applied({ maxIdentityProviders: 0 })(event),
    );
    expect(replaced).to.include(
      "IdentityProviderConfigCreated: there are 1 identity providers, but the configuration allows 0",
    );
  });
});

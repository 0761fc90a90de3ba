import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import type { LedgerConfiguration } from "../../src/events/journal-event.js";
import { defaultConfiguration } from "../../src/ledger/ledger-configuration.js";
import { specification } from "../../src/ledger/given-when-then.js";
import { configured, contextOf, foundation, start } from "../ledger-fixture.js";

const { given } = specification(contextOf());
const apply = (changes: Partial<LedgerConfiguration>) =>
  ({ kind: "ApplyConfiguration", configuration: { ...defaultConfiguration, ...changes } }) as const;

describe("a configuration", () => {
  const changes: ReadonlyArray<readonly [string, Partial<LedgerConfiguration>]> = [
    ["window", { deduplicationWindowMicros: 5 }],
    ["skew", { ledgerTimeSkewMicros: 5 }],
    ["number of rights", { maxRightsPerUser: 5 }],
    ["number of providers", { maxIdentityProviders: 5 }],
    ["software", { softwareVersion: "9" }],
    ["packages", { packageCode: [{ packageId: "aa", codeVersion: "" }] }],
  ];
  for (const [name, change] of changes) {
    it(`is written down when its ${name} is another, and not a second time`, () => {
      given(foundation)
        .when(apply(change))
        .then([configured(change)]);
      given([...foundation, configured(change)])
        .when(apply(change))
        .then([]);
    });
  }

  it("is written down when the code of a package is another", () => {
    const code = (codeVersion: string) => ({ packageCode: [{ packageId: "aa", codeVersion }] });
    given([...foundation, configured(code("1"))])
      .when(apply(code("2")))
      .then([configured(code("2"))]);
  });

  it("is not written down when it is the one a ledger has before any", () => {
    given(foundation).when(apply({})).then([]);
  });

  it("is part of the state from its event on", () => {
    const { state } = given(foundation).when(apply({ maxRightsPerUser: 5 }));
    expect(state.configuration).to.deep.equal({ ...defaultConfiguration, maxRightsPerUser: 5 });
  });
});

describe("what happened to a journal", () => {
  const offset = foundation.length;
  const hash = "ab".repeat(32);

  it("is written down with the place where it happened", () => {
    given(foundation)
      .when({ kind: "RecordFork", hash, reason: "a trial" })
      .then([{ type: "JournalForked", offset, hash, reason: "a trial", recordTime: start }]);
    const restored = {
      type: "JournalRestored",
      offset,
      hash,
      reason: "disk lost",
      recordTime: start,
    } as const;
    given(foundation).when({ kind: "RecordRestore", hash, reason: "disk lost" }).then([restored]);
    given(foundation)
      .when({ kind: "RecordRestore", hash, reason: "disk lost", lostOffset: 99 })
      .then([{ ...restored, lostOffset: 99 }]);
  });

  it("says which key signs, and where it was pruned", () => {
    const published = given(foundation).when({ kind: "PublishSigningKey", publicKey: hash });
    published.then([{ type: "SigningKeyPublished", publicKey: hash, recordTime: start }]);
    expect(published.state.pruning).to.deep.equal({
      upTo: 0,
      saidAt: 0,
      forgottenUpTo: 0,
      publicKey: hash,
    });
    const pruning = {
      offset: 3,
      hash,
      erased: 1,
      kept: 2,
      residue: hash,
      lastErased: 2,
      forgottenUpTo: 1,
      signature: "ef".repeat(64),
    };
    const pruned = given(foundation).when({ kind: "RecordPruning", pruning });
    pruned.then([{ type: "JournalPruned", ...pruning, recordTime: start }]);
    expect(pruned.state.pruning).to.deep.equal({
      upTo: 3,
      saidAt: offset + 1,
      forgottenUpTo: 1,
      publicKey: "",
    });
    expect(pruned.state.deduplication.prunedOffset).to.equal(1);
  });

  it("changes nothing but offset and record time", () => {
    const before = given([]).when(apply({})).state;
    const { decision, state } = given([]).when({ kind: "DrawDisclosureKey", key: hash });
    expect(isLeft(decision) ? [] : decision.right).to.deep.equal([
      { type: "DisclosureKeyDrawn", key: hash, recordTime: start },
    ]);
    expect(state).to.deep.equal({ ...before, offset: 1, recordTime: start });
  });
});

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { emptyLedger } from "@tallystick/core";
import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { isRight, left } from "fp-ts/lib/Either.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import { readSnapshot } from "../../src/snapshot/snapshot-file.js";
import {
  activeFor,
  allocate,
  codeOf,
  commandsBy,
  commit,
  createOf,
  exerciseOf,
  leftOf,
  openTest,
  rightOf,
  streamName,
  tempFolder,
  until,
} from "../test-ledger.js";

const darAt = (name: string): Uint8Array =>
  readFileSync(
    fileURLToPath(new URL(`../../../../daml-lf/test/corpus/data/${name}`, import.meta.url)),
  );

const simple = "#updates-2-3:U:Simple";
const keyed = "#updates-2-3:U:Keyed";

const simpleBy = (party: string, n: string) =>
  commandsBy(party, `create-${n}`, createOf(simple, { sig: party, obs: [], n, t: "t" }));

const keyOf = (party: string) => ({ ms: [party], n: "7" });

const keyedBy = (party: string, commandId: string) => {
  const payload = { owner: party, sigs: [party], k: keyOf(party), mode: "0", obs: [] };
  return commandsBy(party, commandId, createOf(keyed, payload));
};

const keysBy = (party: string, commandId: string) =>
  commandsBy(party, commandId, {
    kind: "ExerciseByKeyCommand",
    templateId: keyed,
    contractKey: keyOf(party),
    choice: "KGet",
    choiceArgument: {},
  });

/** A ledger with a package of Daml-LF 2.3, and two contracts of it that hold the same key. */
const withContracts = async (ledger: Ledger): Promise<string> => {
  rightOf(await ledger.uploadDar(darAt("updates-2.3.dar"), true));
  const alice = await allocate(ledger, "alice");
  await commit(ledger, simpleBy(alice, "5"));
  await commit(ledger, keyedBy(alice, "first"));
  await commit(ledger, keyedBy(alice, "second"));
  return alice;
};

describe("Daml packages on a ledger", () => {
  it("run from the journal alone and from a snapshot, with contracts that share a key", async () => {
    const [store, data] = [inMemoryStore(), tempFolder()];
    const first = await openTest({ store, data });
    const alice = await withContracts(first);
    await first.close();
    const found = await readSnapshot(data, streamName, emptyLedger().settings);
    expect(found?.state.keys.size).to.equal(1);
    for (const [name, options] of Object.entries({
      snapshot: { store, data },
      journal: { store },
    })) {
      const ledger = await openTest(options);
      const [contract] = (await activeFor(ledger, alice)).filter(({ templateId }) =>
        templateId.endsWith(":U:Simple"),
      );
      const exercised = exerciseOf(simple, contract?.contractId ?? "", "Get");
      const { results } = await commit(ledger, commandsBy(alice, `get-${name}`, exercised));
      expect(results).to.have.length(1);
      await commit(ledger, keysBy(alice, `key-${name}`));
      await ledger.close();
    }
  });

  it("show the view of a contract through an interface, and are found by it", async () => {
    const ledger = await openTest();
    rightOf(await ledger.uploadDar(darAt("updates-2.3.dar"), true));
    const catalog = ledger.catalog;
    const [interfaceId = ""] = rightOf(catalog.interfacesMatching("#updates-2-3:U:Ia"));
    const implementers = catalog.implementers(interfaceId);
    expect(implementers.map((id) => id.slice(id.indexOf(":")))).to.include(":U:One");
  });

  it("are prepared for signing by a node that only heard of their upload", async () => {
    const [store, config] = [inMemoryStore(), { sharedJournal: true }];
    const [one, two] = [await openTest({ store, config }), await openTest({ store, config })];
    rightOf(await one.uploadDar(darAt("updates-2.3.dar"), true));
    const alice = await allocate(one, "alice");
    const prepared = () => two.prepareSubmission({ submission: simpleBy(alice, "5") });
    await until(async () => isRight(await prepared()), "the other node has the package");
  });

  it("run once the store gives their archive that did not at the start", async () => {
    const store = inMemoryStore();
    const first = await openTest({ store });
    rightOf(await first.uploadDar(darAt("updates-2.3.dar"), true));
    await first.close();
    let isSilent = true;
    const silent = { kind: "unavailable", outcome: "known", reason: "no answer" } as const;
    const ledger = await openTest({
      store: {
        ...store,
        lastEvent: async (stream) =>
          isSilent && stream.startsWith("package-") ? left(silent) : store.lastEvent(stream),
      },
    });
    const alice = await allocate(ledger, "alice");
    expect(leftOf(await ledger.submitAndWait(simpleBy(alice, "1"))).code).to.equal(
      "PACKAGE_SELECTION_FAILED",
    );
    const [packageId = ""] = ledger
      .vetting()
      .packages.flatMap((vetted) =>
        ledger.catalog.packages.some(
          (known) => known.packageId === vetted.packageId && known.name === "updates-2-3",
        )
          ? [vetted.packageId]
          : [],
      );
    expect(codeOf(await ledger.packageArchive(packageId))).to.equal("INDEX_DB_SQL_TRANSIENT_ERROR");
    isSilent = false;
    await commit(ledger, simpleBy(alice, "2"));
  });

  it("are not vetted when a version is no upgrade of the one before it", async () => {
    const ledger = await openTest();
    const before = ledger.ledgerEnd();
    const refused = leftOf(await ledger.uploadDar(darAt("updates-versions-2.1.dar"), true));
    expect(refused.code).to.equal("NOT_VALID_UPGRADE_PACKAGE");
    expect(refused.cause).to.match(
      /^Upgrade checks indicate that upg-21-\S+ \(2\.0\.0, \w+\) cannot be an upgrade of upg-21-/,
    );
    expect(ledger.ledgerEnd()).to.equal(before);
    rightOf(await ledger.uploadDar(darAt("updates-versions-2.1.dar"), false));
    const vet = (packageName: string, packageVersion: string) =>
      ledger.updateVetting({
        changes: [{ kind: "vet", packages: [{ packageId: "", packageName, packageVersion }] }],
        dryRun: false,
        allowUnvettedDependencies: true,
      });
    rightOf(await vet("upg-21-retyped", "1.0.0"));
    expect(codeOf(await vet("upg-21-retyped", "2.0.0"))).to.equal("NOT_VALID_UPGRADE_PACKAGE");
    rightOf(await vet("upg-21-field", "1.0.0"));
    rightOf(await vet("upg-21-field", "2.0.0"));
  });
});

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { openLedger } from "../../src/open/open-ledger.js";
import { readDar } from "../../src/ledger/dar-file.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import {
  allocate,
  codeOf,
  commandsBy,
  createOf,
  exerciseOf,
  leftOf,
  openTest,
  optionsOf,
  rightOf,
  tempFolder,
} from "../test-ledger.js";

const file = fileURLToPath(new URL("../../../../../examples/daml/iou.dar", import.meta.url));
const iou = "#iou-example:Iou:Iou";

/** Makes an Iou of 10; the contract id. */
const issue = async (ledger: Ledger, owner: string): Promise<string> => {
  const payload = { issuer: owner, owner, currency: "USD", amount: "10.0" };
  const commands = commandsBy(owner, `issue-${ledger.ledgerEnd()}`, createOf(iou, payload));
  const [contractId] = rightOf(await ledger.submitAndWait(commands)).results;
  if (typeof contractId !== "string") throw new Error("no contract id");
  return contractId;
};

const split = (owner: string, contractId: string, splitAmount: string) =>
  commandsBy(
    owner,
    `split ${splitAmount}`,
    exerciseOf(iou, contractId, "Iou_Split", { splitAmount }),
  );

describe("A ledger that is opened with a DAR", () => {
  it("runs its templates", async () => {
    const dar = await readDar(file);
    expect([dar.kind, dar.name, dar.version]).to.deep.equal(["dar", "iou-example", "1.0.0"]);
    expect(dar.packageIds[0]).to.equal(dar.packageId);
    const ledger = await openTest({ packages: [dar] });
    const alice = await allocate(ledger, "alice");
    const id = await issue(ledger, alice);
    expect(codeOf(await ledger.submitAndWait(split(alice, id, "10.0")))).to.equal("DAML_FAILURE");
    const { results } = rightOf(await ledger.submitAndWait(split(alice, id, "4.0")));
    expect(results[0]).to.have.keys("_1", "_2");
  });

  it("keeps its contracts over a restart, with the DAR and without", async () => {
    const data = tempFolder();
    const packages = [await readDar(readFileSync(file))];
    const first = await openTest({ data, packages });
    const alice = await allocate(first, "alice");
    const id = await issue(first, alice);
    await first.close();
    for (const again of [{ data, packages }, { data }]) {
      const ledger = await openTest(again);
      const end = ledger.ledgerEnd();
      expect(codeOf(await ledger.submitAndWait(split(alice, id, "10.0")))).to.equal("DAML_FAILURE");
      expect(ledger.ledgerEnd(), "nothing is registered twice").to.be.at.most(end + 1);
      await ledger.close();
    }
  });

  it("leaves a package unvetted that an administrator has unvetted", async () => {
    const data = tempFolder();
    const packages = [await readDar(file)];
    const first = await openTest({ data, packages });
    const alice = await allocate(first, "alice");
    const unvet = {
      kind: "unvet" as const,
      packages: packages.map(({ packageId, name, version }) => ({
        packageId,
        packageName: name,
        packageVersion: version,
      })),
    };
    rightOf(
      await first.updateVetting({
        changes: [unvet],
        dryRun: false,
        allowUnvettedDependencies: false,
      }),
    );
    await first.close();
    const ledger = await openTest({ data, packages });
    const payload = { issuer: alice, owner: alice, currency: "USD", amount: "10.0" };
    const refused = await ledger.submitAndWait(commandsBy(alice, "a", createOf(iou, payload)));
    expect(codeOf(refused)).to.equal("JSON_API_PACKAGE_SELECTION_FAILED");
  });

  it("is not opened when the DAR breaks a rule", async () => {
    const versions = new URL(
      "../../../../daml-lf/test/corpus/data/updates-versions-2.1.dar",
      import.meta.url,
    );
    const opened = await openLedger(optionsOf({ packages: [await readDar(versions)] }));
    const { kind, message } = leftOf(opened);
    expect(kind).to.equal("packages");
    expect(message).to.match(/^the DAR of \S+ 1\.0\.0: NOT_VALID_UPGRADE_PACKAGE: /);
  });

  it("reads what is in the packages, unless it has them", async () => {
    const dar = await readDar(file);
    const broken = { ...dar, bytes: dar.bytes.subarray(0, -1) };
    const data = tempFolder();
    const { kind, message } = leftOf(await openLedger(optionsOf({ data, packages: [broken] })));
    expect(kind).to.equal("packages");
    expect(message).to.match(/^the DAR of iou-example 1\.0\.0: DAR_PARSE_ERROR: /);
    await (await openTest({ data, packages: [dar] })).close();
    await (await openTest({ data, packages: [broken] })).close();
  });
});

describe("readDar", () => {
  it("throws with the code of what is wrong and the name of the file", async () => {
    const rows: ReadonlyArray<readonly [string | Uint8Array, string, RegExp]> = [
      ["/nowhere.dar", "INVALID_DAR", /^cannot read \/nowhere\.dar: /],
      [file.replace("iou.dar", "Iou.daml"), "INVALID_DAR", /Iou\.daml: Dar file is corrupt/],
      [new Uint8Array(3), "INVALID_DAR", /^Dar file is corrupt/],
    ];
    for (const [source, code, message] of rows) {
      const thrown: unknown = await readDar(source).catch((error: unknown) => error);
      expect(thrown).to.have.property("code", code);
      expect(thrown).to.have.property("message").that.matches(message);
    }
  });
});

import { expect } from "chai";
import {
  createCommand,
  createdIn,
  type DamlServer,
  damlServer,
  exerciseCommand,
  filtersOf,
  interfaceFilter,
  listAt,
  templateFilter,
  wildcardFilter,
} from "../../fixtures/daml-server.js";
import { at } from "../../fixtures/ping-server.js";

// The DARs are written by the tests of Daml-LF (packages/daml-lf/test/writer).

const [firstDar, secondDar] = ["writer/data/assets-1.0.0.dar", "writer/data/assets-1.1.0.dar"];
const [asset, named] = ["#assets-api:Assets.Api:Asset", "#assets-api:Assets.Api:Named"];
const [bond, broken, teller] = [
  "#assets:Assets:Bond",
  "#assets:Assets:Broken",
  "#assets:Assets:Teller",
];

const effectsFor = (party: string, ...more: ReadonlyArray<unknown>) => ({
  transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
  eventFormat: { ...filtersOf(party, wildcardFilter(), ...more), verbose: false },
});

describe("Interfaces of Daml packages over HTTP", () => {
  let server: DamlServer;
  let bank: string;
  let alice: string;
  let bonds: string;
  let tellers: string;
  let disclosed = 0;

  before(async () => {
    server = await damlServer(firstDar);
    bank = await server.party("bank");
    alice = await server.party("alice");
    const issued = { issuer: bank, owner: alice, amount: "12.5" };
    [bonds = "", , tellers = ""] = createdIn([
      ...(await server.events([bank], createCommand(bond, issued))),
      ...(await server.events([alice], createCommand(broken, { owner: alice }))),
      ...(await server.events([alice], createCommand(teller, { owner: alice }))),
    ]);
  });
  after(() => server.close());

  const byTemplate = (events: ReadonlyArray<unknown>): ReadonlyMap<string, unknown> =>
    new Map(events.map((each) => [String(at(each, "templateId")).split(":")[2] ?? "", each]));
  const namesOf = (events: ReadonlyArray<unknown>) => [...byTemplate(events).keys()].sort();

  it("finds contracts by an interface, with their views and no blob", async () => {
    const found = byTemplate(await server.active(filtersOf(alice, interfaceFilter(asset))));
    expect([...found.keys()].sort()).to.deep.equal(["Bond", "Broken"]);
    const seen = found.get("Bond");
    const packageId = String(at(seen, "templateId")).split(":")[0];
    const views = listAt(seen, "interfaceViews");
    expect(views).to.have.length(1);
    expect(views[0]).to.deep.include({
      viewStatus: { code: 0, message: "", details: [] },
      viewValue: { owner: alice, label: "bond", amount: "12.5000000000" },
      implementationPackageId: packageId,
    });
    expect(at(views[0], "interfaceId")).to.match(/^[0-9a-f]{64}:Assets\.Api:Asset$/);
    expect(at(seen, "createdEventBlob")).to.equal("");
    expect(at(seen, "createArgument")).to.deep.equal({
      issuer: bank,
      owner: alice,
      amount: "12.5000000000",
    });
  });

  it("says why a view could not be computed, beside those that could", async () => {
    const filters = filtersOf(alice, interfaceFilter(asset), interfaceFilter(named));
    const seen = byTemplate(await server.active(filters)).get("Broken");
    const [failed, fine] = listAt(seen, "interfaceViews");
    expect(at(failed, "viewValue")).to.equal(null);
    expect(at(failed, "viewStatus", "code")).to.equal(9);
    expect(at(failed, "viewStatus", "message")).to.equal(
      "INTERPRETATION_USER_ERROR(9,0): Interpretation error: Error: Interpretation was stopped: nothing to see",
    );
    expect(at(fine, "viewStatus", "code")).to.equal(0);
    expect(at(fine, "viewValue")).to.deep.equal({ name: "Broken" });
  });

  it("computes no view for a filter that wants none, and gives the blob to one that wants it", async () => {
    const options = { includeInterfaceView: false, includeCreatedEventBlob: true };
    const found = await server.active(filtersOf(alice, interfaceFilter(asset, options)));
    for (const each of found) {
      expect(at(each, "interfaceViews")).to.deep.equal([]);
      expect(String(at(each, "createdEventBlob")).length).to.be.above(100);
    }
    expect(found).to.have.length(2);
  });

  it("adds filters up: an interface, a template and all", async () => {
    const both = filtersOf(alice, interfaceFilter(named), templateFilter(teller, true));
    const found = byTemplate(await server.active(both));
    expect([...found.keys()].sort()).to.deep.equal(["Bond", "Broken", "Teller"]);
    expect(listAt(found.get("Teller"), "interfaceViews")).to.deep.equal([]);
    expect(at(found.get("Teller"), "createdEventBlob")).to.not.equal("");
    expect(at(found.get("Bond"), "createdEventBlob")).to.equal("");
    const all = byTemplate(
      await server.active(filtersOf(alice, wildcardFilter(), interfaceFilter(named))),
    );
    expect([...all.keys()].sort()).to.deep.equal(["Bond", "Broken", "Teller"]);
    expect(listAt(all.get("Bond"), "interfaceViews")).to.have.length(1);
    expect(listAt(all.get("Teller"), "interfaceViews")).to.have.length(0);
    expect(namesOf(await server.active(filtersOf(bank, interfaceFilter(asset))))).to.deep.equal([
      "Bond",
    ]);
  });

  it("refuses a filter by an interface or a package that is not there", async () => {
    const ask = (filter: unknown) =>
      server.running.call("POST", "/v2/state/active-contracts", {
        body: { activeAtOffset: 1, eventFormat: { ...filtersOf(alice, filter), verbose: false } },
      });
    for (const [name, code] of [
      ["#assets-api:Assets.Api:Nothing", "NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME"],
      ["#no-assets:Assets.Api:Asset", "PACKAGE_NAMES_NOT_FOUND"],
    ] as const) {
      const { status, json } = await ask(interfaceFilter(name));
      expect([status, at(json, "code")]).to.deep.equal([404, code]);
    }
  });

  it("names the interface on exercised events, and exercises through it", async () => {
    const begin = server.ledger.ledgerEnd();
    const taken = await server.submit(
      [alice],
      exerciseCommand(asset, bonds, "Asset_Peek", { reader: alice }),
      exerciseCommand(asset, bonds, "Asset_Give", { newOwner: bank }),
    );
    expect(taken.status, taken.text).to.equal(200);
    const updates = await server.running.call("POST", "/v2/updates/flats", {
      body: {
        beginExclusive: begin,
        endInclusive: server.ledger.ledgerEnd(),
        updateFormat: {
          includeTransactions: effectsFor(alice, interfaceFilter(asset)),
        },
      },
    });
    const events = listAt(updates.json, 0, "update", "Transaction", "value", "events");
    const [peeked, given, made] = events;
    expect(at(peeked, "ExercisedEvent")).to.deep.include({
      choice: "Asset_Peek",
      consuming: false,
      exerciseResult: "12.5000000000",
    });
    for (const each of [peeked, given]) {
      expect(at(each, "ExercisedEvent", "interfaceId")).to.match(
        /^[0-9a-f]{64}:Assets\.Api:Asset$/,
      );
      expect(at(each, "ExercisedEvent", "templateId")).to.match(/^[0-9a-f]{64}:Assets:Bond$/);
      expect(listAt(each, "ExercisedEvent", "implementedInterfaces")).to.have.length(1);
    }
    const [renewed = ""] = createdIn([made]);
    expect(at(given, "ExercisedEvent", "exerciseResult")).to.equal(renewed);
    expect(at(made, "CreatedEvent", "interfaceViews", 0, "viewValue", "owner")).to.equal(bank);
    bonds = renewed;
  });

  it("refuses a choice of an interface that the template does not implement", async () => {
    const asked = exerciseCommand(asset, tellers, "Asset_Peek", { reader: alice });
    const { status, json } = await server.submit([alice], asked);
    expect([status, at(json, "code")]).to.deep.equal([
      400,
      "CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE",
    ]);
  });

  it("reads an asset through the interface in the body of a choice", async () => {
    const [mine = ""] = createdIn(
      await server.events(
        [bank],
        createCommand(bond, { issuer: bank, owner: alice, amount: "7.0" }),
      ),
    );
    const begin = exerciseCommand(teller, tellers, "Teller_Amount", { asset: mine });
    const { json } = await server.running.call(
      "POST",
      "/v2/commands/submit-and-wait-for-transaction",
      {
        body: {
          commands: { commandId: "tell", actAs: [alice], commands: [begin] },
          transactionFormat: effectsFor(alice),
        },
      },
    );
    const told = at(json, "transaction", "events", 0, "ExercisedEvent");
    expect(at(told, "exerciseResult")).to.equal("7.0000000000");
    expect(told).to.not.have.property("interfaceId", asset);
  });

  it("reads a disclosed contract by its blob, which its reader does not see", async () => {
    // since the bank owns it, alice is no stakeholder
    const amount = exerciseCommand(asset, bonds, "Asset_Peek", { reader: alice });
    const blind = await server.submit([alice], amount);
    expect([blind.status, at(blind.json, "code")]).to.deep.equal([404, "CONTRACT_NOT_FOUND"]);
    const options = { includeCreatedEventBlob: true };
    const [seen] = await server.active(filtersOf(bank, interfaceFilter(asset, options)));
    const disclose = (createdEventBlob: unknown) =>
      server.running.call("POST", "/v2/commands/submit-and-wait-for-transaction", {
        body: {
          commands: {
            commandId: `disclosed-${++disclosed}`,
            actAs: [alice],
            commands: [amount],
            disclosedContracts: [
              {
                contractId: bonds,
                templateId: at(seen, "templateId"),
                createdEventBlob,
                synchronizerId: "",
              },
            ],
          },
          transactionFormat: effectsFor(alice),
        },
      });
    const taken = await disclose(at(seen, "createdEventBlob"));
    expect(taken.status, taken.text).to.equal(200);
    expect(at(taken.json, "transaction", "events", 0, "ExercisedEvent", "exerciseResult")).to.equal(
      "12.5000000000",
    );
    const forged = Buffer.from(String(at(seen, "createdEventBlob")), "base64");
    forged[forged.length - 3] = (forged.at(-3) ?? 0) ^ 1;
    const refused = await disclose(forged.toString("base64"));
    expect(refused.status).to.equal(400);
  });

  it("views contracts of both versions by the newer one, and finds them by the package's name", async () => {
    const other = await damlServer(firstDar);
    try {
      const carol = await other.party("carol");
      const issued = { issuer: carol, owner: carol, amount: "1.0" };
      await other.events([carol], createCommand(bond, issued));
      const label = async () =>
        (await other.active(filtersOf(carol, interfaceFilter(asset)))).map((each) => [
          at(each, "packageName"),
          at(each, "interfaceViews", 0, "viewValue", "label"),
        ]);
      expect(await label()).to.deep.equal([["assets", "bond"]]);
      const uploaded = await other.upload(secondDar);
      expect(uploaded.status, uploaded.text).to.equal(200);
      await other.events([carol], createCommand(bond, { ...issued, memo: "of 1.1" }));
      // what was made by 1.0.0 has no memo
      expect(await label()).to.deep.equal([
        ["assets", "no memo"],
        ["assets", "of 1.1"],
      ]);
      const found = await other.active(filtersOf(carol, templateFilter(bond)));
      expect(new Set(found.map((each) => at(each, "templateId"))).size).to.equal(2);
      // a choice on the older contract makes one of the newer version; no memo is no field
      const given = exerciseCommand(asset, String(at(found[0], "contractId")), "Asset_Give", {
        newOwner: carol,
      });
      const [, made] = await other.events([carol], given);
      expect(at(made, "CreatedEvent", "createArgument")).to.deep.equal({
        issuer: carol,
        owner: carol,
        amount: "1.0000000000",
      });
      expect(at(made, "CreatedEvent", "templateId")).to.equal(at(found[1], "templateId"));
    } finally {
      await other.close();
    }
  });
});

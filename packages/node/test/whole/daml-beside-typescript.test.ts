import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  type ChoiceProgram,
  contractId,
  create,
  defineInterface,
  definePackage,
  instance,
  interfaceChoice,
  numeric,
  party,
  record,
  type Static,
  template,
  text,
} from "@tallystick/core";
import { expect } from "chai";
import type { Ledger } from "../../src/ledger/ledger.js";
import { readDar } from "../../src/ledger/dar-file.js";
import {
  allocate,
  codeOf,
  commandsBy,
  commit,
  createOf,
  exerciseOf,
  openTest,
  rightOf,
} from "../test-ledger.js";

// Written by the tests of Daml-LF: templates in Daml, and the package of the interfaces they use.
const fileOf = (version: string): string =>
  fileURLToPath(
    new URL(`../../../../daml-lf/test/writer/data/assets-${version}.dar`, import.meta.url),
  );
const dar = await readDar(fileOf("1.0.0"));
// the main package is the first
const [, apiId = ""] = dar.packageIds;

const view = record({ owner: party, label: text, amount: numeric });

interface Methods {
  giveTo(newOwner: string): ChoiceProgram<string>;
}

// The interface in TypeScript, under the id of its Daml package
const Asset = defineInterface<Static<typeof view>, Methods>("Assets.Api:Asset", view);
const Give = interfaceChoice(Asset, "Asset_Give", {
  argument: record({ newOwner: party }),
  result: contractId,
  controllers: ({ owner }) => [owner],
  *body({ methods }, { newOwner }) {
    return yield* methods.giveTo(newOwner);
  },
});
const api = definePackage({
  name: "assets-api",
  version: "1.0.0",
  packageId: apiId,
  interfaces: [Asset],
  choices: [Give],
});

// A template in TypeScript that no Daml package knows
const Gold = template("Gold:Gold", {
  payload: record({ owner: party, ounces: numeric }),
  signatories: ({ owner }) => [owner],
});
const gold = definePackage({
  name: "gold",
  version: "1.0.0",
  templates: [Gold],
  instances: [
    instance(Gold, Asset, {
      view: ({ owner, ounces }) => ({ owner, label: "gold", amount: ounces }),
      methods: (payload) => ({
        *giveTo(owner) {
          return yield* create(Gold, { ...payload, owner });
        },
      }),
    }),
  ],
});

const textOf = (value: unknown): string => {
  if (typeof value !== "string") throw new Error("no text");
  return value;
};

const teller = "#assets:Assets:Teller";

describe("Daml code beside a template in TypeScript that implements its interface", () => {
  let ledger: Ledger;
  let alice: string;
  let piece: string;
  let tellers: string;
  let count = 0;

  const create = async (templateId: string, payload: object): Promise<string> => {
    const submission = commandsBy(alice, `make-${++count}`, createOf(templateId, { ...payload }));
    return textOf((await commit(ledger, submission)).results[0]);
  };
  const tell = (choice: string, argument: object) =>
    commandsBy(
      alice,
      `tell-${++count}`,
      exerciseOf(teller, tellers, choice, { asset: piece, ...argument }),
    );

  beforeEach(async () => {
    ledger = await openTest({ packages: [api, gold, dar] });
    alice = await allocate(ledger, "alice");
    piece = await create("#gold:Gold:Gold", { owner: alice, ounces: "3.5" });
    tellers = await create(teller, { owner: alice });
  });

  it("fetches a contract of it and reads its view", async () => {
    const { results } = await commit(ledger, tell("Teller_Amount", {}));
    expect(results).to.deep.equal(["3.5000000000"]);
  });

  it("exercises a choice of the interface on it, which runs the code in TypeScript", async () => {
    const { results } = await commit(ledger, tell("Teller_Give", { newOwner: alice }));
    expect(results[0]).to.be.a("string").and.not.equal(piece);
    expect(codeOf(await ledger.submitAndWait(tell("Teller_Amount", {})))).to.equal(
      "CONTRACT_NOT_FOUND",
    );
    piece = textOf(results[0]);
    rightOf(await ledger.submitAndWait(tell("Teller_Amount", {})));
  });

  it("is refused where a contract does not implement the interface", async () => {
    piece = tellers;
    expect(codeOf(await ledger.submitAndWait(tell("Teller_Amount", {})))).to.equal(
      "CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE",
    );
  });
});

describe("A version in Daml of a template whose earlier version is in TypeScript", () => {
  // under the id of the package that the DAR of 1.0.0 has
  const Bond = template("Assets:Bond", {
    payload: record({ issuer: party, owner: party, amount: numeric }),
    signatories: ({ issuer }) => [issuer],
    observers: ({ owner }) => [owner],
  });
  const bonds = definePackage({
    name: "assets",
    version: "1.0.0",
    packageId: dar.packageId,
    templates: [Bond],
  });

  it("takes the contracts of the earlier one over", async () => {
    const ledger = await openTest({ packages: [api, bonds] });
    const alice = await allocate(ledger, "alice");
    const payload = { issuer: alice, owner: alice, amount: "4.0" };
    const made = await commit(
      ledger,
      commandsBy(alice, "make", createOf("#assets:Assets:Bond", payload)),
    );
    rightOf(await ledger.uploadDar(readFileSync(fileOf("1.1.0")), true));
    const give = exerciseOf("#assets-api:Assets.Api:Asset", textOf(made.results[0]), "Asset_Give", {
      newOwner: alice,
    });
    const given = await commit(ledger, commandsBy(alice, "give", give));
    expect(given.results[0]).to.be.a("string");
    expect(ledger.catalog.templatesMatching("#assets:Assets:Bond"))
      .to.have.property("right")
      .length(2);
  });
});

import {
  choice,
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
  unit,
} from "@tallystick/core";

const view = record({ owner: party, amount: numeric });

interface Methods {
  giveTo(newOwner: string): ChoiceProgram<string>;
}

const Asset = defineInterface<Static<typeof view>, Methods>("Assets:Asset", view);

export const Give = interfaceChoice(Asset, "Asset_Give", {
  argument: record({ newOwner: party }),
  result: contractId,
  controllers: ({ owner }) => [owner],
  *body({ methods }, { newOwner }) {
    return yield* methods.giveTo(newOwner);
  },
});

export const Gold = template("Gold:Gold", {
  payload: record({ issuer: party, owner: party, ounces: numeric, note: text }),
  signatories: ({ issuer }) => [issuer],
  observers: ({ owner }) => [owner],
});

export const Split = choice(Gold, "Split", {
  argument: record({ ounces: numeric }),
  result: contractId,
  controllers: ({ owner }) => [owner],
  *body({ payload }, { ounces }) {
    yield* create(Gold, {
      ...payload,
      ounces: numeric.fromUnits(payload.ounces).minus(numeric.fromUnits(ounces)).units,
    });
    return yield* create(Gold, { ...payload, ounces });
  },
});

export const Melt = choice(Gold, "Melt", {
  argument: record({}),
  result: unit,
  controllers: ({ owner }) => [owner],
  *body() {
    yield* [];
    return {};
  },
});

export const Look = choice(Gold, "Look", {
  argument: record({}),
  result: unit,
  controllers: ({ owner }) => [owner],
  consuming: false,
  *body() {
    yield* [];
    return {};
  },
});

/** `Gold` is an `Asset`: it is split, melted and looked at, and given by the interface's choice. */
export const assetPackage = definePackage({
  name: "asset-test",
  version: "1.2.3",
  templates: [Gold],
  interfaces: [Asset],
  choices: [Give, Split, Melt, Look],
  instances: [
    instance(Gold, Asset, {
      view: ({ owner, ounces }) => ({ owner, amount: ounces }),
      methods: (payload) => ({
        *giveTo(owner) {
          return yield* create(Gold, { ...payload, owner });
        },
      }),
    }),
  ],
});

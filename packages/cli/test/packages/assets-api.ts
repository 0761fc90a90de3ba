import { fileURLToPath } from "node:url";
import {
  type ChoiceProgram,
  contractId,
  defineInterface,
  definePackage,
  interfaceChoice,
  numeric,
  party,
  record,
  type Static,
  text,
} from "@tallystick/core";
import { readDar } from "@tallystick/node";

/** A DAR of templates whose interface is a package of its own. */
export const assetsDar = fileURLToPath(
  new URL("../../../../daml-lf/test/writer/data/assets-1.0.0.dar", import.meta.url),
);

// the main package is the first
const [, apiId = ""] = (await readDar(assetsDar)).packageIds;

const view = record({ owner: party, label: text, amount: numeric });

interface Methods {
  giveTo(newOwner: string): ChoiceProgram<string>;
}

const Asset = defineInterface<Static<typeof view>, Methods>("Assets.Api:Asset", view);
const Give = interfaceChoice(Asset, "Asset_Give", {
  argument: record({ newOwner: party }),
  result: contractId,
  controllers: ({ owner }) => [owner],
  *body({ methods }, { newOwner }) {
    return yield* methods.giveTo(newOwner);
  },
});

/** That interface in TypeScript, under the id of its Daml package. */
export const assetsApi = definePackage({
  name: "assets-api",
  version: "1.0.0",
  packageId: apiId,
  interfaces: [Asset],
  choices: [Give],
});

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import type { Fields } from "../fixtures/grpc-client.js";
import { serve, type Served } from "../fixtures/served.js";

const dar = new URL("../../../../../examples/daml/iou.dar", import.meta.url);
const iouId = { packageId: "#iou-example", moduleName: "Iou", entityName: "Iou" };

/** What is at a path in a message. */
const at = (message: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>(
    // border: messages are objects and arrays
    (value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key],
    message,
  );

describe("ids of types in values of Daml packages over gRPC", () => {
  let served: Served;
  let party: string;
  before(async () => {
    served = await serve();
    party = await served.party("alice");
    const darFile = readFileSync(fileURLToPath(dar)).toString("base64");
    await served.grpc.call("PackageManagementService/UploadDarFile", { darFile });
  });
  after(() => served.close());

  const submit = async (command: Fields, verbose = true): Promise<unknown> => {
    const { transaction } = await served.grpc.call("CommandService/SubmitAndWaitForTransaction", {
      commands: { commandId: crypto.randomUUID(), actAs: [party], commands: [command] },
      transactionFormat: {
        eventFormat: { filtersByParty: { [party]: {} }, verbose },
        transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
      },
    });
    return at(transaction, "events");
  };

  const exercise = async (choice: string, field: Fields, verbose?: boolean): Promise<unknown> => {
    const values = [{ party }, { party }, { text: "EUR" }, { numeric: "3.0" }];
    const fields = values.map((value) => ({ value }));
    const made = await submit({ create: { templateId: iouId, createArguments: { fields } } });
    const contractId = at(made, 0, "created", "contractId");
    const choiceArgument = { record: { fields: [{ value: field }] } };
    const command = { templateId: iouId, contractId, choice, choiceArgument };
    return submit({ exercise: command }, verbose);
  };

  const shown = (id: unknown): string => [at(id, "moduleName"), at(id, "entityName")].join(":");

  it("name the records inside of records by the packages that define them", async () => {
    const events = await exercise("Iou_Offer", { party });
    const offer = at(events, 1, "created");
    const inside = at(offer, "createArguments", "fields", 0, "value", "record", "recordId");
    expect(shown(at(offer, "createArguments", "recordId"))).to.equal("Iou:IouOffer");
    expect(inside).to.deep.equal({
      packageId: at(offer, "templateId", "packageId"),
      moduleName: "Iou",
      entityName: "Iou",
    });
    const argument = at(events, 0, "exercised", "choiceArgument", "record", "recordId");
    expect(shown(argument)).to.equal("Iou:Iou_Offer");
  });

  it("name tuples that choices return", async () => {
    const events = await exercise("Iou_Split", { numeric: "1.0" });
    const result = at(events, 0, "exercised", "exerciseResult", "record", "recordId");
    expect(shown(result)).to.equal("DA.Types:Tuple2");
    expect(at(result, "packageId")).to.match(/^[0-9a-f]{64}$/u);
  });

  it("are in no value where the request is not verbose", async () => {
    const events = await exercise("Iou_Offer", { party }, false);
    expect(JSON.stringify(events))
      .to.match(/"recordId":null/u)
      .and.not.match(/"recordId":\{/u);
  });
});

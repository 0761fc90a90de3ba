import {
  Amulet,
  AmuletTransferInstruction,
  AppPaymentRequest,
  SubscriptionRequest,
  TransferOffer,
} from "@tallystick/coin";
import { isJsonObject } from "@tallystick/core";
import { expect } from "chai";
import { contractWireOf, schemaOfModel } from "../../../src/wallet/rows/payload-schema.js";

describe("the schema of a payload", () => {
  it("has the fields of the template with the types of their JSON", () => {
    const { definitions } = contractWireOf(TransferOffer);
    expect(definitions.TransferOfferPayload).to.deep.equal({
      type: "object",
      properties: {
        sender: { type: "string" },
        receiver: { type: "string" },
        dso: { type: "string" },
        amount: {
          type: "object",
          properties: {
            amount: {
              type: "string",
              description: "A decimal with 1 to 10 digits after the point",
            },
            unit: { type: "string", enum: ["USDUnit", "AmuletUnit", "ExtUnit"] },
          },
          required: ["amount", "unit"],
        },
        description: { type: "string" },
        expiresAt: { type: "string", format: "date-time" },
        trackingId: { type: "string" },
      },
      required: ["sender", "receiver", "dso", "amount", "description", "expiresAt", "trackingId"],
    });
    expect(definitions.TransferOfferContract).to.have.nested.property(
      "properties.payload.$ref",
      "#/components/schemas/TransferOfferPayload",
    );
  });

  it("leaves no field of the coin's templates without a type", () => {
    for (const template of [
      Amulet,
      AmuletTransferInstruction,
      AppPaymentRequest,
      SubscriptionRequest,
    ]) {
      const { properties } = schemaOfModel(template.payload.model);
      expect(isJsonObject(properties) && Object.keys(properties).length).to.be.above(0);
      for (const schema of Object.values(isJsonObject(properties) ? properties : {}))
        expect(schema).not.to.deep.equal({});
    }
  });

  it("has an object for maps, a list for pairs, null for what may be missing, cases for variants", () => {
    expect(schemaOfModel({ TextMap: "Int64" })).to.have.nested.property(
      "additionalProperties.type",
      "string",
    );
    expect(schemaOfModel({ GenMap: ["Party", "Int64"] })).to.include({ type: "array" });
    expect(schemaOfModel({ Optional: "Bool" })).to.deep.equal({ type: "boolean", nullable: true });
    expect(schemaOfModel({ Record: [["a", { Optional: "Bool" }]] })).not.to.have.property(
      "required",
    );
    expect(schemaOfModel({ Variant: [["A", "Text"]] })).to.deep.equal({
      oneOf: [
        {
          type: "object",
          properties: { tag: { type: "string", enum: ["A"] }, value: { type: "string" } },
          required: ["tag", "value"],
        },
      ],
    });
  });
});

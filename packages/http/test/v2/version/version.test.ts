import type { Ledger } from "@tallystick/node";
import { expect } from "chai";
import {
  GetLedgerApiVersionResponse,
  interfaceVersion,
  version,
} from "../../../src/v2/version/version.js";
import { memoryLedger } from "../../fixtures/fake-ledger.js";
import { rightOf } from "../../fixtures/outcomes.js";
import { rowCalls } from "../../fixtures/row-calls.js";

describe("GET /v2/version", () => {
  let ledger: Ledger;
  before(async () => {
    ledger = await memoryLedger();
  });
  after(() => ledger.close());

  it("names a version that published clients take (they look for 3.4 or 3.5)", () => {
    expect(interfaceVersion).to.match(/^3\.5\.\d+$/);
  });

  it("answers the limits that hold (ledger-api 2.15)", async () => {
    const answer = await rowCalls(ledger).json(version);
    expect(rightOf(GetLedgerApiVersionResponse.read(answer))).to.deep.equal({
      version: "3.5.8",
      features: {
        experimental: {
          staticTime: { supported: false },
          commandInspectionService: { supported: true },
        },
        userManagement: {
          supported: true,
          maxRightsPerUser: ledger.config.maxRightsPerUser,
          maxUsersPageSize: 1000,
        },
        partyManagement: { maxPartiesPageSize: 10_000 },
        offsetCheckpoint: {
          maxOffsetCheckpointEmissionDelay: {
            seconds: 75,
            nanos: 0,
            unknownFields: { fields: {} },
          },
        },
        packageFeature: { maxVettedPackagesPageSize: 100 },
      },
    });
  });
});

import { anyCaller, endpoint } from "../../endpoints/endpoint.js";
import { maxPartiesPageSize, maxUsersPageSize } from "../../endpoints/page.js";
import {
  DurationAnswerWire,
  always,
  required,
  wireBoolean,
  wireInt32,
  wireObject,
  wireString,
} from "@tallystick/wire";

/** Version of the implemented interface (specification 1). */
export const interfaceVersion = "3.5.8";

const supported = { supported: required(wireBoolean) };

/** Version and features of the interface. */
export const GetLedgerApiVersionResponse = wireObject("GetLedgerApiVersionResponse", {
  version: required(wireString),
  features: required(
    wireObject("FeaturesDescriptor", {
      experimental: required(
        wireObject("ExperimentalFeatures", {
          staticTime: always(wireObject("ExperimentalStaticTime", supported)),
          commandInspectionService: always(
            wireObject("ExperimentalCommandInspectionService", supported),
          ),
        }),
      ),
      userManagement: required(
        wireObject("UserManagementFeature", {
          ...supported,
          maxRightsPerUser: required(wireInt32),
          maxUsersPageSize: required(wireInt32),
        }),
      ),
      partyManagement: required(
        wireObject("PartyManagementFeature", { maxPartiesPageSize: required(wireInt32) }),
      ),
      offsetCheckpoint: required(
        wireObject("OffsetCheckpointFeature", {
          maxOffsetCheckpointEmissionDelay: required(DurationAnswerWire),
        }),
      ),
      packageFeature: required(
        wireObject("PackageFeature", { maxVettedPackagesPageSize: required(wireInt32) }),
      ),
    }),
  ),
});

/** Page sizes and delays that the original announces (ledger-api 2.15, 6). */
const maxVettedPackagesPageSize = 100;
const checkpointDelaySeconds = 75;

/** @param hasManualClock whether time stands still until somebody moves it */
const descriptionFor = (maxRightsPerUser: number, hasManualClock: boolean) => ({
  version: interfaceVersion,
  features: {
    experimental: {
      staticTime: { supported: hasManualClock },
      commandInspectionService: { supported: true },
    },
    userManagement: { supported: true, maxRightsPerUser, maxUsersPageSize },
    partyManagement: { maxPartiesPageSize },
    offsetCheckpoint: {
      maxOffsetCheckpointEmissionDelay: {
        seconds: checkpointDelaySeconds,
        nanos: 0,
        unknownFields: { fields: {} },
      },
    },
    packageFeature: { maxVettedPackagesPageSize },
  },
});

/** `GET /v2/version` (ledger-api 2.15). */
export const version = endpoint({
  method: "GET",
  path: "/v2/version",
  summary: "Get the version and features of the interface",
  response: GetLedgerApiVersionResponse,
  access: "open",
  rights: anyCaller,
  handle: (_request, { ledger, wallet }) =>
    descriptionFor(ledger.config.maxRightsPerUser, wallet?.manualClock !== undefined),
});

import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { encodeMessage } from "@tallystick/protobuf";
import { descriptions } from "../../src/descriptions/descriptions.js";
import { MessageTypes } from "../../src/transcoding/message-types.js";
import type { Fields, Outcome } from "../fixtures/grpc-client.js";
import { bearer, serve, type Served } from "../fixtures/served.js";

/** What a genuine participant of 3.5 says of an error, as was recorded of its answers. */
interface Genuine {
  readonly grpc: number;
  readonly category: number;
  /** Seconds; absent: it does not ask to try again. */
  readonly retry?: number;
  /** Kinds of its resources. */
  readonly resources?: ReadonlyArray<string>;
  /** Keys of its metadata, beside those that every error has. */
  readonly keys?: ReadonlyArray<string>;
}

const invalid = { grpc: status.INVALID_ARGUMENT, category: 8 } as const;
const precondition = { grpc: status.FAILED_PRECONDITION, category: 9 } as const;
const exists = { grpc: status.ALREADY_EXISTS, category: 10 } as const;
const unknown = { grpc: status.NOT_FOUND, category: 11 } as const;
const conflict = { grpc: status.ABORTED, category: 2, retry: 1 } as const;

const provider = ["IDENTITY_PROVIDER_CONFIG"];

const genuine = {
  CONCURRENT_PARTY_DETAILS_UPDATE_DETECTED: { ...conflict, resources: ["PARTY"] },
  CONCURRENT_USER_UPDATE_DETECTED: { ...conflict, resources: ["USER"] },
  CONTRACT_EVENTS_NOT_FOUND: { ...unknown, resources: ["CONTRACT_ID"], keys: ["definite_answer"] },
  CONTRACT_NOT_FOUND: { ...unknown, resources: ["CONTRACT_ID"], keys: ["commands"] },
  CONTRACT_PAYLOAD_NOT_FOUND: { ...unknown, resources: ["CONTRACT_ID"] },
  DAML_AUTHORIZATION_ERROR: { ...invalid, keys: ["definite_answer", "commands"] },
  DUPLICATE_COMMAND: {
    ...exists,
    keys: ["definite_answer", "changeId", "completion_offset", "accepted", "existingSubmissionId"],
  },
  IDP_CONFIG_ALREADY_EXISTS: { ...exists, resources: provider },
  IDP_CONFIG_ISSUER_ALREADY_EXISTS: { ...exists, resources: provider },
  IDP_CONFIG_NOT_FOUND: { ...unknown, resources: provider },
  INVALID_ARGUMENT: { ...invalid, keys: ["definite_answer"] },
  INVALID_DAR: invalid,
  INVALID_FIELD: { ...invalid, keys: ["definite_answer"] },
  INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST: { ...invalid, resources: provider },
  INVALID_PARTY_DETAILS_UPDATE_REQUEST: { ...invalid, resources: ["PARTY"] },
  INVALID_PRESCRIBED_SYNCHRONIZER_ID: { ...precondition, keys: ["synchronizerId"] },
  INVALID_USER_UPDATE_REQUEST: { ...invalid, resources: ["USER"] },
  MISSING_FIELD: { ...invalid, keys: ["definite_answer", "field_name"] },
  NEGATIVE_OFFSET: invalid,
  NON_POSITIVE_OFFSET: invalid,
  NOT_CONNECTED_TO_SYNCHRONIZER: { ...precondition, keys: ["synchronizer"] },
  OFFSET_AFTER_LEDGER_END: { grpc: status.OUT_OF_RANGE, category: 12, retry: 1 },
  OFFSET_OUT_OF_RANGE: { ...precondition, keys: ["definite_answer"] },
  PACKAGE_NAMES_NOT_FOUND: { ...unknown, keys: ["definite_answer"] },
  PACKAGE_NOT_FOUND: { ...unknown, resources: ["PACKAGE"] },
  PARTY_NOT_FOUND: { ...unknown, resources: ["PARTY"] },
  PROTO_DESERIALIZATION_FAILURE: { ...invalid, keys: ["reason"] },
  TEMPLATES_OR_INTERFACES_NOT_FOUND: { ...unknown, resources: ["TEMPLATE_ID"] },
  UNKNOWN_INFORMEES: { ...unknown, keys: ["unknownInformees"] },
  UPDATE_NOT_FOUND: { ...unknown, resources: ["UPDATE_ID"] },
  USER_ALREADY_EXISTS: { ...exists, resources: ["USER"] },
  USER_NOT_FOUND: { ...unknown, resources: ["USER"] },
} satisfies Readonly<Record<string, Genuine>>;

type Code = keyof typeof genuine;

const note = { packageId: "#values", moduleName: "Values", entityName: "Note" };

const noContract = `00${"ab".repeat(32)}ca121220${"cd".repeat(32)}`;

const home = "com.daml.ledger.api.v2.";

const types = new MessageTypes(descriptions);

/** A call, its request, and the type of the request where others' descriptions lack its fields. */
type Call = readonly [call: string, request: Fields, input?: string];

const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  // border: messages are objects and arrays
  path.reduce<unknown>((inner, key) => (Object(inner) as Fields)[key], value);

describe("the errors of a genuine participant", () => {
  let served: Served;
  let [alice, bob] = ["", ""];
  before(async () => {
    served = await serve();
    [alice, bob] = [await served.party("alice"), await served.party("bob")];
    const { grpc } = served;
    await grpc.call("UserManagementService/CreateUser", { user: { id: "known" } });
    await grpc.call("IdentityProviderConfigService/CreateIdentityProviderConfig", config("acme"));
    await grpc.call("CommandService/SubmitAndWait", create("twice"));
  });
  after(() => served.close());

  const config = (identityProviderId: string, issuer = "https://acme.example.com") => ({
    identityProviderConfig: { identityProviderId, issuer, jwksUrl: "http://127.0.0.1:1/keys" },
  });

  const create = (commandId: string, more: Fields = {}, templateId: Fields = note) => {
    const fields = [
      { label: "owner", value: { party: alice } },
      { label: "text", value: { text: "x" } },
    ];
    const commands = [{ create: { templateId, createArguments: { fields } } }];
    return { commands: { commandId, actAs: [alice], commands, ...more } };
  };

  const updatesFor = (party: string): Fields => ({
    includeTransactions: {
      eventFormat: { filtersByParty: { [party]: {} } },
      transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
    },
  });

  const submit = "CommandService/SubmitAndWait";
  const users = "UserManagementService";
  const parties = "PartyManagementService";
  const providers = "IdentityProviderConfigService";

  /** A call that ends with each error. */
  const calls: Readonly<Record<Code, () => Call>> = {
    CONCURRENT_PARTY_DETAILS_UPDATE_DETECTED: () => [
      `${parties}/UpdatePartyDetails`,
      {
        partyDetails: { party: bob, localMetadata: { resourceVersion: "77", annotations: {} } },
        updateMask: "localMetadata.annotations",
      },
    ],
    CONCURRENT_USER_UPDATE_DETECTED: () => [
      `${users}/UpdateUser`,
      { user: { id: "known", metadata: { resourceVersion: "77" } }, updateMask: "isDeactivated" },
    ],
    CONTRACT_EVENTS_NOT_FOUND: () => [
      "EventQueryService/GetEventsByContractId",
      { contractId: noContract, eventFormat: { filtersByParty: { [alice]: {} } } },
    ],
    CONTRACT_NOT_FOUND: () => {
      const choice = { choice: "Archive", choiceArgument: { record: {} } };
      const exercise = { templateId: note, contractId: noContract, ...choice };
      return [submit, create("unknown contract", { commands: [{ exercise }] })];
    },
    CONTRACT_PAYLOAD_NOT_FOUND: () => [
      "ContractService/GetContract",
      { contractId: noContract, queryingParties: [alice] },
      "GetContractRequest",
    ],
    DAML_AUTHORIZATION_ERROR: () => [submit, create("not hers", { actAs: [bob] })],
    DUPLICATE_COMMAND: () => [submit, create("twice")],
    IDP_CONFIG_ALREADY_EXISTS: () => [
      `${providers}/CreateIdentityProviderConfig`,
      config("acme", "https://other.example.com"),
    ],
    IDP_CONFIG_ISSUER_ALREADY_EXISTS: () => [
      `${providers}/CreateIdentityProviderConfig`,
      config("other"),
    ],
    IDP_CONFIG_NOT_FOUND: () => [
      `${providers}/GetIdentityProviderConfig`,
      { identityProviderId: "nobody" },
    ],
    INVALID_ARGUMENT: () => [submit, create("bad party", { actAs: ["a!"] })],
    INVALID_DAR: () => ["PackageManagementService/UploadDarFile", { darFile: "AAAA" }],
    INVALID_FIELD: () => [submit, create("x".repeat(256))],
    INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST: () => [
      `${providers}/UpdateIdentityProviderConfig`,
      { ...config("acme"), updateMask: "" },
    ],
    INVALID_PARTY_DETAILS_UPDATE_REQUEST: () => [
      `${parties}/UpdatePartyDetails`,
      { partyDetails: { party: bob }, updateMask: "" },
    ],
    INVALID_PRESCRIBED_SYNCHRONIZER_ID: () => [
      submit,
      create("elsewhere", { synchronizerId: `other::1220${"cd".repeat(32)}` }),
    ],
    INVALID_USER_UPDATE_REQUEST: () => [
      `${users}/UpdateUser`,
      { user: { id: "known" }, updateMask: "" },
    ],
    MISSING_FIELD: () => [submit, create("nothing", { commands: [] })],
    NEGATIVE_OFFSET: () => [
      "UpdateService/GetUpdates",
      { beginExclusive: -1, updateFormat: updatesFor(alice) },
    ],
    NON_POSITIVE_OFFSET: () => [
      "UpdateService/GetUpdateByOffset",
      { offset: 0, updateFormat: updatesFor(alice) },
    ],
    NOT_CONNECTED_TO_SYNCHRONIZER: () => [
      `${parties}/AllocateParty`,
      { partyIdHint: "carol", synchronizerId: `other::1220${"cd".repeat(32)}` },
      "admin.AllocatePartyRequest",
    ],
    OFFSET_AFTER_LEDGER_END: () => [
      "StateService/GetActiveContracts",
      { activeAtOffset: 1_000_000, eventFormat: { filtersByParty: { [alice]: {} } } },
    ],
    OFFSET_OUT_OF_RANGE: () => [
      "UpdateService/GetUpdates",
      { beginExclusive: 3, endInclusive: 1, updateFormat: updatesFor(alice) },
    ],
    PACKAGE_NAMES_NOT_FOUND: () => [
      submit,
      create("no package", {}, { ...note, packageId: "#nothing" }),
    ],
    PACKAGE_NOT_FOUND: () => ["PackageService/GetPackage", { packageId: "ab".repeat(32) }],
    PARTY_NOT_FOUND: () => [
      `${parties}/UpdatePartyDetails`,
      {
        partyDetails: { party: `nobody::1220${"cd".repeat(32)}` },
        updateMask: "localMetadata.annotations",
      },
    ],
    PROTO_DESERIALIZATION_FAILURE: () => [
      "PackageService/ListVettedPackages",
      { pageToken: "no token" },
      "ListVettedPackagesRequest",
    ],
    TEMPLATES_OR_INTERFACES_NOT_FOUND: () => [
      submit,
      create("no template", {}, { ...note, packageId: "ab".repeat(32) }),
    ],
    UNKNOWN_INFORMEES: () => [
      submit,
      create("nobody acts", { actAs: [`nobody::1220${"cd".repeat(32)}`] }),
    ],
    UPDATE_NOT_FOUND: () => [
      "UpdateService/GetUpdateById",
      { updateId: `1220${"ab".repeat(32)}`, updateFormat: updatesFor(alice) },
    ],
    USER_ALREADY_EXISTS: () => [`${users}/CreateUser`, { user: { id: "known" } }],
    USER_NOT_FOUND: () => [`${users}/GetUser`, { userId: "nobody" }],
  };

  const failureOf = async ([call, request, input]: Call): Promise<Outcome> => {
    const trace = { traceparent: `00-${"ab".repeat(16)}-${"cd".repeat(8)}-01` };
    const headers = { ...bearer("ledger-api-user"), ...trace };
    if (input !== undefined) {
      const admin = input.startsWith("admin.") ? "admin." : "";
      const bytes = encodeMessage(types.of(`${home}${input}`), request);
      return served.grpc.failureOfBytes(`/${home}${admin}${call}`, bytes, headers);
    }
    const isStream = /\/(GetUpdates|GetActiveContracts)$/.test(call);
    if (!isStream) return served.grpc.failure(call, request, headers);
    try {
      await served.grpc.stream(call, request, 1);
    } catch (thrown) {
      // border: streams are rejected with outcomes
      return thrown as Outcome;
    }
    throw new Error(`${call} did not fail`);
  };

  for (const [code, expected] of Object.entries<Genuine>(genuine)) {
    it(`are those of ours: ${code}`, async () => {
      // border: a key of the table
      const { code: grpc, message, details } = await failureOf(calls[code as Code]());
      const { ErrorInfo: info, RetryInfo: retry } = details;
      expect(at(info, "reason"), message).to.equal(code);
      expect(grpc).to.equal(expected.grpc);
      const correlation = String(at(details, "RequestInfo", "requestId"));
      expect(message).to.satisfy((text: string) =>
        text.startsWith(`${code}(${expected.category},${correlation.slice(0, 8)}): `),
      );
      expect(at(info, "metadata", "category")).to.equal(String(expected.category));
      const keys = ["participant", "tid", "category", ...(expected.keys ?? [])];
      expect(at(info, "metadata")).to.include.keys(...keys);
      const delay = expected.retry === undefined ? undefined : `${expected.retry}s`;
      expect(at(retry, "retryDelay")).to.equal(delay);
      const kinds = expected.resources ?? [];
      expect(at(details, "ResourceInfo", "resourceType")).to.equal(kinds[0]);
    });
  }
});

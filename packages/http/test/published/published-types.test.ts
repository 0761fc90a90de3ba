import type { Command } from "@tallystick/core";
import {
  AllocateExternalPartyRequest,
  AllocateExternalPartyResponse,
  GenerateExternalPartyTopologyRequest,
  GenerateExternalPartyTopologyResponse,
  JsCommands,
  JsExecuteSubmissionRequest,
  JsGetUpdateResponse,
  JsPrepareSubmissionRequest,
  JsPrepareSubmissionResponse,
  type WireReadable,
  wireArray,
} from "@tallystick/wire";
import { expect } from "chai";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { nothing, rawBody } from "../../src/endpoints/endpoint.js";
import {
  SubmitReassignmentRequest,
  SubmitReassignmentResponse,
} from "../../src/v2/commands/commands-async-submit-reassignment.js";
import { SubmitResponse } from "../../src/v2/commands/commands-async-submit.js";
import {
  JsSubmitAndWaitForReassignmentResponse,
  SubmitAndWaitForReassignmentRequest,
} from "../../src/v2/commands/commands-submit-and-wait-for-reassignment.js";
import { JsSubmitAndWaitForTransactionTreeResponse } from "../../src/v2/commands/commands-submit-and-wait-for-transaction-tree.js";
import {
  JsSubmitAndWaitForTransactionRequest,
  JsSubmitAndWaitForTransactionResponse,
} from "../../src/v2/commands/commands-submit-and-wait-for-transaction.js";
import { SubmitAndWaitResponse } from "../../src/v2/commands/commands-submit-and-wait.js";
import {
  CompletionStreamRequest,
  CompletionStreamResponse,
} from "../../src/v2/commands/commands-completions.js";
import { UploadDarFileResponse } from "../../src/v2/packages/dars-upload.js";
import {
  ListVettedPackagesRequest,
  ListVettedPackagesResponse,
} from "../../src/v2/packages/package-vetting-list.js";
import {
  UpdateVettedPackagesRequest,
  UpdateVettedPackagesResponse,
} from "../../src/v2/packages/package-vetting-update.js";
import { ExecuteSubmissionResponse } from "../../src/v2/signing/execute.js";
import {
  JsExecuteSubmissionAndWaitForTransactionRequest,
  JsExecuteSubmissionAndWaitForTransactionResponse,
} from "../../src/v2/signing/execute-and-wait-for-transaction.js";
import {
  ExecuteSubmissionAndWaitResponse,
  JsExecuteSubmissionAndWaitRequest,
} from "../../src/v2/signing/execute-and-wait.js";
import { ListPackagesResponse } from "../../src/v2/packages/packages-list.js";
import { GetPackageStatusResponse } from "../../src/v2/packages/packages-status.js";
import { GetPreferredPackageVersionResponse } from "../../src/v2/preferences/preferred-package-version.js";
import {
  GetPreferredPackagesRequest,
  GetPreferredPackagesResponse,
} from "../../src/v2/preferences/preferred-packages.js";
import {
  GetActiveContractsRequest,
  JsGetActiveContractsResponse,
} from "../../src/v2/state/state-active-contracts.js";
import { JsGetUpdateTreesResponse } from "../../src/v2/updates/updates-trees.js";
import { GetUpdatesRequest } from "../../src/v2/updates/updates-request.js";
import { JsGetUpdatesResponse } from "../../src/v2/updates/updates.js";
import {
  GetContractRequest,
  GetContractResponse,
} from "../../src/v2/contracts/contracts-contract-by-id.js";
import {
  GetEventsByContractIdRequest,
  JsGetEventsByContractIdResponse,
} from "../../src/v2/contracts/events-by-contract-id.js";
import {
  CreateIdentityProviderConfigRequest,
  CreateIdentityProviderConfigResponse,
} from "../../src/v2/idps/idps-create.js";
import { DeleteIdentityProviderConfigResponse } from "../../src/v2/idps/idps-delete.js";
import { GetIdentityProviderConfigResponse } from "../../src/v2/idps/idps-get.js";
import { ListIdentityProviderConfigsResponse } from "../../src/v2/idps/idps-list.js";
import {
  UpdateIdentityProviderConfigRequest,
  UpdateIdentityProviderConfigResponse,
} from "../../src/v2/idps/idps-update.js";
import {
  AllocatePartyRequest,
  AllocatePartyResponse,
} from "../../src/v2/parties/parties-allocate.js";
import { GetPartiesResponse } from "../../src/v2/parties/parties-get.js";
import { ListKnownPartiesResponse } from "../../src/v2/parties/parties-list.js";
import { GetParticipantIdResponse } from "../../src/v2/parties/parties-participant-id.js";
import {
  UpdatePartyDetailsRequest,
  UpdatePartyDetailsResponse,
} from "../../src/v2/parties/parties-update.js";
import {
  GetActiveContractsPageRequest,
  JsGetActiveContractsPageResponse,
} from "../../src/v2/state/state-active-contracts-page.js";
import { GetConnectedSynchronizersResponse } from "../../src/v2/state/state-connected-synchronizers.js";
import { GetLatestPrunedOffsetsResponse } from "../../src/v2/state/state-latest-pruned-offsets.js";
import { GetLedgerEndResponse } from "../../src/v2/state/state-ledger-end.js";
import { JsGetTransactionTreeResponse } from "../../src/v2/updates/transaction-tree.js";
import {
  GetUpdatesPageRequest,
  JsGetUpdatesPageResponse,
} from "../../src/v2/updates/updates-get-updates-page.js";
import {
  GetTransactionByIdRequest,
  JsGetTransactionResponse,
} from "../../src/v2/updates/updates-transaction-by-id.js";
import { GetTransactionByOffsetRequest } from "../../src/v2/updates/updates-transaction-by-offset.js";
import { GetUpdateByIdRequest } from "../../src/v2/updates/updates-update-by-id.js";
import { GetUpdateByOffsetRequest } from "../../src/v2/updates/updates-update-by-offset.js";
import { CreateUserRequest, CreateUserResponse } from "../../src/v2/users/users-create.js";
import { GetUserResponse } from "../../src/v2/users/users-get.js";
import { ListUsersResponse } from "../../src/v2/users/users-list.js";
import {
  UpdateUserIdentityProviderIdRequest,
  UpdateUserIdentityProviderIdResponse,
} from "../../src/v2/users/users-provider.js";
import {
  GrantUserRightsRequest,
  GrantUserRightsResponse,
} from "../../src/v2/users/users-rights-grant.js";
import { ListUserRightsResponse } from "../../src/v2/users/users-rights-list.js";
import {
  RevokeUserRightsRequest,
  RevokeUserRightsResponse,
} from "../../src/v2/users/users-rights-revoke.js";
import { UpdateUserRequest, UpdateUserResponse } from "../../src/v2/users/users-update.js";
import { GetLedgerApiVersionResponse } from "../../src/v2/version/version.js";
import { endpoints } from "../../src/index.js";
import type {
  AsPublished,
  Operation,
  PublishedRequest,
  PublishedResponse,
  Same,
  Unknown,
} from "./published-shape.js";
import { bareBodies, missedFields, queryNames } from "./published-samples.js";

/**
 * Our codecs of each published operation that has JSON in it; that the rows have these very codecs
 * is tested.
 */
const publishedRows = {
  "POST /v2/commands/submit-and-wait": { request: JsCommands, response: SubmitAndWaitResponse },
  "POST /v2/commands/submit-and-wait-for-transaction": {
    request: JsSubmitAndWaitForTransactionRequest,
    response: JsSubmitAndWaitForTransactionResponse,
  },
  "POST /v2/commands/submit-and-wait-for-reassignment": {
    request: SubmitAndWaitForReassignmentRequest,
    response: JsSubmitAndWaitForReassignmentResponse,
  },
  "POST /v2/commands/submit-and-wait-for-transaction-tree": {
    request: JsCommands,
    response: JsSubmitAndWaitForTransactionTreeResponse,
  },
  "POST /v2/commands/async/submit": { request: JsCommands, response: SubmitResponse },
  "POST /v2/commands/async/submit-reassignment": {
    request: SubmitReassignmentRequest,
    response: SubmitReassignmentResponse,
  },
  "POST /v2/events/events-by-contract-id": {
    request: GetEventsByContractIdRequest,
    response: JsGetEventsByContractIdResponse,
  },
  "POST /v2/contracts/contract-by-id": {
    request: GetContractRequest,
    response: GetContractResponse,
  },
  "POST /v2/commands/completions": {
    request: CompletionStreamRequest,
    response: wireArray(CompletionStreamResponse),
  },
  "POST /v2/state/active-contracts": {
    request: GetActiveContractsRequest,
    response: wireArray(JsGetActiveContractsResponse),
  },
  "POST /v2/updates": {
    request: GetUpdatesRequest,
    response: wireArray(JsGetUpdatesResponse),
  },
  "POST /v2/updates/flats": {
    request: GetUpdatesRequest,
    response: wireArray(JsGetUpdatesResponse),
  },
  "POST /v2/updates/trees": {
    request: GetUpdatesRequest,
    response: wireArray(JsGetUpdateTreesResponse),
  },
  "GET /v2/packages": { request: nothing, response: ListPackagesResponse },
  "POST /v2/packages": { request: rawBody, response: UploadDarFileResponse },
  "POST /v2/dars": { request: rawBody, response: UploadDarFileResponse },
  "GET /v2/packages/{package-id}/status": { request: nothing, response: GetPackageStatusResponse },
  "GET /v2/package-vetting": {
    request: ListVettedPackagesRequest,
    response: ListVettedPackagesResponse,
  },
  "POST /v2/package-vetting/list": {
    request: ListVettedPackagesRequest,
    response: ListVettedPackagesResponse,
  },
  "POST /v2/package-vetting": {
    request: UpdateVettedPackagesRequest,
    response: UpdateVettedPackagesResponse,
  },
  "POST /v2/package-vetting/update": {
    request: UpdateVettedPackagesRequest,
    response: UpdateVettedPackagesResponse,
  },
  "POST /v2/interactive-submission/prepare": {
    request: JsPrepareSubmissionRequest,
    response: JsPrepareSubmissionResponse,
  },
  "POST /v2/interactive-submission/execute": {
    request: JsExecuteSubmissionRequest,
    response: ExecuteSubmissionResponse,
  },
  "POST /v2/interactive-submission/executeAndWait": {
    request: JsExecuteSubmissionAndWaitRequest,
    response: ExecuteSubmissionAndWaitResponse,
  },
  "POST /v2/interactive-submission/executeAndWaitForTransaction": {
    request: JsExecuteSubmissionAndWaitForTransactionRequest,
    response: JsExecuteSubmissionAndWaitForTransactionResponse,
  },
  "POST /v2/parties/external/generate-topology": {
    request: GenerateExternalPartyTopologyRequest,
    response: GenerateExternalPartyTopologyResponse,
  },
  "POST /v2/parties/external/allocate": {
    request: AllocateExternalPartyRequest,
    response: AllocateExternalPartyResponse,
  },
  "GET /v2/interactive-submission/preferred-package-version": {
    request: nothing,
    response: GetPreferredPackageVersionResponse,
  },
  "POST /v2/interactive-submission/preferred-packages": {
    request: GetPreferredPackagesRequest,
    response: GetPreferredPackagesResponse,
  },
  "GET /v2/version": { request: nothing, response: GetLedgerApiVersionResponse },
  "GET /v2/parties": { request: nothing, response: ListKnownPartiesResponse },
  "POST /v2/parties": { request: AllocatePartyRequest, response: AllocatePartyResponse },
  "GET /v2/parties/participant-id": { request: nothing, response: GetParticipantIdResponse },
  "GET /v2/parties/{party}": { request: nothing, response: GetPartiesResponse },
  "PATCH /v2/parties/{party}": {
    request: UpdatePartyDetailsRequest,
    response: UpdatePartyDetailsResponse,
  },
  "GET /v2/state/active-contracts-page": {
    request: GetActiveContractsPageRequest,
    response: JsGetActiveContractsPageResponse,
  },
  "GET /v2/state/connected-synchronizers": {
    request: nothing,
    response: GetConnectedSynchronizersResponse,
  },
  "GET /v2/state/ledger-end": { request: nothing, response: GetLedgerEndResponse },
  "GET /v2/state/latest-pruned-offsets": {
    request: nothing,
    response: GetLatestPrunedOffsetsResponse,
  },
  "POST /v2/updates/get-updates-page": {
    request: GetUpdatesPageRequest,
    response: JsGetUpdatesPageResponse,
  },
  "POST /v2/updates/update-by-offset": {
    request: GetUpdateByOffsetRequest,
    response: JsGetUpdateResponse,
  },
  "POST /v2/updates/update-by-id": {
    request: GetUpdateByIdRequest,
    response: JsGetUpdateResponse,
  },
  "POST /v2/updates/transaction-by-offset": {
    request: GetTransactionByOffsetRequest,
    response: JsGetTransactionResponse,
  },
  "POST /v2/updates/transaction-by-id": {
    request: GetTransactionByIdRequest,
    response: JsGetTransactionResponse,
  },
  "GET /v2/updates/transaction-tree-by-offset/{offset}": {
    request: nothing,
    response: JsGetTransactionTreeResponse,
  },
  "GET /v2/updates/transaction-tree-by-id/{update-id}": {
    request: nothing,
    response: JsGetTransactionTreeResponse,
  },
  "GET /v2/users": { request: nothing, response: ListUsersResponse },
  "POST /v2/users": { request: CreateUserRequest, response: CreateUserResponse },
  "GET /v2/users/{user-id}": { request: nothing, response: GetUserResponse },
  "PATCH /v2/users/{user-id}": { request: UpdateUserRequest, response: UpdateUserResponse },
  "GET /v2/authenticated-user": { request: nothing, response: GetUserResponse },
  "GET /v2/users/{user-id}/rights": { request: nothing, response: ListUserRightsResponse },
  "POST /v2/users/{user-id}/rights": {
    request: GrantUserRightsRequest,
    response: GrantUserRightsResponse,
  },
  "PATCH /v2/users/{user-id}/rights": {
    request: RevokeUserRightsRequest,
    response: RevokeUserRightsResponse,
  },
  "PATCH /v2/users/{user-id}/identity-provider-id": {
    request: UpdateUserIdentityProviderIdRequest,
    response: UpdateUserIdentityProviderIdResponse,
  },
  "GET /v2/idps": { request: nothing, response: ListIdentityProviderConfigsResponse },
  "POST /v2/idps": {
    request: CreateIdentityProviderConfigRequest,
    response: CreateIdentityProviderConfigResponse,
  },
  "GET /v2/idps/{idp-id}": { request: nothing, response: GetIdentityProviderConfigResponse },
  "PATCH /v2/idps/{idp-id}": {
    request: UpdateIdentityProviderConfigRequest,
    response: UpdateIdentityProviderConfigResponse,
  },
  "DELETE /v2/idps/{idp-id}": {
    request: nothing,
    response: DeleteIdentityProviderConfigResponse,
  },
} as const;

type Rows = typeof publishedRows;
type Covered = keyof Rows;
type Read<C> = C extends WireReadable<infer A> ? A : never;

// The compiler is the test: each record has exactly the keys of its type, so a difference that is
// not named in it, and one that is named but is gone, does not compile. The values say why.

/** Why an operation is not compared. */
type OtherOperation = { readonly row: boolean; readonly why: string };
const bytes: OtherOperation = { row: true, why: "has no JSON but that of errors" };
/** Operations that are not in the table above. */
const otherOperations: Readonly<Record<Exclude<Operation, Covered>, OtherOperation>> = {
  "GET /livez": bytes,
  "GET /readyz": bytes,
  "GET /v2/packages/{package-id}": bytes,
  "POST /v2/dars/validate": bytes,
  "DELETE /v2/users/{user-id}": { row: true, why: "answers {} to a request without a body" },
};

type ReadRequest<O extends Covered> = Read<Rows[O]["request"]>;
type ReadAnswer<O extends Covered> = Read<Rows[O]["response"]>;
type RightsRow =
  | "POST /v2/users"
  | "POST /v2/users/{user-id}/rights"
  | "PATCH /v2/users/{user-id}/rights";
type RightKind =
  | "CanActAs"
  | "CanExecuteAs"
  | "CanExecuteAsAnyParty"
  | "CanReadAs"
  | "CanReadAsAnyParty"
  | "Empty"
  | "IdentityProviderAdmin"
  | "ParticipantAdmin";

/** Times are decoded to numbers. */
type TimeField =
  | "POST /v2/interactive-submission/prepare.maxRecordTime!"
  | "POST /v2/interactive-submission/preferred-packages.vettingValidAt!"
  | `POST /v2/package-vetting${"" | "/update"}.changes[].operation.Vet.value.newValid${"FromInclusive" | "UntilExclusive"}!`;

/** Commands are decoded to values, which wire tries kind by kind. */
type CommandsIn =
  | "async/submit"
  | "submit-and-wait"
  | "submit-and-wait-for-transaction-tree"
  | "submit-and-wait-for-transaction.commands";
type Execution =
  `POST /v2/interactive-submission/execute${"" | "AndWait" | "AndWaitForTransaction"}`;
type PeriodKind = "DeduplicationDuration" | "DeduplicationOffset" | "Empty";
type CommandField =
  | `POST /v2/${`commands/${CommandsIn}` | "interactive-submission/prepare"}.commands[].${Command["kind"]}`
  | `${`POST /v2/commands/${CommandsIn}` | Execution}.deduplicationPeriod.${PeriodKind}`;

/** Filters are decoded to those that programs give. */
type TransactionFormatIn =
  | "commands/submit-and-wait-for-transaction"
  | "interactive-submission/executeAndWaitForTransaction"
  | `updates/transaction-by-${"id" | "offset"}`;
type OlderUpdates = "updates" | "updates/flats" | "updates/trees";
type Updates = OlderUpdates | `updates/${"get-updates-page" | "update-by-id" | "update-by-offset"}`;
type EventFormatIn =
  | "GET /v2/state/active-contracts-page.eventFormat"
  | "POST /v2/commands/submit-and-wait-for-reassignment.eventFormat"
  | "POST /v2/events/events-by-contract-id.eventFormat"
  | `POST /v2/state/active-contracts.${"eventFormat" | "filter"}`
  | `POST /v2/${TransactionFormatIn}.transactionFormat.eventFormat`
  | `POST /v2/${OlderUpdates}.filter`
  | `POST /v2/${Updates}.updateFormat.${"includeReassignments" | "includeTransactions.eventFormat"}`;
type FilterField =
  `${EventFormatIn}.filters${"ForAnyParty" | `ByParty.${string}`}.cumulative[].identifierFilter`;

/** Fields of published requests that our codecs do not decode under their published names. */
type RequestDifferences = {
  [O in Covered]: Unknown<PublishedRequest<O>, ReadRequest<O>, O, "all">;
}[Covered];
/**
 * Rights are decoded to rights, several of which may be in one object; every kind of them is
 * tried below.
 */
const requestDifferences: Same<
  RequestDifferences,
  `${RightsRow}.rights[].kind.${RightKind}` | TimeField | CommandField | FilterField
> = true;

/** Fields of published answers that ours never have. */
type AnswerDifferences = {
  [O in Covered]: Unknown<PublishedResponse<O>, ReadAnswer<O>, O, "some">;
}[Covered];
const answerDifferences: Same<AnswerDifferences, never> = true;

/** Operations whose answers are not of the published type. */
type Unassignable = {
  [O in Covered]: AsPublished<ReadAnswer<O>> extends PublishedResponse<O> ? never : O;
}[Covered];
const unassignable: Same<Unassignable, never> = true;

describe("The published types", () => {
  const rows = new Map(endpoints.map((row) => [`${row.method} ${row.path}`, row]));

  it("differ from ours nowhere but where this file says so", () => {
    const compiled = [requestDifferences, answerDifferences, unassignable];
    expect(compiled).to.deep.equal([true, true, true]);
  });

  for (const [operation, { request, response }] of Object.entries(publishedRows)) {
    it(`are compared with the codecs that ${operation} has`, () => {
      const row = rows.get(operation);
      expect(row?.body).to.equal(request);
      expect(row?.response).to.have.nested.property("codec.name", response.name);
      expect(row?.response)
        .to.have.nested.property("codec.definitions")
        .deep.equal(response.definitions);
    });
  }

  for (const [operation, { row, why }] of Object.entries(otherOperations)) {
    it(`have ${operation}, which ${row ? "is served" : "is not served"} and ${why}`, () => {
      expect(rows.has(operation)).to.equal(row);
    });
  }

  for (const [operation, body] of Object.entries(bareBodies)) {
    it(`require no less than ${operation} does, but for what a public node misses`, () => {
      const read = rows.get(operation)?.body.read({ ...body, ...missedFields[operation] });
      if (read !== undefined && isLeft(read))
        expect.fail(`${read.left.path.join(".")}: ${read.left.reason}`);
      expect(read !== undefined && isRight(read)).to.equal(true);
    });
  }

  for (const [operation, names] of Object.entries(queryNames)) {
    it(`name the query parameters of ${operation} as the row does`, () => {
      const properties = Object.keys(Object(rows.get(operation)?.query.schema.properties));
      expect(properties).to.include.members(Object.keys(names));
    });
  }

  const party = { value: { party: "p::1220" } };
  const rights: Readonly<Record<RightKind, object>> = {
    CanActAs: party,
    CanExecuteAs: party,
    CanExecuteAsAnyParty: { value: {} },
    CanReadAs: party,
    CanReadAsAnyParty: { value: {} },
    Empty: {},
    IdentityProviderAdmin: { value: {} },
    ParticipantAdmin: { value: {} },
  };
  for (const [kind, value] of Object.entries(rights)) {
    it(`have the right ${kind}, which decodes to that right`, () => {
      const read = GrantUserRightsRequest.read({
        userId: "u",
        rights: [{ kind: { [kind]: value } }],
      });
      const kinds = isLeft(read) ? read.left : read.right.rights[0]?.kind?.map((each) => each.kind);
      expect(kinds).to.deep.equal(kind === "Empty" ? [] : [kind]);
    });
  }
});

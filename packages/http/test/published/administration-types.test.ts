import type { v3_5 } from "@canton-network/core-ledger-client-types";
import type { WireReadable } from "@tallystick/wire";
import { expect } from "chai";
import type { TypeOf } from "io-ts";
import {
  CreateIdentityProviderConfigRequest,
  type CreateIdentityProviderConfigResponse,
} from "../../src/v2/idps/idps-create.js";
import type { DeleteIdentityProviderConfigResponse } from "../../src/v2/idps/idps-delete.js";
import type { GetIdentityProviderConfigResponse } from "../../src/v2/idps/idps-get.js";
import type { ListIdentityProviderConfigsResponse } from "../../src/v2/idps/idps-list.js";
import {
  UpdateIdentityProviderConfigRequest,
  type UpdateIdentityProviderConfigResponse,
} from "../../src/v2/idps/idps-update.js";
import {
  AllocatePartyRequest,
  type AllocatePartyResponse,
} from "../../src/v2/parties/parties-allocate.js";
import type { GetPartiesResponse } from "../../src/v2/parties/parties-get.js";
import type { ListKnownPartiesResponse } from "../../src/v2/parties/parties-list.js";
import type { GetParticipantIdResponse } from "../../src/v2/parties/parties-participant-id.js";
import {
  UpdatePartyDetailsRequest,
  type UpdatePartyDetailsResponse,
} from "../../src/v2/parties/parties-update.js";
import type { GetConnectedSynchronizersResponse } from "../../src/v2/state/state-connected-synchronizers.js";
import { CreateUserRequest, type CreateUserResponse } from "../../src/v2/users/users-create.js";
import type { GetUserResponse } from "../../src/v2/users/users-get.js";
import type { ListUsersResponse } from "../../src/v2/users/users-list.js";
import {
  UpdateUserIdentityProviderIdRequest,
  type UpdateUserIdentityProviderIdResponse,
} from "../../src/v2/users/users-provider.js";
import {
  GrantUserRightsRequest,
  type GrantUserRightsResponse,
} from "../../src/v2/users/users-rights-grant.js";
import type { ListUserRightsResponse } from "../../src/v2/users/users-rights-list.js";
import {
  RevokeUserRightsRequest,
  type RevokeUserRightsResponse,
} from "../../src/v2/users/users-rights-revoke.js";
import { UpdateUserRequest, type UpdateUserResponse } from "../../src/v2/users/users-update.js";

type Published = v3_5.components["schemas"];

/** A published type whose values need not be changeable. */
type Frozen<T> =
  T extends ReadonlyArray<infer E>
    ? ReadonlyArray<Frozen<E>>
    : T extends object
      ? { readonly [K in keyof T]: Frozen<T[K]> }
      : T;

/** Compiles only when every answer of ours is one of theirs. */
type Answers<
  Ours extends {
    readonly [N in keyof Ours]: N extends keyof Published ? Frozen<Published[N]> : never;
  },
> = keyof Ours;

/** All answers of administration, compared by the compiler. */
export type Checked = Answers<{
  AllocatePartyResponse: TypeOf<typeof AllocatePartyResponse>;
  CreateIdentityProviderConfigResponse: TypeOf<typeof CreateIdentityProviderConfigResponse>;
  CreateUserResponse: TypeOf<typeof CreateUserResponse>;
  DeleteIdentityProviderConfigResponse: TypeOf<typeof DeleteIdentityProviderConfigResponse>;
  GetConnectedSynchronizersResponse: TypeOf<typeof GetConnectedSynchronizersResponse>;
  GetIdentityProviderConfigResponse: TypeOf<typeof GetIdentityProviderConfigResponse>;
  GetParticipantIdResponse: TypeOf<typeof GetParticipantIdResponse>;
  GetPartiesResponse: TypeOf<typeof GetPartiesResponse>;
  GetUserResponse: TypeOf<typeof GetUserResponse>;
  GrantUserRightsResponse: TypeOf<typeof GrantUserRightsResponse>;
  ListIdentityProviderConfigsResponse: TypeOf<typeof ListIdentityProviderConfigsResponse>;
  ListKnownPartiesResponse: TypeOf<typeof ListKnownPartiesResponse>;
  ListUserRightsResponse: TypeOf<typeof ListUserRightsResponse>;
  ListUsersResponse: TypeOf<typeof ListUsersResponse>;
  RevokeUserRightsResponse: TypeOf<typeof RevokeUserRightsResponse>;
  UpdateIdentityProviderConfigResponse: TypeOf<typeof UpdateIdentityProviderConfigResponse>;
  UpdatePartyDetailsResponse: TypeOf<typeof UpdatePartyDetailsResponse>;
  UpdateUserIdentityProviderIdResponse: TypeOf<typeof UpdateUserIdentityProviderIdResponse>;
  UpdateUserResponse: TypeOf<typeof UpdateUserResponse>;
}>;

const updateMask: Published["FieldMask"] = { paths: ["a"], unknownFields: { fields: {} } };
const user: Published["User"] = { id: "u" };
const config: Published["IdentityProviderConfig"] = {
  identityProviderId: "i",
  issuer: "s",
  jwksUrl: "k",
};
const kinds: ReadonlyArray<Published["Kind"]> = [
  { CanActAs: { value: { party: "p" } } },
  { CanExecuteAs: { value: { party: "p" } } },
  { CanExecuteAsAnyParty: { value: {} } },
  { CanReadAs: { value: { party: "p" } } },
  { CanReadAsAnyParty: { value: {} } },
  { Empty: {} },
  { IdentityProviderAdmin: { value: {} } },
  { ParticipantAdmin: { value: {} } },
];
const rights: Published["Right"][] = [...kinds.map((kind) => ({ kind })), {}];

/** Requests with the fewest fields the published types allow. */
const requests = {
  AllocatePartyRequest: {},
  CreateIdentityProviderConfigRequest: { identityProviderConfig: config },
  CreateUserRequest: { user, rights },
  GrantUserRightsRequest: { userId: "u", rights },
  RevokeUserRightsRequest: { userId: "u", rights },
  UpdateIdentityProviderConfigRequest: { identityProviderConfig: config, updateMask },
  UpdatePartyDetailsRequest: { partyDetails: { party: "p" }, updateMask },
  UpdateUserIdentityProviderIdRequest: { userId: "u" },
  UpdateUserRequest: { user, updateMask },
} satisfies { readonly [N in keyof Published]?: Published[N] };

const codecs: Readonly<Record<keyof typeof requests, WireReadable<unknown>>> = {
  AllocatePartyRequest,
  CreateIdentityProviderConfigRequest,
  CreateUserRequest,
  GrantUserRightsRequest,
  RevokeUserRightsRequest,
  UpdateIdentityProviderConfigRequest,
  UpdatePartyDetailsRequest,
  UpdateUserIdentityProviderIdRequest,
  UpdateUserRequest,
};

describe("The published types of administration", () => {
  for (const [name, codec] of Object.entries(codecs)) {
    it(`are taken as ${name}, which has their name`, () => {
      const request: unknown = Object(requests)[name];
      expect(codec.read(request)).to.have.property("_tag", "Right");
      expect(codec.name).to.equal(name);
    });
  }
});

import { isUserIdString, type LedgerError } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import { optional, pageFields, wireObject, wireString } from "@tallystick/wire";
import { type Either, map } from "fp-ts/lib/Either.js";
import type { Caller } from "../../auth/authenticator.js";
import type { RequiredRight } from "../../auth/required-right.js";
import { providerOf } from "../../auth/provider.js";
import { maxUsersPageSize, type Page, pageOf, type PageRules } from "../../endpoints/page.js";

/** A request for a page of users of one identity provider. */
export const UsersQuery = wireObject("UsersQuery", {
  ...pageFields,
  "identity-provider-id": optional(wireString),
});

interface UserPageRequest {
  readonly pageSize?: number;
  readonly pageToken?: string;
  readonly "identity-provider-id"?: string;
}

interface UserPage {
  readonly identityProviderId: string;
  readonly rules: PageRules;
  readonly page: Page;
}

/** @param list what is listed, to which tokens are bound */
export const userPageIn = (
  query: UserPageRequest,
  caller: Caller,
  { participantId }: Ledger,
  list: ReadonlyArray<string>,
): Either<LedgerError, UserPage> => {
  const identityProviderId = providerOf(query["identity-provider-id"] ?? "", caller);
  const rules: PageRules = {
    maxSize: maxUsersPageSize,
    beyond: "clip",
    boundTo: [...list, participantId, identityProviderId],
    isId: isUserIdString,
  };
  return map((page: Page) => ({ identityProviderId, rules, page }))(pageOf(query, rules));
};

/** Who may list the users of an identity provider (ledger-api 9.2). */
export const mayListUsers = ({
  query,
}: {
  readonly query: UserPageRequest;
}): ReadonlyArray<RequiredRight> => [
  { kind: "admin" },
  { kind: "provider", identityProviderId: query["identity-provider-id"] ?? "" },
];

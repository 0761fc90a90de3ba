import { type ChoiceProgram, party } from "@tallystick/core";
import { isRight } from "fp-ts/lib/Either.js";
import { generalError } from "../model/coin-error.js";
import { shownText } from "../model/shown.js";
import { Account } from "./holding-v2.js";
import type { Metadata } from "./metadata-v1.js";

/** The namespace of what the second version of the standard puts into texts of the first. */
export const namespaceV2 = "cip-112/";

/** An account without provider and with no identifier: that of a party itself. */
export const basicAccount = (owner: string): Account => ({ owner, provider: undefined, id: "" });

const specialAccount = (id: string): Account => ({
  owner: undefined,
  provider: undefined,
  id: `${namespaceV2}${id}`,
});

/** Where new holdings come from. */
export const mintAccount = specialAccount("mint");
/** Where burned holdings go. */
export const burnAccount = specialAccount("burn");

export const isBasicAccount = ({ owner, provider, id }: Account): boolean =>
  owner !== undefined && provider === undefined && id === "";

export const isSameAccount = (a: Account, b: Account): boolean =>
  a.owner === b.owner && a.provider === b.provider && a.id === b.id;

/** Who decides over an account: its owner, or else the administrator of the instrument. */
export const principalOf = (admin: string, { owner }: Account): string => owner ?? admin;

/** Who sees what happens to an account. */
export const accountParties = (admin: string, account: Account): ReadonlyArray<string> => {
  const principal = principalOf(admin, account);
  const { provider } = account;
  return provider === undefined || provider === principal ? [principal] : [principal, provider];
};

/** Stops the command unless an account is a party's own. */
export function* requireBasicAccount(field: string, account: Account): ChoiceProgram<void> {
  if (isBasicAccount(account)) return;
  yield* generalError(
    `Expected a basic account for field '${field}', but got: ${Account.show(account)}`,
  );
}

/** How the first version of the standard writes an account without owner. */
const noOwner =
  "cip-112_no-owner::1220000000000000000000000000000000000000000000000000000000000000abcd";

const providerKey = (field: string): string => `${namespaceV2}${field}.provider`;
const idKey = (field: string): string => `${namespaceV2}${field}.id`;

const partyOf = (text: string | undefined): string | undefined =>
  text !== undefined && isRight(party.decode(text)) ? text : undefined;

/** An account in the first version of the standard: a party, and the rest in metadata. */
export const accountFromMeta = (owner: string, field: string, { values }: Metadata): Account => ({
  owner: owner === noOwner ? undefined : owner,
  provider: partyOf(values.get(providerKey(field))),
  id: values.get(idKey(field)) ?? "",
});

/** The party by which the first version of the standard knows an account. */
export const ownerForV1 = ({ owner }: Account): string => owner ?? noOwner;

/** Metadata with what the first version of the standard has no field for in an account. */
export const withAccount = (
  { values }: Metadata,
  field: string,
  { provider, id }: Account,
): Metadata => ({
  values: new Map([
    ...values,
    ...(provider === undefined ? [] : [[providerKey(field), provider] as const]),
    ...(id === "" ? [] : [[idKey(field), id] as const]),
  ]),
});

/** Metadata without what the first version of the standard says of accounts there. */
export const withoutAccounts = (
  { values }: Metadata,
  ...fields: ReadonlyArray<string>
): Metadata => {
  const dropped = new Set(fields.flatMap((field) => [providerKey(field), idKey(field)]));
  return { values: new Map([...values].filter(([key]) => !dropped.has(key))) };
};

export const hasNoAccount = ({ values }: Metadata, field: string): boolean =>
  !values.has(providerKey(field)) && !values.has(idKey(field));

/** Stops the command when metadata speak of another account than that of a party itself. */
export function* requireNoAccount(
  path: string,
  field: string,
  { values }: Metadata,
): ChoiceProgram<void> {
  for (const key of [providerKey(field), idKey(field)]) {
    const value = values.get(key);
    if (value === undefined) continue;
    yield* generalError(
      `Unexpected account information in metadata of '${path}' in metadata key '${key}': ${shownText(value)}`,
    );
  }
}

/**
 * A text that is an id of one kind. A plain text fits, so that a literal needs no cast; an id of
 * another kind does not (docs/decisions/0056).
 */
type Id<Kind extends string> = string & { readonly __id?: Kind };

/** The id of a party, `<hint>::<fingerprint>`. */
export type PartyId = Id<"PartyId">;

/** The id of a contract, lowercase hex. */
export type ContractId = Id<"ContractId">;

/** The id of a user. */
export type UserId = Id<"UserId">;

/** The id of a package, 64 hex digits. */
export type PackageId = Id<"PackageId">;

/** A template or an interface, `<package>:<Module>:<Entity>`. */
export type TemplateId = Id<"TemplateId">;

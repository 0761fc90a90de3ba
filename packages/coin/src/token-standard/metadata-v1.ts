import {
  bool,
  contractId,
  type DamlType,
  date,
  defineInterface,
  int64,
  list,
  numeric,
  party,
  record,
  recursive,
  type Static,
  text,
  textMap,
  timestamp,
  variant,
} from "@tallystick/core";

/** A span of time. */
export const RelTime = record({ microseconds: int64 }, "RelTime");
/** A span of time in microseconds. */
export type RelTime = Static<typeof RelTime>;

/** Any value an app passes to a choice: what travels in a {@link ChoiceContext}. */
export type AnyValue =
  | { readonly tag: "AV_Text"; readonly value: string }
  | { readonly tag: "AV_Int"; readonly value: Static<typeof int64> }
  | { readonly tag: "AV_Decimal"; readonly value: Static<typeof numeric> }
  | { readonly tag: "AV_Bool"; readonly value: boolean }
  | { readonly tag: "AV_Date"; readonly value: number }
  | { readonly tag: "AV_Time"; readonly value: bigint }
  | { readonly tag: "AV_RelTime"; readonly value: RelTime }
  | { readonly tag: "AV_Party"; readonly value: string }
  | { readonly tag: "AV_ContractId"; readonly value: string }
  | { readonly tag: "AV_List"; readonly value: ReadonlyArray<AnyValue> }
  | { readonly tag: "AV_Map"; readonly value: ReadonlyMap<string, AnyValue> };

/** The type of {@link AnyValue}. */
export const AnyValue: DamlType<AnyValue> = recursive<AnyValue>("AnyValue", (itself) =>
  variant({
    AV_Text: text,
    AV_Int: int64,
    AV_Decimal: numeric,
    AV_Bool: bool,
    AV_Date: date,
    AV_Time: timestamp,
    AV_RelTime: RelTime,
    AV_Party: party,
    AV_ContractId: contractId,
    AV_List: list(itself),
    AV_Map: textMap(itself),
  }),
);

/** What the registry of an instrument passes to a choice, by key. */
export const ChoiceContext = record({ values: textMap(AnyValue) }, "ChoiceContext");
export type ChoiceContext = Static<typeof ChoiceContext>;

/** Texts for machines, by key `dns.name/what`. */
export const Metadata = record({ values: textMap(text) }, "Metadata");
export type Metadata = Static<typeof Metadata>;

/**
 * What every choice of the token standard takes: the registry's context and the caller's metadata.
 */
export const ExtraArgs = record({ context: ChoiceContext, meta: Metadata }, "ExtraArgs");
export type ExtraArgs = Static<typeof ExtraArgs>;

/** The result of choices that have nothing else to say. */
export const ChoiceExecutionMetadata = record({ meta: Metadata });

/** Any kind of contract in the type of a contract id; nothing implements it. */
export const AnyContract = defineInterface("Splice.Api.Token.MetadataV1:AnyContract", record({}));

/** Metadata with nothing in it. */
export const emptyMetadata: Metadata = { values: new Map() };

/** Nothing but the form of what a choice takes. */
export const emptyExtraArgs: ExtraArgs = {
  context: { values: new Map() },
  meta: emptyMetadata,
};

import * as t from "io-ts";

/** The fields that are read from the create of a contract. */
export const CreatedEvent = t.type(
  { contractId: t.string, templateId: t.string, packageName: t.string, createArgument: t.unknown },
  "a created event",
);

/** A template as commands take it, `#package-name:Module:Entity`. */
export const templateOf = ({
  templateId,
  packageName,
}: {
  readonly templateId: string;
  readonly packageName: string;
}): string => `#${packageName}${templateId.slice(templateId.indexOf(":"))}`;

/** Which events of parties are wanted, without blobs. */
export const eventFormat = (
  parties: ReadonlyArray<string>,
  templates: ReadonlyArray<string> = [],
): object => {
  const blob = { includeCreatedEventBlob: false };
  const filters =
    templates.length === 0
      ? [{ WildcardFilter: { value: blob } }]
      : templates.map((templateId) => ({ TemplateFilter: { value: { templateId, ...blob } } }));
  const cumulative = filters.map((identifierFilter) => ({ identifierFilter }));
  const filtersByParty = Object.fromEntries(parties.map((party) => [party, { cumulative }]));
  return { filtersByParty, verbose: false };
};

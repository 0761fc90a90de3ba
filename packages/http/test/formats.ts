/** Everything that some parties see, with blobs. */
export const wildcard = (parties: ReadonlyArray<string>) => ({
  filtersByParty: Object.fromEntries(
    parties.map((party) => [
      party,
      {
        cumulative: [
          { identifierFilter: { WildcardFilter: { value: { includeCreatedEventBlob: true } } } },
        ],
      },
    ]),
  ),
});

/** Transactions that some parties see. */
export const transactions = (
  shape: "ACS_DELTA" | "LEDGER_EFFECTS",
  ...parties: ReadonlyArray<string>
) => ({
  eventFormat: wildcard(parties),
  transactionShape: `TRANSACTION_SHAPE_${shape}`,
});

/** The hosting of some parties; of none named, of all. */
export const topology = (...parties: ReadonlyArray<string>) => ({
  includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties } },
});

/** What a party sees of one template. */
export const ofTemplate = (party: string, templateId: string) => ({
  filtersByParty: {
    [party]: { cumulative: [{ identifierFilter: { TemplateFilter: { value: { templateId } } } }] },
  },
});

/** What a party sees through one interface. */
export const throughInterface = (party: string, interfaceId: string) => ({
  filtersByParty: {
    [party]: {
      cumulative: [{ identifierFilter: { InterfaceFilter: { value: { interfaceId } } } }],
    },
  },
});

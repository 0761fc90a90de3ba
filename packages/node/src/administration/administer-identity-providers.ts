import {
  getIn,
  type IdentityProviderConfig,
  type LedgerCommand,
  type ParticipantState,
} from "@tallystick/core";
import { isLeft, map, right } from "fp-ts/lib/Either.js";
import { isOf } from "./administer-parties.js";
import type { Administration, Outcome } from "../ledger/administration.js";
import type { Pipeline } from "../pipeline/pipeline.js";
import { pageOf, sortedValues } from "./sorted-values.js";

type IdentityProviderAdministration = Pick<
  Administration,
  | "identityProviders"
  | "identityProvider"
  | "createIdentityProvider"
  | "updateIdentityProvider"
  | "deleteIdentityProvider"
>;

/**
 * The identity providers of a participant, without the default one (specification 4.2, ledger-api
 * 8).
 */
export const identityProviderAdministration = (
  pipeline: Pipeline,
): IdentityProviderAdministration => {
  const participant = (): ParticipantState => pipeline.committed().state.participant;
  const sorted = sortedValues<IdentityProviderConfig>();
  return {
    identityProviders: () =>
      pageOf(sorted(participant().identityProviders), { after: "", limit: Infinity }),
    identityProvider: (identityProviderId) =>
      getIn(participant().identityProviders, identityProviderId),
    createIdentityProvider: (config) =>
      configAfter(pipeline, { kind: "CreateIdentityProvider", config }),
    updateIdentityProvider: (request) =>
      configAfter(pipeline, { ...request, kind: "UpdateIdentityProvider" }),
    deleteIdentityProvider: async (identityProviderId) => {
      const outcome = await pipeline.enqueue({
        kind: "DeleteIdentityProvider",
        identityProviderId,
      });
      return map(() => undefined)(outcome);
    },
  };
};

const configAfter = async (
  pipeline: Pipeline,
  command: LedgerCommand,
): Outcome<IdentityProviderConfig> => {
  const outcome = await pipeline.enqueue(command);
  if (isLeft(outcome)) return outcome;
  const { events } = outcome.right;
  const event =
    events.find(isOf("IdentityProviderConfigCreated")) ??
    events.find(isOf("IdentityProviderConfigUpdated"));
  if (event === undefined) throw new Error("a command produced no identity provider");
  const { type: _type, recordTime: _recordTime, ...config } = event;
  return right(config);
};

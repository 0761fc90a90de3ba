import { archiveAdministration, type KeptArchives } from "./administer-archives.js";
import { identityProviderAdministration } from "./administer-identity-providers.js";
import { partyAdministration } from "./administer-parties.js";
import { userAdministration } from "./administer-users.js";
import { vettingAdministration } from "./administer-vetting.js";
import type { Administration } from "../ledger/administration.js";
import type { LedgerConfig } from "../ledger/ledger-config.js";
import type { Pipeline } from "../pipeline/pipeline.js";

/**
 * The administration of a participant: changes go through the pipeline, queries read its durable
 * state.
 */
export const administration = (
  pipeline: Pipeline,
  config: LedgerConfig,
  kept: KeptArchives,
): Administration => {
  const { uploadDar, validateDar, packageArchive } = archiveAdministration(pipeline, kept, config);
  return {
    ...partyAdministration(pipeline),
    ...userAdministration(pipeline),
    ...identityProviderAdministration(pipeline),
    ...vettingAdministration(pipeline, config, kept.uploaded),
    uploadDar,
    validateDar,
    packageArchive,
  };
};

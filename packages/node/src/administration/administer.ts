import { archiveAdministration } from "./administer-archives.js";
import { identityProviderAdministration } from "./administer-identity-providers.js";
import { partyAdministration } from "./administer-parties.js";
import { userAdministration } from "./administer-users.js";
import { vettingAdministration } from "./administer-vetting.js";
import type { Administration } from "../ledger/administration.js";
import type { LedgerConfig } from "../ledger/ledger-config.js";
import type { ArchiveStore } from "./archive-store.js";
import type { Pipeline } from "../pipeline/pipeline.js";

/**
 * The administration of a participant: changes go through the pipeline, queries read its durable
 * state.
 */
export const administration = (
  pipeline: Pipeline,
  config: LedgerConfig,
  archives: ArchiveStore,
<<<<<<< HEAD
): Administration => ({
  ...partyAdministration(pipeline),
  ...userAdministration(pipeline),
  ...identityProviderAdministration(pipeline),
  ...vettingAdministration(pipeline, config),
  ...archiveAdministration(pipeline, archives, config),
=======
): Administration =>
  readingArguments({
    ...partyAdministration(pipeline),
    ...userAdministration(pipeline),
    ...identityProviderAdministration(pipeline),
    ...vettingAdministration(pipeline, config),
    ...archiveAdministration(pipeline, archives, config),
  });

const by = givenOrNot("by", types.requestedBy);
const userId = given("userId", wireString);
const identityProviderId = given("identityProviderId", wireString);
const rights = given("rights", types.userRights);
const context = givenOrNot("context", types.rightsContext);
const bytes = given("bytes", types.bytes);

/** The parameters of functions that change something or answer errors. */
const readingArguments = (inner: Administration): Administration => ({
  ...inner,
  allocateParty: reading([given("request", types.allocateParty), by], inner.allocateParty),
  updateParty: reading([given("request", types.updateParty), by], inner.updateParty),
  createUser: reading([given("request", types.createUser), by], inner.createUser),
  updateUser: reading([given("request", types.updateUser), by], inner.updateUser),
  deleteUser: reading([userId, givenOrNot("identityProviderId", wireString), by], inner.deleteUser),
  moveUser: reading(
    [userId, given("sourceProviderId", wireString), given("targetProviderId", wireString)],
    inner.moveUser,
  ),
  userRights: readingAtOnce([userId], inner.userRights),
  grantUserRights: reading([userId, rights, context], inner.grantUserRights),
  revokeUserRights: reading([userId, rights, context], inner.revokeUserRights),
  createIdentityProvider: reading(
    [given("config", types.identityProviderConfig)],
    inner.createIdentityProvider,
  ),
  updateIdentityProvider: reading(
    [given("request", types.updateIdentityProvider)],
    inner.updateIdentityProvider,
  ),
  deleteIdentityProvider: reading([identityProviderId], inner.deleteIdentityProvider),
  uploadDar: reading([bytes, given("vetAllPackages", wireBoolean)], inner.uploadDar),
  validateDar: reading([bytes], inner.validateDar),
  packageArchive: reading([given("packageId", wireString)], inner.packageArchive),
  updateVetting: reading([given("request", types.updateVetting)], inner.updateVetting),
>>>>>>> c143ca2c (Say in plain words what the parts of a node do)
});

import { type CompiledPackages, hasIn, type LedgerError } from "@tallystick/core";
import { type Either, isLeft, map } from "fp-ts/lib/Either.js";
import type { LedgerConfig } from "../../ledger/ledger-config.js";
import { sha256 } from "../../ledger/sha256.js";
import { softwareVersion } from "../../software-version.js";
import type { Pipeline } from "../../pipeline/pipeline.js";

/** The user every participant has from its start (ledger-api 9.2). */
export const defaultAdminUser = "participant_admin";

/**
 * Gives a new journal its identity and default user, registers packages it does not have yet, and
 * applies the configuration.
 *
 * @param seed hex digits that cannot be guessed
 */
export const initializeLedger = async (
  pipeline: Pipeline,
  config: LedgerConfig,
  { packages, packageCode }: CompiledPackages,
  seed: string,
): Promise<Either<LedgerError, void>> => {
  const { participant } = pipeline.committed().state;
  if (participant.participantId === "") {
    const begun = await pipeline.enqueue({
      kind: "InitializeLedger",
      participantId: `${config.participantName}::1220${sha256(`participant ${seed}`)}`,
      synchronizerId: `${config.synchronizerName}::1220${sha256(`synchronizer ${seed}`)}`,
    });
    if (isLeft(begun)) return begun;
  }
  // also when an earlier opening ended between the two
  if (pipeline.committed().state.offset === 1) {
    const admin = await pipeline.enqueue({
      kind: "CreateUser",
      userId: defaultAdminUser,
      primaryParty: "",
      isDeactivated: false,
      annotations: {},
      identityProviderId: "",
      primaryPartyAuthentication: false,
      rights: [{ kind: "ParticipantAdmin" }],
    });
    // another node of a shared journal may have been first
    if (isLeft(admin) && admin.left.code !== "USER_ALREADY_EXISTS") return admin;
  }
  const known = pipeline.committed().state.participant.packages;
  // those registered before are not changed: they may have been unvetted
  const added = packages.filter(({ packageId }) => !hasIn(known, packageId));
  if (added.length > 0) {
    const registered = await pipeline.enqueue({
      kind: "RegisterPackages",
      packages: added,
      vet: true,
    });
    if (isLeft(registered)) return registered;
  }
  const applied = await pipeline.enqueue({
    kind: "ApplyConfiguration",
    configuration: {
      deduplicationWindowMicros: config.maxDeduplicationMicros,
      ledgerTimeSkewMicros: config.ledgerTimeSkewMicros,
      maxRightsPerUser: config.maxRightsPerUser,
      maxIdentityProviders: config.maxIdentityProviders,
      softwareVersion,
      packageCode,
    },
  });
  return map(() => undefined)(applied);
};

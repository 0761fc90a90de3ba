import {
  bool,
  enumeration,
  genMap,
  int64,
  optional,
  party,
  record,
  type Static,
  template,
  text,
  timestamp,
} from "@tallystick/core";
import { Round } from "../amulet/configuration/round-number.js";
import { modulePart } from "../model/module-part.js";
import { RelTime } from "../token-standard/metadata-v1.js";

/** A super validator: its name is unique, its weight is its share of the rewards. */
const SvInfo = record({
  name: text,
  joinedAsOfRound: Round,
  svRewardWeight: int64,
  participantId: text,
});
/** A super validator: its name is unique, its weight is its share of the rewards. */
type SvInfo = Static<typeof SvInfo>;

const SynchronizerState = enumeration(
  "DS_Bootstrapping",
  "DS_Operational",
  "DS_Decomissioned",
  "ExtSynchronizerState",
);

const CometBftLimits = record({
  maxNumCometBftNodes: int64,
  maxNumGovernanceKeys: int64,
  maxNumSequencingKeys: int64,
  maxNodeIdLength: int64,
  maxPubKeyLength: int64,
});

const SynchronizerConfig = record({
  state: SynchronizerState,
  cometBftGenesisJson: text,
  acsCommitmentReconciliationInterval: optional(int64),
});

const DsoSynchronizers = record({
  synchronizers: genMap(text, SynchronizerConfig),
  lastSynchronizerId: text,
  activeSynchronizerId: text,
});

/**
 * What super validators vote on in addition to the coin: timeouts, limits, and the synchronizers.
 */
export const DsoRulesConfig = record({
  numUnclaimedRewardsThreshold: int64,
  numMemberTrafficContractsThreshold: int64,
  actionConfirmationTimeout: RelTime,
  svOnboardingRequestTimeout: RelTime,
  svOnboardingConfirmedTimeout: RelTime,
  voteRequestTimeout: RelTime,
  dsoDelegateInactiveTimeout: RelTime,
  synchronizerNodeConfigLimits: record({ cometBft: CometBftLimits }),
  maxTextLength: int64,
  decentralizedSynchronizer: DsoSynchronizers,
  nextScheduledSynchronizerUpgrade: optional(record({ time: timestamp, migrationId: int64 })),
  voteCooldownTime: optional(RelTime),
});
export type DsoRulesConfig = Static<typeof DsoRulesConfig>;

const RulesPayload = record({
  dso: party,
  epoch: int64,
  svs: genMap(party, SvInfo),
  offboardedSvs: genMap(party, record({ name: text, participantId: text })),
  dsoDelegate: party,
  config: DsoRulesConfig,
  initialTrafficState: genMap(text, record({ consumedTraffic: int64 })),
  isDevNet: bool,
});
/** Who the DSO is made of, and how it decides. */
export type DsoRulesPayload = Static<typeof RulesPayload>;

/** The DSO's own rules, which the scan proxy shows (wallet 5.1). */
export const DsoRules = template("Splice.DsoRules:DsoRules", {
  payload: RulesPayload,
  signatories: ({ dso }) => [dso],
  ensure: ({ config }) => config.numUnclaimedRewardsThreshold > 0n,
});

export const dsoRulesModule = modulePart({ templates: [DsoRules] });

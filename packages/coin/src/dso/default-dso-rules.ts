import { constantInt } from "../model/arithmetic.js";
import type { RelTime } from "../token-standard/metadata-v1.js";
import type { DsoRulesConfig, DsoRulesPayload } from "./dso-rules.js";
import type { SvNodeStatePayload } from "./sv-node-state.js";

const minute = 60_000_000n;
const span = (microseconds: bigint): RelTime => ({ microseconds: constantInt(microseconds) });

/**
 * The configuration that a public network begins with.
 *
 * @param synchronizerId the one synchronizer of the network
 */
const defaultDsoRulesConfig = (synchronizerId: string): DsoRulesConfig => ({
  numUnclaimedRewardsThreshold: constantInt(10n),
  numMemberTrafficContractsThreshold: constantInt(5n),
  actionConfirmationTimeout: span(60n * minute),
  svOnboardingRequestTimeout: span(60n * minute),
  svOnboardingConfirmedTimeout: span(60n * minute),
  voteRequestTimeout: span(7n * 24n * 60n * minute),
  dsoDelegateInactiveTimeout: span(70n * minute),
  synchronizerNodeConfigLimits: {
    cometBft: {
      maxNumCometBftNodes: constantInt(2n),
      maxNumGovernanceKeys: constantInt(2n),
      maxNumSequencingKeys: constantInt(2n),
      maxNodeIdLength: constantInt(50n),
      maxPubKeyLength: constantInt(256n),
    },
  },
  maxTextLength: constantInt(1024n),
  decentralizedSynchronizer: {
    synchronizers: [
      [
        synchronizerId,
        {
          state: "DS_Operational",
          cometBftGenesisJson: "",
          acsCommitmentReconciliationInterval: constantInt(1800n),
        },
      ],
    ],
    lastSynchronizerId: synchronizerId,
    activeSynchronizerId: synchronizerId,
  },
  nextScheduledSynchronizerUpgrade: undefined,
  voteCooldownTime: undefined,
});

/** A DSO with one super validator, whose weight of 10,000 basis points is that of a whole one. */
export interface SoleSuperValidator {
  readonly dso: string;
  readonly sv: string;
  readonly name: string;
  readonly participantId: string;
  readonly synchronizerId: string;
  readonly isDevNet: boolean;
}

/** The rules of a network whose DSO is one super validator. */
export const soleSuperValidatorRules = ({
  dso,
  sv,
  name,
  participantId,
  synchronizerId,
  isDevNet,
}: SoleSuperValidator): DsoRulesPayload => ({
  dso,
  epoch: constantInt(0n),
  svs: [
    [
      sv,
      {
        name,
        joinedAsOfRound: { number: constantInt(0n) },
        svRewardWeight: constantInt(10_000n),
        participantId,
      },
    ],
  ],
  offboardedSvs: [],
  dsoDelegate: sv,
  config: defaultDsoRulesConfig(synchronizerId),
  initialTrafficState: [],
  isDevNet,
});

/** The node of a sole super validator: it has the synchronizer within, and names no address. */
export const soleSvNodeState = ({
  dso,
  sv,
  name,
  synchronizerId,
}: Omit<SoleSuperValidator, "participantId" | "isDevNet">): SvNodeStatePayload => ({
  dso,
  sv,
  svName: name,
  state: {
    synchronizerNodes: [
      [
        synchronizerId,
        {
          cometBft: { nodes: [], governanceKeys: [], sequencingKeys: [] },
          sequencer: undefined,
          mediator: undefined,
          scan: undefined,
          legacySequencerConfigs: undefined,
        },
      ],
    ],
  },
});

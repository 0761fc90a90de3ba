import {
  genMap,
  int64,
  list,
  optional,
  party,
  record,
  type Static,
  template,
  text,
  timestamp,
} from "@tallystick/core";
import { modulePart } from "../model/module-part.js";

const PublicKey = record({ pubKey: text });

const CometBftConfig = record({
  nodes: genMap(text, record({ validatorPubKey: text, votingPower: int64 })),
  governanceKeys: list(PublicKey),
  sequencingKeys: list(PublicKey),
});

const SequencerConfig = record({
  migrationId: int64,
  sequencerId: text,
  url: text,
  availableAfter: optional(timestamp),
});

const LegacySequencerConfig = record({ sequencerId: text, url: text });

/** The nodes that a super validator runs for one synchronizer. */
const SynchronizerNodeConfig = record({
  cometBft: CometBftConfig,
  sequencer: optional(SequencerConfig),
  mediator: optional(record({ mediatorId: text })),
  scan: optional(record({ publicUrl: text })),
  legacySequencerConfigs: optional(genMap(int64, LegacySequencerConfig)),
});

const NodeStatePayload = record({
  dso: party,
  sv: party,
  svName: text,
  state: record({ synchronizerNodes: genMap(text, SynchronizerNodeConfig) }),
});
/** The nodes of a super validator, by synchronizer. */
export type SvNodeStatePayload = Static<typeof NodeStatePayload>;

/** The nodes of a super validator, by synchronizer. */
export const SvNodeState = template("Splice.DSO.SvState:SvNodeState", {
  payload: NodeStatePayload,
  signatories: ({ dso }) => [dso],
});

export const svNodeStateModule = modulePart({ templates: [SvNodeState] });

import { type Command, commandsOf, type PartyId } from "@tallystick/core";
import {
  AmuletRules,
  AnsRules,
  AmuletRules_Bootstrap_Rounds,
  amuletPackage,
  BatchMergeUtility,
  defaultAnsConfig,
  dsoGovernancePackage,
  DsoRules,
  ExternalPartyAmuletRules,
  nameServicePackage,
  newLicense,
  OpenMiningRound,
  soleSuperValidatorRules,
  soleSvNodeState,
  SummarizingMiningRound,
  SvNodeState,
  tokenStandardWalletPackage,
  ValidatorLicense,
  ValidatorRight,
} from "@tallystick/coin";
import type { ContractsView } from "../contracts/contracts-view.js";
import { commandIdOf, type Submission } from "../submissions/submission.js";
import { amuletConfigOf, isDevNet, type NetworkSettings } from "./network-settings.js";

const amulet = commandsOf(amuletPackage);
const governance = commandsOf(dsoGovernancePackage);
const names = commandsOf(nameServicePackage);
const merging = commandsOf(tokenStandardWalletPackage);

/** A step of setting up; `bootstrapSteps` says from where on a repeat is a duplicate. */
const submission = (
  name: string,
  actAs: ReadonlyArray<PartyId>,
  commands: ReadonlyArray<Command>,
): Submission => ({
  commandId: commandIdOf("network", name, ...actAs),
  actAs,
  readAs: [],
  commands,
});

/** The rules of the coin, both forms in one transaction, once. */
const rules = (view: ContractsView, settings: NetworkSettings): ReadonlyArray<Submission> => {
  const { dso } = settings;
  if (view.of(AmuletRules, dso, 1).length > 0) return [];
  const initialValue = amuletConfigOf(settings);
  return [
    submission(
      "rules",
      [dso],
      [
        amulet.create(AmuletRules, {
          dso,
          configSchedule: { initialValue, futureValues: [] },
          isDevNet: isDevNet(settings),
          contractStateSchemaVersion: undefined,
        }),
        amulet.create(ExternalPartyAmuletRules, { dso }),
      ],
    ),
  ];
};

/** The first three rounds, after the rules; open and counted rounds show that it was done. */
const rounds = (
  view: ContractsView,
  { dso, amuletPrice }: NetworkSettings,
): ReadonlyArray<Submission> => {
  const known = view.of(AmuletRules, dso, 1)[0];
  const begun =
    view.of(OpenMiningRound, dso, 1).length > 0 ||
    view.of(SummarizingMiningRound, dso, 1).length > 0;
  if (known === undefined || begun) return [];
  const round0Duration = known.payload.configSchedule.initialValue.tickDuration;
  const bootstrap = amulet.exercise(AmuletRules_Bootstrap_Rounds, known.contractId, {
    amuletPrice,
    round0Duration,
    initialRound: undefined,
  });
  return [submission("rounds", [dso], [bootstrap])];
};

/** The name of the one super validator among those of the DSO. */
const svName = "Tallystick";

/** The members of the DSO, and the node of its one super validator. */
const governing = (view: ContractsView, settings: NetworkSettings): ReadonlyArray<Submission> => {
  const { dso, sv, participantId, synchronizerId } = settings;
  const sole = { dso, sv, name: svName, participantId, synchronizerId };
  const commands = [
    ...(view.of(DsoRules, dso, 1).length > 0
      ? []
      : [
          governance.create(
            DsoRules,
            soleSuperValidatorRules({ ...sole, isDevNet: isDevNet(settings) }),
          ),
        ]),
    ...(view.of(SvNodeState, dso, 1).length > 0
      ? []
      : [governance.create(SvNodeState, soleSvNodeState(sole))]),
  ];
  return commands.length === 0 ? [] : [submission("governance", [dso], commands)];
};

const naming = (view: ContractsView, { dso }: NetworkSettings): ReadonlyArray<Submission> =>
  view.of(AnsRules, dso, 1).length > 0
    ? []
    : [submission("names", [dso], [names.create(AnsRules, { dso, config: defaultAnsConfig })])];

/**
 * The contracts that make the operator a validator: a licence, the right to rewards of its own
 * burns, and the utility it merges with.
 */
const validator = (
  view: ContractsView,
  { dso, operator }: NetworkSettings,
): ReadonlyArray<Submission> => {
  const hasLicense = view
    .of(ValidatorLicense, operator)
    .some(({ payload }) => payload.validator === operator);
  const hasRight = view
    .of(ValidatorRight, operator)
    .some(({ payload }) => payload.user === operator && payload.validator === operator);
  const right = amulet.create(ValidatorRight, { dso, user: operator, validator: operator });
  return [
    ...(hasLicense
      ? []
      : [
          submission(
            "license",
            [dso],
            [amulet.create(ValidatorLicense, newLicense(dso, operator))],
          ),
        ]),
    ...(hasRight ? [] : [submission("validator-right", [operator], [right])]),
    ...(view.of(BatchMergeUtility, operator, 1).length > 0
      ? []
      : [
          submission(
            "merge-utility",
            [operator],
            [merging.create(BatchMergeUtility, { operator })],
          ),
        ]),
  ];
};

/**
 * The submissions still needed to set up the network: the rules, the first rounds, the operator's
 * licence and rights. Idempotent, so that it can be called at every start and after a crash at any
 * point; empty means it is set up.
 *
 * @param offset up to which the view was read: later submissions are repeats, earlier ones may be
 *   repeated where somebody archived what they made
 */
export const bootstrapSteps = (
  view: ContractsView,
  settings: NetworkSettings,
  offset: number,
): ReadonlyArray<Submission> =>
  [
    ...rules(view, settings),
    ...rounds(view, settings),
    ...governing(view, settings),
    ...naming(view, settings),
    ...validator(view, settings),
  ].map((step) => ({ ...step, deduplicationPeriod: { kind: "offset", offset } }));

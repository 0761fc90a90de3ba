// What the DSO of a network has: rules, a factory of transfers, an open round, and the
// configuration that transfers look at.
import {
  AmuletRules,
  defaultAmuletConfig,
  ExternalPartyConfigState,
  OpenMiningRound,
  transferConfigV2Of,
} from "@tallystick/coin";

const amulet = (name) => `#splice-amulet:${name}`;
const micros = 1000;
/** 0.1 USD for each coin: amounts are counted in units of ten digits. */
const amuletPrice = 1_000_000_000n;
const day = 86_400_000 * micros;

/** Sets a coin up; what its users need to name. */
export const setUp = async (node, dso) => {
  const now = Date.now() * micros;
  const config = defaultAmuletConfig("global-domain::1220");
  const create = (template, payload) =>
    node.create([dso], amulet(template.name), template.payload.encode(payload));
  const rules = await create(AmuletRules, {
    dso,
    configSchedule: { initialValue: config, futureValues: [] },
    isDevNet: true,
    contractStateSchemaVersion: undefined,
  });
  const factory = await node.create(
    [dso],
    amulet("Splice.ExternalPartyAmuletRules:ExternalPartyAmuletRules"),
    { dso },
  );
  const round = await create(OpenMiningRound, {
    dso,
    round: { number: 1n },
    amuletPrice,
    opensAt: now - 60_000 * micros,
    targetClosesAt: now + day,
    issuingFor: config.tickDuration,
    transferConfigUsd: config.transferConfig,
    issuanceConfig: config.issuanceCurve.initialValue,
    tickDuration: config.tickDuration,
  });
  const configState = await create(ExternalPartyConfigState, {
    dso,
    holdingFeesOpenRoundNumber: { number: 1n },
    amuletPrice,
    transferConfig: transferConfigV2Of(config.transferConfig),
    targetArchiveAfter: now + day,
  });
  const contract = { tag: "AV_ContractId", value: configState };
  return {
    AmuletRules: amulet(AmuletRules.name),
    rules,
    factory,
    round,
    context: { values: { "external-party-config-state": contract } },
    instrumentId: { admin: dso, id: "Amulet" },
  };
};

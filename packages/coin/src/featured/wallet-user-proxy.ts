import {
  choice,
  type ChoiceProgram,
  contractId,
  type DamlType,
  exercise,
  fetchView,
  list,
  numeric,
  optional,
  party,
  record,
  type Static,
  template,
} from "@tallystick/core";
import {
  AppRewardBeneficiary,
  FeaturedAppRight_CreateActivityMarker,
  FeaturedAppRightInterface,
} from "../token-standard/featured-app-right-v1.js";
import { one } from "../model/arithmetic.js";
import { requireThat } from "../model/coin-error.js";
import { modulePart } from "../model/module-part.js";

const ProxyPayload = record({
  provider: party,
  providerWeight: numeric,
  userWeight: numeric,
  extraBeneficiaries: list(AppRewardBeneficiary),
  optAllowList: optional(list(party)),
});
/** The contents of a proxy: who shares in the rewards with which weight, and who may use it. */
export type ProxyPayload = Static<typeof ProxyPayload>;

/**
 * A featured wallet provider lets users do what the token standard offers in a way that earns
 * rewards (wallet 16.3).
 */
export const WalletUserProxy = template("Splice.Util.FeaturedApp.WalletUserProxy:WalletUserProxy", {
  payload: ProxyPayload,
  signatories: ({ provider }) => [provider],
  ensure: ({ providerWeight, userWeight, extraBeneficiaries }) =>
    [providerWeight, userWeight, ...extraBeneficiaries.map(({ weight }) => weight)].every(
      (weight) => weight >= 0n && weight <= one,
    ),
});

/** The argument of a choice that calls another one. */
export const proxyArgument = <A>(choiceArg: DamlType<A>) =>
  record({
    cid: contractId,
    proxyArg: record({ user: party, choiceArg, featuredAppRightCid: contractId }),
  });

const MarkerResult = FeaturedAppRight_CreateActivityMarker.result;

/**
 * The result of a choice that calls another one: its result, and the markers of the activity.
 */
export const proxyResult = <R>(choiceResult: DamlType<R>) =>
  record({ markerResult: MarkerResult, choiceResult });

const beneficiariesOf = (
  { provider, providerWeight, userWeight, extraBeneficiaries }: ProxyPayload,
  user: string,
): ReadonlyArray<AppRewardBeneficiary> => [
  ...[
    { beneficiary: provider, weight: providerWeight },
    { beneficiary: user, weight: userWeight },
  ].filter(({ weight }) => weight > 0n),
  ...extraBeneficiaries,
];

/** Stops the command when the provider does not let a user use the proxy. */
export const requireAllowed = ({ optAllowList }: ProxyPayload, user: string): ChoiceProgram<void> =>
  requireThat(optAllowList?.includes(user) ?? true, "User is in the allow list");

/** Stops the command unless a featured app right is the provider's. */
export function* requireRightOf(
  { provider }: ProxyPayload,
  appRightCid: string,
): ChoiceProgram<void> {
  const right = yield* fetchView(FeaturedAppRightInterface, appRightCid);
  yield* requireThat(right.provider === provider, "App right matches expected provider");
}

/** Records activity of a user for all that share in the reward. */
export const markActivityOf = (
  proxy: ProxyPayload,
  user: string,
  appRightCid: string,
): ChoiceProgram<Static<typeof MarkerResult>> =>
  exercise(FeaturedAppRight_CreateActivityMarker, appRightCid, {
    beneficiaries: beneficiariesOf(proxy, user),
  });

/**
 * Checks that a user may do something through the proxy, and records the activity.
 *
 * @param expectedUser says who may do it without the proxy, once the right was looked at
 */
export function* actFor(
  proxy: ProxyPayload,
  { user, featuredAppRightCid }: { readonly user: string; readonly featuredAppRightCid: string },
  expectedUser: ChoiceProgram<string>,
): ChoiceProgram<Static<typeof MarkerResult>> {
  yield* requireRightOf(proxy, featuredAppRightCid);
  yield* requireThat((yield* expectedUser) === user, "User matches expected user");
  yield* requireAllowed(proxy, user);
  return yield* markActivityOf(proxy, user, featuredAppRightCid);
}

export const WalletUserProxy_PublicFetch = choice(WalletUserProxy, "WalletUserProxy_PublicFetch", {
  argument: record({ actor: party }),
  result: ProxyPayload,
  consuming: false,
  controllers: (_proxy, { actor }) => [actor],
  *body({ payload }) {
    return payload;
  },
});

export const walletUserProxyModule = modulePart({
  templates: [WalletUserProxy],
  choices: [WalletUserProxy_PublicFetch],
});

import { AmuletRules } from "@tallystick/coin";
import type { WalletViews } from "@tallystick/views/wallet";
import { isDevNet, type NetworkKind } from "@tallystick/wallet";

/**
 * The error when a journal was begun as another kind of network. Whether anyone may make coins is
 * recorded at its beginning, for all nodes; test and main network do not differ in that.
 *
 * @param dso the network's operator party
 */
export const networkMismatch = (
  views: WalletViews,
  dso: string,
  kind: NetworkKind,
): string | undefined => {
  const [rules] = views.of(AmuletRules, dso, 1);
  if (rules === undefined || rules.payload.isDevNet === isDevNet({ kind })) return undefined;
  const begun = rules.payload.isDevNet ? "dev" : "test or main";
  return `network: the journal was begun as ${begun}, found ${kind}; give --network as it was begun, or begin another journal`;
};

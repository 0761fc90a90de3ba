import type { RegistryModule } from "@tallystick/http";
import type { Ledger, ValidatorOptions } from "@tallystick/node";

type Package = NonNullable<ValidatorOptions["packages"]>[number];

/** Whose gold it is. */
interface Issuer {
  readonly ledger: Ledger;
  readonly admin: string;
  readonly rules: string;
}

const modulesOf = (name: string): Promise<unknown> =>
  import(new URL(`../../../../../examples/token/dist/src/${name}.js`, import.meta.url).href);

/** The token of examples/token, and its registry. */
export const goldToken = async (): Promise<{
  readonly goldPackage: Package;
  readonly registry: RegistryModule;
}> =>
  // border: another package's module, which this one is not compiled with
  (await modulesOf("served")) as { goldPackage: Package; registry: RegistryModule };

/**
 * Offers new gold to a party.
 *
 * @param issuer hint of the party whose gold it is; the node serves the registry of `gold` alone
 */
export const offerGold = async (
  ledger: Ledger,
  { issuer, to, amount }: { issuer: string; to: string; amount: string },
): Promise<string> => {
  // border: another package's modules, which this one is not compiled with
  const [{ partyOf, rulesOf }, { offerMint }] = (await Promise.all([
    modulesOf("registry"),
    modulesOf("server"),
  ])) as [
    {
      partyOf: (ledger: Ledger, hint: string) => Promise<string>;
      rulesOf: (ledger: Ledger, admin: string) => Promise<string>;
    },
    { offerMint: (ledger: Ledger, of: Issuer & { to: string; amount: string }) => Promise<string> },
  ];
  const admin = await partyOf(ledger, issuer);
  const rules = await rulesOf(ledger, admin);
  return offerMint(ledger, { ledger, admin, rules, to, amount });
};

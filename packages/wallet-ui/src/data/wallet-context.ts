import { createContext, useContext } from "react";
import type { Api } from "./client.js";

/** What pages of a logged-in user work with. */
interface WalletContextValue {
  readonly api: Api;
  readonly network: string;
  readonly user: string;
  /** The party that pages show and act for; "" while the user has no wallet. */
  readonly party: string;
  /** Whether that party signs outside of the node, with a key that may be in this browser. */
  readonly isExternal: boolean;
  /** The user's own party; "" while it has none. */
  readonly ownParty: string;
  /** Shows and acts for another party, for which the user may act. */
  readonly chooseParty: (party: string) => void;
  readonly life: WalletLife;
}

/** Whether the login still lasts for which something was begun. */
export interface WalletLife {
  isOver: boolean;
  /** What stops when it is over. */
  readonly ends: Set<() => void>;
}

/** Carries it. */
export const WalletContext = createContext<WalletContextValue | undefined>(undefined);

/** The API, the party and the state of the connection. */
export const useWallet = (): WalletContextValue => {
  const value = useContext(WalletContext);
  if (value === undefined) throw new Error("there is no WalletProvider around");
  return value;
};

/** The same where no one may be logged in yet. */
export const useWalletIfAny = (): WalletContextValue | undefined => useContext(WalletContext);

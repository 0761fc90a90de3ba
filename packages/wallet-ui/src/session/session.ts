import { createContext, useContext } from "react";

/** Someone who is logged in. Tokens are in memory alone. */
export interface Session {
  readonly kind: "development" | "off" | "oidc";
  /** The id of the ledger user. */
  readonly user: string;
  /** How people call it. */
  readonly name: string;
  /** The party that is chosen where no login tells it. */
  readonly party?: string;
  /** A token that is still valid for a while; undefined where none is needed. */
  token(): Promise<string | undefined>;
  /** Ends the login at the provider too, where there is one. */
  end(): Promise<void>;
}

/** A login that cannot be renewed: the user must log in again. */
export class SessionEnded extends Error {}

/** Why this tab has no login any more. */
export type LoginEnd =
  /** The provider renews it no longer. */
  | "not-renewed"
  /** The user logged out in another tab. */
  | "logged-out-elsewhere";

/** The login of this tab, and how to change it. */
export interface Login {
  readonly session: Session | undefined;
  /** Why the last one ended; undefined when there was none, or it was ended here. */
  readonly end: LoginEnd | undefined;
  logIn(session: Session): void;
  /** Ends the login, in other tabs too. */
  logOut(): void;
}

export const LoginContext = createContext<Login | undefined>(undefined);

export const useLogin = (): Login => {
  const login = useContext(LoginContext);
  if (login === undefined) throw new Error("there is no LoginProvider around");
  return login;
};

/** Who is logged in. Only for pages that are shown after a login. */
export const useSession = (): Session => {
  const { session } = useLogin();
  if (session === undefined) throw new Error("no one is logged in");
  return session;
};

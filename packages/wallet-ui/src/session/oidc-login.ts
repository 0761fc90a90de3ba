import type { User, UserManager } from "oidc-client-ts";
import { SessionEnded, type Session } from "./session.js";
import type { SiteLogin } from "./site-config.js";

type OidcSettings = Extract<SiteLogin, { readonly kind: "oidc" }>;

/** A token is renewed this long before its end; seconds. */
const marginSeconds = 60;

/** Says that this tab was logged in, so that a reload asks the provider at once. */
const returnMark = "tallystick.oidc.return";

const managerOf = async (login: OidcSettings, basePath: string): Promise<UserManager> => {
  const oidc = await import("oidc-client-ts");
  const home = `${location.origin}${basePath}/wallet`;
  return new oidc.UserManager({
    authority: login.issuer,
    client_id: login.clientId,
    scope: login.scope,
    redirect_uri: `${home}/callback`,
    post_logout_redirect_uri: `${home}/login`,
    response_type: "code",
    ...(login.audience === null ? {} : { extraQueryParams: { audience: login.audience } }),
    // tokens are in memory alone; the state of a redirect has no token
    userStore: new oidc.WebStorageStateStore({ store: new oidc.InMemoryWebStorage() }),
    stateStore: new oidc.WebStorageStateStore({ store: sessionStorage }),
    // renewed on use and with a refresh token: an iframe would need more of the content policy
    automaticSilentRenew: false,
    monitorSession: false,
    loadUserInfo: false,
  });
};

const renewed = async (manager: UserManager, user: User): Promise<User> => {
  if ((user.expires_in ?? Number.POSITIVE_INFINITY) > marginSeconds) return user;
  const next = user.refresh_token === undefined ? null : await manager.signinSilent();
  if (next === null) throw new SessionEnded("the login has ended; log in again");
  return next;
};

const sessionOf = (manager: UserManager, first: User): Session => {
  let user = first;
  let renewing: Promise<User> | undefined;
  const { sub, preferred_username: name } = first.profile;
  return {
    kind: "oidc",
    user: sub,
    name: name ?? sub,
    token: async () => {
      // requests at the same time share one renewal: a refresh token is used once
      renewing ??= renewed(manager, user).finally(() => {
        renewing = undefined;
      });
      user = await renewing;
      return user.access_token;
    },
    end: async () => {
      sessionStorage.removeItem(returnMark);
      await manager.signoutRedirect();
    },
  };
};

/** Goes to the provider; it comes back to `/wallet/callback`, and from there to `returnTo`. */
export const goToProvider = async (
  login: OidcSettings,
  basePath: string,
  returnTo: string,
): Promise<void> => {
  const manager = await managerOf(login, basePath);
  await manager.signinRedirect({ state: returnTo });
};

/** Whether a reload may go to the provider by itself. */
export const wasLoggedIn = (): boolean => sessionStorage.getItem(returnMark) !== null;

/** Ends the redirect: the session, and the page that was wanted. */
export const comeBack = async (
  login: OidcSettings,
  basePath: string,
): Promise<{ readonly session: Session; readonly returnTo: string }> => {
  const manager = await managerOf(login, basePath);
  const user = await manager.signinRedirectCallback();
  sessionStorage.setItem(returnMark, "1");
  const { state } = user;
  // a path of ours, never another address
  const isPath = typeof state === "string" && /^\/(?![/\\])/.test(state);
  return { session: sessionOf(manager, user), returnTo: isPath ? state : "/" };
};

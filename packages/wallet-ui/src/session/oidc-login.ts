import type { User, UserManager } from "oidc-client-ts";
import { SessionEnded, type Session } from "./session.js";
import type { SiteLogin } from "./site-config.js";
import { messages } from "./messages.js";

type OidcSettings = Extract<SiteLogin, { readonly kind: "oidc" }>;

/** A token is renewed this long before its end, or a fifth of its life if less; seconds. */
const marginSeconds = 60;

/** Says that this tab was logged in, so that a reload asks the provider at once. */
const returnMark = "tallystick.oidc.return";

/** A reload asks the user to log in, and no longer the provider by itself. */
export const forgetReturn = (): void => sessionStorage.removeItem(returnMark);

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

/** What is renewed when: a token of a minute's life must not be renewed at each request. */
interface Held {
  readonly user: User;
  /** Seconds before its end at which it is renewed. */
  readonly margin: number;
}

const held = (user: User): Held => ({
  user,
  margin: Math.min(marginSeconds, (user.expires_in ?? 0) / 5),
});

const ended = (): SessionEnded => new SessionEnded(messages.login.ended);

const renewed = async (manager: UserManager, { user, margin }: Held): Promise<Held> => {
  if ((user.expires_in ?? Number.POSITIVE_INFINITY) > margin) return { user, margin };
  if (user.refresh_token === undefined) throw ended();
  try {
    const next = await manager.signinSilent();
    if (next === null) throw ended();
    return held(next);
  } catch (thrown) {
    // the provider answered, and refused; without an answer the next request tries again
    throw thrown instanceof Error && thrown.name === "ErrorResponse" ? ended() : thrown;
  }
};

const sessionOf = (manager: UserManager, first: User): Session => {
  let now = held(first);
  let renewing: Promise<Held> | undefined;
  const { sub, preferred_username: name } = first.profile;
  return {
    kind: "oidc",
    user: sub,
    name: name ?? sub,
    token: async () => {
      // requests at the same time share one renewal: a refresh token is used once
      renewing ??= renewed(manager, now).finally(() => {
        renewing = undefined;
      });
      now = await renewing;
      return now.user.access_token;
    },
    end: async () => {
      forgetReturn();
      await manager.signoutRedirect();
    },
  };
};

/**
 * Goes to the provider; it comes back to `/wallet/callback`, and from there to the path.
 *
 * @param leavesEntry false: the provider takes the place of the entry, as no one has asked for it
 */
export const goToProvider = async (
  login: OidcSettings,
  basePath: string,
  path: string,
  leavesEntry: boolean,
): Promise<void> => {
  const manager = await managerOf(login, basePath);
  const redirectMethod = leavesEntry ? "assign" : "replace";
  await manager.signinRedirect({ state: path, redirectMethod });
};

/** Whether a reload may go to the provider by itself. */
export const wasLoggedIn = (): boolean => sessionStorage.getItem(returnMark) !== null;

/** Ends the redirect: the session, and the path that was wanted. */
export const comeBack = async (
  login: OidcSettings,
  basePath: string,
): Promise<{ readonly session: Session; readonly path: string }> => {
  const manager = await managerOf(login, basePath);
  const user = await manager.signinRedirectCallback();
  sessionStorage.setItem(returnMark, "1");
  const path: unknown = user.state;
  // a path of ours, never another address
  const isPath = typeof path === "string" && /^\/(?![/\\])/.test(path);
  return { session: sessionOf(manager, user), path: isPath ? path : "/" };
};

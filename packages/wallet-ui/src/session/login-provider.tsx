import { type ReactNode, useEffect, useMemo, useState } from "react";
import { forgetReturn } from "./oidc-login.js";
import { LoginContext, type LoginEnd, type Session, SessionEnded } from "./session.js";

const channelName = "tallystick-login";

/** Who has logged out in another tab. */
type LoggedOut = Pick<Session, "kind" | "user">;

/** Whether that ends this session too: a provider has one login for the whole browser. */
const endsToo = (ended: LoggedOut, session: Session | undefined): boolean =>
  ended.kind === "oidc" || (ended.kind === session?.kind && ended.user === session.user);

/** The same session; calls once its tokens cannot be renewed any more. */
const watched = (session: Session, onEnd: () => void): Session => ({
  ...session,
  token: async () => {
    try {
      return await session.token();
    } catch (thrown) {
      if (thrown instanceof SessionEnded) onEnd();
      throw thrown;
    }
  },
});

/**
 * Keeps the login of this tab: two tabs can be two users. A logout in one tab ends the tabs of the
 * same user, and with a provider all.
 */
export const LoginProvider = ({ children }: { readonly children: ReactNode }) => {
  const [session, setSession] = useState<Session>();
  const [end, setEnd] = useState<LoginEnd>();
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.addEventListener("message", ({ data }: MessageEvent<LoggedOut>) => {
      if (!endsToo(data, session)) return;
      // or the login page would go to the provider, whose session may still be ending
      forgetReturn();
      setEnd("logged-out-elsewhere");
      setSession(undefined);
    });
    return () => channel.close();
  }, [session]);
  const login = useMemo(
    () => ({
      session,
      end,
      logIn: (next: Session) => {
        setEnd(undefined);
        const ended = (): void => {
          forgetReturn();
          setEnd("not-renewed");
          setSession(undefined);
        };
        setSession(watched(next, ended));
      },
      logOut: () => {
        if (session !== undefined) {
          const channel = new BroadcastChannel(channelName);
          channel.postMessage({ kind: session.kind, user: session.user } satisfies LoggedOut);
          channel.close();
        }
        setEnd(undefined);
        setSession(undefined);
        void session?.end();
      },
    }),
    [session, end],
  );
  return <LoginContext value={login}>{children}</LoginContext>;
};

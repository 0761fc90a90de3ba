import { type ReactNode, useEffect, useMemo, useState } from "react";
import { forgetReturn } from "./oidc-login.js";
import { LoginContext, type LoginEnd, type Session, SessionEnded } from "./session.js";

const channelName = "tallystick-login";

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

/** Keeps the login of this tab; a logout in one tab ends all. */
export const LoginProvider = ({ children }: { readonly children: ReactNode }) => {
  const [session, setSession] = useState<Session>();
  const [end, setEnd] = useState<LoginEnd>();
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.addEventListener("message", () => {
      // or the login page would go to the provider, whose session may still be ending
      forgetReturn();
      setEnd("logged-out-elsewhere");
      setSession(undefined);
    });
    return () => channel.close();
  }, []);
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
        const channel = new BroadcastChannel(channelName);
        channel.postMessage("logout");
        channel.close();
        setEnd(undefined);
        setSession(undefined);
        void session?.end();
      },
    }),
    [session, end],
  );
  return <LoginContext value={login}>{children}</LoginContext>;
};

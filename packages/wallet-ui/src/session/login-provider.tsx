import { type ReactNode, useEffect, useMemo, useState } from "react";
import { LoginContext, type Session } from "./session.js";

const channelName = "tallystick-login";

/** Keeps the login of this tab; a logout in one tab ends all. */
export const LoginProvider = ({ children }: { readonly children: ReactNode }) => {
  const [session, setSession] = useState<Session>();
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.addEventListener("message", () => setSession(undefined));
    return () => channel.close();
  }, []);
  const login = useMemo(
    () => ({
      session,
      logIn: setSession,
      logOut: () => {
        setSession(undefined);
        const channel = new BroadcastChannel(channelName);
        channel.postMessage("logout");
        channel.close();
        void session?.end();
      },
    }),
    [session],
  );
  return <LoginContext value={login}>{children}</LoginContext>;
};

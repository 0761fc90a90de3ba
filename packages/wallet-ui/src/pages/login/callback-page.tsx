import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { Skeleton } from "../../components/base/skeleton.js";
import { ButtonLink } from "../../components/base/button.js";
import { Page } from "../../components/page/page.js";
import { comeBack } from "../../session/oidc-login.js";
import { useLogin } from "../../session/session.js";
import { useSiteConfig } from "../../session/site-config.js";
import { messages } from "./messages.js";

/** Where the identity provider leads back to. */
export const CallbackPage = () => {
  const { auth, basePath } = useSiteConfig();
  const { logIn } = useLogin();
  const [, go] = useLocation();
  const [error, setError] = useState<Error>();
  useEffect(() => {
    if (auth.kind !== "oidc") {
      go("/wallet", { replace: true });
      return;
    }
    comeBack(auth, basePath).then(
      ({ session, path }) => {
        logIn(session);
        go(path, { replace: true });
      },
      (thrown: unknown) => setError(thrown instanceof Error ? thrown : new Error(String(thrown))),
    );
    // once: the code of the redirect can be used one time
  }, []);
  return (
    <Page title={messages.callback.title} width="narrow">
      {error === undefined ? (
        <Skeleton />
      ) : (
        <>
          <ErrorNote title={messages.login.failed} error={error} />
          <ButtonLink to="/wallet/login" variant="primary">
            {messages.callback.back}
          </ButtonLink>
        </>
      )}
    </Page>
  );
};

import { useQuery } from "@tanstack/react-query";
import { right } from "fp-ts/lib/Either.js";
import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { Banner } from "../../components/base/banner.js";
import { Button } from "../../components/base/button.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { ChoiceField } from "../../components/forms/choice-field.js";
import { LanguageField } from "../../components/forms/language-field.js";
import { LocalForm } from "../../components/forms/local-form.js";
import { TextField } from "../../components/forms/text-field.js";
import { Page } from "../../components/page/page.js";
import { answerOf, createApi } from "../../data/client.js";
import { loadPart } from "../../data/load-part.js";
import { developmentSession, userIdError } from "../../session/development-login.js";
import { openSession } from "../../session/open-session.js";
import { goToProvider, wasLoggedIn } from "../../session/oidc-login.js";
import { type LoginEnd, useLogin } from "../../session/session.js";
import { type SiteLogin, useSiteConfig } from "../../session/site-config.js";
import { checked, lacks } from "../../states/checked.js";
import { messages } from "./messages.js";
import styles from "./login.module.css";

const KnownUsers = lazy(async () => ({
  default: (await loadPart(() => import("./known-users.js"))).KnownUsers,
}));

const DevelopmentLogin = ({
  login,
}: {
  readonly login: Extract<SiteLogin, { readonly kind: "development" }>;
}) => {
  const { logIn } = useLogin();
  return (
    <LocalForm
      label={messages.login.title}
      empty={{ user: "" }}
      fields={({ bind, draft: { user }, isTried }) => (
        <TextField
          label={messages.user.label}
          error={isTried || user !== "" ? userIdError(user) : undefined}
          hint={messages.user.hint}
          autoComplete="username"
          hook="user-id-field"
          {...bind("user")}
        />
      )}
      check={({ user }) => checked(userIdError(user), user)}
      tells="fields"
      run={(user) => logIn(developmentSession(user, login))}
      submit={{ text: messages.login.title, hook: "login-button" }}
      failed={messages.login.failed}
    />
  );
};

const UserChoice = () => {
  const { basePath } = useSiteConfig();
  const { logIn } = useLogin();
  const users = useQuery({
    queryKey: ["login-users"],
    queryFn: async () => {
      const api = createApi(`${location.origin}${basePath}`, openSession("", ""), undefined);
      const answer = await answerOf(api.ledger.GET("/v2/users"));
      return (answer.users ?? []).map(({ id, primaryParty }) => ({
        id,
        party: primaryParty ?? "",
      }));
    },
  });
  return (
    <QueryView query={users} what={messages.users.what}>
      {(found) => {
        const [first] = found;
        return (
          <LocalForm
            label={messages.login.title}
            empty={{ user: first?.id ?? "" }}
            fields={({ bind }) => (
              <ChoiceField
                label={messages.users.label}
                choices={found.map(({ id }) => [id, id] as const)}
                hint={messages.users.hint}
                {...bind("user")}
              />
            )}
            check={({ user }) => {
              const chosen = found.find(({ id }) => id === user);
              return chosen === undefined ? lacks(messages.users.missing) : right(chosen);
            }}
            run={({ id, party }) => logIn(openSession(id, party))}
            submit={{ text: messages.users.submit }}
            failed={messages.login.failed}
          />
        );
      }}
    </QueryView>
  );
};

const ProviderLogin = ({
  login,
}: {
  readonly login: Extract<SiteLogin, { readonly kind: "oidc" }>;
}) => {
  const { basePath } = useSiteConfig();
  const { end } = useLogin();
  const [location] = useLocation();
  const [error, setError] = useState<Error>();
  const go = (isAsked: boolean): void => {
    // with the query: it says what a page is about
    const wanted = `${location}${window.location.search}`;
    const path = location === "/wallet/login" ? "/wallet" : wanted;
    // who logs in again is where they were: by Back they come to what was before that
    goToProvider(login, basePath, path, isAsked && end === undefined).catch((thrown: unknown) =>
      setError(thrown instanceof Error ? thrown : new Error(String(thrown))),
    );
  };
  useEffect(() => {
    // tokens are in memory alone: after a reload the provider gives another
    if (wasLoggedIn()) go(false);
    // once, when the page is shown
  }, []);
  return (
    <div className={styles["form"]}>
      <p>{messages.provider.note({ host: new URL(login.issuer).host })}</p>
      {error === undefined ? null : (
        <ErrorNote title={messages.provider.unreachable} error={error} />
      )}
      <Button variant="primary" onClick={() => go(true)} hook="oidc-login-button">
        {messages.login.title}
      </Button>
    </div>
  );
};

const LoginOf = ({ login }: { readonly login: SiteLogin }) => {
  switch (login.kind) {
    case "development":
      return (
        <div className={styles["beside"]}>
          <DevelopmentLogin login={login} />
          <Suspense fallback={null}>
            <KnownUsers login={login} />
          </Suspense>
        </div>
      );
    case "off":
      return <UserChoice />;
    case "oidc":
      return <ProviderLogin login={login} />;
    case "none":
      return <p>{messages.login.none({ setting: <code>auth.browserLogin</code> })}</p>;
  }
};

const ends: Readonly<Record<LoginEnd, string>> = {
  "not-renewed": messages.end.notRenewed,
  "logged-out-elsewhere": messages.end.elsewhere,
};

/** Logs in, in the way of the node. */
export const LoginPage = () => {
  const { auth } = useSiteConfig();
  const { end } = useLogin();
  return (
    <div className={styles["place"]}>
      <Page title={messages.login.title} width="narrow">
        {end === undefined ? null : <Banner tone="warning">{ends[end]}</Banner>}
        <LoginOf login={auth} />
        <LanguageField />
      </Page>
    </div>
  );
};

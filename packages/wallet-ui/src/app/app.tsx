import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ComponentType, Suspense, useMemo } from "react";
import { Route, Router, Switch, useLocation } from "wouter";
import { Skeleton } from "../components/base/skeleton.js";
import { EmptyState } from "../components/feedback/empty-state.js";
import { ErrorNote } from "../components/feedback/error-note.js";
import { ToastProvider } from "../components/feedback/toasts.js";
import { Page } from "../components/page/page.js";
import { useWallet } from "../data/wallet-context.js";
import { WalletProvider } from "../data/wallet-provider.js";
import { CallbackPage } from "../pages/login/callback-page.js";
import { LoginPage } from "../pages/login/login-page.js";
import { WelcomePage } from "../pages/login/welcome-page.js";
import { MenuRows } from "../pages/menu/menu-rows.js";
import { LoginProvider } from "../session/login-provider.js";
import { useLogin } from "../session/session.js";
import { type SiteConfig, SiteConfigProvider } from "../session/site-config.js";
import { ErrorBoundary } from "./error-boundary.js";
import { Frame } from "./frame.js";
import { menuRowsOf } from "./menu-rows-of.js";
import { type PageRow, pageRows } from "./routes.js";
import { Signing } from "./signing.js";
import { useVisits } from "./visits.js";
import { useShortcuts } from "./use-shortcuts.js";
import { messages } from "./messages.js";

const NotFoundPage = () => (
  <Page title={messages.notFound.title}>
    <EmptyState icon="search" title={messages.notFound.card}>
      {messages.notFound.hint}
    </EmptyState>
  </Page>
);

const PageOf = ({ row }: { readonly row: PageRow }) => {
  const { party } = useWallet();
  const visits = useVisits();
  const Shown: ComponentType = party === "" && row.needsWallet !== false ? WelcomePage : row.page;
  return (
    <Frame rows={pageRows} isMinimal={row.frame === "minimal"}>
      <ErrorBoundary place={row.path}>
        <Suspense fallback={<Skeleton lines={6} />}>
          <Shown key={visits} />
        </Suspense>
      </ErrorBoundary>
    </Frame>
  );
};

const Pages = () => {
  useShortcuts(pageRows, true);
  return (
    <Switch>
      {pageRows.map((row) => (
        <Route key={row.path} path={row.path}>
          <PageOf row={row} />
        </Route>
      ))}
      <Route>
        <Frame rows={pageRows}>
          <NotFoundPage />
        </Frame>
      </Route>
    </Switch>
  );
};

const LoggedIn = () => (
  <WalletProvider
    pending={
      <Frame rows={pageRows}>
        <Skeleton lines={6} />
      </Frame>
    }
    failed={(error, retry) => (
      <Frame rows={pageRows}>
        <Page title={messages.start.failed}>
          <ErrorNote title={messages.start.walletUnknown} error={error} retry={retry} />
        </Page>
      </Frame>
    )}
  >
    <Pages />
    <Signing />
  </WalletProvider>
);

/** Data of one user are never seen by the next. */
const useQueryClient = (user: string | undefined): QueryClient =>
  useMemo(
    () => new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } }),
    // another user, another store
    [user],
  );

const Shell = () => {
  const { session } = useLogin();
  const [location, go] = useLocation();
  const client = useQueryClient(session?.user);
  if (location === "/wallet/callback") return <CallbackPage />;
  if (session !== undefined && location === "/wallet/login") go("/wallet", { replace: true });
  return (
    <QueryClientProvider client={client}>
      {session === undefined ? (
        <Frame rows={pageRows} isMinimal>
          <LoginPage />
        </Frame>
      ) : (
        <LoggedIn key={session.user} />
      )}
    </QueryClientProvider>
  );
};

/** The browser wallet. */
export const App = ({ config }: { readonly config: SiteConfig }) => (
  <CSPProvider disableStyleElements>
    <SiteConfigProvider value={config}>
      <LoginProvider>
        <Router base={config.basePath}>
          <ToastProvider>
            <MenuRows value={menuRowsOf(pageRows)}>
              <Shell />
            </MenuRows>
          </ToastProvider>
        </Router>
      </LoginProvider>
    </SiteConfigProvider>
  </CSPProvider>
);

import { useEffect } from "react";
import { useLocation } from "wouter";
import { Button } from "../../components/base/button.js";
import { Icon } from "../../components/base/icon.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { useAttempt } from "../../components/forms/use-attempt.js";
import { createApi } from "../../data/client.js";
import { developmentSession } from "../../session/development-login.js";
import { useLogin } from "../../session/session.js";
import { type SiteLogin, useSiteConfig } from "../../session/site-config.js";
import { endTour, newTour, setTour, type Tour, useTour } from "../../session/tour.js";
import { steps } from "./steps.js";
import { messages } from "./messages.js";
import styles from "./tour.module.css";

const stateOf = (at: number, done: number): "done" | "now" | "next" => {
  if (at < done) return "done";
  return at === done ? "now" : "next";
};

const List = ({ done }: { readonly done: number }) => (
  <ol className={styles["steps"]}>
    {steps.map(({ title }, at) => {
      const state = stateOf(at, done);
      return (
        <li key={title} data-state={state} aria-current={state === "now" ? "step" : undefined}>
          <span className={styles["number"]} aria-hidden="true">
            {state === "done" ? <Icon name="check" size={16} /> : at + 1}
          </span>
          {title}
        </li>
      );
    })}
  </ol>
);

const useStep = (tour: Tour, login: Extract<SiteLogin, { readonly kind: "development" }>) => {
  const { basePath } = useSiteConfig();
  const { session, logIn } = useLogin();
  const [, go] = useLocation();
  return useAttempt(async (step: (typeof steps)[number]) => {
    const base = `${location.origin}${basePath}`;
    const kept = await step.run(
      (actor) => createApi(base, developmentSession(actor, login), undefined),
      tour,
    );
    const next = { ...tour, ...kept, done: tour.done + 1 };
    if (session?.user !== step.actor) logIn(developmentSession(step.actor, login));
    go(step.to(next));
    setTour(next);
  });
};

const endTextOf = (done: number): string => {
  if (done === 0) return messages.tour.decline;
  return done < steps.length ? messages.tour.end : messages.tour.close;
};

const Panel = ({
  tour,
  login,
}: {
  readonly tour: Tour;
  readonly login: Extract<SiteLogin, { readonly kind: "development" }>;
}) => {
  const step = steps[tour.done];
  const { isBusy, error, start } = useStep(tour, login);
  const [path] = useLocation();
  const isOver = step === undefined && !path.startsWith("/console/updates/");
  useEffect(() => {
    // who goes on from the last page has seen it all
    if (isOver) endTour();
  }, [isOver]);
  return (
    <section className={styles["tour"]} aria-label={messages.tour.title}>
      <div className={styles["head"]}>
        <h2>{messages.tour.title}</h2>
        <Button variant="quiet" onClick={endTour}>
          {endTextOf(tour.done)}
        </Button>
      </div>
      <List done={tour.done} />
      <div className={styles["now"]}>
        <p role="status">
          {step === undefined ? (
            messages.tour.done
          ) : (
            <>
              <span className="spoken">
                {messages.tour.progress({ step: tour.done + 1, count: steps.length })}{" "}
              </span>
              {step.note}
            </>
          )}
        </p>
        {step === undefined ? null : (
          <Button variant="primary" isBusy={isBusy} onClick={() => start(step)}>
            {step.action}
          </Button>
        )}
      </div>
      {error === undefined ? null : <ErrorNote title={messages.tour.failed} error={error} />}
    </section>
  );
};

/** The tour that this tab is on, or that begins; nothing where no one can be logged in as. */
export const TourPanel = () => {
  const { auth } = useSiteConfig();
  const tour = useTour();
  return auth.kind === "development" ? <Panel tour={tour ?? newTour()} login={auth} /> : null;
};

import { useHistoryState } from "wouter/use-browser-location";

type Step = "form" | "review";

const stepOf = (state: unknown): Step | undefined => {
  const step: unknown = Reflect.get(Object(state), "step");
  return step === "form" || step === "review" ? step : undefined;
};

const stateOf = (step: Step): object => ({ step });

/** Whether this document has the form in the entry before the review's; a login loads another. */
let hasForm = false;

/**
 * Whether the form or its review is shown: an entry of the browser's history each, so that the
 * browser's own buttons lead from one to the other.
 *
 * @param first what is shown when one comes to the page
 */
export const useStep = (
  first: Step,
): {
  readonly step: Step;
  readonly review: () => void;
  readonly back: () => void;
  /** Begins anew, and leaves no review behind. */
  readonly restart: () => void;
} => {
  const step = stepOf(useHistoryState<unknown>()) ?? first;
  return {
    step,
    review: () => {
      hasForm = true;
      history.pushState(stateOf("review"), "");
    },
    back: () => {
      // a review that a link led to has no form before it
      if (stepOf(history.state) !== "review") history.pushState(stateOf("form"), "");
      else if (hasForm) history.back();
      else history.replaceState(stateOf("form"), "");
    },
    restart: () => history.replaceState(stateOf("form"), ""),
  };
};

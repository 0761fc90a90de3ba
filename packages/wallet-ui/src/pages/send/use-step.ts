import { useSearch } from "wouter";

type Step = "form" | "review";

/** The last field of an address says it, so that a reload and a login come back to it. */
const lastStep = /(?:^|[?&])step=(form|review)$/;

const stepOf = (search: string): Step | undefined => {
  const step = lastStep.exec(search)?.[1];
  return step === "form" || step === "review" ? step : undefined;
};

/** The fields of an address without that of the step: those of a link that was opened. */
export const withoutStep = (search: string): string => search.replace(lastStep, "");

const addressOf = (step: Step): string => {
  const others = withoutStep(location.search);
  return `${others}${others === "" ? "?" : "&"}step=${step}`;
};

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
  const step = stepOf(useSearch()) ?? first;
  return {
    step,
    review: () => {
      hasForm = true;
      history.pushState(null, "", addressOf("review"));
    },
    back: () => {
      // a review that a link led to has no form before it
      if (stepOf(location.search) !== "review") history.pushState(null, "", addressOf("form"));
      else if (hasForm) history.back();
      else history.replaceState(null, "", addressOf("form"));
    },
    restart: () => history.replaceState(null, "", addressOf("form")),
  };
};

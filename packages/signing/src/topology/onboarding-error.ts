/** Why topology transactions make no party (interactive-submission 4.5). */
export type OnboardingError =
  /** A field of the request is wrong. */
  | { readonly kind: "invalid field"; readonly field: string; readonly message: string }
  /** The transactions do not fit each other or this participant. */
  | { readonly kind: "invalid argument"; readonly message: string }
  /** A signature is wrong or missing. */
  | { readonly kind: "unauthorized"; readonly message: string };

/** A part of the transactions does not fit. */
export const invalidOnboarding = (message: string): OnboardingError => ({
  kind: "invalid argument",
  message,
});

/** A signature is wrong or missing. */
export const unauthorizedOnboarding = (message: string): OnboardingError => ({
  kind: "unauthorized",
  message,
});

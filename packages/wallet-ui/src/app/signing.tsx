import { lazy, Suspense } from "react";
import { useSigningQuestion } from "../data/signing-requests.js";

const SigningDialog = lazy(async () => ({
  default: (await import("../components/custody/signing-dialog.js")).SigningDialog,
}));

/** The one place in which people sign, whatever page wants it. */
export const Signing = () => {
  const question = useSigningQuestion();
  return question === undefined ? null : (
    <Suspense fallback={null}>
      <SigningDialog key={question.id} question={question} />
    </Suspense>
  );
};

import { lazy, Suspense } from "react";
import { useSigningRequest } from "../data/signing-requests.js";

const SigningDialog = lazy(async () => ({
  default: (await import("../components/custody/signing-dialog.js")).SigningDialog,
}));

/** The one place in which people sign, whatever page wants it. */
export const Signing = () => {
  const request = useSigningRequest();
  return request === undefined ? null : (
    <Suspense fallback={null}>
      <SigningDialog key={request.prepared.command_id} request={request} />
    </Suspense>
  );
};

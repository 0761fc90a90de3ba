import { emptyLedger, emptyMap } from "@tallystick/core";
import { isLeft, right } from "fp-ts/lib/Either.js";
import type { Canary } from "../ledger/canary.js";
import type { Operation, Plan } from "../plan/plan.js";
import { replaced } from "./replaced.js";
import { startingWith } from "./state-canaries.js";

const has =
  (kind: Operation["kind"]) =>
  ({ steps }: Plan): boolean =>
    steps.some(({ operation }) => operation.kind === kind);

const keepsNoArchive: Canary = {
  name: "an upload without its archive",
  breaks: "packages are registered, but their archives are not stored",
  parts: (parts) => ({
    ...parts,
    archives: {
      ...parts.archives,
      open: async (opening) => {
        const opened = await parts.archives.open(opening);
        return isLeft(opened)
          ? opened
          : right(replaced(opened.right, { keep: async () => right(undefined) }));
      },
    },
  }),
  concerns: has("upload"),
};

const uploadsForNothing: Canary = {
  name: "an upload is answered and forgotten",
  breaks: "an upload succeeds when its DAR is read, but registers nothing",
  ledger: (ledger) => replaced(ledger, { uploadDar: (bytes) => ledger.validateDar(bytes) }),
  concerns: has("upload"),
};

const vettingIsLost: Canary = {
  name: "vetting is lost at a restart",
  breaks: "a process treats all packages registered before it as vetted",
  parts: startingWith((state) => ({
    ...state,
    participant: {
      ...state.participant,
      vetting: emptyLedger(state.settings).participant.vetting,
    },
  })),
  concerns: has("upload"),
};

const providersAreLost: Canary = {
  name: "identity providers are lost at a restart",
  breaks: "a process knows only the identity providers that it created itself",
  parts: startingWith((state) => ({
    ...state,
    participant: { ...state.participant, identityProviders: emptyMap(state.settings.hashSeed) },
  })),
  concerns: has("provider"),
};

const providerOfOthers: Canary = {
  name: "a user of no provider",
  breaks: "users are created without the requested identity provider",
  ledger: (ledger) =>
    replaced(ledger, {
      createUser: ({ identityProviderId: _named, ...request }, by) =>
        ledger.createUser(request, by),
    }),
  concerns: has("member"),
};

/** Canaries in packages that are uploaded, and in identity providers. */
export const packageCanaries: ReadonlyArray<Canary> = [
  keepsNoArchive,
  uploadsForNothing,
  vettingIsLost,
  providersAreLost,
  providerOfOthers,
];

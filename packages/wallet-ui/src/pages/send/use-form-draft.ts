import { useCallback, useState } from "react";
import { useWallet } from "../../data/wallet-context.js";
import { keptFormKey } from "../../states/kept-form.js";
import { type FormDraft, restoredDraft, storedDraft } from "./kept-draft.js";

/**
 * What is typed and not sent yet: kept in this tab for the party over other pages, reloads and
 * logins.
 *
 * @param form the path of the page; with the link, where one filled it in
 * @param first what it has in it where nothing is kept
 */
export const useFormDraft = (
  form: string,
  first: FormDraft,
): {
  readonly draft: FormDraft;
  readonly change: (draft: FormDraft) => void;
  readonly forget: () => void;
} => {
  const { network, party } = useWallet();
  const key = keptFormKey(form, network, party);
  const [draft, setDraft] = useState(() => restoredDraft(sessionStorage.getItem(key)) ?? first);
  const change = useCallback(
    (next: FormDraft) => {
      sessionStorage.setItem(key, storedDraft(next));
      setDraft(next);
    },
    [key],
  );
  const forget = useCallback(() => sessionStorage.removeItem(key), [key]);
  return { draft, change, forget };
};

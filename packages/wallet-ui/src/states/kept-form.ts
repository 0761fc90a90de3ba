const prefix = "tallystick.form.";

/**
 * Where this tab keeps what was typed into a form and not sent yet.
 *
 * @param form the path of its page, and what else tells it apart
 */
export const keptFormKey = (form: string, network: string, party: string): string =>
  `${prefix}${form} ${network} ${party}`;

/** Forgets what was typed into the form of a page, for every party. */
export const forgetForm = (storage: Storage, form: string): void => {
  for (const key of Object.keys(storage))
    if (key.startsWith(`${prefix}${form} `)) storage.removeItem(key);
};

import { expect } from "chai";
import type { Page } from "playwright-core";
import { eventually } from "./eventually.js";
import type { TestNode } from "./test-node.js";

/** Signs with the key that the browser keeps. */
export const signInBrowser = (page: Page, hash: string): Promise<string> =>
  page.evaluate(async (digits) => {
    const settled = <A>(request: IDBRequest<A>): Promise<A> =>
      new Promise((resolve) => {
        request.addEventListener("success", () => resolve(request.result));
      });
    const database = await settled(indexedDB.open("tallystick-keys", 1));
    const store = database.transaction("keys").objectStore("keys");
    const [found] = (await settled(store.getAll())) as Array<{ privateKey: CryptoKey }>;
    if (found === undefined) throw new Error("there is no key");
    const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
    const made = await crypto.subtle.sign("Ed25519", found.privateKey, bytes);
    return [...new Uint8Array(made)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }, hash);

/** Makes a key on the page of parties, and its party; answers its id. */
export const partyInBrowser = async (node: TestNode, page: Page, name: string): Promise<string> => {
  await page.getByLabel("Name of the party").fill(name);
  await page.getByRole("button", { name: "Make a key" }).click();
  await page.getByRole("button", { name: "Continue without a backup" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Continue without", exact: true }).click();
  await page.getByRole("button", { name: "Unlock the keys" }).click();
  await page.getByRole("button", { name: "Make its party" }).click();
  await page.getByRole("button", { name: "Sign and make the party" }).click();
  await page.getByRole("button", { name: new RegExp(`^Act for this party: ${name}`) }).waitFor();
  const { partyDetails } = await node.api<{ partyDetails: ReadonlyArray<{ party: string }> }>(
    "ledger-api-user",
    "GET",
    `/v2/parties?filter-party=${name}`,
  );
  return partyDetails[0]?.party ?? "";
};

/** The one dialog in which people sign. */
export const signingDialog = (page: Page) =>
  page.getByRole("alertdialog", { name: "Sign with your key" });

/** Signs what is said in these words, without doubts. */
export const signWords = async (page: Page, words: RegExp): Promise<void> => {
  const dialog = signingDialog(page);
  await dialog.getByRole("list", { name: "What you sign" }).getByText(words).waitFor();
  await eventually(async () =>
    expect(await dialog.getByRole("group", { name: "Doubts" }).count()).to.equal(0),
  );
  const unlock = dialog.getByRole("button", { name: "Unlock the keys" });
  if (await unlock.isVisible()) await unlock.click();
  await dialog.getByRole("button", { name: "Sign", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
};

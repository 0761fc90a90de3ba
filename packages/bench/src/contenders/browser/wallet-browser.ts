import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { AmuletRules_DevNet_Tap, TransferOffer, walletPackage } from "@tallystick/coin";
import { commandsOf } from "@tallystick/core";
import { openValidator, type Validator } from "@tallystick/node";
import { siteFolder } from "@tallystick/wallet-ui";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { browserPath } from "../../browser-path.js";
import { expectRight } from "../../errors.js";
import { browserSizes } from "../../sizes.js";
import { amulet, decimal } from "../coin-ledger.js";
import { serveLedger } from "../servers.js";

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A node with the built pages, and a browser with an empty profile. */
export interface WalletBrowser {
  /** `http://127.0.0.1:12345` */
  readonly url: string;
  readonly validator: Validator;
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** Starts both. */
export const openWalletBrowser = async (folder: string): Promise<WalletBrowser> => {
  const validator = expectRight(
    await openValidator({ data: join(folder, "node"), wallet: { amuletPrice: "0.1" } }),
    "opening the validator",
  );
  const { ledger, wallet } = validator;
  const server = await serveLedger({ ledger, wallet, site: siteFolder });
  const context = await chromium.launchPersistentContext(mkdtempSync(join(folder, "profile-")), {
    executablePath: browserPath,
    headless: true,
    args: flags,
    viewport: { width: 1_280, height: 900 },
    locale: "en-US",
  });
  return {
    url: server.url,
    validator,
    context,
    close: async () => {
      await context.close();
      await server.close();
      await validator.close();
    },
  };
};

/** Gives a user a wallet; returns its party. */
export const onboarded = async ({ wallet }: Validator, user: string): Promise<string> =>
  expectRight(await wallet.users.onboard(user), user);

let submitted = 0;

/** Taps for a party, many in one transaction. */
export const tap = async (
  { wallet }: Validator,
  party: string,
  amounts: ReadonlyArray<string>,
): Promise<void> => {
  const network = wallet.network();
  if (network === undefined) throw new Error("there is no network");
  const commands = amounts.map((amount) =>
    amulet.exercise(AmuletRules_DevNet_Tap, network.amuletRules, {
      receiver: party,
      amount: decimal(amount),
      openRound: network.round.contractId,
    }),
  );
  expectRight(
    await wallet.submit({
      commandId: `tap-${++submitted}`,
      actAs: [party],
      readAs: [wallet.settings.dso],
      commands,
    }),
    "tapping",
  );
};

/** A history of so many taps; the wallet merges the coins by itself. */
export const growHistory = async (
  validator: Validator,
  party: string,
  rows: number,
): Promise<void> => {
  const { atOnce } = browserSizes;
  const amounts = Array.from({ length: atOnce }, () => "1");
  for (let done = 0; done < rows; done += atOnce) {
    await tap(validator, party, amounts);
    await validator.wallet.scheduler.settle();
  }
};

const { create } = commandsOf(walletPackage);
const dayMs = 86_400_000;

/** An inbox of so many offers from another party. */
export const growInbox = async (
  { wallet }: Validator,
  sender: string,
  receiver: string,
  offers: number,
): Promise<void> => {
  const { dso } = wallet.settings;
  const expiresAt = BigInt((Date.now() + dayMs) * 1_000);
  const { atOnce } = browserSizes;
  for (let done = 0; done < offers; done += atOnce) {
    const commands = Array.from({ length: atOnce }, (_, at) =>
      create(TransferOffer, {
        sender,
        receiver,
        dso,
        amount: { amount: decimal("1.5"), unit: "AmuletUnit" },
        description: `offer ${done + at}`,
        expiresAt,
        trackingId: `offer ${done + at}`,
      }),
    );
    const commandId = `offers-${done}`;
    expectRight(
      await wallet.submit({ commandId, actAs: [sender], readAs: [dso], commands }),
      "offering",
    );
  }
};

/** Logs in with the development login, on the page that is open. */
export const logIn = async (page: Page, user: string): Promise<void> => {
  await page.getByLabel("User name").fill(user);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("button", { name: "Log out" }).waitFor();
};

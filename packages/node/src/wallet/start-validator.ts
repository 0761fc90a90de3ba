import { join } from "node:path";
import { systemTimers } from "@tallystick/background";
import { coinPackages } from "@tallystick/coin";
import { openWalletViews, type WalletViews } from "@tallystick/views/wallet";
import { type Either, isLeft, map, mapLeft, right } from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";
import { walletFileName } from "../journal/views-file.js";
import type { Ledger } from "../ledger/ledger.js";
import { defaultLedgerConfig } from "../ledger/ledger-config.js";
import type { LedgerClock } from "../ledger/steady-clock.js";
import { openDataFolder } from "../open/data-folder.js";
import { guardedWatching } from "../open/guarded-observer.js";
import { configError } from "../open/ledger-opening.js";
import { clockOf, noticesOf } from "../open/ledger-notices.js";
import { openLedger } from "../open/open-ledger.js";
import { type Part, Startup } from "../open/startup.js";
import { vetLatestPackages } from "./latest-packages.js";
import { type ManualClock, manualClock } from "./manual-clock.js";
import { openWallet } from "./open-wallet.js";
import type { Validator, ValidatorError, ValidatorOptions } from "./validator.js";
import { checkedValidatorOptions } from "./validator-options.js";
import type { Wallet } from "./wallet.js";

interface ValidatorOpening {
  readonly options: ValidatorOptions;
  /** The manual clock, if time is set manually. */
  readonly manual: ManualClock | undefined;
  readonly clock: LedgerClock;
}

const dataFolder: Part<ValidatorOpening, ValidatorError, void> = {
  open: ({ options: { data } }) => (data === undefined ? right(undefined) : openDataFolder(data)),
};

const walletViews: Part<ValidatorOpening, ValidatorError, WalletViews> = {
  open: ({ options: { data, config, timers } }) => {
    const { projectorThread } = { ...defaultLedgerConfig, ...config };
    const file = data === undefined ? ":memory:" : join(data, walletFileName);
    return pipe(
      openWalletViews(file, projectorThread, timers),
      mapLeft(({ message }) => ({ kind: "wallet", message })),
    );
  },
  close: (views) => views.close(),
};

const coinLedger: Part<ValidatorOpening & { readonly views: WalletViews }, ValidatorError, Ledger> =
  {
    open: async ({ options, clock, views }) => {
      const { wallet: walletOptions, manualClock: _manualClock, ...ledgerOptions } = options;
      const opened = await openLedger({
        ...ledgerOptions,
        packages: [...coinPackages, ...(options.packages ?? [])],
        clock,
        projections: [views],
      });
      const from = walletOptions?.latestPackagesFrom;
      if (isLeft(opened) || from === undefined) return opened;
      const vetted = await vetLatestPackages(opened.right, from);
      if (isLeft(vetted)) await opened.right.close();
      return isLeft(vetted) ? vetted : opened;
    },
    close: (ledger) => ledger.close(),
  };

const wallet: Part<
  ValidatorOpening & { readonly views: WalletViews; readonly ledger: Ledger },
  ValidatorError,
  Wallet
> = {
  open: ({ options, manual, clock, views, ledger }) =>
    openWallet(ledger, views, {
      ...options.wallet,
      clock,
      timers: options.timers ?? systemTimers,
      onNotice: (message) => noticesOf(options)({ kind: "wallet", message }),
      ...(manual === undefined ? {} : { manualClock: manual }),
    }),
  close: (opened) => opened.close(),
};

/** The parts of a validator, in the order of opening; they are closed in reverse. */
const validatorParts = Startup.of<ValidatorError, ValidatorOpening>()
  .add("folder", dataFolder)
  .add("views", walletViews)
  .add("ledger", coinLedger)
  .add("wallet", wallet);

/** See `openValidator`, which loads this file. */
export const startValidator = async (
  given: ValidatorOptions,
): Promise<Either<ValidatorError, Validator>> => {
  const checked = mapLeft(configError)(checkedValidatorOptions(given));
  if (isLeft(checked)) return checked;
  const options = { ...checked.right, ...guardedWatching(checked.right) };
  const clock = clockOf(options);
  const manual = options.manualClock === true ? manualClock(clock()) : undefined;
  const opened = await validatorParts.open({ options, manual, clock: manual?.now ?? clock });
  return pipe(
    opened,
    map(({ parts, close }) => ({ ledger: parts.ledger, wallet: parts.wallet, close })),
  );
};

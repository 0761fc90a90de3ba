import { Amulet } from "@tallystick/coin";
import {
  decodeLedgerEvent,
  encodeLedgerEvent,
  type Json,
  type Numeric,
  numericAdd,
  type TransactionCommitted,
} from "@tallystick/core";
import type { Views } from "@tallystick/views";
import type { WalletViews } from "@tallystick/views/wallet";
import { isLeft, map, right } from "fp-ts/lib/Either.js";
import type { Canary, Parts } from "../ledger/canary.js";
import { fieldsOf } from "../ledger/naive-ledger.js";
import { amountText, unitsIn } from "../ledger/submissions.js";
import { replaced } from "./replaced.js";

type Entries = Parameters<Views["fold"]>[0];

/** Parts with other views of the ledger. */
const viewing =
  (change: (views: Views) => Partial<Views>) =>
  (parts: Parts): Parts => ({
    ...parts,
    views: {
      ...parts.views,
      open: async (opening) => {
        const opened = await parts.views.open(opening);
        return isLeft(opened) ? opened : right(replaced(opened.right, change(opened.right)));
      },
    },
  });

/** One event in so many. */
const each = 7;

/** Entries whose transactions are changed. */
const changed = (
  entries: Entries,
  change: (event: TransactionCommitted, offset: number) => TransactionCommitted,
): Entries =>
  entries.map((entry) => {
    const { type, data, offset } = entry;
    const decoded = decodeLedgerEvent(type, data, offset);
    if (isLeft(decoded) || decoded.right.type !== "TransactionCommitted") return entry;
    return { ...entry, data: encodeLedgerEvent(change(decoded.right, offset), offset).data };
  });

/** Entries of which some are without what happens in them. */
const withoutNodes = (entries: Entries, is: (offset: number) => boolean): Entries =>
  changed(entries, (event, offset) => (is(offset) ? { ...event, nodes: [] } : event));

const skipsEvents: Canary = {
  name: "a view skips an event",
  breaks: "the views ignore the contracts of one event in seven",
  parts: viewing((views) => ({
    fold: (entries) => views.fold(withoutNodes(entries, (offset) => offset % each === 0)),
  })),
};

const keepsArchived: Canary = {
  name: "archived contracts stay in a view",
  breaks: "the views ignore the archives of transactions",
  parts: viewing((views) => ({
    fold: (entries) => views.fold(changed(entries, withoutArchivals)),
  })),
};

const withoutArchivals = (event: TransactionCommitted): TransactionCommitted => ({
  ...event,
  nodes: event.nodes.map((node) =>
    node.kind === "exercise" ? { ...node, consuming: false } : node,
  ),
});

const losesRejections: Canary = {
  name: "rejections are not shown",
  breaks: "the views have no completions of rejected commands",
  parts: viewing((views) => ({
    fold: (entries) =>
      views.fold(
        entries.map((entry) =>
          entry.type === "CommandRejected"
            ? { ...entry, data: entry.data.replace(/"userId":"[^"]*"/, '"userId":"nobody"') }
            : entry,
        ),
      ),
  })),
};

const endsOneEarly: Canary = {
  name: "queries end one offset early",
  breaks: "queries treat the event before the last as the ledger end",
  parts: viewing((views) => ({
    queries: (context) =>
      views.queries({ ...context, ledgerEnd: () => Math.max(0, context.ledgerEnd() - 1) }),
  })),
};

const showing = (change: (views: WalletViews) => Partial<WalletViews>) => (views: WalletViews) =>
  forwarding(views, change(views));

/** As `replaced`, and what is set is set on the views themselves. */
const forwarding = (views: WalletViews, functions: Partial<WalletViews>): WalletViews =>
  new Proxy(replaced(views, functions), {
    set: (_, name, value) => Reflect.set(views, name, value),
  });

const walletSkips: Canary = {
  name: "the wallet skips an event",
  breaks: "the wallet views ignore the contracts of every other event",
  walletViews: showing((views) => ({
    fold: (entries) =>
      views.fold(withoutNodes(entries, (offset) => offset % 2 === 0 && offset > 60)),
  })),
  concerns: ({ world }) => world.hasWallets,
};

const countsTwice: Canary = {
  name: "a coin is counted twice",
  breaks: "the first coin is twice in the lists of the wallet views, and in their balances",
  walletViews: showing((views) => ({
    of: (template, ...rest) => {
      const all = views.of(template, ...rest);
      return template.name.endsWith(":Amulet") ? [...all.slice(0, 1), ...all] : all;
    },
    balances: {
      ...views.balances,
      now: (party, round) => {
        const [first] = views.of(Amulet, party);
        const more = first?.payload.amount.initialAmount;
        const balance = views.balances.now(party, round);
        if (isLeft(balance) || more === undefined) return balance;
        const unlocked = numericAdd(balance.right.unlocked, more);
        return map((sum: Numeric) => ({ ...balance.right, unlocked: sum }))(unlocked);
      },
    },
  })),
  concerns: ({ world }) => world.hasWallets,
};

const doublesAmounts: Canary = {
  name: "a wrong balance view",
  breaks: "the wallet views double the amounts of coins",
  walletViews: showing((views) => ({
    fold: (entries) => views.fold(changed(entries, withDoubleAmounts)),
  })),
  concerns: ({ world }) => world.hasWallets,
};

const withDoubleAmounts = (event: TransactionCommitted): TransactionCommitted => ({
  ...event,
  nodes: event.nodes.map((node) =>
    node.kind === "create" && node.templateId.endsWith(":Amulet")
      ? { ...node, payload: doubled(node.payload) }
      : node,
  ),
});

const doubled = (payload: Json): Json => {
  const { amount = null, ...rest } = fieldsOf(payload);
  const { initialAmount = null, ...others } = fieldsOf(amount);
  const twice = amountText(2n * unitsIn(initialAmount));
  return { ...rest, amount: { ...others, initialAmount: twice } };
};

const walletDoesNotMove: Canary = {
  name: "the wallet's views do not move",
  breaks: "after a restart the wallet views report events as folded that they have not folded",
  walletViews: (views, { start }) => {
    if (start === 0) return views;
    const begun = views.checkpoint();
    return replaced(views, { checkpoint: () => begun, fold: () => Promise.resolve(right(begun)) });
  },
  concerns: ({ world }) => world.hasWallets,
};

/** Canaries in what queries and wallets read. */
export const viewCanaries: ReadonlyArray<Canary> = [
  skipsEvents,
  keepsArchived,
  losesRejections,
  endsOneEarly,
  walletSkips,
  walletDoesNotMove,
  countsTwice,
  doublesAmounts,
];

import { lazyPage, type PageRow } from "./page-row.js";
import { messages } from "./messages.js";

/** The pages of what the party has agreed to, and of its settings. */
export const accountRows: ReadonlyArray<PageRow> = [
  {
    path: "/wallet/subscriptions",
    title: messages.title.subscriptions,
    page: lazyPage(
      async () => (await import("../pages/subscriptions/subscriptions-page.js")).SubscriptionsPage,
    ),
    group: "own",
    owned: "subscriptions",
    icon: "repeat",
    shortcut: "v",
  },
  {
    path: "/wallet/names",
    title: messages.title.names,
    page: lazyPage(async () => (await import("../pages/names/names-page.js")).NamesPage),
    group: "own",
    owned: "names",
    icon: "tag",
    shortcut: "n",
  },
  {
    path: "/wallet/allocations",
    title: messages.title.allocations,
    page: lazyPage(
      async () => (await import("../pages/allocations/allocations-page.js")).AllocationsPage,
    ),
    group: "own",
    owned: "allocations",
    icon: "scales",
    shortcut: "a",
  },
  {
    path: "/wallet/delegations",
    title: messages.title.delegations,
    page: lazyPage(
      async () => (await import("../pages/delegations/delegations-page.js")).DelegationsPage,
    ),
    group: "own",
    owned: "delegations",
    icon: "delegate",
    shortcut: "d",
  },
  {
    path: "/wallet/fund",
    title: messages.title.fund,
    page: lazyPage(async () => (await import("../pages/fund/fund-page.js")).FundPage),
    group: "own",
    owned: "fund",
    icon: "sprout",
    shortcut: "f",
  },
  {
    path: "/wallet/contacts",
    title: messages.title.contacts,
    page: lazyPage(async () => (await import("../pages/contacts/contacts-page.js")).ContactsPage),
    group: "settings",
    icon: "contacts",
    shortcut: "b",
  },
  {
    path: "/wallet/parties",
    title: messages.title.parties,
    page: lazyPage(async () => (await import("../pages/parties/parties-page.js")).PartiesPage),
    group: "settings",
    icon: "key",
    shortcut: "y",
  },
  {
    path: "/wallet/settings",
    title: messages.title.settings,
    page: lazyPage(async () => (await import("../pages/settings/settings-page.js")).SettingsPage),
    group: "settings",
    icon: "settings",
    shortcut: "p",
  },
  {
    path: "/wallet/confirm-payment/:cid",
    title: messages.title.confirmPayment,
    page: lazyPage(
      async () => (await import("../pages/confirm/confirm-payment-page.js")).ConfirmPaymentPage,
    ),
    frame: "minimal",
  },
  {
    path: "/wallet/confirm-subscription/:cid",
    title: messages.title.confirmSubscription,
    page: lazyPage(
      async () =>
        (await import("../pages/confirm/confirm-subscription-page.js")).ConfirmSubscriptionPage,
    ),
    frame: "minimal",
  },
];

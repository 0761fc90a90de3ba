import { lazyPage, type PageRow } from "./page-row.js";

/** The pages of what the party has agreed to, and of its settings. */
export const accountRows: ReadonlyArray<PageRow> = [
  {
    path: "/wallet/subscriptions",
    title: "Subscriptions",
    page: lazyPage(
      async () => (await import("../pages/subscriptions/subscriptions-page.js")).SubscriptionsPage,
    ),
    group: "more",
    icon: "repeat",
    shortcut: "v",
  },
  {
    path: "/wallet/names",
    title: "Names",
    page: lazyPage(async () => (await import("../pages/names/names-page.js")).NamesPage),
    group: "more",
    icon: "tag",
    shortcut: "n",
  },
  {
    path: "/wallet/allocations",
    title: "Allocations",
    page: lazyPage(
      async () => (await import("../pages/allocations/allocations-page.js")).AllocationsPage,
    ),
    group: "more",
    icon: "scales",
    shortcut: "a",
  },
  {
    path: "/wallet/delegations",
    title: "Delegations",
    page: lazyPage(
      async () => (await import("../pages/delegations/delegations-page.js")).DelegationsPage,
    ),
    group: "more",
    icon: "delegate",
    shortcut: "d",
  },
  {
    path: "/wallet/fund",
    title: "Development fund",
    page: lazyPage(async () => (await import("../pages/fund/fund-page.js")).FundPage),
    group: "more",
    icon: "sprout",
    shortcut: "f",
  },
  {
    path: "/wallet/contacts",
    title: "Contacts",
    page: lazyPage(async () => (await import("../pages/contacts/contacts-page.js")).ContactsPage),
    group: "more",
    icon: "contacts",
    shortcut: "b",
  },
  {
    path: "/wallet/parties",
    title: "Parties and keys",
    page: lazyPage(async () => (await import("../pages/parties/parties-page.js")).PartiesPage),
    group: "more",
    icon: "key",
    shortcut: "y",
  },
  {
    path: "/wallet/settings",
    title: "Settings",
    page: lazyPage(async () => (await import("../pages/settings/settings-page.js")).SettingsPage),
    group: "more",
    icon: "settings",
    shortcut: "p",
  },
  {
    path: "/wallet/confirm-payment/:cid",
    title: "Confirm payment",
    page: lazyPage(
      async () => (await import("../pages/confirm/confirm-payment-page.js")).ConfirmPaymentPage,
    ),
    frame: "minimal",
  },
  {
    path: "/wallet/confirm-subscription/:cid",
    title: "Confirm subscription",
    page: lazyPage(
      async () =>
        (await import("../pages/confirm/confirm-subscription-page.js")).ConfirmSubscriptionPage,
    ),
    frame: "minimal",
  },
];

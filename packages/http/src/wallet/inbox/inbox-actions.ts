import type { InboxAction, InboxKind } from "@tallystick/wallet";

/** The collection of a kind's rows, whose actions are `<collection>/<contract id>/<action>`. */
const collections: Readonly<Partial<Record<InboxKind, string>>> = {
  "transfer-offer": "/v0/wallet/transfer-offers",
  "transfer-instruction": "/v0/wallet/token-standard/transfers",
  "token-transfer": "/v0/wallet/token-transfers",
  "payment-request": "/v0/wallet/app-payment-requests",
  "subscription-request": "/v0/wallet/subscription-requests",
  "subscription-due": "/v0/wallet/subscription-requests",
  "allocation-request": "/v0/wallet/token-standard/allocation-requests",
  "allocation-request-v2": "/v2/wallet/token-standard/allocation-requests",
  allocation: "/v0/allocations",
  "allocation-v2": "/v2/allocations",
  "minting-delegation-proposal": "/v0/wallet/minting-delegation-proposals",
};

/** The request that carries an action out. */
export const pathOfAction = (
  kind: InboxKind,
  action: InboxAction,
  contractId: string,
): { readonly method: "POST" | "DELETE"; readonly path: string } => {
  const path = `${collections[kind] ?? ""}/${contractId}`;
  switch (action) {
    case "cancel":
      return { method: "DELETE", path };
    case "pay":
      return { method: "POST", path: `/v0/wallet/subscriptions/${contractId}/pay` };
    case "allocate":
      return {
        method: "POST",
        path: kind === "allocation-request-v2" ? "/v2/allocations" : "/v0/allocations",
      };
    default:
      return { method: "POST", path: `${path}/${action}` };
  }
};

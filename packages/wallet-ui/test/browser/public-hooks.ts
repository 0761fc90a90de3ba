/**
 * What tests and clients of the public wallet find its elements by, of wallet-ui 1.3: ids, classes
 * and attributes, as selectors. `N` counts from 0.
 */
export const publicHooks: ReadonlyArray<string> = `
#user-id-field #login-button #oidc-login-button #logout-button #onboard-button #logged-in-user
#navlink-send #wallet-balance-amulet #wallet-balance-usd #tap-amount-field #tap-button #self-feature
#featured-status #create-transfer-preapproval #toggle-token-standard-transfer
#use-transfer-preapproval-checkbox #view-more-transactions #delegations-page #no-proposals-message
#no-delegations-message #add-transfer-leg #unclaimed-total-amount
#create-offer-receiver #create-offer-amulet-amount #create-offer-usd-amount
#create-offer-expiration-days #create-offer-description #create-offer-submit-button
#create-allocation-settlement-ref-id #create-allocation-settlement-ref-cid
#create-allocation-settlement-executor-0 #create-allocation-transfer-leg-id-0
#create-allocation-transfer-leg-sender-0 #create-allocation-transfer-leg-receiver-0
#create-allocation-0-amulet-amount #create-allocation-submit-button
#development-fund-allocation-beneficiary #development-fund-allocation-amount
#development-fund-allocation-expires-at #development-fund-allocation-reason
#development-fund-allocation-submit-button
#preapproval-confirmation-dialog-accept-button #accept-proposal-confirmation-dialog-accept-button
#reject-proposal-confirmation-dialog-accept-button #cancel-delegation-confirmation-dialog-accept-button
.party-id .ans-entry .tx-row .tx-row-transfer .tx-row-balance_change .tx-row-notification .tx-action
.tx-subtype .sender-or-receiver .tx-row-cell-type .tx-row-cell-date .tx-row-cell-receiver
.tx-row-cell-rewards .tx-row-cell-balance-change .tx-row-cell-update-id .tx-amount-amulet
.tx-amount-usd .tx-amount-rate .tx-reward-app-amulet .tx-reward-validator-amulet .tx-reward-sv-amulet
.tx-reward-fund-amulet .update-id .transfer-offer .transfer-offer-sender .transfer-offer-accept
.transfer-offer-reject .transfer-offer-expiry .transfer-offers-count .allocation .allocation-request
.allocation-request-accept .allocation-request-reject .allocation-withdraw .proposal-row .delegation-row
.proposal-accept .proposal-reject .delegation-cancel .sub-cancel-button .sub-request-accept-button
.payment-accept .payment-total-amulet .error-display-message .error-display-details
[data-selenium-text] [data-resolved-party-id] [data-testid=wallet-onboarding-welcome-title]
`
  .trim()
  .split(/\s+/);

/** Those that this wallet does not have, and why. */
export const absentHooks: Readonly<Record<string, string>> = {
  "#self-feature": "users have no right to feature themselves here",
  "#featured-status": "users have no right to feature themselves here",
  "#use-transfer-preapproval-checkbox":
    "the wallet sends directly by itself wherever the receiver allows it",
  "#add-transfer-leg": "the form allocates coins to one leg",
  "#create-offer-usd-amount": "amounts are typed in coins alone; dollars are a guess",
  "#create-allocation-settlement-ref-cid": "the form has no contract id of a settlement",
  "#create-allocation-transfer-leg-sender-0": "the sender is the party that is acted for",
  ".ans-entry": "parties are named by the address book of the browser, not by the name service",
  ".tx-row-cell-rewards": "rewards are on the page of a transaction, .tx-reward-…",
  ".tx-row-cell-update-id": "the update is on the page of a transaction, .update-id",
  ".tx-amount-usd": "the price of a past round is not shown",
  ".tx-amount-rate": "the price of a past round is not shown",
};

/** Those that need more than a test node has, and the source that has each. */
export const hooksOfSources: Readonly<Record<string, string>> = {
  "#oidc-login-button": "pages/login/login-page.tsx",
  "#view-more-transactions": "pages/history/history-page.tsx",
  ".tx-row-notification": "components/lists/history-row.tsx",
  ".tx-reward-app-amulet": "pages/history/transaction-facts.tsx",
  ".tx-reward-sv-amulet": "pages/history/transaction-facts.tsx",
  ".tx-reward-fund-amulet": "pages/history/transaction-facts.tsx",
  ".error-display-message": "components/feedback/error-note.tsx",
  ".error-display-details": "components/feedback/error-note.tsx",
};

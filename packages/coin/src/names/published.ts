// what the package shows of the names
export { AnsEntry, AnsEntry_Expire } from "./ans-entry.js";
export {
  AnsEntryContext_CollectEntryRenewalPayment,
  AnsEntryContext_CollectInitialEntryPayment,
  AnsEntryContext_RejectEntryInitialPayment,
  AnsEntryContext_Terminate,
} from "./ans-entry-context.js";
export {
  type AnsConfig,
  AnsEntryContext,
  AnsRules,
  AnsRules_RequestEntry,
  defaultAnsConfig,
} from "./ans-rules.js";

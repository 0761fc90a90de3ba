import { errorRowOf as row } from "./error-row.js";

const definiteAnswer = true;
const shown = true;

/** Errors of choosing a synchronizer and of submitting to it (ledger-api 4.4). */
export const routingErrors = {
  NOT_CONNECTED_TO_ANY_SYNCHRONIZER: row(9, "T", "The node is not connected to any synchronizer"),
  NOT_CONNECTED_TO_SYNCHRONIZER: row(9, "T", "The needed synchronizer is not connected"),
  NOT_CONNECTED_TO_ALL_CONTRACT_SYNCHRONIZERS: row(
    9,
    "T",
    "Input contracts are assigned to synchronizers that are not connected",
  ),
  NO_SYNCHRONIZER_FOR_SUBMISSION: row(9, "T", "No synchronizer qualifies for the transaction"),
  NO_COMMON_SYNCHRONIZER: row(9, "T", "Submitters and informees have no synchronizer in common"),
  NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT: row(
    11,
    "T",
    "This node may not submit for all actAs parties on any one synchronizer",
  ),
  UNKNOWN_SUBMITTERS: row(11, "T", "Submitting parties are unknown on the connected synchronizers"),
  UNKNOWN_INFORMEES: row(11, "T", "Informed parties are unknown on the connected synchronizers"),
  SUBMITTERS_NOT_ACTIVE: row(9, "T", "Submitting parties are not hosted on a common synchronizer"),
  INFORMEES_NOT_ACTIVE: row(9, "T", "Informed parties are not hosted on a common synchronizer"),
  INVALID_PRESCRIBED_SYNCHRONIZER_ID: row(9, "T", "The requested synchronizer cannot be used"),
  SUBMISSION_SYNCHRONIZER_NOT_READY: row(11, "T", "The requested synchronizer is not connected"),
  UNKNOWN_CONTRACT_SYNCHRONIZERS: row(9, "T", "The synchronizer of input contracts is unknown", {
    resources: ["CONTRACT_IDS"],
  }),
  SUBMITTER_ALWAYS_STAKEHOLDER: row(
    9,
    "T",
    "Automatic reassignment is impossible: no submitter is a stakeholder of every contract",
  ),
  AUTOMATIC_REASSIGNMENT_FOR_TRANSACTION_FAILED: row(9, "T", "Automatic reassignment failed"),
  INVALID_DISCLOSED_CONTRACT: row(8, "T", "A disclosed contract cannot be processed"),
  DISCLOSED_CONTRACT_AUTHENTICATION_FAILED: row(
    8,
    "T",
    "A disclosed contract does not match its id",
  ),
  INVALID_PARTY_IDENTIFIER: row(8, "T", "An actAs party is not a full party id"),
  INVALID_READER: row(8, "T", "A readAs party is not a full party id"),
  MALFORMED_REQUEST: row(8, "T", "The request cannot be turned into a protocol message"),
  PACKAGE_NOT_VETTED_BY_RECIPIENTS: row(
    9,
    "T",
    "A receiving participant has not vetted a package",
    {
      definiteAnswer,
    },
  ),
  UNKNOWN_CONTRACT_SYNCHRONIZER: row(9, "T", "A contract is unknown on the synchronizer", {
    definiteAnswer,
  }),
  INVALID_EXTERNAL_TRANSACTION: row(8, "T", "An externally signed transaction is unusable", {
    definiteAnswer,
  }),
  INVALID_EXTERNAL_SIGNATURE: row(8, "T", "A signature of an external party is wrong", {
    definiteAnswer,
  }),
  PARTY_CURRENTLY_ONBOARDING: row(9, "T", "A submitting party is still onboarding", {
    definiteAnswer,
  }),
  PARTICIPANT_OVERLOADED: row(2, "T", "The participant sheds load"),
  PARTICIPANT_BACKPRESSURE: row(2, "D", "Too many submissions are waiting; context has the reason"),
  SEQUENCER_BACKPRESSURE: row(2, "T", "The sequencer rejects load", { definiteAnswer }),
  SEQUENCER_REQUEST_FAILED: row(2, "T", "Sending to the synchronizer failed", { definiteAnswer }),
  SUBMISSION_DURING_SHUTDOWN: row(2, "T", "The node is shutting down"),
  SYNCHRONIZER_WITHOUT_MEDIATOR: row(11, "T", "The synchronizer has no active mediator"),
  CHOSEN_MEDIATOR_IS_INACTIVE: row(2, "T", "The chosen mediator was deactivated meanwhile"),
  NODE_IS_PASSIVE_REPLICA: row(1, "T", "This replica of the node is passive"),
  SYNC_SERVICE_PASSIVE_REPLICA: row(
    1,
    "-",
    "This replica of the synchronization service is passive",
  ),
  COMMAND_INJECTION_FAILURE: row(4, "T", "The command could not be submitted to the protocol"),
  SUBMISSION_INTERNAL_ERROR: row(4, "T", "Submission failed unexpectedly"),
  ROUTING_INTERNAL_ERROR: row(4, "T", "Routing failed unexpectedly"),
};

/**
 * Rejections that appear in completions only (ledger-api 4.4). A verdict on a transaction is final:
 * its answer is definite.
 */
export const verdictErrors = {
  NOT_SEQUENCED_TIMEOUT: row(2, "T", "The submission was not sequenced in time"),
  LOCAL_VERDICT_LOCKED_CONTRACTS: row(
    2,
    "-",
    "Another transaction has locked an input; try again",
    {
      resources: ["CONTRACT_ID"],
      definiteAnswer,
    },
  ),
  LOCAL_VERDICT_INACTIVE_CONTRACTS: row(11, "-", "An input was archived or reassigned", {
    resources: ["CONTRACT_ID"],
    definiteAnswer,
  }),
  LOCAL_VERDICT_LEDGER_TIME_OUT_OF_BOUND: row(
    2,
    "-",
    "Ledger time and record time differ more than allowed",
    { definiteAnswer },
  ),
  LOCAL_VERDICT_PREPARATION_TIME_OUT_OF_BOUND: row(
    2,
    "-",
    "Preparation time and record time differ more than allowed",
    { definiteAnswer },
  ),
  LOCAL_VERDICT_MAX_RECORD_TIME_EXCEEDED: row(
    2,
    "-",
    "An externally signed transaction was sequenced too late",
    { definiteAnswer },
  ),
  LOCAL_VERDICT_FAILED_MODEL_CONFORMANCE_CHECK: row(
    5,
    "-",
    "Interpreting the transaction again gives a different transaction",
    { definiteAnswer, shown },
  ),
  DUPLICATE_CONFIRMATION_REQUEST_UUID: row(
    5,
    "-",
    "A transaction with this UUID was executed already",
    { definiteAnswer, shown },
  ),
  LOCAL_VERDICT_TIMEOUT: row(2, "-", "The local confirmation took too long", { definiteAnswer }),
  MEDIATOR_SAYS_TX_TIMED_OUT: row(2, "-", "Not enough confirmations arrived in time", {
    definiteAnswer,
  }),
  MEDIATOR_INVALID_MESSAGE: row(9, "-", "The mediator got an invalid message", { definiteAnswer }),
  ASSIGNMENT_ALREADY_COMPLETED: row(10, "-", "The reassignment was assigned already", {
    definiteAnswer,
  }),
  UNASSIGNMENT_ACTIVENESS_CHECK_FAILED: row(11, "-", "A contract to unassign is not active", {
    definiteAnswer,
  }),
  REASSIGNMENT_VALIDATION_FAILED: row(11, "-", "The reassignment failed validation", {
    definiteAnswer,
  }),
};

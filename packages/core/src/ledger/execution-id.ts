/**
 * The id under which an executed transaction is remembered in addition to the change ids; no change
 * id begins with a line break.
 */
export const executionIdOf = (transactionUuid: string): string => `\n${transactionUuid}`;

/** Contracts of one page: what a caller gets who does not say. */
export const contractsPerPage = 2000;

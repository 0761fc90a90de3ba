import type { Contract, ContractId } from "@tallystick/core";
import type { WalletContracts } from "./wallet-contracts.js";

/** Characters of contracts that are kept; then all are let go of. */
const defaultMaxChars = 4 * 1024 * 1024;

/**
 * The contracts that a fold looks at: history, tracking and archival of a transaction need the
 * same ones, and most transactions use what the last ones made, the rules and the round.
 */
export class LookedContracts {
  readonly #contracts: WalletContracts;
  readonly #maxChars: number;
  readonly #known = new Map<string, Contract>();
  #chars = 0;

  /** @param maxChars characters of contracts that are kept */
  constructor(contracts: WalletContracts, maxChars: number = defaultMaxChars) {
    this.#contracts = contracts;
    this.#maxChars = maxChars;
  }

  /** An active contract. */
  get(contractId: ContractId): Contract | undefined {
    const known = this.#known.get(contractId);
    if (known !== undefined) return known;
    const read = this.#contracts.read(contractId);
    if (read !== undefined) this.add(read.contract, read.chars);
    return read?.contract;
  }

  /** A contract was made, or read. @param chars of its content */
  add(contract: Contract, chars: number): void {
    this.#chars += chars;
    if (this.#chars > this.#maxChars) this.clear();
    this.#known.set(contract.contractId, contract);
  }

  /** A contract was archived. */
  delete(contractId: ContractId): void {
    this.#known.delete(contractId);
  }

  /** Lets go of all. */
  clear(): void {
    this.#known.clear();
    this.#chars = 0;
  }
}

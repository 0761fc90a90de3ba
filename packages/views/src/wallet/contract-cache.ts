import type { Contract, ContractId } from "@tallystick/core";
import type { WalletContracts } from "./wallet-contracts.js";

/** Characters of cached contracts; beyond that the cache is cleared. */
const defaultMaxChars = 4 * 1024 * 1024;

/**
 * A cache of contracts for a fold: history, tracking and archival of a transaction need the same
 * ones, and most transactions use recent contracts, the rules and the round.
 */
export class ContractCache {
  readonly #contracts: WalletContracts;
  readonly #maxChars: number;
  readonly #known = new Map<string, Contract>();
  #chars = 0;

  /** @param maxChars the most characters of cached contracts */
  constructor(contracts: WalletContracts, maxChars: number = defaultMaxChars) {
    this.#contracts = contracts;
    this.#maxChars = maxChars;
  }

  get(contractId: ContractId): Contract | undefined {
    const known = this.#known.get(contractId);
    if (known !== undefined) return known;
    const read = this.#contracts.read(contractId);
    if (read !== undefined) this.add(read.contract, read.chars);
    return read?.contract;
  }

  /** Adds a created or read contract. @param chars of its content */
  add(contract: Contract, chars: number): void {
    this.#chars += chars;
    if (this.#chars > this.#maxChars) this.clear();
    this.#known.set(contract.contractId, contract);
  }

  /** To be called when a contract was archived. */
  delete(contractId: ContractId): void {
    this.#known.delete(contractId);
  }

  clear(): void {
    this.#known.clear();
    this.#chars = 0;
  }
}

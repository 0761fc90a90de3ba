import {
  type Contract,
  ledgerError,
  type Template,
  unitsOf,
  type ContractId,
} from "@tallystick/core";
import type { ActiveContract, Keep } from "@tallystick/wallet";
import { isLeft } from "fp-ts/lib/Either.js";
import { LRUCache } from "lru-cache";
import { ViewsUnreadable, viewsUnavailable } from "../interface/views-unreadable.js";
import type { ContractRow, WalletContracts } from "./wallet-contracts.js";
import type { WalletTables } from "./wallet-tables.js";

/** The default limit of a party's contracts in one read. */
export const maxContracts = 1_000_000;

/** The most memory of payloads in one list; see `unitsOf`. */
const maxHeldUnits = 8 * 1024 * 1024;

/** The most characters of whole contracts in one list. */
const maxListChars = 16 * 1024 * 1024;

export type FindRows = (contracts: WalletContracts) => Iterable<ContractRow>;

/** Reads from the tables; throws `ViewsUnreadable` when they cannot be read now. */
type ReadTables = <A>(read: (tables: WalletTables) => A) => A;

/** The most of the estimated memory of cached payloads, see `unitsOf`. */
const maxPayloadUnits = 16 * 1024 * 1024;

interface DecodedPayload {
  readonly payload: unknown;
  readonly units: number;
}

/**
 * Lists of active contracts, with cached payloads up to a size: contracts are immutable, and
 * automations read the same ones repeatedly.
 */
export class ContractLists {
  readonly #read: ReadTables;
  readonly #decoded = new LRUCache<string, DecodedPayload>({
    maxSize: maxPayloadUnits,
    sizeCalculation: ({ units }) => Math.max(1, units),
  });

  constructor(read: ReadTables) {
    this.#read = read;
  }

  /** To be called when contracts are archived. */
  archived(contractIds: Iterable<ContractId>): void {
    for (const contractId of contractIds) this.#decoded.delete(contractId);
  }

  clear(): void {
    this.#decoded.clear();
  }

  /**
   * Contracts with their payloads. If these are large, later ones are read lazily, which throws
   * `ViewsUnreadable` when the contract was archived.
   *
   * @param keep others are skipped; called once for each
   */
  active<P>(
    template: Template<P>,
    limit: number,
    find: FindRows,
    keep?: Keep<P>,
  ): ReadonlyArray<ActiveContract<P>> {
    return this.#read(({ contracts }) => {
      const found: Array<ActiveContract<P>> = [];
      let units = 0;
      for (const row of find(contracts)) {
        if (found.length >= limit) break;
        const decoded = this.#payloadOf(template, contracts, row);
        if (decoded === undefined) continue;
        const { contractId, createdAt } = row;
        // border: payloads are cached by contract, whose template does not change
        const contract = { contractId, createdAt, payload: decoded.payload as P };
        if (keep?.(contract) === false) continue;
        units += decoded.units;
        found.push(units <= maxHeldUnits ? contract : this.#readLater(template, row));
      }
      return found;
    });
  }

  /** Whole contracts. Throws `ViewsUnreadable` when they exceed the limit of a list. */
  whole(find: FindRows): ReadonlyArray<Contract> {
    return this.#read(({ contracts }) => {
      const found: Array<Contract> = [];
      let chars = 0;
      for (const row of find(contracts)) {
        chars += contracts.charsIn(row);
        if (chars > maxListChars) throw new ViewsUnreadable(tooLarge);
        found.push(contracts.contractIn(row));
      }
      return found;
    });
  }

  #payloadOf<P>(
    template: Template<P>,
    contracts: WalletContracts,
    row: ContractRow,
  ): DecodedPayload | undefined {
    const known = this.#decoded.get(row.contractId);
    if (known !== undefined) return known;
    const json = contracts.payloadIn(row);
    const payload = template.payload.decode(json);
    if (isLeft(payload)) return undefined;
    const decoded = { payload: payload.right, units: unitsOf(json) };
    this.#decoded.set(row.contractId, decoded);
    return decoded;
  }

  #readLater<P>(template: Template<P>, { contractId, createdAt }: ContractRow): ActiveContract<P> {
    const read = (): P =>
      this.#read(({ contracts }) => {
        const row = contracts.rowOf(contractId, template.name);
        const decoded = row && this.#payloadOf(template, contracts, row);
        if (decoded === undefined) throw new ViewsUnreadable(archivedMeanwhile(contractId));
        // border: as above
        return decoded.payload as P;
      });
    return {
      contractId,
      createdAt,
      get payload() {
        return read();
      },
    };
  }
}

const archivedMeanwhile = (contractId: ContractId) =>
  viewsUnavailable({
    kind: "behind",
    message: `contract ${contractId} was archived while it was read`,
  });

const tooLarge = ledgerError(
  "JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED",
  `The contracts of the list take more than the node's limit of ${maxListChars} characters; read them with /v2, page by page`,
  { definiteAnswer: false },
);

import {
  type Contract,
  ledgerError,
  type Template,
  unitsOf,
  type ContractId,
} from "@tallystick/core";
import type { ActiveContract, Keep } from "@tallystick/wallet";
import { isLeft } from "fp-ts/lib/Either.js";
import { ViewsUnreadable } from "../interface/views-unreadable.js";
import { viewsUnavailable } from "../query/query-error.js";
import { type DecodedPayload, DecodedPayloads } from "./decoded-payloads.js";
import type { ContractRow, WalletContracts } from "./wallet-contracts.js";
import type { WalletTables } from "./wallet-tables.js";

/** Contracts read of one party at most where no limit is given. */
export const maxContracts = 1_000_000;

/** What the payloads of one list take that it holds itself; see `unitsOf`. */
const maxHeldUnits = 8 * 1024 * 1024;

/** Characters of the contracts of one list at most, where they are given whole. */
const maxListChars = 16 * 1024 * 1024;

/** Finds rows, one by one. */
export type FindRows = (contracts: WalletContracts) => Iterable<ContractRow>;

/** Reads from the tables; throws `ViewsUnreadable` when that is not possible now. */
type ReadTables = <A>(read: (tables: WalletTables) => A) => A;

/** Lists of active contracts, whose payloads are held up to a size, whatever their number. */
export class ContractLists {
  readonly #read: ReadTables;
  readonly #decoded = new DecodedPayloads();

  constructor(read: ReadTables) {
    this.#read = read;
  }

  /** Contracts are archived. */
  archived(contractIds: Iterable<ContractId>): void {
    for (const contractId of contractIds) this.#decoded.delete(contractId);
  }

  /** Lets go of all payloads. */
  clear(): void {
    this.#decoded.clear();
  }

  /**
   * Contracts with their payloads. Where these take much together, the later ones are read when
   * they are looked at, which throws `ViewsUnreadable` once the contract is archived.
   *
   * @param keep others are passed over, and looked at once
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
        // border: payloads are kept under their contract, whose template never changes
        const contract = { contractId, createdAt, payload: decoded.payload as P };
        if (keep?.(contract) === false) continue;
        units += decoded.units;
        found.push(units <= maxHeldUnits ? contract : this.#readLater(template, row));
      }
      return found;
    });
  }

  /** Whole contracts. Throws `ViewsUnreadable` when they take more than a list may. */
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
    this.#decoded.add(row.contractId, decoded);
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

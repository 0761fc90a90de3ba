import type { Numeric } from "@tallystick/core";
import { numericFromUnits } from "@tallystick/core";
import {
  type allocationV2,
  AmuletAllocation,
  AmuletTransferInstruction,
  coinRelease,
  type holdingV2,
  metadataV1,
} from "../../src/index.js";
import { AmuletAllocationV2 } from "../../src/amulet/allocation/amulet-allocation-v2.js";
import { basicAccount } from "../../src/token-standard/accounts.js";
import { alice, bob, carol, CoinLedger, provider, Refused, validator } from "../coin-fixture.js";
import { rightOf } from "../coin-values.js";

/** Who has coins. */
export const owners: ReadonlyArray<string> = [alice, bob, carol];
/** Who settles. */
export const executors: ReadonlyArray<ReadonlyArray<string>> = [[provider], [provider, validator]];

/** A settlement that allocations were made for. */
export interface Trade {
  readonly settlement: allocationV2.SettlementInfo;
  readonly legs: ReadonlyArray<allocationV2.TransferLeg>;
  readonly allocations: Array<string>;
}

/** A ledger of the later release, and what was made on it. */
export class V2World {
  readonly ledger = new CoinLedger({ packages: coinRelease["0.6.12"] });
  readonly trades: Array<Trade> = [];
  accepted = 0;
  refused = 0;
  private count = 0;

  constructor() {
    for (const owner of owners) for (let coin = 0; coin < 3; coin++) this.ledger.tap(owner, "500");
  }

  /** Tries something that may be refused. @returns its result, undefined when it is refused */
  attempt<R>(run: () => R): R | undefined {
    try {
      const result = run();
      this.accepted += 1;
      return result;
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      this.refused += 1;
      return undefined;
    }
  }

  /** Another ledger, with more parties. */
  withParties(parties: ReadonlyArray<string>): CoinLedger {
    return new CoinLedger({ packages: coinRelease["0.6.12"], parties });
  }

  /** A number that was not used before. */
  next(): number {
    return ++this.count;
  }

  get instructions(): ReadonlyArray<string> {
    return this.ledger.active(AmuletTransferInstruction).map(({ contractId }) => contractId);
  }

  /** Allocations of both versions. */
  get allocations(): ReadonlyArray<string> {
    return [...this.ledger.active(AmuletAllocation), ...this.ledger.active(AmuletAllocationV2)].map(
      ({ contractId }) => contractId,
    );
  }
}

/** One of a list by any number, the last one by -1; undefined of an empty one. */
export const pick = <A>(of: ReadonlyArray<A>, which: number): A | undefined =>
  of.at(which < 0 ? -1 : which % Math.max(1, of.length));

/** An account of a party, or one that CC does not know. */
export const accountOf = (owner: string, odd: boolean): holdingV2.Account =>
  odd ? { ...basicAccount(owner), provider } : basicAccount(owner);

/** CC with two places. */
export const cents = (value: number): Numeric =>
  rightOf(numericFromUnits(BigInt(value) * 100_000_000n));

export const noMeta = metadataV1.emptyMetadata;

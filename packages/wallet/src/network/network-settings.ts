import { type AmuletConfig, defaultAmuletConfig, type Release } from "@tallystick/coin";
import { int64From, type Numeric } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";

/** The networks a node can simulate: the public ones differ in who may create coins with a tap. */
export type NetworkKind = "dev" | "test" | "main";

/** Settings of the network. */
export interface NetworkSettings {
  /** The party that signs all contracts of the coin. */
  readonly dso: string;
  /** The party of the validator's operator. */
  readonly operator: string;
  /** The party of the one super validator; the DSO consists of it alone. */
  readonly sv: string;
  readonly kind: NetworkKind;
  readonly synchronizerId: string;
  /** The participant of the super validator, `name::fingerprint`. */
  readonly participantId: string;
  /** USD per CC of new rounds. */
  readonly amuletPrice: Numeric;
  /** The length of a tick in microseconds; the public network's is 10 minutes. */
  readonly tickMicros: number;
  /** Whose packages the network uses when it begins; default: the latest. */
  readonly release?: Release;
}

/** A tick of the public network (wallet 12.3), microseconds. */
export const publicTickMicros = 600_000_000;

/** True where taps and self-granted rights are allowed. */
export const isDevNet = ({ kind }: Pick<NetworkSettings, "kind">): boolean => kind === "dev";

/**
 * The coin's configuration on this network: the public one with the configured tick, and with the
 * operator as the manager of the development fund.
 */
export const amuletConfigOf = ({
  synchronizerId,
  tickMicros,
  operator,
  release,
}: NetworkSettings): AmuletConfig => {
  const config: AmuletConfig = {
    ...defaultAmuletConfig(synchronizerId, release),
    // the fund needs a manager, and the operator exists from the beginning
    optDevelopmentFundManager: operator,
  };
  const microseconds = int64From(tickMicros);
  return isLeft(microseconds)
    ? config
    : { ...config, tickDuration: { microseconds: microseconds.right } };
};

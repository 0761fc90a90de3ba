import type { ListenError } from "@tallystick/http";
import type { OpenError, ValidatorError } from "@tallystick/node";
import { CommandError, usageError } from "./command-error.js";
import { exitCode } from "./exit-code.js";
import { storeErrorCode } from "./open-address.js";

/** Why a node could not be opened. @param data the folder of its journal */
export const openErrorOf =
  (data: string | undefined) =>
  (error: ValidatorError): CommandError => {
    const { message } = error;
    switch (error.kind) {
      case "config":
        return usageError(`ledger.${message}`);
      case "packages":
      case "network":
        return usageError(message);
      case "wallet":
      case "views":
        return new CommandError(message);
      case "journal":
        return new CommandError(message, exitCode.dataDamaged);
      case "store":
        return storeErrorOf(error, data);
    }
  };

const storeErrorOf = (
  { error, message }: Extract<OpenError, { kind: "store" }>,
  data: string | undefined,
): CommandError => {
  const hint =
    error.kind === "in-use" ? `, or give this process a folder other than ${data} with --data` : "";
  return new CommandError(`${message}${hint}`, storeErrorCode(error));
};

/** Why it cannot listen. @param flag that chooses another port */
export const listenErrorOf = ({ kind, message }: ListenError, flag = "--port"): CommandError => {
  switch (kind) {
    case "port-taken":
      return new CommandError(
        `${message}. Choose another port with ${flag}`,
        exitCode.addressTaken,
      );
    case "unavailable":
      return new CommandError(message, exitCode.addressTaken);
    case "not-loopback":
      return usageError(message);
  }
};

/** The error, with the setting that serves packages of the coin when it names one of these. */
export const withCoinNamed = async (
  error: OpenError,
  data: string | undefined,
): Promise<CommandError> => {
  if (error.kind !== "packages") return openErrorOf(data)(error);
  const { coinPackages } = await import("@tallystick/coin");
  return coinPackages.some(({ name }) => error.message.includes(` ${name} `))
    ? usageError(`${error.message}; --coin --network off serves the packages of the network coin`)
    : usageError(error.message);
};

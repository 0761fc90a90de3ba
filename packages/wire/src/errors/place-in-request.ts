import { causeText, type CommandPart, type ErrorPlace, type LedgerError } from "@tallystick/core";
import { pathText } from "../types/path-text.js";

/** The fields of a command as clients write them (specification 2.1). */
const commandField: Readonly<Record<CommandPart, string>> = {
  template: "templateId",
  payload: "createArguments",
  key: "contractKey",
  choice: "choice",
  argument: "choiceArgument",
};

const prefetchField = { template: "templateId", key: "contractKey" } as const;

/**
 * A place in a composite command as clients write it (specification 2.1), e.g.
 * `commands[0].CreateCommand.createArguments.owner`.
 */
export const placeInRequest = (place: ErrorPlace): string => {
  switch (place.of) {
    case "command": {
      const { index, kind, part, path } = place;
      return pathText(["commands", index, kind, commandField[part], ...path]);
    }
    case "prefetchKey": {
      const { index, part, path } = place;
      return pathText(["prefetchContractKeys", index, prefetchField[part], ...path]);
    }
    case "disclosedContract":
      return pathText(["disclosedContracts", place.index, "createdEventBlob"]);
    case "packagePreference":
      return pathText(["packageIdSelectionPreference", place.index]);
  }
};

/** What went wrong, and where in the request as clients write it. */
export const causeInRequest = (error: LedgerError): string => causeText(error, placeInRequest);

import { isJsonArray, isJsonObject, type Json } from "./json.js";

/** True for the model of a record type. */
export const isRecordModel = (model: Json): boolean =>
  isJsonObject(model) && model.Record !== undefined;

/** True when values of a type may hold a contract id, however deep. */
export const holdsContractIds = (model: Json | undefined): boolean => {
  if (!isJsonObject(model)) return model === "ContractId";
  const { Optional, List, TextMap, GenMap, Record: fields, Variant: constructors } = model;
  // a pair is a name and a model; names of fields and constructors are no types
  const named = [fields, constructors].flatMap((pairs) => (isJsonArray(pairs) ? pairs : []));
  return (
    [Optional, List, TextMap].some(holdsContractIds) ||
    (isJsonArray(GenMap) && GenMap.some(holdsContractIds)) ||
    named.some((pair) => isJsonArray(pair) && holdsContractIds(pair[1]))
  );
};

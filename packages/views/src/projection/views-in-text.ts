import type { Catalog, ContractId, CreateNode, Json, JsonText, TemplateId } from "@tallystick/core";
import type { InterfaceView } from "@tallystick/wire";

/** Of which contract views are made: its place in the journal, its id and its content. */
export interface ViewedContract {
  /** Of the transaction that created it. */
  readonly offset: number;
  readonly nodeId: number;
  readonly contractId: ContractId;
  readonly templateId: TemplateId;
  readonly payload: JsonText<Json>;
}

/** Makes the views of contracts for answers that are text. */
export interface ViewsInText {
  /** The views of a contract through these interfaces, in their order. */
  of(
    contract: ViewedContract,
    interfaceIds: ReadonlyArray<string>,
    catalog: Catalog,
  ): ReadonlyArray<JsonText<InterfaceView>>;
}

export const viewedContract = (
  { nodeId, contractId, templateId, payload }: CreateNode<JsonText<Json>>,
  offset: number,
): ViewedContract => ({ offset, nodeId, contractId, templateId, payload });

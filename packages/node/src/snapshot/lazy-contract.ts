import type { Contract, ContractKey, Json } from "@tallystick/core";

/** What a contract says of itself beside its id. */
type Content = Omit<Contract, "contractId">;

/**
 * A contract that came from a snapshot and is read only when somebody uses it: a ledger with a
 * million contracts starts without reading a million of them.
 */
export class LazyContract implements Contract {
  #text: string;
  #content: Content | undefined;

  /** @param text JSON text of the content, from a snapshot whose checksum was right */
  constructor(
    readonly contractId: string,
    text: string,
  ) {
    this.#text = text;
  }

  get #read(): Content {
    if (this.#content === undefined) {
      // border: written by `contractText` and protected by the snapshot's checksum
      this.#content = JSON.parse(this.#text) as Content;
      this.#text = "";
    }
    return this.#content;
  }

  get templateId(): string {
    return this.#read.templateId;
  }

  get packageName(): string {
    return this.#read.packageName;
  }

  get payload(): Json {
    return this.#read.payload;
  }

  get signatories(): ReadonlyArray<string> {
    return this.#read.signatories;
  }

  get observers(): ReadonlyArray<string> {
    return this.#read.observers;
  }

  // an optional field of `Contract`: absent and undefined are the same to every reader of a
  // contract
  get key(): ContractKey {
    // border: callers test for undefined
    return this.#read.key as ContractKey;
  }

  get createdAt(): number {
    return this.#read.createdAt;
  }

  /** JSON text of the content, without reading it first. */
  text(): string {
    return this.#content === undefined ? this.#text : contentText(this.#content);
  }
}

/** JSON text of a contract's content. */
export const contractText = (contract: Contract): string =>
  contract instanceof LazyContract ? contract.text() : contentText(contract);

const contentText = (content: Content): string =>
  JSON.stringify({
    templateId: content.templateId,
    packageName: content.packageName,
    payload: content.payload,
    signatories: content.signatories,
    observers: content.observers,
    key: content.key,
    createdAt: content.createdAt,
  });

export class OffsetSet {
  readonly #bits: Uint8Array;

  constructor(upTo: number) {
    this.#bits = new Uint8Array((upTo >> 3) + 1);
  }

  add(offset: number): void {
    const at = offset >> 3;
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (offset & 7));
  }

  has(offset: number): boolean {
    return ((this.#bits[offset >> 3] ?? 0) & (1 << (offset & 7))) !== 0;
  }
}

/** Writes that have not ended, by what makes them the same. */
export class UnderWay {
  private readonly keys = new Set<string>();

  /** Makes the write, unless the same one is under way. */
  async once<T>(key: string, write: () => Promise<T>): Promise<T | { readonly kind: 'under-way' }> {
    if (this.keys.has(key)) return { kind: 'under-way' };
    this.keys.add(key);
    try {
      return await write();
    } finally {
      this.keys.delete(key);
    }
  }
}

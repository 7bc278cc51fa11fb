const FIRST_CAPACITY = 1024;

/** What of each event must be known without looking into its bytes; a million events take 29 MB. */
export class EventColumns {
  private positions = new Float64Array(FIRST_CAPACITY);
  private times = new Float64Array(FIRST_CAPACITY);
  private revisions = new Float64Array(FIRST_CAPACITY);
  private streams = new Uint32Array(FIRST_CAPACITY);
  private removed = new Uint8Array(FIRST_CAPACITY);
  private count = 0;

  get length(): number {
    return this.count;
  }

  push(position: number, createdMs: number, revision: number, stream: number): void {
    if (this.count === this.positions.length) this.grow();
    this.positions[this.count] = position;
    this.times[this.count] = createdMs;
    this.revisions[this.count] = revision;
    this.streams[this.count] = stream;
    this.count += 1;
  }

  position(index: number): number {
    return this.positions[index]!;
  }

  createdMs(index: number): number {
    return this.times[index]!;
  }

  revision(index: number): number {
    return this.revisions[index]!;
  }

  /** Number of the event's stream. */
  stream(index: number): number {
    return this.streams[index]!;
  }

  /** Whether a scavenge removed the event. */
  isRemoved(index: number): boolean {
    return this.removed[index] === 1;
  }

  remove(index: number): void {
    this.removed[index] = 1;
  }

  private grow(): void {
    const capacity = this.count * 2;
    this.positions = enlarged(this.positions, new Float64Array(capacity));
    this.times = enlarged(this.times, new Float64Array(capacity));
    this.revisions = enlarged(this.revisions, new Float64Array(capacity));
    this.streams = enlarged(this.streams, new Uint32Array(capacity));
    this.removed = enlarged(this.removed, new Uint8Array(capacity));
  }
}

const enlarged = <T extends Float64Array | Uint32Array | Uint8Array>(values: T, room: T): T => {
  room.set(values);
  return room;
};

import { performance } from 'node:perf_hooks';

/** A time in which nothing is read, as when all of the server's reading threads are blocked. */
export class ReadStall {
  private endsAtMs = 0;
  private ended: Promise<void> = Promise.resolve();
  private end = (): void => undefined;
  private timer: NodeJS.Timeout | undefined;

  /** Begins anew when one is under way. */
  begin(ms: number): void {
    this.clear();
    this.endsAtMs = performance.now() + ms;
    this.ended = new Promise((resolve) => (this.end = resolve));
    this.timer = setTimeout(() => this.clear(), ms);
    this.timer.unref();
  }

  clear(): void {
    clearTimeout(this.timer);
    this.endsAtMs = 0;
    this.end();
  }

  /** Milliseconds until it ends; 0 when none is under way. */
  leftMs(): number {
    return Math.max(0, Math.ceil(this.endsAtMs - performance.now()));
  }

  /** Answers when none is under way. */
  async over(): Promise<void> {
    while (this.leftMs() > 0) await this.ended;
  }
}

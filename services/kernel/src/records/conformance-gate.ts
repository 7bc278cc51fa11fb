import type { Append, EventLog } from '../eventlog/port.js';

/** A moment that comes once. */
const moment = () => {
  let come = (): void => undefined;
  const is = new Promise<void>((resolve) => (come = resolve));
  return { is, come };
};

/** A log whose appends wait, for a replica that is slow or stands still. */
export class Gate {
  /** What every append waits for. */
  before: (append: Append) => Promise<unknown> = () => Promise.resolve();

  readonly through = (real: EventLog): EventLog => ({
    append: async (append) => {
      await this.before(append);
      return real.append(append);
    },
    appendMany: (appends) => real.appendMany(appends),
    read: (stream, options) => real.read(stream, options),
    readAll: (options) => real.readAll(options),
    subscribe: (options) => real.subscribe(options),
    head: () => real.head(),
    isPosition: (text) => real.isPosition(text),
    close: () => real.close(),
  });

  /** Holds the next append of that kind; answers when it is held, and lets it go. */
  holdNext(isHeld: (append: Append) => boolean): { readonly held: Promise<void>; readonly thaw: () => void } {
    const [held, thawed] = [moment(), moment()];
    this.before = async (append) => {
      if (!isHeld(append)) return;
      this.before = () => Promise.resolve();
      held.come();
      await thawed.is;
    };
    return { held: held.is, thaw: thawed.come };
  }
}

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** What happens to what goes through. */
export type Fault =
  | { readonly kind: 'none' }
  /** Each piece is held back, both ways, milliseconds. */
  | { readonly kind: 'latency'; readonly ms: number }
  /** Open connections are reset, new ones too. */
  | { readonly kind: 'reset' }
  /** Connections stay open and nothing goes through: the other machine is gone without a word. */
  | { readonly kind: 'half-open' }
  /** Answers come this slowly, bytes a second. */
  | { readonly kind: 'slow'; readonly bytesPerSecond: number }
  /** What is asked is done; the answer is lost, then the connection. */
  | { readonly kind: 'lose-answers'; readonly afterMs: number };

interface Pair {
  readonly client: Socket;
  readonly upstream: Socket;
}

/** A TCP proxy in front of an engine or a process, with a fault that can be changed while it runs. */
export class Proxy {
  #fault: Fault = { kind: 'none' };
  readonly #pairs = new Set<Pair>();

  private constructor(
    private readonly server: Server,
    private readonly target: { readonly host: string; readonly port: number },
  ) {
    server.on('connection', (client) => this.#connected(client));
  }

  /** `target`: `127.0.0.1:2113`. */
  static async before(target: string): Promise<Proxy> {
    const [host = '127.0.0.1', port = ''] = target.split(':');
    const server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Proxy(server, { host, port: Number(port) });
  }

  /** Where it listens, `127.0.0.1:40123`. */
  get address(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get fault(): Fault {
    return this.#fault;
  }

  set fault(fault: Fault) {
    this.#fault = fault;
    if (fault.kind === 'reset') for (const pair of this.#pairs) cut(pair);
    if (fault.kind === 'none') for (const pair of this.#pairs) resume(pair);
  }

  async close(): Promise<void> {
    for (const pair of this.#pairs) cut(pair);
    this.server.close();
    await once(this.server, 'close');
  }

  #connected(client: Socket): void {
    if (this.#fault.kind === 'reset') {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect(this.target);
    const pair = { client, upstream };
    this.#pairs.add(pair);
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      socket.on('error', () => cut(pair));
      socket.once('close', () => {
        cut(pair);
        this.#pairs.delete(pair);
      });
    }
    client.on('data', (piece: Buffer) => this.#forward(piece, client, upstream));
    upstream.on('data', (piece: Buffer) => this.#answer(piece, pair));
    client.once('end', () => upstream.end());
    upstream.once('end', () => client.end());
    client.resume();
  }

  #forward(piece: Buffer, from: Socket, to: Socket): void {
    const fault = this.#fault;
    if (fault.kind === 'half-open') hold(piece, from);
    else if (fault.kind === 'latency') later(fault.ms, piece, from, to);
    else to.write(piece);
  }

  #answer(piece: Buffer, pair: Pair): void {
    const fault = this.#fault;
    const { client, upstream } = pair;
    if (fault.kind === 'lose-answers') setTimeout(() => cut(pair), fault.afterMs).unref();
    else if (fault.kind === 'slow')
      later((piece.length / fault.bytesPerSecond) * 1000, piece, upstream, client);
    else this.#forward(piece, upstream, client);
  }
}

/** Puts a piece back and reads no more until the fault is over. */
const hold = (piece: Buffer, from: Socket): void => {
  from.pause();
  from.unshift(piece);
};

/** The order stays: nothing more is read until the piece was passed on. */
const later = (ms: number, piece: Buffer, from: Socket, to: Socket): void => {
  from.pause();
  setTimeout(() => {
    if (!to.destroyed) to.write(piece);
    from.resume();
  }, ms).unref();
};

const resume = ({ client, upstream }: Pair): void => {
  client.resume();
  upstream.resume();
};

const cut = ({ client, upstream }: Pair): void => {
  client.resetAndDestroy();
  upstream.resetAndDestroy();
};

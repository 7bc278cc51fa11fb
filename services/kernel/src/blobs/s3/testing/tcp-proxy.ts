import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What happens to what a client sends, or to what it is answered, on its way. */
interface Fault {
  /** Bytes (of what clients sent) or answers that pass before. */
  readonly after: number;
  /** `at`: where in the chunk the count was passed. */
  act(chunk: Buffer, client: Socket, at: number): void;
}

/** Between a client and an engine, for specs: counts, breaks and spoils. */
export class TcpProxy {
  readonly #sockets = new Set<Socket>();
  #sent = 0;
  #answers = 0;
  #onSent: Fault | undefined;
  #onAnswer: Fault | undefined;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {
    server.on('connection', (client) => this.#join(client));
  }

  static async start(target: string): Promise<TcpProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new TcpProxy(server, new URL(target));
  }

  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }
  /** How many clients are connected. */
  get connections(): number {
    return this.#sockets.size;
  }
  /** How many answers have begun since the last fault was set. */
  get answers(): number {
    return this.#answers;
  }

  /** Calls back once when so many bytes were sent from now on. */
  whenSent(bytes: number, act: () => void): void {
    this.#sent = 0;
    this.#onSent = { after: bytes, act };
  }

  /** Changes one bit of the byte that comes after so many from now on. */
  flipByteAfter(bytes: number): void {
    this.#sent = 0;
    this.#onSent = { after: bytes, act: (chunk, _client, at) => (chunk[at] = chunk[at]! ^ 1) };
  }

  /** Breaks the connection in place of the answer that comes after so many from now on: it was done and nobody hears of it. */
  loseAnswerAfter(answers: number): void {
    this.#answers = 0;
    this.#onAnswer = { after: answers, act: (_chunk, client) => client.destroy() };
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  #join(client: Socket): void {
    const upstream = connect(Number(this.target.port), this.target.hostname);
    let asked = true;
    this.#sockets.add(client);
    client.on('close', () => {
      this.#sockets.delete(client);
      upstream.destroy();
    });
    upstream.on('close', () => client.destroy());
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    client.on('data', (chunk) => {
      asked = true;
      this.#sent += chunk.byteLength;
      this.#onSent = fired(this.#onSent, this.#sent, chunk, client);
      if (!upstream.write(chunk)) client.pause();
    });
    upstream.on('drain', () => client.resume());
    upstream.on('data', (chunk) => {
      if (asked) {
        asked = false;
        this.#answers += 1;
        this.#onAnswer = fired(this.#onAnswer, this.#answers, chunk, client);
      }
      if (!client.destroyed && !client.write(chunk)) upstream.pause();
    });
    client.on('drain', () => upstream.resume());
  }
}

const fired = (fault: Fault | undefined, count: number, chunk: Buffer, client: Socket): Fault | undefined => {
  if (fault === undefined || count <= fault.after) return fault;
  fault.act(chunk, client, chunk.byteLength - (count - fault.after));
  return undefined;
};

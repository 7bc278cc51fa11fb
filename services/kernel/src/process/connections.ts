import type { Server, Socket } from 'node:net';
import { networkOf } from '../access/client-network.js';

/** Of all connections: what one network may have. A proxy in front has fewer than are worked on at the same time. */
const FOR_ONE = 0.5;
/** From here on connections on which nothing is asked make room for others. */
const CROWDED = 0.8;
/** So long a connection is kept though nothing is asked on it: who has just come needs it to ask something. */
const SPARED_MS = 1_000;

/** Connections of which there may be so many: those of one network, or all. */
class Share {
  open = 0;
  /** Those on which no request is under way, with the time since when; the longest first. */
  readonly quietSince = new Map<Socket, number>();

  constructor(private readonly most: number) {}

  get isFull(): boolean {
    return this.open >= this.most;
  }
  get isCrowded(): boolean {
    return this.open >= this.most * CROWDED;
  }
}

interface Connection {
  readonly network: string;
  /** All, and those of its network. */
  readonly shares: readonly [Share, Share];
  /** More than one where a client asks again before it is answered. */
  underWay: number;
}

/**
 * The connections of a port. Who opens them and asks nothing would take them all: when they become scarce, in all or for one
 * network, those on which nothing was asked for the longest time are closed, and those beyond a bound at once. Node is
 * not asked which connections are idle: its releases differ in whether one is on which nothing was asked yet.
 */
export class Connections {
  readonly #all: Share;
  readonly #networks = new Map<string, Share>();
  readonly #connections = new Map<Socket, Connection>();
  readonly #forOne: number;
  #refused = 0;

  constructor(server: Server, most: number) {
    this.#all = new Share(most);
    this.#forOne = Math.max(1, Math.floor(most * FOR_ONE));
    server.on('connection', (socket: Socket) => this.#connected(socket));
  }

  get open(): number {
    return this.#all.open;
  }
  /** Since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** A request has come: its connection stays until it is answered. */
  asked(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    connection.underWay += 1;
    for (const share of connection.shares) share.quietSince.delete(socket);
  }

  /** The answer to one of the requests of a connection is over. */
  answered(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    connection.underWay -= 1;
    if (connection.underWay === 0) becomesQuiet(socket, connection);
  }

  /** Closes those on which no request is under way. */
  closeQuiet(): void {
    for (const socket of this.#all.quietSince.keys()) this.#close(socket);
  }

  #connected(socket: Socket): void {
    const network = networkOf(socket.remoteAddress ?? '');
    const ofNetwork = this.#networks.get(network) ?? new Share(this.#forOne);
    const shares = [this.#all, ofNetwork] as const;
    // Later, when all was read that has arrived: after a standstill what somebody has asked is still to be read.
    for (const share of shares) if (share.isCrowded) setImmediate(() => this.#makeRoom(share));
    if (shares.some((share) => share.isFull)) {
      this.#refused += 1;
      socket.destroy();
      return;
    }
    this.#networks.set(network, ofNetwork);
    for (const share of shares) share.open += 1;
    const connection = { network, shares, underWay: 0 };
    this.#connections.set(socket, connection);
    becomesQuiet(socket, connection);
    socket.once('close', () => this.#closed(socket));
  }

  #makeRoom(share: Share): void {
    const now = performance.now();
    for (const [socket, since] of share.quietSince) {
      if (!share.isCrowded || now - since < SPARED_MS) return;
      this.#close(socket);
    }
  }

  #close(socket: Socket): void {
    socket.destroy();
    this.#closed(socket);
  }

  #closed(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    this.#connections.delete(socket);
    for (const share of connection.shares) {
      share.open -= 1;
      share.quietSince.delete(socket);
    }
    if (connection.shares[1].open === 0) this.#networks.delete(connection.network);
  }
}

const becomesQuiet = (socket: Socket, { shares }: Connection): void => {
  for (const share of shares) share.quietSince.set(socket, performance.now());
};

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../access/client-network.js';

/** Of all connections: what one network may have. A proxy in front has fewer than are worked on at the same time. */
const FOR_ONE = 0.5;
/** From here on connections on which nothing is asked make room for others. */
const CROWDED = 0.8;
/** So often at most: it looks at every connection. */
const ROOM_EVERY_MS = 100;

/**
 * The connections of a port. Who opens them and asks nothing would take them all: when they become scarce, those on
 * which no request is under way are closed, and those beyond the bound, or beyond what one network may have, at once.
 */
export class Connections {
  readonly #byNetwork = new Map<string, number>();
  readonly #forOne: number;
  #open = 0;
  #refused = 0;
  #madeRoomAt = -Infinity;

  constructor(
    private readonly server: Server,
    private readonly most: number,
  ) {
    this.#forOne = Math.max(1, Math.floor(most * FOR_ONE));
    server.on('connection', (socket: Socket) => this.#connected(socket));
  }

  get open(): number {
    return this.#open;
  }
  /** Since the start. */
  get refused(): number {
    return this.#refused;
  }

  #connected(socket: Socket): void {
    const network = networkOf(socket.remoteAddress ?? '');
    const ofNetwork = this.#byNetwork.get(network) ?? 0;
    if (this.#open >= this.most * CROWDED || ofNetwork >= this.#forOne * CROWDED) this.#makeRoom();
    if (this.#open >= this.most || ofNetwork >= this.#forOne) {
      this.#refused += 1;
      socket.destroy();
      return;
    }
    this.#open += 1;
    this.#byNetwork.set(network, ofNetwork + 1);
    socket.once('close', () => this.#closed(network));
  }

  #closed(network: string): void {
    const left = (this.#byNetwork.get(network) ?? 1) - 1;
    this.#open -= 1;
    if (left > 0) this.#byNetwork.set(network, left);
    else this.#byNetwork.delete(network);
  }

  #makeRoom(): void {
    if (performance.now() - this.#madeRoomAt < ROOM_EVERY_MS) return;
    this.#madeRoomAt = performance.now();
    this.server.closeIdleConnections();
  }
}

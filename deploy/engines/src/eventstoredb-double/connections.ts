import type { Socket } from 'node:net';

/** The connections of the clients, by the peer name that gRPC has for them. */
export class Connections {
  private readonly sockets = new Map<string, Socket>();

  add(socket: Socket): void {
    const peer = `${socket.remoteAddress ?? ''}:${socket.remotePort ?? 0}`;
    this.sockets.set(peer, socket);
    socket.once('close', () => this.sockets.delete(peer));
  }

  /** Breaks a connection as a crash would. */
  reset(peer: string): void {
    this.sockets.get(peer)?.resetAndDestroy();
  }

  destroyAll(): void {
    for (const socket of this.sockets.values()) socket.destroy();
  }
}

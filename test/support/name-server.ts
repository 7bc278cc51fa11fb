import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface NameServer {
  readonly address: string;
  close(): Promise<void>;
}

/** The port of name servers may be had on any address of the loopback, where this is root. */
const ADDRESS = '127.0.53.7';
const HEADER_BYTES = 12;
const TYPE_A = 1;
/** An answer, without an error. */
const ANSWERED = 0x8180;

/** A name server that knows the addresses of some names, and of no other. */
export const nameServer = async (known: Readonly<Record<string, string>>): Promise<NameServer> => {
  const socket = createSocket('udp4');
  socket.on('message', (asked, { address, port }) => socket.send(answerTo(asked, known), port, address));
  socket.bind(53, ADDRESS);
  await once(socket, 'listening');
  return {
    address: ADDRESS,
    close: async () => {
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
};

const answerTo = (asked: Buffer, known: Readonly<Record<string, string>>): Buffer => {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = asked[at]!; length > 0; length = asked[at]!) {
    labels.push(asked.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const question = asked.subarray(HEADER_BYTES, at + 5);
  const address = asked.readUInt16BE(at + 1) === TYPE_A ? known[labels.join('.')] : undefined;
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(asked.readUInt16BE(0), 0);
  header.writeUInt16BE(ANSWERED, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(address === undefined ? 0 : 1, 6);
  if (address === undefined) return Buffer.concat([header, question]);
  const record = Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 60, 0, 4]);
  return Buffer.concat([header, question, record, Buffer.from(address.split('.').map(Number))]);
};

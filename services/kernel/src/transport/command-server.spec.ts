import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { defineService } from '../definition/define-service.js';
import { projectionAdministration, RunningService } from '../runtime/index.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { COMMANDS, SIGNATURE_HEADER } from '../messages/protocol.js';
import { commandServer, Signatures } from './index.js';

const none = () => Promise.reject(new Error('the spec has none'));
const outside = {
  blobs: { put: none, open: none, info: none, collect: none, close: none },
  mail: { send: none, forget: none },
};

describe('the interface of a service', () => {
  let engines: Embedded;
  let server: Server;

  beforeEach(async () => {
    engines = openEmbedded();
    const service = new RunningService(
      defineService({ name: 'kernel', aggregates: [], commands: [], projections: [] }),
      { engines: { ...engines, ...outside }, logger: engines.logger, baseUrl: '', cachedBytes: 1_000_000 },
    );
    const stopping = new AbortController().signal;
    server = createServer(
      commandServer({
        service,
        administration: projectionAdministration(service, engines.log, stopping),
        signatures: new Signatures(engines),
        clock: engines.clock,
        logger: engines.logger,
        readiness: async () => ({ status: 'ready' }),
        stopping,
      }),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await engines.remove();
  });

  /** What is answered to a body of which nothing more than this comes. */
  const answerTo = async (headers: Record<string, string | number>, body = ''): Promise<unknown[]> => {
    const { port } = server.address() as AddressInfo;
    const asking = request({ port, method: 'POST', path: COMMANDS, headers });
    asking.on('error', () => undefined);
    asking.flushHeaders();
    if (body !== '') asking.end(body);
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    const told = await json(answer);
    asking.destroy();
    return [answer.statusCode, told];
  };
  const signed = async (body: string): Promise<string> =>
    new Signatures(engines).sign({ method: 'POST', path: COMMANDS, body });
  const unsigned = (why: string) => ({ thrown: 'Unsigned', message: `The request is refused: ${why}.` });
  const unreadable = (message: string) => ({ thrown: 'Unreadable', message });

  it('refuses what is not signed, or too long ago, before it reads the body', async () => {
    const long = { 'content-length': 1_000_000 };
    const [mac, old] = ['s'.repeat(43), (await signed('')).replace(/t=\d+/, 't=1')];
    expect(await answerTo(long)).toEqual([401, unsigned('it is not signed')]);
    const strange = { ...long, [SIGNATURE_HEADER]: `t=1,k=unknown,s=${mac}` };
    expect(await answerTo(strange)).toEqual([401, unsigned('its key is not known')]);
    expect(await answerTo({ ...long, [SIGNATURE_HEADER]: old })).toEqual([
      401,
      { thrown: 'Unsigned', message: expect.stringContaining(' ms too late') },
    ]);
  });

  it('says in its own words that a body is too large or cannot be read', async () => {
    // Each is signed when it is sent: 64 MB may take longer than a signature is good for.
    const large = { [SIGNATURE_HEADER]: await signed('') };
    expect(await answerTo(large, 'x'.repeat(2 ** 26 + 1))).toEqual([
      413,
      unreadable('request entity too large'),
    ]);
    const strange = { [SIGNATURE_HEADER]: await signed(''), 'content-encoding': 'strange' };
    expect(await answerTo({ ...strange, 'content-length': 4 }, 'body')).toEqual([
      400,
      unreadable('unsupported content encoding "strange"'),
    ]);
    const body = '{"name":';
    expect(await answerTo({ [SIGNATURE_HEADER]: await signed(body) }, body)).toEqual([
      400,
      unreadable('the message is no JSON'),
    ]);
  });
});

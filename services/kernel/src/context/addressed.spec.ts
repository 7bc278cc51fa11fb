import { freshId } from '../clock/ids.js';
import { CommandHandler, type Executed, type Intent } from '../domain/command-handler.js';
import { Streams } from '../domain/streams.js';
import { counter, CounterAdded, type CounterState } from '../testkit/counters.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { addressed } from './addressed.js';

/** Additions to a counter are found by their reason; each has the revision of its event. */
describe('`If-Match` of something in a stream', () => {
  let engines: Embedded;
  let handler: CommandHandler;
  const id = freshId();

  const revisions = async (): Promise<ReadonlyMap<string, string>> => {
    const events = await engines.log.read(`counter-${id}`);
    return new Map(
      events.map(({ data, revision }) => [(data as { readonly why: string }).why, revision.toString()]),
    );
  };
  const add = (
    why: string,
    expectedRevisions: readonly string[] | undefined,
    more: Pick<Intent<CounterState>, 'isThere'> = {},
  ): Promise<Executed> => {
    const intent: Intent<CounterState, ReadonlyMap<string, string>> = {
      ...more,
      given: revisions,
      revisionOf: (_, known) => known.get(why),
      decide: () => [CounterAdded.of({ by: 1, why })],
    };
    const message = expectedRevisions === undefined ? {} : { expectedRevisions };
    const facts = {
      id: freshId(),
      name: 'kernel.add',
      request: 'digest',
      actor: { kind: 'user', id: 'someone' },
      correlation: 'correlation',
      deadline: Date.now() + 5000,
    } as const;
    return handler.execute(counter, id, facts, addressed(message, intent));
  };

  beforeEach(async () => {
    engines = openEmbedded();
    const { log, registers, logger, clock, vault } = engines;
    const streams = new Streams({ log, registers, logger, cachedBytes: 1_000_000 });
    handler = new CommandHandler({ log, streams, vault, clock });
    for (const why of ['rain', 'snow', 'hail']) await add(why, undefined);
  });
  afterEach(() => engines.remove());

  it('is of its own revision, whatever else the stream says since', async () => {
    expect(await add('rain', ['0'])).toMatchObject({ status: 'done', revision: 3n });
    expect(await add('snow', ['7', '1'])).toMatchObject({ status: 'done', revision: 4n });
  });

  it('is not that of the stream, nor one that it had before', async () => {
    await add('rain', undefined);
    for (const revisions of [['0'], ['2'], []])
      expect(await add('rain', revisions)).toMatchObject({ refused: 'precondition_failed' });
    expect(await engines.log.read(`counter-${id}`)).toHaveLength(4);
  });

  it('names nothing that is not there, which `If-None-Match: *` asks for', async () => {
    expect(await add('sleet', [''])).toMatchObject({ status: 'done', revision: 3n });
    expect(await add('sleet', [''])).toMatchObject({ refused: 'precondition_failed' });
    expect(await add('fog', ['0', '1', '2'])).toMatchObject({ refused: 'precondition_failed' });
    expect(await add('rain', ['0'], { isThere: () => false })).toMatchObject({
      refused: 'precondition_failed',
    });
    expect(await engines.log.read(`counter-${id}`)).toHaveLength(4);
  });
});

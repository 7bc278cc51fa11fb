import { openEmbedded, type Embedded } from '../testkit/embedded.js';
import { CounterNamed } from '../testkit/counters.js';
import { SealBroken } from '../vault/sealing.js';
import { openPersonal, PersonalUnreadable, sealPersonal } from './personal.js';

describe('the personal fields of an event', () => {
  let engines: Embedded;
  beforeEach(() => {
    engines = openEmbedded();
  });
  afterEach(() => engines.remove());

  const sealed = (stream: string, data: Parameters<typeof CounterNamed.of>[0]) =>
    sealPersonal(CounterNamed.of(data), CounterNamed, stream, engines.vault);
  const opened = (stream: string, data: Awaited<ReturnType<typeof sealed>>) =>
    openPersonal(data, CounterNamed, stream, engines.vault);
  const nameIn = (data: Awaited<ReturnType<typeof sealed>>) =>
    (data as { readonly name: { readonly encrypted: string } }).name;

  it('open in their stream alone', async () => {
    const data = await sealed('counter-a', { person: 'p', name: 'Ada' });
    expect(await opened('counter-a', data)).toEqual({ person: 'p', name: 'Ada' });
    await expect(opened('counter-b', data)).rejects.toThrow(PersonalUnreadable);
  });

  it('stay as they are when a command takes them over within their stream', async () => {
    const data = await sealed('counter-a', { person: 'p', name: 'Ada' });
    expect(await sealed('counter-a', { person: 'p', name: nameIn(data) })).toEqual(data);
  });

  it('are refused before they are in the log when a command takes them to another stream', async () => {
    const data = await sealed('counter-a', { person: 'p', name: 'Ada' });
    await expect(sealed('counter-b', { person: 'p', name: nameIn(data) })).rejects.toThrow(SealBroken);
  });

  it('are blank, wherever they stand, when their person is erased', async () => {
    const data = await sealed('counter-a', { person: 'p', name: 'Ada' });
    await engines.vault.eraseKey('p');
    expect(await opened('counter-a', data)).toEqual({ person: 'p', name: '' });
    expect(await opened('counter-b', data)).toEqual({ person: 'p', name: '' });
    expect(await sealed('counter-a', { person: 'p', name: nameIn(data) })).toEqual(data);
  });
});

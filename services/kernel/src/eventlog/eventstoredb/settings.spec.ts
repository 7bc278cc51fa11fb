import { settingsOf } from './settings.js';

describe('an address of EventStoreDB', () => {
  it('names a server in the open, and never sends it a password', () => {
    const settings = settingsOf('esdb://admin:changeit@127.0.0.1:2113?tls=false');
    expect(settings).toMatchObject({ address: '127.0.0.1:2113', discover: false, authorization: undefined });
    expect(settings.transport(settings.address).credentials._isSecure()).toBe(false);
  });

  it('names a server by TLS, with user and password', () => {
    const settings = settingsOf(
      'esdb://ad%40min:p%3Aw@log.example:2114?connectionName=datasets&keepAliveInterval=-1',
    );
    expect(settings.transport(settings.address).credentials._isSecure()).toBe(true);
    expect(settings.authorization).toBe(`Basic ${Buffer.from('ad@min:p:w').toString('base64')}`);
    expect(settings).toMatchObject({
      address: 'log.example:2114',
      connectionName: 'datasets',
      keepAliveMs: Number.MAX_SAFE_INTEGER,
      keepAliveTimeoutMs: 10_000,
    });
  });

  it.each([
    ['esdb+discover://cluster.example:2113', 'cluster.example:2113'],
    ['esdb://one:2113,two:2114,three?tls=false', 'one:2113,two:2114,three:2113'],
  ])('names a cluster: %s', (url, address) => {
    expect(settingsOf(url)).toMatchObject({ discover: true, address });
  });

  it.each([
    '',
    'http://localhost',
    'esdb://',
    'esdb://user:secret@',
    'esdb://user:secret@host:port',
    'esdb://a?tls=no',
  ])('refuses %p, and says how one is written but not what it got', (url) => {
    expect(() => settingsOf(url)).toThrow('esdb://user:password@host:2113');
    expect(() => settingsOf(url)).not.toThrow(/secret/);
  });

  it.each(['gossipTimeout=3', 'maxDiscoverAttempts=4', 'nodePreference=follower', 'tlsVerifyCert=false'])(
    'is refused with an option that would mean nothing: %s',
    (option) => {
      const [name = ''] = option.split('=');
      expect(() => settingsOf(`esdb://host:2113?${option}`)).toThrow(`does not keep ${name} of`);
    },
  );

  it('may ask for what is done anyway', () => {
    const url = 'esdb://host:2113?nodePreference=leader&tlsVerifyCert=true';
    expect(settingsOf(url).address).toBe('host:2113');
  });

  it('says how long a call may take, and waits for a ping no longer than a timer can', () => {
    const url = 'esdb://host:2113?defaultDeadline=5000&keepAliveTimeout=-1';
    expect(settingsOf(url)).toMatchObject({ deadlineMs: 5_000, keepAliveTimeoutMs: 2 ** 31 - 1 });
  });

  it('tells nobody the password when an option is unknown', () => {
    const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    settingsOf('esdb://user:secret@host:2113?tls=false&colour=red');
    expect(warned.mock.calls.flat().join()).toContain('colour');
    expect(warned.mock.calls.flat().join()).not.toContain('secret');
    warned.mockRestore();
  });
});
